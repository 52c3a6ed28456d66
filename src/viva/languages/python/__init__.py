"""The Python adapter: compiles, runs and compares what submissions do, without trusting any of it.

Start reading here, then `program` (source to code with hooks), `console` and `calls` (running it), `equality` and
`showing` (what comes back), `explain` (syntax errors for beginners). Everything that touches submitted source is in
`inside/pythonbox` and runs only in the sandbox; `docs/python.md` describes the hooks and how values are written.

Modules that running a console program does not need are loaded when one of their names is asked for.

    with warm_sandbox() as sandbox:
        program = prepare(sandbox, source)
        if isinstance(program, Unreadable):
            print(explain(program).text)
        else:
            transcript = run_console(sandbox, program, ["3", "4"])
"""

from importlib import import_module
from typing import TYPE_CHECKING

from viva.languages.python.console import Event, Prompt, Read, Transcript, Write, run_console, run_console_often
from viva.languages.python.coverage import Coverage, Evaluations
from viva.languages.python.explain import Explanation, explain
from viva.languages.python.inside.pythonbox.heap import Heap, Malformed, opaque, read
from viva.languages.python.inside.pythonbox.sites import Hooks, Site
from viva.languages.python.mutants import Mutant, mutants
from viva.languages.python.problem import Frame, Moment, Problem
from viva.languages.python.program import Class, Function, Program, Unreadable, prepare, warm_sandbox
from viva.languages.python.survey import Fields, Mention, Signature, Survey, survey

if TYPE_CHECKING:
    from viva.languages.python.calls import Answers, Outcome, call
    from viva.languages.python.equality import equal
    from viva.languages.python.inside.pythonbox.reviving import Missing, revive
    from viva.languages.python.inside.pythonbox.values import TooLarge, write
    from viva.languages.python.mending import Mended, mended
    from viva.languages.python.showing import show

__all__ = [
    "Answers", "Class", "Coverage", "Evaluations", "Event", "Explanation", "Fields", "Frame", "Function", "Heap",
    "Hooks", "Malformed", "Mended", "Mention", "Missing", "Moment", "Mutant", "Outcome", "Problem", "Program",
    "Prompt", "Read", "Signature", "Site", "Survey", "TooLarge", "Transcript", "Unreadable", "Write", "call", "equal",
    "explain", "mended", "mutants", "opaque", "prepare", "read", "revive", "run_console", "run_console_often", "show",
    "survey", "warm_sandbox", "write",
]  # fmt: skip

_LATER = {
    "Answers": "calls",
    "Outcome": "calls",
    "call": "calls",
    "equal": "equality",
    "Missing": "inside.pythonbox.reviving",
    "revive": "inside.pythonbox.reviving",
    "TooLarge": "inside.pythonbox.values",
    "write": "inside.pythonbox.values",
    "Mended": "mending",
    "mended": "mending",
    "show": "showing",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    globals()[name] = value
    return value
