"""Two specifications side by side: what one of them says instead of the other, in steps as they are told to people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.describe import Words

_MOST_STEPS = 2
_MOST_SWAPPED = 5


@dataclass(frozen=True, slots=True)
class Beside:
    """`key` says how they differ: "other" steps, a step "less", "more" or "elsewhere", in "each_round" or "outside" of
    where it was. `after` is the step before it, empty at the beginning."""

    key: str
    asked: str = ""
    own: str = ""
    after: str = ""


def put_beside(asked: m.Spec, own: m.Spec, words: Words) -> Beside | None:
    """None where more differs than one sentence can hold."""
    one, two = (list(words.outline(_without_free_ends(spec))) for spec in (asked, own))
    left, right = [_bare(line) for line in one], [_bare(line) for line in two]
    if left == right:
        deeper = [number for number in range(len(one)) if _depth(one[number]) < _depth(two[number])]
        shallower = [number for number in range(len(one)) if _depth(one[number]) > _depth(two[number])]
        moved = deeper or shallower
        if len(moved) != 1 or (deeper and shallower):
            return None
        return Beside("each_round" if deeper else "outside", asked=left[moved[0]])
    parts = [part for part in SequenceMatcher(None, left, right, autojunk=False).get_opcodes() if part[0] != "equal"]
    gone = [line for _, begin, end, _, _ in parts for line in left[begin:end]]
    come = [line for _, _, _, begin, end in parts for line in right[begin:end]]
    if sorted(gone) == sorted(come) and len(gone) > 1:  # two parts that have changed places
        begin, end = max(parts[0][1] - 1, 0), parts[-1][2]
        if end - begin > _MOST_SWAPPED:
            return None
        return Beside("other", asked=_joined(left[begin:end]), own=_joined(right[begin:end]))
    if max(len(gone), len(come)) > _MOST_STEPS:
        return None
    if sorted(gone) == sorted(come) and len(gone) == 1:
        place = next(begin for tag, _, _, begin, end in parts if end > begin)
        return Beside("elsewhere", asked=gone[0], after=right[place - 1] if place else "")
    if not come:
        return Beside("less", asked=_joined(gone))
    if not gone:
        place, end = next((begin, end) for _, _, _, begin, end in parts if end > begin)
        while end < len(right) and right[place] == right[end]:  # after the equal step, not before it
            place, end = place + 1, end + 1
        return Beside("more", own=_joined(come), after=right[place - 1] if place else "")
    return Beside("other", asked=_joined(gone), own=_joined(come))


def _without_free_ends(spec: m.Spec) -> m.Spec:
    """Free text around what is written is no matter here."""
    match spec:
        case m.Seq(steps):
            return m.Seq(tuple(map(_without_free_ends, steps)))
        case m.Branch(left, _, right):
            return replace(spec, left=_without_free_ends(left), right=_without_free_ends(right))
        case m.Loop(body) | m.Repeat(body=body):
            return replace(spec, body=_without_free_ends(body))
        case m.Write(alternatives):
            return replace(spec, alternatives=tuple(map(_kept, alternatives)))
        case _:
            return spec


def _kept(items: m.Alternative) -> m.Alternative:
    fixed = [number for number, item in enumerate(items) if not isinstance(item, m.AnyText)]
    return items[fixed[0] : fixed[-1] + 1] if fixed else items


def _joined(lines: Sequence[str]) -> str:
    return " ".join(lines)


def _bare(line: str) -> str:
    return line.strip().removeprefix("- ")


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
