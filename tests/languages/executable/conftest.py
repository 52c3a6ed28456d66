import shutil

import pytest

COMPILERS = {
    "c": "gcc", "cpp": "g++", "java": "javac", "go": "go", "rust": "rustc", "haskell": "ghc", "node": "node",
    "cpython": "python3",
}  # fmt: skip


def pytest_runtest_setup(item: pytest.Item) -> None:
    """What is not installed is left out, and counted at the end of the run."""
    for marker in item.iter_markers("needs_language"):
        if shutil.which(COMPILERS[marker.args[0]]) is None:
            pytest.skip(f"left out: {COMPILERS[marker.args[0]]} is not installed (scripts/setup languages)")
