from collections.abc import Iterator

import pytest

from viva.languages.python.symbolic import warm_sandbox
from viva.sandbox import Sandbox


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    with warm_sandbox() as box:
        yield box
