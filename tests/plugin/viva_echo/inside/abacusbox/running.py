"""A program is lines: `read NAME`, `write TERM`, and a term is names and numbers with `+`, `-` and `*` from left to
right."""

import operator
import re
from typing import Any

_SIGNS = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_LINE = re.compile(r"read [a-z]+|write [a-z0-9]+( [-+*] [a-z0-9]+)*|")


def look(channel: Any, job: Any) -> None:
    """Says the number of the first line that is none of these, or 0."""
    lines = enumerate(job["text"].splitlines(), 1)
    channel.send(next((number for number, line in lines if not _LINE.fullmatch(line.strip())), 0))


def run(channel: Any, job: Any) -> None:
    values: dict[str, int] = {}
    for line in job["text"].splitlines():
        word, *rest = line.split() or [""]
        if word == "read":
            channel.send("read")
            values[rest[0]] = int(channel.receive())
        elif word == "write":
            unknown = [name for name in rest[::2] if not name.isdigit() and name not in values]
            if unknown:
                channel.send({"unknown": unknown[0]})
                return
            numbers = [int(name) if name.isdigit() else values[name] for name in rest[::2]]
            total = numbers[0]
            for sign, number in zip(rest[1::2], numbers[1:], strict=True):
                total = _SIGNS[sign](total, number)
            channel.send({"write": str(total)})
    channel.send("end")
