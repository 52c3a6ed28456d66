"""Programs that differ from a submission by one small change, and what they answer."""

import base64
from collections.abc import Iterator, Sequence

from viva.core.json import Json
from viva.languages import wire
from viva.languages.edits import Mutant
from viva.languages.heap import Heap, Malformed, read
from viva.languages.values import rewrite, write
from viva.sandbox import Limits, Sandbox

_LIMITS = Limits(cpu_seconds=8.0, wall_seconds=40.0, output=64 << 20)
_OUTPUT = 100_000


def mutants(
    sandbox: Sandbox,
    source: bytes,
    function: str,
    calls: Sequence[Sequence[object] | Heap],
    *,
    steps: int,
    most: int,
    only: Sequence[int] | None = None,
) -> Iterator[Mutant]:
    """Up to `most` mutants in the order of the source, or those of them with the numbers of `only`, each with its
    answers to the calls.

    A mutant that ends the process is left out, and the rest goes on in a new one.
    """
    written: list[Json] = [rewrite(call) if isinstance(call, Heap) else write(list(call)) for call in calls]
    job: dict[str, Json] = {
        "source": base64.b64encode(source).decode(), "function": function, "calls": written, "steps": steps,
        "most": most, "only": None if only is None else list(only), "output": _OUTPUT,
    }  # fmt: skip
    first = 0
    while True:
        begun = first - 1
        with sandbox.converse("vivabox.python.mutating:run", {**job, "first": first}, _LIMITS) as conversation:
            while (message := conversation.receive()) is not None:
                try:
                    if isinstance(message, dict):
                        begun = wire.number(message.get("begin", begun), most)
                    else:
                        yield _mutant(message)
                except Malformed:
                    return
            ended = conversation.close().reason
        if ended is None or begun < first:
            return
        first = begun + 1


def _mutant(data: Json) -> Mutant:
    match wire.items(data):
        case [number, kind, line, column, end_line, end_column, outcomes]:
            values = tuple(None if item is None else read(item) for item in wire.items(outcomes))
            line, column, end_line, end_column = map(wire.number, (line, column, end_line, end_column))
            return Mutant(wire.number(number), wire.text(kind), line, column, end_line, end_column, values)
    raise Malformed("not a mutant")
