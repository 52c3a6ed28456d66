"""Runs as files: `*.run.txt` has the inputs of one reaction in each line (`press, level = 3`; `-` for none),
`*.run.json` a list of objects, or the witness or the whole report that `viva check --json` gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from viva.core.text.jsontext import load, unlike
from viva.core.text.reading import Misread, in_quotes
from viva.engines.machines.actions import parse_actions
from viva.engines.machines.expressions import Constant, Name
from viva.engines.machines.model import Signals, System, Value
from viva.engines.machines.sentences import sentence

ENDINGS = (".run.txt", ".run.json")
_FILE = sentence("the_file")

_LONGEST = 1_000
Row = TypeVar("Row")


def read_run(system: System, content: str, *, as_json: bool) -> list[Signals]:
    """The inputs of each reaction. Raises Misread with the line."""
    if as_json:
        return [_of_row(system, row, number) for number, row in enumerate(_rows(load(content)), 1)]
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(content.splitlines(), 1)]
    found = []
    for number, line in lines:
        if line:
            try:
                found.append(letter(system, "" if line == "-" else line))
            except Misread as problem:
                raise Misread(problem.said, number, problem.column, problem.what_to_do, problem.reason) from None
    return _some(found)


def letter(system: System, text: str) -> Signals:
    """The inputs of one reaction: `press, level = 3`. Raises Misread."""
    found: Signals = {}
    for action in parse_actions(text):
        value = action.value
        given = value.value if isinstance(value, Constant) else value.name if isinstance(value, Name) else None
        found[action.name] = _checked(system, action.name, given)
    return found


def _checked(system: System, name: str, value: Value | None) -> Value:
    types = {signal.name: signal.type for signal in system.inputs}
    if name not in types:
        raise Misread(
            sentence("there_is_no_input", name=in_quotes(name)),
            remedy=sentence("there_is", types=str(", ".join(types))),
        )
    if value is None or not types[name].holds(value):
        raise Misread(
            sentence("cannot_have_this_value", name=in_quotes(name)),
            remedy=sentence("it_is", type=str(types[name])),
            reason="type_error",
        )
    return value


def _rows(data: object) -> Sequence[object]:
    """The list itself, what a witness calls `inputs`, or those of the first witness of a report."""
    if isinstance(data, list):
        return _some(data)
    if isinstance(data, dict) and isinstance(data.get("inputs"), list):
        return _some(data["inputs"])
    findings = data.get("findings") if isinstance(data, dict) else None
    for finding in findings if isinstance(findings, list) else []:
        witness = finding.get("witness") if isinstance(finding, dict) else None
        if isinstance(witness, dict) and isinstance(witness.get("inputs"), list):
            return _some(witness["inputs"])
    raise unlike(_FILE, sentence("json_run"), data)


def _of_row(system: System, row: object, number: int) -> Signals:
    if not isinstance(row, dict):
        raise unlike(sentence("reaction", number=number), sentence("json_inputs"), row)
    found: Signals = {}
    for name, value in row.items():
        found[name] = _checked(system, name, value if isinstance(value, bool | int | str) else None)
    return found


def _some(rows: list[Row]) -> list[Row]:
    if not rows:
        raise Misread(sentence("there_is_no_reaction_in_this"), remedy=sentence("write_the_inputs_of_each_in"))
    if len(rows) > _LONGEST:
        raise Misread(sentence("this_run_is_longer_than_reactions", longest=_LONGEST), reason="too_large")
    return rows
