"""The statement of an exercise whose teacher wrote none, and of variants: what to do, for which language, and how to
hand it in."""

from __future__ import annotations

from viva.core.texts import Say, catalogue
from viva.engines import logic
from viva.engines.automata import DFA, Explosion, Machine, expression_of, formats
from viva.engines.automata.profile import profile
from viva.engines.automata.regex import Regex, show, size
from viva.engines.logic.synthesis import synthesise
from viva.engines.logic.variants import is_hard_to_say
from viva.engines.logic.wording.english import describe
from viva.engines.logic.wording.telling import tell
from viva.subjects.automata.model import Task
from viva.subjects.automata.notation import is_expression, is_formula

_LONGEST = 40


def state_task(
    kind: str,
    task: Task,
    locale: str,
    *,
    hand_in: str = "automaton",
    language: bool = True,
    expressions: bool = True,
) -> str:
    """A whole statement; empty where the language has to be described and there is no short way to do so.

    `language` False leaves that to what is given. `expressions` False does not describe it by an expression, which
    would be the answer.
    """
    say = catalogue(__package__, locale).say
    described = _language(task, expressions, say) if language else ""
    if described is None:
        return ""
    if kind == "words" and task.outside:
        kind = "words_both" if task.inside else "words_outside_only"
    opening = say(
        f"statement_{kind}",
        letters=", ".join(f"`{letter}`" for letter in task.alphabet),
        language=described,
        operation=say(f"operation_{task.operation}"),
        inside=task.inside,
        outside=task.outside,
    )
    given = ["```\n" + formats.write(machine, _form(machine)).rstrip("\n") + "\n```" for machine in task.given]
    ending = " ".join([*_limits(task, say), say(f"hand_in_{hand_in}")])
    return "\n\n".join([opening, *given, ending]) + "\n"


def describe_language(task: Task, say: Say) -> str | None:
    """The language in words, whatever way it was given in, or None."""
    return _language(task, False, say) or in_words(task.asked, True, say)


def in_words(minimal: DFA, expressions: bool, say: Say) -> str | None:
    """The language in words, or by a short expression where these are allowed and words would be clumsy, or None."""
    formula = synthesise(minimal)
    told = tell(formula, minimal.alphabet, say("descriptions"), say("words")) if formula is not None else None
    if formula is not None and told is not None and _is_plain(formula, told):
        return say("language_formula", words=told)
    if expressions and (expression := _short(minimal)) is not None:
        return _by_expression(expression, say)
    return None if formula is None else _by_formula(formula, minimal.alphabet, say)


def _is_plain(formula: logic.Formula, told: str) -> bool:
    return " exactly if " not in told and not is_hard_to_say(formula, told)


def _short(minimal: DFA) -> Regex | None:
    try:
        expression = expression_of(minimal)
    except Explosion:
        return None
    return expression if size(expression) <= _LONGEST else None


def difficulty_line(asked: DFA, say: Say) -> str:
    found = profile(asked)
    return say(
        "difficulty",
        states=found.states,
        loops=found.loops,
        separating=found.separating,
        density=f"{found.density:.2f}",
    )


def _language(task: Task, expressions: bool, say: Say) -> str | None:
    given = task.language.description
    if is_formula(given):
        return _by_formula(given, task.alphabet, say)
    if is_expression(given) and expressions:
        return _by_expression(given, say)
    return in_words(task.asked, expressions, say)


def _by_formula(formula: logic.Formula, alphabet: tuple[str, ...], say: Say) -> str:
    told = tell(formula, alphabet, say("descriptions"), say("words"))
    if told is None:
        return say("language_in_english", words=describe(formula, alphabet, "words"))
    return say("language_formula", words=told)


def _by_expression(expression: Regex, say: Say) -> str:
    return say("language_expression", expression=show(expression))


def _limits(task: Task, say: Say) -> list[str]:
    found = [say("limit_states", count=task.states)] if task.states is not None else []
    if not task.deterministic and not task.epsilon:
        found.append(say("limit_epsilon"))
    if task.partial:
        found.append(say("limit_partial"))
    if task.construction:
        found.append(say("limit_construction"))
    return found


def _form(machine: Machine) -> str:
    return "table" if all(len(edge.label) <= 1 for edge in machine.edges) else "json"
