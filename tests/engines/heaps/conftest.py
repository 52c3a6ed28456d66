from collections.abc import Iterator

import pytest

from viva.engines.symbolic import symbolic_sandbox
from viva.sandbox import Sandbox


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    with symbolic_sandbox() as box:
        yield box
