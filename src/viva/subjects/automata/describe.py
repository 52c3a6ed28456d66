"""The statement of an exercise in words, for variants: what to do, for which language, and how to hand it in."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.texts import catalogue
from viva.engines import logic
from viva.engines.automata import DFA, Explosion, Machine, expression_of, formats
from viva.engines.automata.profile import profile
from viva.engines.automata.regex import Regex, show, size
from viva.engines.logic.english import words_that
from viva.subjects.automata.model import Task
from viva.subjects.automata.nearness import described
from viva.subjects.automata.notation import is_expression, is_formula

_LONGEST = 40
_TEXTS = catalogue(__package__)


def statement(task: Task, language: str, given: Sequence[Machine]) -> str:
    """A whole statement; `language` is a clause such as "the words that end in ab"."""
    letters = ", ".join(f"`{letter}`" for letter in task.alphabet)
    slots: dict[str, object] = {}
    if task.kind == "words":
        verb = "is" if task.outside == 1 else "are"
        outside = _TEXTS.say("statement_words_outside", outside=task.outside, verb=verb)
        slots = {"inside": task.inside, "outside_part": outside if task.outside else ""}
    if task.kind == "product":
        slots = {"operation": _TEXTS.say(f"operation_{task.operation}")}
    parts = [_TEXTS.say(f"statement_{task.kind}", letters=letters, language=language, **slots)]
    for machine in given:
        parts.append("```\n" + formats.write(machine, _form(machine)).rstrip("\n") + "\n```")
    parts.append(" ".join([*_limits(task), _TEXTS.say(f"hand_in_{_answer(task.kind)}")]))
    return "\n\n".join(parts) + "\n"


def own_statement(task: Task) -> str:
    """The statement of an exercise whose teacher wrote none; empty where the language has no short description."""
    described = task.language.description
    if task.kind in ("determinise", "minimise", "product"):
        language: str | None = ""
    elif is_formula(described):
        language = by_formula(described, task.alphabet)
    elif is_expression(described) and task.kind != "regex":
        language = by_expression(described)
    else:
        language = by_automaton(task.asked, task.kind != "regex")
    return "" if language is None else statement(task, language, task.given)


def _limits(task: Task) -> list[str]:
    found = [_TEXTS.say("limit_states", count=task.states)] if task.states is not None else []
    if task.kind == "nfa" and not task.epsilon:
        found.append(_TEXTS.say("limit_epsilon"))
    if task.partial:
        found.append(_TEXTS.say("limit_partial"))
    if task.construction:
        found.append(_TEXTS.say("limit_construction"))
    return found


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
