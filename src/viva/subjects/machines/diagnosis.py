"""What is found out about a wrong machine: in which situations it is wrong, which misunderstanding explains that, and
what would mend it. How that is told is said in `explain.py`."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.records import dataclass
from viva.engines.machines.comparing.compare import Over, never
from viva.engines.machines.comparing.differences import Differences, differences
from viva.engines.machines.comparing.edits import Mending, fewest_edits
from viva.engines.machines.comparing.misreadings import misreadings
from viva.engines.machines.model import Signals, transitions_of
from viva.engines.machines.running.behaviour import Behaviour, Reaction
from viva.engines.machines.semantics import Nondeterministic, OutOfRange
from viva.subjects.machines.model import Answer

_SHIFTED = 4  # reactions by which an output may be too early or too late
_SMALL = 2_000  # states up to which a misunderstanding is looked for
_TRANSITIONS = 80  # up to which a fix is
_WORK, _LITTLE_WORK = 400, 150  # pairs of changes for a fix; fewer where the misunderstanding is known


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """`expected` and `actual` are the runs of a shortest word: they differ in their last reaction. `shift` is an output
    that comes there, and by how many reactions it is too late; below 0 too early."""

    differences: Differences
    misreadings: tuple[str, ...]
    mending: Mending
    expected: list[Reaction]
    actual: list[Reaction]
    shift: tuple[str, int] | None = None

    @property
    def signature(self) -> str:
        if self.misreadings:
            return "reading:" + "+".join(self.misreadings)
        if self.mending.edits:
            return "edits:" + "+".join(sorted(edit.kind for edit in self.mending.edits))
        found = self.differences
        return "outputs:" + "+".join((*sorted(found.kinds), *found.outputs[:3]))


def diagnose(
    asked: Behaviour, given: Behaviour, word: Sequence[Signals], answer: Answer, over: Over = never
) -> Diagnosis:
    """Of a machine that parts from what is asked after this word; where the time is over, less is found out."""
    found = differences(asked, given)
    small = len(asked) + len(given) <= _SMALL
    names = misreadings(asked, given, _SMALL, over) if small else ()
    mending = _mending(asked, answer, word, _LITTLE_WORK if names else _WORK, over) if small else Mending(None, 0)
    return Diagnosis(found, names, mending, asked.run(word), given.run(word), _shift(asked, given, word))


def _shift(asked: Behaviour, given: Behaviour, word: Sequence[Signals]) -> tuple[str, int] | None:
    """An output that comes so many reactions too early or too late where the last inputs come again and again."""
    try:
        right, wrong = (each.run([*word, *[word[-1]] * _SHIFTED])[len(word) - 1 :] for each in (asked, given))
    except (Nondeterministic, OutOfRange):
        return None
    there, here = set(right[0].outputs), set(wrong[0].outputs)
    if len(there ^ here) != 1:
        return None
    name = min(there ^ here)
    for first, second, sign in ((wrong, right, -1), (right, wrong, 1)):
        if name in first[0].outputs:
            for later in range(1, len(right)):
                if name in second[later].outputs:
                    return None if name in first[later].outputs else (name, sign * later)
    return None


def _mending(asked: Behaviour, answer: Answer, word: Sequence[Signals], work: int, over: Over) -> Mending:
    if sum(1 for _ in transitions_of(answer.system.machine)) > _TRANSITIONS:
        return Mending(None, 0)
    return fewest_edits(asked, answer.system, word, work, _SMALL, over)
