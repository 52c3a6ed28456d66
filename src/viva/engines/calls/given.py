"""Classes that arguments are instances of are given: whoever leaves them out of a file gets them."""

from __future__ import annotations

from collections.abc import Iterable

from viva.engines.calls.question import Question
from viva.engines.shapes import Choice, Instance, Record, Shape, inner_shapes
from viva.engines.shapes.making import inner_values
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
        elif isinstance(shape, Choice):
            met |= _named_in(shape.values)
        todo += inner_shapes(shape)
    return frozenset(met)


def _named_in(values: Iterable[object]) -> set[str]:
    """The classes of records within values."""
    todo, met = [*values], set[str]()
    while todo:
        value = todo.pop()
        if isinstance(value, Record):
            met.add(value.name)
        todo += inner_values(value)
    return met


def given_classes(question: Question, language: Language, bound: frozenset[str]) -> str:
    """The definitions of the classes that a program needs where these names are `bound` in it, as text in its language;
    empty where it needs none, or where they are written in another one."""
    definitions, classes, reads = question.definitions, needed_classes(question), language.reads
    if definitions is None or not classes or reads is None or definitions.language != language.name:
        return ""
    return reads.class_definitions(definitions.text, classes - bound, bound)
