"""Programs that differ from a submission in one small place, made inside of the sandbox."""

import base64
from collections.abc import Sequence

from viva.core.json import Json
from viva.languages import wire
from viva.languages.edits import Mended
from viva.languages.heap import Malformed
from viva.languages.program import read_program
from viva.languages.sites import Hooks
from viva.sandbox import Limits, Sandbox

_LIMITS = Limits(cpu_seconds=5.0, wall_seconds=20.0, memory=1 << 30, output=64 << 20)
_LARGEST = 20_000


def mended(
    sandbox: Sandbox, source: bytes, numbers: Sequence[int] = (), texts: Sequence[str] = (), most: int = 300
) -> list[Mended]:
    """Programs with one comparison, constant, operator, read or write changed, moved or put in; `numbers` and `texts`
    are constants to try. Whether one of them is right is for others to find out. Empty for what is long or broken."""
    if len(source) > _LARGEST:
        return []
    job: Json = {
        "source": base64.b64encode(source).decode(), "numbers": list(numbers), "texts": list(texts), "most": most,
    }  # fmt: skip
    run = sandbox.run("vivabox.python.mending:run", job, _LIMITS)
    if len(run.messages) != 1:
        return []
    try:
        return [_mended(item) for item in wire.items(run.messages[0])]
    except Malformed:
        return []


def _mended(data: Json) -> Mended:
    said = wire.record(data)
    program = read_program(said, wire.text(said.get("text")), Hooks())
    return Mended(wire.number(said.get("line")), wire.text(said.get("old")), wire.text(said.get("new")), program)
