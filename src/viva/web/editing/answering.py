"""A worker's side: a text is read and never run, a graph is laid out, a run is stepped through or tried out. All are
bounded by their size; what runs, runs in the sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from viva.core.exercise import Exercise
from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.core.report import Witness
from viva.core.subject import EngravesText, Proofreads, Subject, TakesInputs
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.text.escape import visible
from viva.drawing.graph import Direction, Edge, Graph, Node, layout
from viva.drawing.shapes import Outline, Point
from viva.grading.parcel import files_from_json
from viva.services.stepping import frames_of_witness
from viva.services.workers.worker import Answer, Said
from viva.showing.inline import inline_svg
from viva.web.editing.places import place_of

MOST_NODES, MOST_EDGES = 60, 240  # what can be laid out while somebody waits; larger graphs are drawn as they are given
_LONGEST_LINE, _MOST_LINES = 60, 60
_NARROWER = 0.85  # a page is moved up and down more easily than to the side
_MOST_MARKS = 50


def proofread(subject: Subject, exercise: Exercise, task: Mapping[str, Any], _answer: Answer) -> Said:
    """`marks`: what cannot be read, with the line and the column where it is known."""
    if not isinstance(subject, Proofreads):
        return {"marks": []}
    submission = Submission.from_text(task["text"], task["file"])
    try:
        subject.proofread(exercise, submission, _terms(task))
    except Unreadable as problem:
        found = problem.findings_in(task["locale"])[:_MOST_MARKS]
        return {"marks": [{"text": visible(each.text), **place_of(each.where)} for each in found]}
    return {"marks": []}


def step_through(subject: Subject, exercise: Exercise, task: Mapping[str, Any], _answer: Answer) -> Said:
    """`frames`: what a submission does with the witness that was told of it, or null."""
    submission = Submission(task["name"], files_from_json(task["files"]))
    witness = Witness.from_json(task["witness"])
    return _stepped(subject, exercise, submission, witness, _terms(task))


def try_out(subject: Subject, exercise: Exercise, task: Mapping[str, Any], _answer: Answer) -> Said:
    """`frames`: what a text does with an input of its writer's own. Nothing is said of whether that is right."""
    submission, terms = Submission.from_text(task["text"], task["file"]), _terms(task)
    if not isinstance(subject, TakesInputs):
        return {"frames": None}
    try:
        witness = subject.witness_of_input(exercise, task["given"], terms)
    except Unreadable as problem:
        return {"frames": None, "problem": _told(problem, task["locale"])}
    return _stepped(subject, exercise, submission, witness, terms)


def _stepped(subject: Subject, exercise: Exercise, submission: Submission, witness: Witness, terms: Terms) -> Said:
    try:
        frames = frames_of_witness(subject, exercise, submission, witness, terms)
    except Unreadable as problem:
        return {"frames": None, "problem": _told(problem, terms.locale)}
    return {"frames": frames.to_json() if frames else None}


def _told(problem: Unreadable, locale: str) -> str:
    return " ".join(visible(each.text) for each in problem.findings_in(locale)[:_MOST_MARKS])


def _terms(task: Mapping[str, Any]) -> Terms:
    isolation = Isolation(task["isolation"]) if task["isolation"] else None
    return Terms(isolation=isolation, locale=task["locale"])


def lay_out(_subject: Subject, _exercise: Exercise, task: Mapping[str, Any], _answer: Answer) -> Said:
    """`layout`: where nodes, edges and labels lie, as reports draw them, or null where there are too many."""
    nodes, edges = task["nodes"], task["edges"]
    if len(nodes) > MOST_NODES or len(edges) > MOST_EDGES:
        return {"layout": None}
    outline = Outline.CIRCLE if task["round"] else Outline.RECTANGLE
    inside: dict[int | None, list[Node]] = {}
    for number, (text, start, double, outer) in reversed([*enumerate(nodes)]):  # what lies in a node stands behind it
        within = tuple(reversed(inside.pop(number, [])))
        node = Node(str(number), _clipped(text), outline, start, double, inside=within)
        inside.setdefault(outer, []).append(node)
    drawn = tuple(reversed(inside.get(None, [])))
    arrows = tuple(Edge(str(source), str(target), _clipped(text)) for source, target, text in edges)
    found = layout(Graph(drawn, arrows), task["room"], _NARROWER)
    places: list[Json] = []
    for number in map(str, range(len(nodes))):
        title = found.titles.get(number)
        places.append([_rounded(found.centres[number]), _rounded(found.sizes[number]), title and _rounded(title)])
    ways: list[Json] = []
    for number in range(len(edges)):
        label = found.labels.get(number)
        ways.append([[_rounded(point) for point in found.lines.get(number, ())], label and _rounded(label)])
    return {"layout": {"isDown": found.direction is Direction.DOWN, "nodes": places, "edges": ways}}


def _clipped(text: str) -> str:
    return "\n".join(line[:_LONGEST_LINE] for line in text.split("\n")[:_MOST_LINES])


def _rounded(point: Point) -> list[Json]:
    return [round(each, 1) for each in point]


def engrave(subject: Subject, exercise: Exercise, task: Mapping[str, Any], _answer: Answer) -> Said:
    """`staves`: the notes of a text as a picture, which text that is, and how each note was understood; or what stands
    against it, and in which line."""
    if not isinstance(subject, EngravesText):
        return {"staves": None}
    try:
        found = subject.staves(exercise, task["text"], _terms(task))
    except Unreadable as problem:
        first = problem.findings_in(task["locale"])[0]
        return {"staves": {"problem": visible(first.text), **place_of(first.where)}}
    if found is None:
        return {"staves": None}
    return {"staves": {"svg": inline_svg(found.drawing.svg), "text": found.text, "notes": [*found.notes]}}
