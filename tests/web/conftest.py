"""One site for all tests of a module: its exercises are those of the echo subject, whose checks take no time."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browsing import Hall, hall, write_course
from tests.web.windows import chromium, shipped  # noqa: F401 one browser and one server for all tests that need them

PLUGIN = Path(__file__).parents[1] / "plugin"


@pytest.fixture(scope="session", autouse=True)
def _echo_for_all() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PLUGIN))
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
        yield


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_course(tmp_path_factory.mktemp("course") / "speaking")


@pytest.fixture(scope="module")
def speaking(course: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with hall(tmp_path_factory.mktemp("data"), course) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _umask_as_before() -> Iterator[None]:
    """`viva serve` changes that of its process, and here that is the process of all tests."""
    before = os.umask(0o022)
    os.umask(before)
    yield
    os.umask(before)
