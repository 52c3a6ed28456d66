"""The language Python: compiles, runs and compares what submissions do, without trusting any of it.

Start reading here, then `program` (source to code with hooks), `console` and `calls` (running it), `equality` and
`showing` (what comes back), `explain` (syntax errors for beginners), `trusted` (files of the teacher). Everything that
touches submitted source is in `viva.languages.inside.vivabox.python` and runs only in the sandbox; `docs/python.md`
describes the hooks and how values are written.

The names are those of `viva.languages.protocol`. Modules that not every program needs are loaded when one of their
names is asked for.

    with warm_sandbox() as sandbox:
        program = prepare(sandbox, source)
        if isinstance(program, NoProgram):
            print(explain(program).text)
        else:
            transcript = run_console(sandbox, program, ["3", "4"])
"""

import builtins
from importlib import import_module
from typing import TYPE_CHECKING

from viva.languages.python.program import prepare, warm_sandbox
from viva.languages.python.survey import survey

if TYPE_CHECKING:
    from viva.languages.python.calls import call, converse, drive, stages, takes
    from viva.languages.python.console import run_console, run_console_often
    from viva.languages.python.crashes import explain_crash
    from viva.languages.python.editing import edited
    from viva.languages.python.equality import equal
    from viva.languages.python.explain import explain
    from viva.languages.python.guessing import guessed_types
    from viva.languages.python.mending import completions, scripts, small_changes, traces, tries
    from viva.languages.python.showing import show
    from viva.languages.python.trusted import (
        constructs,
        documented_calls,
        library_function,
        renamed,
        rephrased,
        survey_trusted,
    )

__all__ = [
    "call", "completions", "constructs", "converse", "documented_calls", "drive", "edited", "equal", "explain",
    "explain_crash", "given_names", "guessed_types", "iterators", "library_function", "name", "prepare",
    "renamed", "rephrased", "run_console", "run_console_often", "scripts", "show", "small_changes", "stages",
    "suffixes", "survey", "survey_trusted", "takes", "traces", "tries", "warm_sandbox",
]  # fmt: skip

name = "python"
suffixes: tuple[str, ...] = (".py",)
given_names = frozenset(dir(builtins))
iterators = frozenset(
    {
        "generator", "map", "filter", "zip", "enumerate", "reversed", "list_iterator", "tuple_iterator",
        "range_iterator", "chain", "islice", "list_reverseiterator", "dict_keyiterator", "set_iterator",
        "str_ascii_iterator", "str_iterator", "count", "cycle", "accumulate",
    }
)  # fmt: skip

_LATER = {
    "call": "calls",
    "completions": "mending",
    "constructs": "trusted",
    "converse": "calls",
    "drive": "calls",
    "documented_calls": "trusted",
    "edited": "editing",
    "equal": "equality",
    "explain": "explain",
    "explain_crash": "crashes",
    "guessed_types": "guessing",
    "library_function": "trusted",
    "renamed": "trusted",
    "rephrased": "trusted",
    "run_console": "console",
    "run_console_often": "console",
    "scripts": "mending",
    "show": "showing",
    "small_changes": "mending",
    "survey_trusted": "trusted",
    "stages": "calls",
    "takes": "calls",
    "traces": "mending",
    "tries": "mending",
}


def __getattr__(wanted: str) -> object:
    if wanted not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {wanted!r}")
    value: object = getattr(import_module(f"{__name__}.{_LATER[wanted]}"), wanted)
    globals()[wanted] = value
    return value
