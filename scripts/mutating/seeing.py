"""Which tests come to which functions: each test file is run once with functions that tell when they are called.

What runs in another process (in the sandbox, in a worker) tells nothing; a file of which nothing is heard is tried with
the tests that are nearest by their imports.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_Function = ast.FunctionDef | ast.AsyncFunctionDef
KEPT = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "viva" / "mutants.json"
SENT = "VIVA_MUTANTS_SENT"
_TELLING = """
def _come_to(place):
    import builtins
    builtins.__dict__.get("_viva_come_to", set()).add(place)
"""
PLUGIN = f"""
import builtins, json, os
import pytest

_here, _found = set(), {{}}
builtins._viva_come_to = _here

def _seconds():
    return sum(os.times()[:4])

@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    _here.clear()
    before = _seconds()
    yield
    _found[item.nodeid] = [round(_seconds() - before, 3), sorted(_here)]
    with open(os.environ["{SENT}"], "w") as file:
        json.dump(_found, file)
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One test: the seconds of processor time that it took, and the functions (`file:class:name`) that it came to."""

    test: str
    seconds: float
    places: frozenset[str]


def telling(source: str, name: str) -> str:
    """The same program, of which every function tells that it was come to."""
    tree = ast.parse(source)
    for place, node in _functions(tree, name):
        after = 1 if ast.get_docstring(node, clean=False) is not None else 0
        node.body[after:after] = ast.parse(f"_come_to({place!r})").body
    future = [
        at for at, each in enumerate(tree.body) if isinstance(each, ast.ImportFrom) and each.module == "__future__"
    ]
    begin = future[-1] + 1 if future else 1 if ast.get_docstring(tree, clean=False) is not None else 0
    tree.body[begin:begin] = ast.parse(_TELLING).body
    return ast.unparse(ast.fix_missing_locations(tree))


def around(source: str, name: str, line: int) -> str | None:
    """The innermost function that a line is in; None for what runs when the file is imported."""
    found = [
        (place, node)
        for place, node in _functions(ast.parse(source), name)
        if node.body[0].lineno <= line <= (node.end_lineno or line)
    ]
    return max(found, key=lambda each: each[1].lineno)[0] if found else None


def _functions(inside: ast.AST, name: str) -> Iterator[tuple[str, _Function]]:
    """By names and not by lines, which move whenever somebody writes above."""
    for node in ast.iter_child_nodes(inside):
        called = f"{name}:{node.name}" if isinstance(node, _Function | ast.ClassDef) else name
        if isinstance(node, _Function):
            yield called, node
        yield from _functions(node, called)


def chosen(runs: Iterable[Run], place: str | None, seconds: float) -> list[str]:
    """Tests that come to a place, the quickest first, then the others of their files, which may share what the first of
    them made; as many as the seconds allow, and always one. None where no test is known to come there."""
    runs = list(runs)
    hit = [run for run in runs if place is None or place in run.places]
    files = {run.test.partition("::")[0] for run in hit}
    beside = [run for run in runs if run not in hit and run.test.partition("::")[0] in files]
    found: list[str] = []
    left = seconds
    for run in (*sorted(hit, key=lambda run: run.seconds), *sorted(beside, key=lambda run: run.seconds)):
        if found and run.seconds > left:
            continue
        found.append(run.test)
        left -= run.seconds
    return found


def kept() -> dict[str, list[tuple[str, float, list[str]]]]:
    """What was found before, by the digest of a test file."""
    try:
        found: dict[str, list[tuple[str, float, list[str]]]] = json.loads(KEPT.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def keep(found: Mapping[str, list[tuple[str, float, list[str]]]]) -> None:
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    KEPT.write_text(json.dumps(found), "utf-8")


def digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:24]
