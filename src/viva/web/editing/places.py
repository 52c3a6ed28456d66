"""What a report says of places in the text, for the margin of an editor and for its picture: only what its reader may
see gets here."""

from __future__ import annotations

from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.text.escape import visible
from viva.core.where import Bar, Instruction, Passage, Replacement, State, Transition, Where
from viva.services.stepping import witness_told

_MOST = 50


def placed_findings(report: Report | None) -> list[dict[str, Json]]:
    """Sentence, place and what it is about, each once, in the order of lines."""
    found: dict[str, dict[str, Json]] = {}
    for finding in report.findings if report else ():
        heard = finding.witness.fields if finding.witness and finding.witness.kind == "sounds" else None
        place = place_of(finding.where) or ({"bar": heard["bar"], "beat": heard["beat"]} if heard else {})
        if place or finding.changes:
            told: dict[str, Json] = {"text": visible(finding.text), "about": finding.about.value, **place}
            if finding.rung is Rung.FIX:
                told["isFix"] = True
                told["changes"] = [_change(each) for each in finding.changes]
            if heard:
                told["sounds"] = [*str(heard["expected"]).split()]
            found[repr((place, finding.text))] = told
    witness = witness_told(report) if report else None
    if witness is not None and witness.kind == "word" and isinstance(witness.fields.get("word"), str):
        found["word"] = {"text": "", "about": "correctness", "word": witness.fields["word"]}
    return sorted(found.values(), key=lambda each: int(str(each.get("line") or 0)))[:_MOST]


def _change(change: Replacement) -> dict[str, Json]:
    data: dict[str, Json] = {"before": place_of(change.before), "after": place_of(change.after)}
    return data if change.text is None else {**data, "text": visible(change.text)}


def place_of(where: Where | None) -> dict[str, Json]:
    """By line and column, from 1, by bar and beat, or by the name of a state or the ends of a transition."""
    match where:
        case Passage(_, line, column, end_line, end_column):
            return {"line": line, "column": column, "endLine": end_line, "endColumn": end_column}
        case Instruction(_, line) if line is not None:
            return {"line": line}
        case Bar(number, beat):
            return {"bar": number, "beat": beat}
        case State(name):
            return {"state": name}
        case Transition(source, label, target, line):
            return {"source": source, "label": label, "target": target} | ({"line": line} if line else {})
    return {}
