"""Decides the obligations of a proof, and says of each that fails what is wrong with it.

- `proved`: it holds on every path.
- `false`: a real run from the start breaks it.
- `not_inductive`: no real run was found that does, but one round of the loop, begun in a state that the invariants
  allow, does.
- `insufficient`: it does not follow from the invariants: from a state that they allow at the head of a loop the program
  runs on to where it is wrong; or a loop goes on too long to be walked round by round, and has no invariant.
- `not_proved`: the work that was allowed ended first.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from viva.engines.x86.bits import below
from viva.engines.x86.flow import Flow
from viva.engines.x86.instances import LOOK, Answer, Purse, ask
from viva.engines.x86.paths import FORKED_ROUNDS, Case, Key, Walked, Walker
from viva.engines.x86.replaying import Replay, Replayer
from viva.engines.x86.theory import Theory
from viva.engines.x86.unknown import Names, Unknown

Result = Literal["proved", "false", "not_inductive", "insufficient", "not_proved"]
WORK = 24_000_000
"""z3's units for a whole proof: about as many seconds as the usual budget has."""
_UNROLLED_ROUNDS = 4
_UNROLLED_CASES = 30
_SMALL = 8


@dataclass(frozen=True, slots=True)
class Obligation:
    """One thing that had to be shown, and what came of it. `cut` is the address of the loop from whose invariants it
    did not follow, where that is why; `forgotten` says that this loop can write to memory."""

    key: Key
    result: Result
    cases: int
    seconds: float = field(compare=False)
    replay: Replay | None = None
    cut: int | None = None
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """`stopped`: there were more ways through the program than are walked. `work` is in z3's units. `additions` are
    lines that would complete the proof, where somebody looked for them."""

    theory: Theory
    flow: Flow
    obligations: tuple[Obligation, ...]
    stopped: bool
    work: int
    additions: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Every obligation is proved, and nothing was left out."""
        return not self.stopped and all(each.result == "proved" for each in self.obligations)


def prove(theory: Theory, work: int = WORK, *, bounded: bool = False, explaining: bool = True) -> Proof:
    """Whether the annotations are a proof. Raises `BadProgram` for a program that cannot be looked at.

    `bounded` decides what holds at the exit also where it lies behind a loop that is walked for some rounds only.
    Without `explaining` an obligation that fails is `not_proved`, and nobody looks for a run that shows why.
    """
    import z3  # noqa: PLC0415

    names = Names(z3.Context())
    purse = Purse(work)
    walker = Walker(theory, names, purse)
    walked = walker.walk()
    cases: dict[Key, list[Case]] = {}
    for case in walked.cases:
        cases.setdefault(case.key, []).append(case)
    for line in theory.ensures:
        cases.setdefault(Key("ensures", theory.exit, line), [])
    for place, lines in theory.asserts.items():
        for line in lines:
            cases.setdefault(Key("assert", place, line), [])
    prover = _Prover(theory, names, purse, explaining)
    endless: Obligation | None = None
    found: list[Obligation] = []
    for key, group in sorted(cases.items(), key=_in_order):
        if endless is not None and key.what == "ensures" and not bounded:
            # What holds behind a loop without an invariant is not known, whatever its first rounds do.
            found.append(Obligation(key, "insufficient", len(group), 0.0, endless.replay, endless.key.place))
            continue
        found.append(prover.obligation(key, group))
        if key.what == "bound" and found[-1].result != "proved":
            endless = found[-1]
    return Proof(theory, walked.flow, tuple(found), walked.stopped, purse.spent)


_ORDER = ("target", "entry", "kept", "decreases", "assert", "bound", "ensures")


def _in_order(item: tuple[Key, list[Case]]) -> tuple[int, int, int, int]:
    key = item[0]
    line = key.annotation.line if key.annotation else 0
    return (int(key.what == "ensures"), key.place, _ORDER.index(key.what), line)


def _forgets_memory(case: Case, place: int) -> bool:
    """Whether at this head of a loop the memory became one of which nothing is known."""
    memories = [cut.state.memory for cut in case.cuts]
    return any(
        cut.place == place
        and isinstance(memory, Unknown)
        and isinstance(before, Unknown)
        and not memory.base.eq(before.base)
        for cut, before, memory in zip(case.cuts[1:], memories, memories[1:], strict=False)
    )


@dataclass
class _Prover:
    theory: Theory
    names: Names
    purse: Purse
    explaining: bool = True
    unrolled: Walked | None = None

    def __post_init__(self) -> None:
        self.replayer = Replayer(self.theory, self.names, self.purse)

    def obligation(self, key: Key, cases: Sequence[Case]) -> Obligation:
        began = time.process_time()
        result: Result = "proved"
        replay: Replay | None = None
        cut: int | None = None
        for case in cases:
            answer = ask(case.question(self.names), self.purse)
            if answer.holds is False:
                continue
            if not self.explaining:
                result = "not_proved"
                break
            if answer.holds is None:
                result, replay = "not_proved", self._real_run(key)
                if replay is not None:
                    result = "false"
                    break
                continue
            result, replay, cut = self._why(key, case, answer)
            if result != "not_proved":
                break
        if replay is not None and key.annotation is not None:
            replay = self.replayer.blamed(replay, key.annotation)
        forgotten = cut is not None and any(_forgets_memory(case, cut) for case in cases)
        return Obligation(key, result, len(cases), time.process_time() - began, replay, cut, forgotten)

    def _why(self, key: Key, case: Case, answer: Answer) -> tuple[Result, Replay | None, int | None]:
        """What is wrong, with a run that shows it."""
        answer = self._smaller(case, answer)
        if key.what == "bound":
            replay = self.replayer.endless(case, answer.model, FORKED_ROUNDS)
            return ("insufficient" if replay else "not_proved"), replay, None
        replay = self._real_run(key) or self.replayer.real(case, answer.model)
        if replay is not None:
            return "false", replay, None
        own = [each for each in case.cuts[1:] if each.place == key.place] if key.what in ("kept", "decreases") else []
        if own:
            replay = self.replayer.stated(case, own[-1], answer.model)
            if replay is not None:
                what: Result = "insufficient" if key.annotation is None else "not_inductive"
                return what, replay, own[-1].place
        last = case.cuts[-1]
        if len(case.cuts) > 1 or key.what == "target":
            replay = self.replayer.stated(case, last, answer.model)
            if replay is not None:
                return "insufficient", replay, last.place
        return "not_proved", None, None

    def _smaller(self, case: Case, answer: Answer) -> Answer:
        """A model with small numbers, where there is one: first the constants, then the registers."""
        words = [word for word in case.view.constants.values() if not isinstance(word, int)]
        for cut in (case.cuts[0], case.cuts[-1]):
            words += [word for word in cut.state.registers.values() if not isinstance(word, int)]
        limits: list[object] = []
        best = answer
        tried: set[int] = set()
        for word in words:
            if word.get_id() in tried:
                continue
            tried.add(word.get_id())
            for most in (_SMALL, 4096):
                question = case.question(self.names)
                question.add(*limits, below(word, most))
                found = ask(question, self.purse, LOOK)
                if found.holds:
                    best = found
                    limits.append(below(word, most))
                    break
        return best

    def _real_run(self, key: Key) -> Replay | None:
        """A run from the start that breaks an annotation, looked for round by round: the shortest come first."""
        if key.annotation is None or key.what == "decreases":
            return None
        if self.unrolled is None:
            walker = Walker(self.theory, self.names, self.purse, cutting=False, rounds=_UNROLLED_ROUNDS)
            self.unrolled = walker.walk()
        kinds = ("entry", "kept") if key.what in ("entry", "kept") else (key.what,)
        cases = [
            case
            for case in self.unrolled.cases
            if case.key.what in kinds and case.key.annotation == key.annotation and case.key.place == key.place
        ]
        for case in sorted(cases, key=lambda each: each.steps)[:_UNROLLED_CASES]:
            answer = ask(case.question(self.names), self.purse, LOOK)
            if answer.holds:
                replay = self.replayer.real(case, self._smaller(case, answer).model)
                if replay is not None:
                    return replay
        return None
