"""Runs of a specification as the paper writes them: `?3 !"so far" !6 stop`. `traces.Run.show` is the other way."""

from __future__ import annotations

import re

from viva.core.text.reading import Misread, in_quotes, unfit
from viva.core.texts import Sentence
from viva.engines.dialogues.evaluation import Undefined, as_value
from viva.engines.dialogues.model import Spec, Value
from viva.engines.dialogues.semantics import Diverges, Way, begin, give
from viva.engines.dialogues.traces import Input, Line, Trace

FORM = 'a run is written ?3 !"text" !6 stop'
_EVENT = re.compile(r'\s*(?:([?!])\s*(?:"((?:[^"\\]|\\.)*)"|(\S+))|(stop)\s*$)')


def parse(text: str, spec: Spec, line: int = 1) -> Trace:
    """The values that are read are of the kinds that the specification reads there. Raises Misread."""
    events: list[Input | Line] = []
    way = _begun(spec)
    position = 0
    while position < len(text.rstrip()):
        found = _EVENT.match(text, position)
        if not found:
            rest = " ".join(text[position : position + 30].split())
            problem = unfit(Sentence("run_step", package="viva.engines.dialogues"), in_quotes(rest))
            raise Misread(problem, line, position + 1, FORM)
        position = found.end()
        sign, quoted, word, _ = found.groups()
        if sign is None:
            break
        shown = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else word
        if sign == "!":
            events.append(Line(shown))
            continue
        value: Value = as_value(shown, way.asks.read.values) if way and way.asks else shown
        events.append(Input(value))
        way = _given(way, value) if way else None
    return tuple(events)


def _begun(spec: Spec) -> Way | None:
    try:
        return begin(spec)
    except (Undefined, Diverges):
        return None


def _given(way: Way, value: Value) -> Way | None:
    try:
        return give(way, value)
    except (Undefined, Diverges):
        return None
