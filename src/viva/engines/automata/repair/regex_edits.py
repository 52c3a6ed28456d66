"""One small change that makes a regular expression right, if there is one."""

from __future__ import annotations

from collections.abc import Iterator

from viva.engines.automata.dfa import DFA
from viva.engines.automata.on_the_fly import first_extra, first_missing
from viva.engines.automata.regex import (
    EMPTY_WORD,
    Letter,
    Regex,
    Sequence,
    Star,
    Union,
    automaton_of,
    letters,
    sequence_of,
    show,
    star_of,
    union_of,
)

_LARGEST = 40
_MOST = 2_000
_LIMIT = 2_000


def one_change(expression: Regex, asked: DFA) -> Regex | None:
    """An expression for the asked language that differs in one place: another letter, a part more or less, a star or a
    "maybe" more or less. Of several the one that is written shortest."""
    if letters(expression) > _LARGEST:
        return None
    found = []
    words: list[tuple[str, bool]] = []
    for number, changed in enumerate(dict.fromkeys(_changed(expression, asked.alphabet))):
        if number >= _MOST:
            break
        automaton = automaton_of(changed, asked.alphabet)
        if any(automaton.accepts(word) != wanted for word, wanted in words):
            continue
        wrong = [first_extra(automaton, asked, _LIMIT), first_missing(automaton, asked, _LIMIT)]
        words += [(word, asked.accepts(word)) for word, _ in wrong if word is not None]
        if all(word is None and ended for word, ended in wrong):
            found.append(changed)
    return min(found, key=lambda each: (len(show(each)), show(each)), default=None)


def _changed(given: Regex, alphabet: tuple[str, ...]) -> Iterator[Regex]:
    """All expressions one change away."""
    yield star_of(given)
    yield union_of([EMPTY_WORD, given])
    for piece in _pieces(alphabet):
        yield sequence_of([piece, given])
        yield sequence_of([given, piece])
        yield union_of([given, piece])
    match given:
        case Letter(letter=letter):
            yield from (Letter(other) for other in alphabet if other != letter)
        case Star(body=body):
            yield body
            yield from (star_of(other) for other in _changed(body, alphabet))
        case Union(parts=parts):
            for at, part in enumerate(parts):
                rest = [*parts[:at], *parts[at + 1 :]]
                yield union_of(rest)
                yield from (union_of([*rest[:at], other, *rest[at:]]) for other in _changed(part, alphabet))
            if len(parts) == 2:
                yield sequence_of(list(parts))
        case Sequence(parts=parts):
            for at, part in enumerate(parts):
                rest = [*parts[:at], *parts[at + 1 :]]
                yield sequence_of(rest)
                yield from (sequence_of([*rest[:at], other, *rest[at:]]) for other in _changed(part, alphabet))
                if at:
                    yield union_of([sequence_of(list(parts[:at])), sequence_of(list(parts[at:]))])
                    yield sequence_of([*parts[: at - 1], part, parts[at - 1], *parts[at + 1 :]])


def _pieces(alphabet: tuple[str, ...]) -> Iterator[Regex]:
    for letter in alphabet:
        yield Letter(letter)
        yield star_of(Letter(letter))
    yield star_of(union_of([Letter(letter) for letter in alphabet]))
