"""JFLAP's `.jff`."""

from __future__ import annotations

import re

from viva.core.text.escape import clip, markup
from viva.core.text.reading import Misread, in_quotes, unfit
from viva.core.text.xmltext import go_over
from viva.drawing.graph import Edge as Arrow
from viva.drawing.graph import Graph, Node, layout
from viva.drawing.shapes import Point
from viva.engines.automata.machine import Builder, Edge, Machine
from viva.engines.automata.sentences import sentence

_DEEPEST = 50
_MARGIN = 80.0
_MOST_STATES = 60
_MOST_ARROWS = 240
_GRID, _PITCH = 25, 130.0
_RANGE = re.compile(r"\[(.)-(.)\]")
_EPSILON = ("ε", "λ")


class _State:
    def __init__(self, identity: str, name: str, line: int) -> None:
        self.identity = identity
        self.name = name
        self.line = line
        self.initial = False
        self.final = False


class _JffReader:
    """What is told of the file while it is gone over."""

    def __init__(self) -> None:
        self.open: list[str] = []
        self.kind = ""
        self.states: list[_State] = []
        self.edges: list[tuple[dict[str, str], int]] = []

    def start(self, tag: str, attributes: dict[str, str], line: int) -> None:
        if not self.open and tag != "structure":
            raise Misread(unfit("<structure>", f"<{clip(tag)}>"), line, 1)
        self.open.append(tag)
        parent = self.open[-2] if len(self.open) > 1 else ""
        if tag in ("state", "block") and parent in ("automaton", "structure"):
            identity = attributes.get("id")
            if identity is None:
                raise Misread(sentence("jff_no_id"), line)
            self.states.append(_State(identity, attributes.get("name", f"q{identity}"), line))
        elif tag == "transition" and parent in ("automaton", "structure"):
            self.edges.append(({}, line))
        elif tag in ("initial", "final") and parent in ("state", "block") and self.states:
            setattr(self.states[-1], tag, True)

    def end(self, tag: str, text: str, line: int) -> None:  # noqa: ARG002 the shape of a handler
        parent = self.open[-2] if len(self.open) > 1 else ""
        if tag == "type" and parent == "structure":
            self.kind = text.strip()
        elif tag in ("from", "to", "read") and parent == "transition" and self.edges:
            self.edges[-1][0][tag] = text.strip()
        self.open.pop()


def read(text: str) -> Machine:
    reader = _JffReader()
    go_over(text, reader, "JFLAP", deepest=_DEEPEST)
    if reader.kind not in ("", "fa"):
        raise Misread(unfit(sentence("jff_finite"), sentence("jff_other", kind=in_quotes(reader.kind))))
    return _machine(reader)


def _machine(reader: _JffReader) -> Machine:
    builder = Builder()
    names: dict[str, str] = {}
    for state in reader.states:
        if state.identity in names:
            raise Misread(sentence("jff_id_twice", id=repr(clip(state.identity))), state.line, reason="duplicate_state")
        builder.state(state.name, state.line)
        names[state.identity] = state.name
        if state.initial:
            builder.start(state.name)
        if state.final:
            builder.accept(state.name)
    for parts, line in reader.edges:
        for end in ("from", "to"):
            if end not in parts:
                raise Misread(sentence("jff_no_end", end=end), line)
            if parts[end] not in names:
                raise Misread(sentence("jff_unknown_id", id=repr(clip(parts[end]))), line, reason="unknown_state")
        for label in _labels(parts.get("read", "")):
            builder.edge(names[parts["from"]], label, names[parts["to"]], line)
    return builder.machine()


def _labels(read_text: str) -> list[str]:
    """A label, or all letters of a range like [a-f]."""
    if read_text in _EPSILON:
        return [""]
    span = _RANGE.fullmatch(read_text)
    if span and ord(span[1]) <= ord(span[2]) <= ord(span[1]) + 255:
        return [chr(code) for code in range(ord(span[1]), ord(span[2]) + 1)]
    return [read_text]


def write(given: Machine) -> str:
    """A file that JFLAP opens, with the states where they are drawn here too."""
    places = _places(given)
    left, top = (min((place[axis] for place in places), default=0.0) - _MARGIN for axis in (0, 1))
    lines = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        "<structure>",
        "  <type>fa</type>",
        "  <automaton>",
    ]
    for state, name in enumerate(given.names):
        x, y = places[state]
        marks = ("<initial/>" if state in given.starts else "") + ("<final/>" if state in given.accepting else "")
        lines.append(
            f'    <state id="{state}" name="{markup(name)}"><x>{x - left:.1f}</x><y>{y - top:.1f}</y>{marks}</state>'
        )
    lines += [_written(edge) for edge in given.edges]
    return "\n".join([*lines, "  </automaton>", "</structure>", ""])


def _places(given: Machine) -> list[Point]:
    """Large automata stand in a grid, which is enough to open the file elsewhere."""
    arrows = dict.fromkeys((edge.source, edge.target) for edge in given.edges)
    if len(given.names) > _MOST_STATES or len(arrows) > _MOST_ARROWS:
        return [(state % _GRID * _PITCH, state // _GRID * _PITCH) for state in range(len(given.names))]
    nodes = tuple(Node(str(state), start=state in given.starts) for state in range(len(given.names)))
    found = layout(Graph(nodes, tuple(Arrow(str(source), str(target), "a") for source, target in arrows))).centres
    return [found[str(state)] for state in range(len(given.names))]


def _written(edge: Edge) -> str:
    label = f"<read>{markup(edge.label)}</read>" if edge.label else "<read/>"
    return f"    <transition><from>{edge.source}</from><to>{edge.target}</to>{label}</transition>"
