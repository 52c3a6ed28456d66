from collections.abc import Iterator

import pytest

from .attacks import BOXES


@pytest.fixture(scope="session", autouse=True)
def close_boxes() -> Iterator[None]:
    with BOXES:
        yield
