"""Entry: source to code that runs on symbolic values, its constants, and its syntax tree as plain data.

Like `vivabox.python.compiling` this runs in a process in which no line of the submission is ever executed, so the tree
can be reasoned about outside.
"""

import ast
import base64
import marshal
import re
import sys
import warnings
from typing import Any

from ...sites import Hooks
from ..compiling import FILENAME, RECURSION, declared_encoding, decoded
from ..hooks.instrument import instrument
from .rewriting import rewrite
from .syntax import constants, flattened

_NO_BRANCHES = ("call", "expression", "condition")


def run(channel: Any, job: Any) -> None:
    """The job has `source` (base64); the answer has `problem`, or `code`, `sites`, `counters`,
    `readings`, `branches`, `constants` and `tree`."""
    sys.setrecursionlimit(RECURSION)
    warnings.simplefilter("ignore")
    source = base64.b64decode(job["source"])
    try:
        channel.send(compiled(decoded(source, declared_encoding(source))))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        channel.send({"problem": type(error).__name__})


def compiled(text: str) -> dict[str, Any]:
    tree = ast.parse(text, FILENAME)
    told = {"tree": flattened(tree), "constants": constants(tree)}
    hooked, plan = instrument(tree, Hooks(steps=True, branches=True, calls=True), lines=re.split("\r\n|\r|\n", text))
    code = compile(rewrite(hooked), FILENAME, "exec", dont_inherit=True)
    return {
        **told,
        "code": base64.b64encode(marshal.dumps(code)).decode(),
        "sites": len(plan.sites),
        "counters": [int(passes_value) for passes_value in plan.counters],
        "readings": [
            [reading.site, reading.plus, reading.minus]
            for reading in plan.readings
            if reading.role == "reached" and plan.sites[reading.site].kind not in _NO_BRANCHES
        ],
        "branches": [number for number, site in enumerate(plan.sites) if site.kind not in _NO_BRANCHES],
    }
