"""Programs with one small edit, made inside of the sandbox."""

import base64
from collections.abc import Sequence

from viva.core.json import Json
from viva.languages import wire
from viva.languages.edits import Edit, Edited
from viva.languages.heap import Malformed
from viva.languages.program import read_program
from viva.languages.sites import Hooks
from viva.sandbox import Limits, Sandbox

_COMPILING = Limits(cpu_seconds=5.0, wall_seconds=20.0, memory=1 << 30, output=64 << 20)
_LARGEST = 20_000


def edited(
    sandbox: Sandbox, source: bytes, numbers: Sequence[int] = (), texts: Sequence[str] = (), most: int = 300
) -> list[Edited]:
    """Empty for what is long or broken."""
    if len(source) > _LARGEST:
        return []
    job: Json = {
        "source": base64.b64encode(source).decode(), "numbers": list(numbers), "texts": list(texts), "most": most,
    }  # fmt: skip
    run = sandbox.run("vivabox.python.changing.editing:programs", job, _COMPILING)
    if len(run.messages) != 1:
        return []
    try:
        return [_edited(item) for item in wire.items(run.messages[0])]
    except Malformed:
        return []


def _edited(data: Json) -> Edited:
    said = wire.record(data)
    return Edited(_edit(said.get("edit")), read_program(said, wire.text(said.get("text")), Hooks()))


def _edit(data: Json) -> Edit:
    match wire.items(data):
        case [number, kind, line, column, end_line, end_column, old, new]:
            return Edit(
                wire.number(number), wire.text(kind), wire.number(line), wire.number(column), wire.number(end_line),
                wire.number(end_column), wire.text(old), wire.text(new),
            )  # fmt: skip
    raise Malformed("not an edit")
