"""Classes that arguments are instances of are given: a submission that leaves them out of its file gets them.

They are added behind its last line, so that every line keeps its number; a function finds them when it is called.
"""

from __future__ import annotations

from dataclasses import replace

from viva.engines.calls.programs import Compiled
from viva.engines.calls.question import Question
from viva.engines.shapes import Instance, Shape, inner_shapes


def needed_classes(question: Question) -> frozenset[str]:
    """The classes that the arguments are made of."""
    todo: list[Shape] = list(question.shapes)
    met: set[str] = set()
    while todo:
        shape = todo.pop()
        if isinstance(shape, Instance) and shape.name not in met:
            met.add(shape.name)
            todo += [part for _, part in shape.fields]
        todo += inner_shapes(shape)
    return frozenset(met)


def submitted_as(question: Question, submission: Compiled) -> Compiled:
    """The submission with the classes that it needs and does not define, if they are written in its language."""
    definitions = question.definitions
    classes, reads = needed_classes(question), submission.language.reads
    if definitions is None or not classes or reads is None or definitions.language != submission.language.name:
        return submission
    if not submission.facts.lines:
        return submission  # there is nothing yet that could use them
    bound = frozenset(submission.facts.bound)
    text = reads.class_definitions(definitions.text, classes - bound, bound)
    if not text:
        return submission
    whole = submission.source.rstrip() + b"\n\n\n" + text.encode()
    # What is said of the source is said of what was handed in.
    return replace(submission.edited(whole), _facts=[submission.facts])
