"""A worker's side: a text is read and never run, a graph is laid out, a run is stepped through or tried out. All are
bounded by their size; what runs, runs in the sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from viva.core.exercise import Exercise
from viva.core.isolation import Isolation
from viva.core.report import Witness
from viva.core.subject import EngravesText, Proofreads, Subject, TakesInputs
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.text.escape import visible
from viva.drawing.graph import Edge, Graph, Node, centres
from viva.drawing.shapes import Outline
from viva.grading.parcel import files_from_json
from viva.services.stepping import frames_of_witness
from viva.services.workers.worker import Answer, Said
from viva.showing.inline import inline_svg
from viva.web.editing.places import place_of

MOST_NODES, MOST_EDGES = 60, 240  # what can be laid out while somebody waits; larger graphs are drawn as they are given
_LONGEST_LABEL = 60
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
    """`places`: the centre of each node, as reports draw it, or null where there are too many."""
    nodes, edges = task["nodes"], task["edges"]
    if len(nodes) > MOST_NODES or len(edges) > MOST_EDGES:
        return {"places": None}
    outline = Outline.CIRCLE if task["round"] else Outline.ROUNDED
    inside: dict[int | None, list[Node]] = {}
    for number, (text, start, double, outer) in reversed([*enumerate(nodes)]):  # what lies in a node stands behind it
        within = tuple(reversed(inside.pop(number, [])))
        node = Node(str(number), text[:_LONGEST_LABEL], outline, start, double, inside=within)
        inside.setdefault(outer, []).append(node)
    drawn = tuple(reversed(inside.get(None, [])))
    arrows = tuple(Edge(str(source), str(target), text[:_LONGEST_LABEL]) for source, target, text in edges)
    found = centres(Graph(drawn, arrows))
    return {"places": [[round(x, 1), round(y, 1)] for x, y in (found[str(number)] for number in range(len(nodes)))]}


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
