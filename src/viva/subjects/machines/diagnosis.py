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
from viva.subjects.machines.model import Answer

_SMALL = 2_000  # states up to which a misunderstanding is looked for
_TRANSITIONS = 80  # up to which a fix is
_WORK, _LITTLE_WORK = 400, 150  # pairs of changes for a fix; fewer where the misunderstanding is known


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """`expected` and `actual` are the runs of a shortest word: they differ in their last reaction."""

    differences: Differences
    misreadings: tuple[str, ...]
    mending: Mending
    expected: list[Reaction]
    actual: list[Reaction]

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
    return Diagnosis(found, names, mending, asked.run(word), given.run(word))


def _mending(asked: Behaviour, answer: Answer, word: Sequence[Signals], work: int, over: Over) -> Mending:
    if sum(1 for _ in transitions_of(answer.system.machine)) > _TRANSITIONS:
        return Mending(None, 0)
    return fewest_edits(asked, answer.system, word, work, _SMALL, over)
