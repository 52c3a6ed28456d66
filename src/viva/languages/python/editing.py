"""Programs with one small edit, made inside of the sandbox, and what they answer."""

import base64
from collections.abc import Iterator, Sequence

from viva.core.json import Json
from viva.languages import wire
from viva.languages.edits import Answered, Edit, Edited
from viva.languages.heap import Heap, Malformed, read
from viva.languages.program import read_program
from viva.languages.sites import Hooks
from viva.languages.values import rewrite, write
from viva.sandbox import Limits, Sandbox

_COMPILING = Limits(cpu_seconds=5.0, wall_seconds=20.0, memory=1 << 30, output=64 << 20)
_ANSWERING = Limits(cpu_seconds=8.0, wall_seconds=40.0, output=64 << 20)
_LARGEST = 20_000
_OUTPUT = 100_000


def edited(
    sandbox: Sandbox, source: bytes, numbers: Sequence[int] = (), texts: Sequence[str] = (), most: int = 300
) -> list[Edited]:
    """Empty for what is long or broken."""
    if len(source) > _LARGEST:
        return []
    job: Json = {
        "source": base64.b64encode(source).decode(), "numbers": list(numbers), "texts": list(texts), "most": most,
    }  # fmt: skip
    run = sandbox.run("vivabox.python.editing:programs", job, _COMPILING)
    if len(run.messages) != 1:
        return []
    try:
        return [_edited(item) for item in wire.items(run.messages[0])]
    except Malformed:
        return []


def edited_answers(
    sandbox: Sandbox,
    source: bytes,
    function: str,
    calls: Sequence[Sequence[object] | Heap],
    *,
    steps: int,
    most: int,
    only: Sequence[int] | None = None,
    numbers: Sequence[int] = (),
    texts: Sequence[str] = (),
) -> Iterator[Answered]:
    """A program that ends the process is left out, and the rest goes on in a new one."""
    written: list[Json] = [rewrite(call) if isinstance(call, Heap) else write(list(call)) for call in calls]
    job: dict[str, Json] = {
        "source": base64.b64encode(source).decode(), "function": function, "calls": written, "steps": steps,
        "most": most, "only": None if only is None else list(only), "output": _OUTPUT,
        "numbers": list(numbers), "texts": list(texts),
    }  # fmt: skip
    first = 0
    while True:
        begun = first - 1
        with sandbox.converse("vivabox.python.editing:answers", {**job, "first": first}, _ANSWERING) as conversation:
            while (message := conversation.receive()) is not None:
                try:
                    if isinstance(message, dict):
                        begun = wire.number(message.get("begin", begun), most)
                    else:
                        yield _answered(message)
                except Malformed:
                    return
            ended = conversation.close().reason
        if ended is None or begun < first:
            return
        first = begun + 1


def _edited(data: Json) -> Edited:
    said = wire.record(data)
    return Edited(_edit(said.get("edit")), read_program(said, wire.text(said.get("text")), Hooks()))


def _answered(data: Json) -> Answered:
    match wire.items(data):
        case [edit, outcomes]:
            return Answered(_edit(edit), tuple(None if item is None else read(item) for item in wire.items(outcomes)))
    raise Malformed("not an answer")


def _edit(data: Json) -> Edit:
    match wire.items(data):
        case [number, kind, line, column, end_line, end_column, old, new]:
            return Edit(
                wire.number(number), wire.text(kind), wire.number(line), wire.number(column), wire.number(end_line),
                wire.number(end_column), wire.text(old), wire.text(new),
            )  # fmt: skip
    raise Malformed("not an edit")
