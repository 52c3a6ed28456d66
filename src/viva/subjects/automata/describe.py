"""The statement of an exercise in words, for variants: what to do, for which language, and how to hand it in."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.texts import catalogue
from viva.engines import logic
from viva.engines.automata import DFA, Explosion, Machine, expression_of, formats
from viva.engines.automata.profile import profile
from viva.engines.automata.regex import Regex, show, size
from viva.engines.logic.english import words_that
from viva.subjects.automata.nearness import described

_LONGEST = 40
_TEXTS = catalogue(__package__)


def statement(
    kind: str,
    alphabet: tuple[str, ...],
    language: str,
    given: Sequence[Machine],
    limits: Sequence[str],
    **slots: object,
) -> str:
    """The whole statement; `language` is a clause such as "the words that end in ab", `limits` are sentences."""
    letters = ", ".join(f"`{letter}`" for letter in alphabet)
    parts = [_TEXTS.say(f"statement_{kind}", letters=letters, language=language, **slots)]
    for machine in given:
        parts.append("```\n" + formats.write(machine, _form(machine)).rstrip("\n") + "\n```")
    parts.append(" ".join([*limits, _TEXTS.say(f"hand_in_{_answer(kind)}")]))
    return "\n\n".join(parts) + "\n"


def _form(machine: Machine) -> str:
    return "table" if all(len(edge.label) <= 1 for edge in machine.edges) else "json"


def _answer(kind: str) -> str:
    return {"regex": "regex", "words": "words", "classes": "words"}.get(kind, "automaton")


def by_expression(expression: Regex) -> str:
    return _TEXTS.say("language_expression", expression=show(expression))


def by_formula(formula: logic.Formula, alphabet: tuple[str, ...]) -> str:
    return _TEXTS.say("language_formula", words=words_that(formula, alphabet))


def by_automaton(minimal: DFA, expressions: bool) -> str | None:
    """The language in words, or by a short expression where these are allowed, or None."""
    formula = described(minimal)
    if formula is not None:
        return by_formula(formula, minimal.alphabet)
    if not expressions:
        return None
    try:
        expression = expression_of(minimal)
    except Explosion:
        return None
    return by_expression(expression) if size(expression) <= _LONGEST else None


def difficulty_line(asked: DFA) -> str:
    found = profile(asked)
    return _TEXTS.say(
        "difficulty",
        states=found.states,
        loops=found.loops,
        separating=found.separating,
        density=f"{found.density:.2f}",
    )
