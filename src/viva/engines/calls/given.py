"""Classes that arguments are instances of are given: whoever leaves them out of a file gets them."""

from __future__ import annotations

from viva.engines.calls.question import Question
from viva.engines.shapes import Instance, Shape, inner_shapes
from viva.languages.protocol import Language


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


def given_classes(question: Question, language: Language, bound: frozenset[str]) -> str:
    """The definitions of the classes that a program needs where these names are `bound` in it, as text in its language;
    empty where it needs none, or where they are written in another one."""
    definitions, classes, reads = question.definitions, needed_classes(question), language.reads
    if definitions is None or not classes or reads is None or definitions.language != language.name:
        return ""
    return reads.class_definitions(definitions.text, classes - bound, bound)
