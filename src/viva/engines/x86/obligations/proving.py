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
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import Literal

from viva.core.records import dataclass
from viva.engines.x86.bits import below
from viva.engines.x86.flow import Flow
from viva.engines.x86.interpreter import OwnCode, Run
from viva.engines.x86.obligations.cases import Case, Cut, Key, Walked
from viva.engines.x86.obligations.formulas import View
from viva.engines.x86.obligations.instances import LOOK, Answer, Purse, Question, ask
from viva.engines.x86.obligations.paths import FORKED_ROUNDS, Walker
from viva.engines.x86.obligations.replaying import LONGEST, Replay, Replayer, concrete
from viva.engines.x86.obligations.symbolic_state import Names, Unknown
from viva.engines.x86.obligations.theory import Theory
from viva.engines.x86.program import BadProgram

Result = Literal["proved", "false", "not_inductive", "insufficient", "not_proved"]
WORK = 24_000_000
"""z3's units for a whole proof: about as many seconds as the usual budget has."""
_UNROLLED_ROUNDS = 4
_UNROLLED_CASES = 30
_SMALL = 8


@dataclass(frozen=True, slots=True)
class Obligation:
    """One thing that had to be shown, and what came of it. `cut` is the address of the loop from whose invariants it
    did not follow, or of the procedure that was `called` and says too little, where that is why; `forgotten` says that
    it can write to memory."""

    key: Key
    result: Result
    cases: int
    seconds: float = field(compare=False)
    replay: Replay | None = None
    cut: int | None = None
    forgotten: bool = False
    called: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """`stopped`: there were more ways through the program than are walked. `work` is in z3's units. `additions` are
    lines that would complete the proof, where somebody looked for them. `trusted` are instructions of which it is taken
    for granted that they do not write into the program. `void`: why everything holds of nothing, where no run can
    `start` or comes to the `exit`. `merit`: how much of a model's facts follows, where somebody asked (`merit.py`)."""

    theory: Theory
    flow: Flow
    obligations: tuple[Obligation, ...]
    stopped: bool
    work: int
    additions: tuple[str, ...] = ()
    trusted: frozenset[int] = frozenset()
    void: Literal["", "start", "exit"] = ""
    merit: float = 0.0

    @property
    def complete(self) -> bool:
        """Every obligation is proved, and nothing was left out."""
        return not self.stopped and all(each.result == "proved" for each in self.obligations)


def prove(
    theory: Theory,
    work: int = WORK,
    *,
    bounded: bool = False,
    explaining: bool = True,
    doubted: Callable[[Key], bool] | None = None,
) -> Proof:
    """Whether the annotations are a proof. Raises `BadProgram` for a program that cannot be looked at.

    `bounded` decides what holds at the exit also where it lies behind a loop that is walked for some rounds only.
    Without `explaining` an obligation that fails is `not_proved`, and nobody looks for a run that shows why. Those that
    are `doubted` come first, and where one of them fails the others are left out.
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
    prover = _Prover(theory, names, purse, walked, explaining)
    endless: Obligation | None = None
    found: list[Obligation] = []
    in_order = sorted(cases.items(), key=_in_order)
    if doubted is not None:
        in_order.sort(key=lambda item: not doubted(item[0]))
    for key, group in in_order:
        if doubted is not None and not doubted(key) and any(each.result != "proved" for each in found):
            break
        if endless is not None and key.what == "ensures" and not bounded:
            # What holds behind a loop without an invariant is not known, whatever its first rounds do.
            found.append(Obligation(key, "insufficient", len(group), 0.0, endless.replay, endless.key.place))
            continue
        found.append(prover.obligation(key, group))
        if key.what == "bound" and found[-1].result != "proved":
            endless = found[-1]
    proof = Proof(theory, walked.flow, tuple(found), walked.stopped, 0, trusted=walked.trusted)
    void = prover.void() if proof.complete and explaining else ""
    return replace(proof, work=purse.spent, void=void)


_ORDER = ("target", "entry", "kept", "decreases", "assert", "call", "returns", "bound", "ensures")


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


def _comes_to_exit(run: Run) -> bool:
    for _ in range(LONGEST):
        try:
            if run.forward() is None:
                return run.ended == "exit"
        except (BadProgram, OwnCode):
            return False
    return False


@dataclass
class _Prover:
    theory: Theory
    names: Names
    purse: Purse
    walked: Walked
    explaining: bool = True
    unrolled: Walked | None = None

    def __post_init__(self) -> None:
        code = self.theory.program.bytes_of(self.walked.flow.instructions() - self.theory.exits)
        self.replayer = Replayer(self.theory, self.names, self.purse, frozenset(code))

    def void(self) -> Literal["", "start", "exit"]:
        """Whether a proof is one of nothing: the `requires` contradict each other, or no run comes to the exit."""
        start = Question(self.names)
        view = View(self.walked.start, self.walked.start, self.walked.constants)
        start.look_at(view)
        start.add(*(start.claims.holds(line.expression, view) for line in self.theory.requires))
        answer = ask(start, self.purse, LOOK)
        if answer.holds is False:
            return "start"
        begun = concrete(self.walked.start, answer.model) if answer.holds else None
        if begun is not None:
            made = Run(self.theory.program, begun.state(self.theory.program), self.theory.exits)
            if _comes_to_exit(made):
                return ""
        for path in self.walked.ends[:_UNROLLED_CASES]:
            question = Question(self.names)
            for expression, looked_at in path.assumed:
                question.look_at(looked_at)
                question.add(question.claims.holds(expression, looked_at))
            question.add(*path.conditions)
            if ask(question, self.purse, LOOK).holds is not False:
                return ""
        return "exit"

    def obligation(self, key: Key, cases: Sequence[Case]) -> Obligation:
        began = time.process_time()
        result: Result = "proved"
        replay: Replay | None = None
        cut: Cut | None = None
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
        seconds = time.process_time() - began
        if cut is None or (cut.called is None and cut.place not in self.theory.invariants):
            return Obligation(key, result, len(cases), seconds, replay)
        forgotten = any(_forgets_memory(case, cut.place) for case in cases)
        called = cut.called is not None
        return Obligation(key, result, len(cases), seconds, replay, cut.called or cut.place, forgotten, called)

    def _why(self, key: Key, case: Case, answer: Answer) -> tuple[Result, Replay | None, Cut | None]:
        """What is wrong, with a run that shows it."""
        answer = self._smaller(case, answer)
        if key.what == "bound":
            replay = self.replayer.endless(case, answer.model, FORKED_ROUNDS if self.theory.unrolled else 0)
            return ("insufficient" if replay else "not_proved"), replay, None
        replay = self._real_run(key) or self.replayer.real(case, answer.model)
        if replay is not None:
            return "false", replay, None
        own = [
            each
            for each in case.cuts[1:]
            if each.place == key.place and each.called is None and key.what in ("kept", "decreases")
        ]
        if own:
            replay = self.replayer.stated(case, own[-1], answer.model)
            if replay is not None:
                what: Result = "insufficient" if key.annotation is None else "not_inductive"
                return what, replay, own[-1]
        last = case.cuts[-1]
        if len(case.cuts) > 1 or key.what == "target" or case.within is not None:
            replay = self.replayer.stated(case, last, answer.model)
            if replay is not None:
                return ("false" if replay.real else "insufficient"), replay, last
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
