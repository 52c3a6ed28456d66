import importlib.util
from collections.abc import Iterator

import pytest

from viva.languages.javascript.engine import PARSER
from viva.languages.javascript.runs import warm_sandbox
from viva.sandbox import Sandbox


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if importlib.util.find_spec("_quickjs") is None or not PARSER.is_file():
        for item in items:
            if "languages/javascript" in str(item.path):
                item.add_marker(pytest.mark.skip(reason="quickjs-ng is not installed: pip install 'viva[javascript]'"))


@pytest.fixture(scope="session")
def box() -> Iterator[Sandbox]:
    with warm_sandbox() as opened:
        yield opened
