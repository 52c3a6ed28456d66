"""The part `viva.languages.protocol.symbolic` of Python; `vivabox.python.symbolic` has what runs inside."""

from __future__ import annotations

import base64
from contextlib import AbstractContextManager

from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.languages.boxed.program import COMPILING
from viva.languages.heap import Malformed
from viva.languages.python.program import INSIDE, PRELOAD
from viva.languages.target import LazyTarget, Target, read_lazy_target, read_target
from viva.sandbox import Sandbox, sandbox_for

_INSIDE = "vivabox.python.symbolic"


def warm_sandbox(isolation: Isolation | None = None) -> AbstractContextManager[Sandbox]:
    preload = (*PRELOAD, f"{_INSIDE}.compiling", f"{_INSIDE}.running", f"{_INSIDE}.exploring")
    return sandbox_for([INSIDE], preload, isolation)


def compile_target(sandbox: Sandbox, source: bytes, function: str) -> Target | None:
    answer = _compiled(sandbox, f"{_INSIDE}.compiling:run", {"source": base64.b64encode(source).decode()})
    try:
        return None if answer is None else read_target(answer, function, f"{_INSIDE}.running:run")
    except Malformed:
        return None


def compile_lazily(sandbox: Sandbox, source: bytes, *, counted: bool = True) -> LazyTarget | None:
    job: Json = {"source": base64.b64encode(source).decode(), "counted": counted}
    answer = _compiled(sandbox, f"{_INSIDE}.exploring:compile_class", job)
    try:
        return None if answer is None else read_lazy_target(answer, f"{_INSIDE}.exploring:explore")
    except Malformed:
        return None


def line_of(site: int) -> int | None:
    """As `vivabox.python.symbolic.path` numbers them."""
    return site // 4096 or None


def _compiled(sandbox: Sandbox, entry: str, job: Json) -> dict[str, Json] | None:
    """What was said of a source that could be compiled."""
    run = sandbox.run(entry, job, COMPILING)
    match run.messages:
        case [dict() as answer] if "code" in answer:
            return answer
    return None
