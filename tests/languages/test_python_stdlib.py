"""Modules of the standard library, instrumented with all hooks, still pass CPython's own tests for them.

So do CPython's tests of the language, instrumented themselves. Left out are those that look at the order of line events
in a trace function, which hooks do change.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from viva.languages.python.program import INSIDE

SCRIPT = Path(__file__).parent / "cpython_tests.py"
MODULES = {
    "textwrap": "test_textwrap",
    "heapq": "test_heapq",
    "bisect": "test_bisect",
    "fractions": "test_fractions",
    "shlex": "test_shlex",
    "string": "test_string",
    "graphlib": "test_graphlib",
    "copy": "test_copy",
    "dataclasses": "test_dataclasses",
    "collections": "test_collections",
    "colorsys": "test_colorsys",
    "csv": "test_csv",
    "configparser": "test_configparser",
    "html.parser,_markupbase": "test_htmlparser",
    "ipaddress": "test_ipaddress",
    "functools": "test_functools",
    "contextlib": "test_contextlib,test_contextlib_async",
    "asyncio.queues,asyncio.locks,asyncio.taskgroups": "test_asyncio.test_queues,test_asyncio.test_locks",
}

LANGUAGE = (
    "grammar", "generators", "scope", "super", "with", "named_expressions", "asyncgen", "coroutines", "class",
    "decorators", "fstring", "except_star", "positional_only_arg", "bool", "compare", "augassign", "raise",
    "yield_from", "exception_variations", "iter", "dict", "sort", "property",
)  # fmt: skip
"""Tests of the language itself, which are instrumented themselves."""
MODULES |= {f"test.test_{name}": f"test_{name}" for name in LANGUAGE}


def outcome(mode: str, modules: str, tests: str) -> Any:
    names = ",".join(f"test.{name}" for name in tests.split(","))
    finished = subprocess.run(
        [sys.executable, "-W", "ignore", str(SCRIPT), str(INSIDE), mode, modules, names],
        capture_output=True,
        check=False,
        env={"PYTHONHASHSEED": "0", "PATH": os.environ["PATH"]},
    )
    assert finished.returncode == 0, finished.stderr.decode()[-2000:]
    return json.loads(finished.stdout.splitlines()[-1])


@pytest.mark.some(3)
@pytest.mark.needs_cpython_tests
@pytest.mark.parametrize("modules", MODULES)
def test_a_module_passes_its_tests_with_all_hooks_as_it_does_without(modules: str) -> None:
    plain = outcome("plain", modules, MODULES[modules])
    hooked = outcome("hooked", modules, MODULES[modules])
    assert set(hooked["compiled"]) == set(modules.split(","))
    assert hooked["run"] >= 5
    assert hooked["reached"] > 100
    assert {**hooked, "reached": 0} == plain
