"""What is special about the inputs on which a program fails, in words that give none of them away.

A situation is something that holds for some tests and not for others. Of those that hold for the failing test, the one
that tells failing tests from passing ones best is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from viva.core.texts import Say
from viva.engines.dialogues.describe import in_words
from viva.engines.dialogues.model import COMPARISONS, Operation, Repeat, Spec, Value
from viva.engines.dialogues.negation import negated
from viva.engines.dialogues.suites.cases import Case, numbers_in
from viva.engines.dialogues.suites.condition_aims import atoms
from viva.engines.dialogues.suites.formulas import Untranslatable, interpret
from viva.engines.dialogues.suites.goals import way_goals
from viva.engines.dialogues.suites.paths import Decision, Reading, Trail, Walker, environment
from viva.engines.dialogues.terms import Undefined

_LARGE = 10_000
_MANY = 5
_MOST_NAMED = 6


def situation(spec: Spec, case: Case, others: Mapping[tuple[Value, ...], bool]) -> str | None:
    """The word for what sets the case apart; `others` says of other tests whether they failed."""
    walker = Walker(spec)
    trail = walker.follow(case.inputs)
    if trail is None:
        return None
    known = [(other, failed) for inputs, failed in others.items() if (other := walker.follow(inputs))]
    held = [name for name, holds in SITUATIONS.items() if holds(trail)]

    def telling(name: str) -> float:
        having = [failed for other, failed in known if SITUATIONS[name](other)]
        missing = [failed for other, failed in known if not SITUATIONS[name](other)]
        return _share(having) - _share(missing) if missing else 0.0

    best = max(held, key=telling, default=None)
    return best if best is not None and (telling(best) > 0 or not known) else None


def _share(failed: Sequence[bool]) -> float:
    return sum(failed) / len(failed) if failed else 0.0


def _rounds(trail: Trail, count: int) -> bool:
    return any(isinstance(goal, tuple) and goal[0] == "rounds" and goal[2] == count for goal in way_goals(trail))


def _refused(trail: Trail, times: int) -> bool:
    return any(isinstance(goal, tuple) and goal[0] == "refused" and goal[2] == times for goal in way_goals(trail))


def _gaps(trail: Trail) -> Iterator[object]:
    """How far apart the sides of each comparison of numbers were when it was made last."""
    last = {event.path: event for event in trail.events if isinstance(event, Decision)}
    for event in last.values():
        here = environment(event.reads, trail.inputs)
        for _, atom in atoms(event.condition):
            if isinstance(atom, Operation) and atom.operator in COMPARISONS:
                try:
                    left, right = interpret(atom.left, here), interpret(atom.right, here)
                except (Undefined, Untranslatable):
                    continue
                if isinstance(left, tuple | str) or isinstance(right, tuple | str):
                    yield 0 if left == right else None
                else:
                    yield left - right


def _repeated(trail: Trail) -> bool:
    return len(set(trail.inputs)) < len(trail.inputs)


SITUATIONS: Mapping[str, Callable[[Trail], bool]] = {
    "no_input": lambda trail: not trail.inputs,
    "refused_twice": lambda trail: _refused(trail, 2),
    "refused": lambda trail: _refused(trail, 1),
    "no_round": lambda trail: _rounds(trail, 0),
    "equal_sides": lambda trail: any(gap == 0 for gap in _gaps(trail)),
    "one_apart": lambda trail: any(gap in (1, -1) for gap in _gaps(trail)),
    "one_round": lambda trail: _rounds(trail, 1),
    "large": lambda trail: any(abs(number) >= _LARGE for number in numbers_in(trail.inputs)),
    "negative": lambda trail: any(number < 0 for number in numbers_in(trail.inputs)),
    "zero": lambda trail: any(number == 0 for number in numbers_in(trail.inputs)),
    "repeated": _repeated,
    "many_rounds": lambda trail: _rounds(trail, _MANY),
    "more_rounds": lambda trail: _rounds(trail, 2) or _rounds(trail, 3),
}


def way_in_words(spec: Spec, inputs: Sequence[Value], say: Say, locale: str) -> list[str]:
    """The decisions on the way of these inputs, each in words, those that were made again and again only once."""
    walker = Walker(spec)
    trail = walker.follow(inputs)
    condition_text = in_words(locale).condition
    said: list[str] = []
    for event in trail.events if trail else ():
        match event:
            case Reading(valid=False):
                said.append(say("way_refused"))
            case Decision(path, _, side) if isinstance(walker.parts[path], Repeat):
                said.append(say("way_again" if side else "way_enough"))
            case Decision(_, condition, side):
                said.append(condition_text(condition if side else negated(condition)))
    return _once(said)[-_MOST_NAMED:]


def _once(said: Sequence[str]) -> list[str]:
    """Without what was said before and is said again at the end: the last time counts."""
    return [text for number, text in enumerate(said) if text not in said[number + 1 :]]
