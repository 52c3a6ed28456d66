"""What a program that broke down left behind: a signal, or what its runtime wrote last. For people, never believed."""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping
from types import MappingProxyType

from viva.languages.inside.vivabox.python.running.lacking import is_known
from viva.languages.problem import Problem
from viva.sandbox import Ending

_LONGEST = 300
# How a runtime tells of what nobody caught: the kind and the message, and the line of the source.
_TOLD: Mapping[str, tuple[re.Pattern[str], re.Pattern[str] | None]] = MappingProxyType(
    {
        "javac": (
            re.compile(
                r'^(?:Exception in thread "[^"\n]*" |Caused by: )?([\w.$]+(?:Exception|Error))(?:: ([^\n]*))?', re.M
            ),
            re.compile(r"^\s+at [\w.$<>]+\((?:\w+)\.java:(\d+)\)", re.M),
        ),
        "go": (re.compile(r"^(panic|fatal error): ([^\n]*)", re.M), re.compile(r"/main\.go:(\d+)")),
        "rustc": (
            re.compile(r"^thread '[^'\n]*' (panicked) at (?:[^\n]*:\n)?([^\n]*)", re.M),
            re.compile(r"main\.rs:(\d+)"),
        ),
        "ghc": (re.compile(r"^main: ([^\n]*)", re.M), re.compile(r"\.hs:(\d+):")),
        "node": (re.compile(r"^(?:Uncaught )?(\w*Error)(?:: ([^\n]*))?", re.M), re.compile(r"main\.js:(\d+)")),
        "python": (re.compile(r"^(\w[\w.]*(?:Error|Exception|Interrupt|Iteration))(?:: ([^\n]*))?$", re.M), None),
    }
)
_PYTHON_LINE = re.compile(r'File "[^"\n]*main\.py", line (\d+)')
_NO_MODULE: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "python": re.compile(r"No module named '([\w.]+)'"),
        "node": re.compile(r"Cannot find (?:module|package) '([^'\n]{1,80})'"),
    }
)
_CUT = 20_000


def read(dialect: str, ending: Ending, said: str) -> Problem | None:
    """None for a program that only ended with a status of its own."""
    if ending.signal is not None:
        return Problem("crash", signal.Signals(ending.signal).name, _last_line(said))
    told = _TOLD.get(dialect)
    if told is None:
        return None
    kinds, places = told
    said = said[-_CUT:]
    found = list(kinds.finditer(said))
    if not found:
        return None
    first = found[-1] if dialect == "python" else found[0]
    groups = [group or "" for group in first.groups()]
    kind = groups[0].rsplit(".", 1)[-1] if dialect != "ghc" else "error"
    message = groups[1] if len(groups) > 1 else groups[0]
    lines = list((_PYTHON_LINE if dialect == "python" else places or _PYTHON_LINE).finditer(said))
    place = (lines[-1] if dialect == "python" else lines[0]) if lines else None
    return Problem("crash", kind[:60], message[:_LONGEST], int(place[1][:9]) if place else None)


def lacked(dialect: str, problem: Problem | None) -> str:
    """The module that the program asked for and that is not here; empty where it is not that."""
    found = _NO_MODULE[dialect].match(problem.message) if problem and dialect in _NO_MODULE else None
    if problem is None or found is None or (dialect == "python" and not is_known(found[1])):
        return ""
    return found[1] if dialect == "python" else f'require("{found[1]}")'


def _last_line(said: str) -> str:
    lines = [line for line in said[-_CUT:].splitlines() if line.strip()]
    return lines[-1][:_LONGEST] if lines else ""
