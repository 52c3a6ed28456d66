"""A worker's side: a text is read and never run, a graph is laid out. Both are bounded by their size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from viva.core.exercise import Exercise
from viva.core.isolation import Isolation
from viva.core.subject import Proofreads, Subject
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.text.escape import visible
from viva.drawing.graph import Edge, Graph, Node, centres
from viva.drawing.shapes import Outline
from viva.services.workers.worker import Answer, Said
from viva.web.editing.places import place_of

MOST_NODES, MOST_EDGES = 60, 240  # what can be laid out while somebody waits; larger graphs are drawn as they are given
_LONGEST_LABEL = 60
_MOST_MARKS = 50


def proofread(subject: Subject, exercise: Exercise, task: Mapping[str, Any], _answer: Answer) -> Said:
    """`marks`: what cannot be read, with the line and the column where it is known."""
    if not isinstance(subject, Proofreads):
        return {"marks": []}
    submission = Submission.from_text(task["text"], task["file"])
    isolation = Isolation(task["isolation"]) if task["isolation"] else None
    try:
        subject.proofread(exercise, submission, Terms(isolation=isolation, locale=task["locale"]))
    except Unreadable as problem:
        found = problem.findings_in(task["locale"])[:_MOST_MARKS]
        return {"marks": [{"text": visible(each.text), **place_of(each.where)} for each in found]}
    return {"marks": []}


def lay_out(_subject: Subject, _exercise: Exercise, task: Mapping[str, Any], _answer: Answer) -> Said:
    """`places`: the centre of each node, as reports draw it, or null where there are too many."""
    nodes, edges = task["nodes"], task["edges"]
    if len(nodes) > MOST_NODES or len(edges) > MOST_EDGES:
        return {"places": None}
    outline = Outline.CIRCLE if task["round"] else Outline.ROUNDED
    drawn = tuple(
        Node(str(number), text[:_LONGEST_LABEL], outline, start, double)
        for number, (text, start, double) in enumerate(nodes)
    )
    arrows = tuple(Edge(str(source), str(target), text[:_LONGEST_LABEL]) for source, target, text in edges)
    found = centres(Graph(drawn, arrows))
    return {"places": [[round(x, 1), round(y, 1)] for x, y in (found[node.name] for node in drawn)]}
