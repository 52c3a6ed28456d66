import importlib.util
from collections.abc import Iterator

import pytest

from viva.languages.python.runs import warm_sandbox
from viva.sandbox import Sandbox


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("needs_cpython_tests") and importlib.util.find_spec("test.test_textwrap") is None:
        pytest.skip("CPython's tests are not installed (Debian: libpython3.11-testsuite)")


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    with warm_sandbox() as opened:
        yield opened
