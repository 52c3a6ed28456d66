"""The same task in another shape: a loop that goes the other way, elements of another size.

Text is changed by the idioms in which people write such loops; where one is not found, there is no other shape. Nothing
is promised of a shape: whoever offers it proves it first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from viva.core.records import dataclass

_REGISTER = r"%?e(?:[abcd]x|[sd]i)"


@dataclass(frozen=True, slots=True)
class Shape:
    program: str
    contract: str
    solution: str


def shapes(program: str, contract: str, solution: str) -> list[Shape]:
    """The task as it is, and the other shapes that it can be given; each once."""
    plain = Shape(program, contract, solution)
    found = [plain]
    for change in (turn_loops, widened):
        found += [other for shape in list(found) for other in change(shape)]
    return list(dict.fromkeys(found))


# Upwards from 0: cleared, compared with its limit at the head, counted up at the end of each round.
_UPWARDS = re.compile(
    rf"""(?P<before>[ \t]*)(?P<clear>xorl?)[ \t]+(?P<counter>{_REGISTER}),[ \t]*(?P=counter)[ \t]*\n
    (?P<head>[\w.$]+):(?P<gap>\s+)cmp(?P<size>l?)[ \t]+(?P<one>{_REGISTER}),[ \t]*(?P<two>{_REGISTER})[ \t]*\n
    (?P<indent>[ \t]*)(?:jae|je)[ \t]+(?P<out>[\w.$]+)[ \t]*\n
    (?P<body>(?:.*\n)*?)
    (?P<last>[ \t]*(?:[\w.$]+:[ \t]*)?)incl?[ \t]+(?P=counter)[ \t]*\n
    [ \t]*jmp[ \t]+(?P=head)[ \t]*\n""",
    re.VERBOSE,
)


def turn_loops(shape: Shape) -> Iterator[Shape]:
    """Every loop that counts up from 0 to a register counts down from it instead."""
    solution = shape.solution
    changed = 0

    def down(found: re.Match[str]) -> str:
        nonlocal solution, changed
        counter = found["counter"]
        limit = found["one"] if found["two"] == counter else found["two"]
        if counter not in (found["one"], found["two"]) or counter == limit:
            return found[0]
        changed += 1
        solution = _said_downwards(solution, found["head"], counter.lstrip("%"), limit.lstrip("%"))
        size, indent = found["size"], found["indent"]
        copied = f"{limit}, {counter}" if counter.startswith("%") else f"{counter}, {limit}"
        last = f"{found['last']}nop\n" if ":" in found["last"] else ""
        return (
            f"{found['before']}mov{size} {copied}\n{found['head']}:{found['gap']}test{size} {counter}, {counter}\n"
            f"{indent}je {found['out']}\n{indent}dec{size} {counter}\n"
            f"{found['body']}{last}{indent}jmp {found['head']}\n"
        )

    program = _UPWARDS.sub(down, shape.program)
    if changed:
        yield Shape(program, shape.contract, solution)


def _said_downwards(solution: str, head: str, counter: str, limit: str) -> str:
    """What was done so far are the elements from the counter on; what decreases is the counter."""
    lines = []
    for line in solution.splitlines(keepends=True):
        if line.startswith(f"{head}:"):
            line = re.sub(rf"\b([a-z])\s*<\s*{counter}\b", rf"{counter} <= \1 && \1 < {limit}", line)  # noqa: PLW2901
            line = re.sub(r"decreases .*", f"decreases {counter}", line)  # noqa: PLW2901
        lines.append(line)
    return "".join(lines)


_BYTE_ACCESS = re.compile(rf"\b(mov|cmp|add|sub|test)b(\s.*\(%e\w\w,{_REGISTER})\)(.*)")
_PART = re.compile(r"%([abcd])l\b")
_PLACE = re.compile(r"\bb\[([^][]*?) \+ (\w+)\]")


def widened(shape: Shape) -> Iterator[Shape]:
    """Every byte of an array becomes a word of four bytes."""
    if "movb" not in shape.program and "cmpb" not in shape.program:
        return
    lines = []
    for line in shape.program.splitlines(keepends=True):
        found = _BYTE_ACCESS.search(line)
        wide = _BYTE_ACCESS.sub(r"\1l\2,4)\3", line)
        lines.append(_PART.sub(r"%e\1x", wide) if found else line)
    program = "".join(lines)
    if program == shape.program or re.search(r"\b\w+b\s.*\(%", program):
        return
    contract = "".join(
        re.sub(r" \+ ([a-z])\b", r" + 4 * \1", line) if line.startswith("requires") else _wide(line)
        for line in shape.contract.splitlines(keepends=True)
    )
    limits = "".join(f"requires {name} < 0x1000000\n" for name in re.findall(r"^const (\w+)", contract, re.MULTILINE))
    yield Shape(program, contract.rstrip("\n") + "\n" + limits, _wide(shape.solution))


def _wide(text: str) -> str:
    return re.sub(r"\b([abcd])l\b", r"e\1x", _PLACE.sub(r"w[\1 + 4 * \2]", text))
