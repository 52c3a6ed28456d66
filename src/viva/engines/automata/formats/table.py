"""The plain text table. The first line names the letters; each further line is a state and where the letters lead:

        a    b
->  q0  q1   q0
  * q1  q1   q0

`->` marks a start, `*` an accepting state, `-` stands for no move. For an NFA write several states with commas, and a
column `ε` (or `eps`) for moves that read nothing. A name may have commas itself, as `{p,q}` has: an entry that is the
name of a row is that state. `|` between columns and lines of dashes are allowed, `#` begins a
comment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from viva.core.text.escape import clip
from viva.core.text.reading import Misread, in_quotes, unfit
from viva.engines.automata.machine import Builder, Machine
from viva.engines.automata.sentences import sentence

_RULE = frozenset(" \t|+:=─-")
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")
_MARK = re.compile(r"(->|→|=>|>|\*)")
_NO_MOVE = ("-", "–", "—", "∅", "{}", "_", ".")
_EPSILON = ("ε", "eps", "epsilon", "λ", "ϵ")


def read(text: str) -> Machine:
    rows = [(number, cells) for number, line in enumerate(text.splitlines(), 1) if (cells := _cells(line))]
    if not rows:
        raise Misread(sentence("table_empty"), reason="empty")
    header_line, header = rows[0]
    letters = _letters(header, header_line)
    builder = Builder(tuple(letter for letter in letters if letter))
    states: list[tuple[int, str, list[tuple[int, str]]]] = []
    for number, cells in rows[1:]:
        name, starts, accepts, rest = _state(cells, number)
        builder.state(name, number)
        if starts:
            builder.start(name, number)
        if accepts:
            builder.accept(name, number)
        if len(rest) != len(letters):
            raise Misread(
                sentence("table_entries", state=repr(clip(name)), entries=len(rest), columns=len(letters)),
                number,
                remedy=sentence("table_entries_remedy"),
            )
        states.append((number, name, rest))
    if not states:
        raise Misread(sentence("table_no_state"), header_line)
    named = {_as_set(name): name for name in reversed(builder.numbers)} | {name: name for name in builder.numbers}
    for number, name, rest in states:
        for letter, (column, entry) in zip(letters, rest, strict=True):
            for target in _targets(entry, named):
                builder.number(target, number, column)
                builder.edge(name, letter, target, number)
    return builder.machine()


def write(given: Machine) -> str:
    """The table, in aligned columns. Only labels of at most one letter fit in; longer ones are refused."""
    long = next((edge for edge in given.edges if len(edge.label) > 1), None)
    if long:
        raise Misread(sentence("table_long_label", label=repr(clip(long.label))))
    shown = [name if _plain(name) else f"s{state}" for state, name in enumerate(given.names)]
    if len(set(shown)) != len(shown):
        shown = [f"s{state}" for state in range(len(given.names))]
    columns = list(given.alphabet) + ([""] if any(not edge.label for edge in given.edges) else [])
    entries: dict[tuple[int, str], list[str]] = {}
    for edge in given.edges:
        entries.setdefault((edge.source, edge.label), []).append(shown[edge.target])
    rows = [["", "", "", *(letter or "ε" for letter in columns)]]
    for state, name in enumerate(shown):
        marks = ["->" if state in given.starts else "", "*" if state in given.accepting else ""]
        rows.append([*marks, name, *(",".join(entries.get((state, letter), ["-"])) for letter in columns)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = (" ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    return "\n".join(lines) + "\n"


def _plain(name: str) -> bool:
    return (
        bool(re.fullmatch(r"[^\s,|#*>{}]+", name)) and name not in _NO_MOVE and not name.startswith(("->", "→", "=>"))
    )


def _cells(line: str) -> list[tuple[int, str]]:
    """The entries of a line with their columns. A set in braces is one entry, and so are states joined by commas."""
    if not _RULE.issuperset(line) or not any(mark * 3 in line for mark in "-─="):
        return _entries(_COMMENT.sub("", line))
    return []


def _entries(line: str) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    entry = ""
    start = 0
    ended = False  # a blank was met behind the entry; a comma joins what follows all the same
    for column, character in enumerate(line, 1):
        inside = entry.startswith("{") and not entry.endswith("}")
        if character == "|" or character.isspace():
            ended = character == "|" or not inside
            if character == "|" and entry:
                found.append((start, entry))
                entry = ""
            continue
        if entry and ended and not inside and character != "," and not entry.endswith(","):
            found.append((start, entry))
            entry = ""
        if not entry:
            start = column
        entry += character
        ended = False
    return [*found, (start, entry)] if entry else found


def _letters(header: list[tuple[int, str]], line: int) -> list[str]:
    cells = header
    # A corner such as "state" or "δ" may stand above the names.
    if len(cells) > 1 and cells[0][1].lower() in ("state", "states", "δ", "q", "delta", "zustand"):
        cells = cells[1:]
    found = []
    for column, entry in cells:
        if entry.lower() in _EPSILON:
            found.append("")
        elif len(entry) == 1:
            found.append(entry)
        else:
            raise Misread(
                unfit(sentence("table_one_character"), in_quotes(entry)),
                line,
                column,
                sentence("table_one_character_remedy"),
            )
    if len(set(found)) != len(found):
        raise Misread(sentence("table_letter_twice"), line)
    return found


def _state(cells: list[tuple[int, str]], line: int) -> tuple[str, bool, bool, list[tuple[int, str]]]:
    """The name of a state, whether it is a start, whether it accepts, and the entries behind it."""
    starts = accepts = False
    rest = list(cells)
    while rest:
        column, entry = rest[0]
        mark = _MARK.match(entry)
        if not mark:
            break
        starts, accepts = starts or mark[0] != "*", accepts or mark[0] == "*"
        rest = ([(column + mark.end(), entry[mark.end() :])] if mark.end() < len(entry) else []) + rest[1:]
    if not rest:
        raise Misread(unfit(sentence("table_state"), sentence("table_marks_only")), line, cells[0][0])
    name = rest[0][1]
    if len(name) > 1 and name.endswith("*"):
        name, accepts = name[:-1], True
    return name, starts, accepts, rest[1:]


def _targets(entry: str, named: Mapping[str | frozenset[str], str]) -> list[str]:
    """`named` are the states, by their names and by the sets that they stand for."""
    one = named.get(entry) or named.get(_as_set(entry))
    if one is not None:
        return [one]
    if entry in _NO_MOVE:
        return []
    names = _split(entry)
    if len(names) == 1 and entry.startswith("{") and entry.endswith("}"):
        names = _split(entry[1:-1])
    return [named.get(name) or named.get(_as_set(name)) or name for name in names]


def _as_set(name: str) -> str | frozenset[str]:
    """What is in the braces, in no order; the name itself where there are none."""
    return frozenset(_split(name[1:-1])) if name.startswith("{") and name.endswith("}") else name


def _split(entry: str) -> list[str]:
    """At the commas that are in no brackets."""
    found, depth = [""], 0
    for character in entry:
        depth += (character in "{(") - (character in "})")
        if character == "," and depth <= 0:
            found.append("")
        else:
            found[-1] += character
    return [name for name in found if name]
