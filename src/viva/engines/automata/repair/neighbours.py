"""Automata that differ from a given one by few edits: the material for variants."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from viva.engines.automata.machine import Edge, Machine
from viva.engines.automata.regex import EMPTY_WORD, Letter, Regex, Sequence, Star, Union, sequence_of, star_of, union_of

_MOST_SECOND = 4_000


def machines_near(given: Machine, alphabet: tuple[str, ...], randomness: Random) -> Iterator[Machine]:
    """All machines one edit away in random order, then many that are two away; none twice, never the given one.

    An edit leads an edge elsewhere, lets it read another letter, or flips whether a state accepts. The numbers of
    states and edges stay.
    """
    seen = {_key(given)}
    ones = list(_edited(given, alphabet))
    randomness.shuffle(ones)
    for machine in ones:
        if _key(machine) not in seen:
            seen.add(_key(machine))
            yield machine
    for _ in range(_MOST_SECOND):
        if not ones:
            return
        near = list(_edited(randomness.choice(ones), alphabet))
        machine = randomness.choice(near)
        if _key(machine) not in seen:
            seen.add(_key(machine))
            yield machine


def _key(given: Machine) -> tuple[frozenset[Edge], frozenset[int]]:
    return frozenset(given.edges), given.accepting


def _edited(given: Machine, alphabet: tuple[str, ...]) -> Iterator[Machine]:
    present = set(given.edges)
    for index, edge in enumerate(given.edges):
        others = [replace(edge, target=target) for target in range(len(given.names)) if target != edge.target]
        if len(edge.label) == 1:
            others += [replace(edge, label=letter) for letter in alphabet if letter != edge.label]
        for other in others:
            if other not in present:
                yield replace(given, edges=(*given.edges[:index], other, *given.edges[index + 1 :]))
    for state in range(len(given.names)):
        yield replace(given, accepting=given.accepting ^ {state})


def expressions_near(given: Regex, alphabet: tuple[str, ...], randomness: Random) -> Iterator[Regex]:
    """Expressions one edit away in random order, then two: another letter, another order, a star more or less."""
    seen = {given}
    ones = list(dict.fromkeys(_changed(given, alphabet)))
    randomness.shuffle(ones)
    for expression in ones:
        if expression not in seen:
            seen.add(expression)
            yield expression
    for _ in range(_MOST_SECOND):
        if not ones:
            return
        near = list(_changed(randomness.choice(ones), alphabet))
        if not near:
            continue
        expression = randomness.choice(near)
        if expression not in seen:
            seen.add(expression)
            yield expression


def _changed(given: Regex, alphabet: tuple[str, ...]) -> Iterator[Regex]:
    match given:
        case Letter(letter=letter):
            yield from (Letter(other) for other in alphabet if other != letter)
        case Star(body=body):
            yield body
            yield from (star_of(other) for other in _changed(body, alphabet))
        case Union(parts=parts):
            yield from (union_of([*parts[:at], other, *parts[at + 1 :]]) for at, other in _parts(parts, alphabet))
            if EMPTY_WORD not in parts and len(parts) > 1:
                yield union_of([EMPTY_WORD, *parts])
        case Sequence(parts=parts):
            yield from (sequence_of([*parts[:at], other, *parts[at + 1 :]]) for at, other in _parts(parts, alphabet))
            for at in range(len(parts) - 1):
                yield sequence_of([*parts[:at], parts[at + 1], parts[at], *parts[at + 2 :]])
            for at, part in enumerate(parts):
                if isinstance(part, Letter):
                    yield sequence_of([*parts[:at], star_of(part), *parts[at + 1 :]])


def _parts(parts: tuple[Regex, ...], alphabet: tuple[str, ...]) -> Iterator[tuple[int, Regex]]:
    for at, part in enumerate(parts):
        for other in _changed(part, alphabet):
            yield at, other
