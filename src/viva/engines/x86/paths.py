"""Walks through a program with values that are not known, and notes what has to be shown on the way.

A loop with an invariant is walked through once: from a state in which everything that its body can write is forgotten
and the invariant is assumed. A loop without one is walked round by round, and where it does not end soon, that is noted
too: no behaviour is left out in silence. So if everything noted is shown, the annotations hold in every run.

Two things that students do not write down are tried by themselves at the head of a loop, and are shown like the rest:
that the stack pointer is there what it was before, and that return addresses are where they were. Those that cannot be
shown are given up, and the walk begins again without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from viva.engines import smt
from viva.engines.x86 import bits
from viva.engines.x86.annotations import Annotation, Expression
from viva.engines.x86.bits import Truth, Value, both, either, no
from viva.engines.x86.flow import Flow, Loop, Procedure, flow_of
from viva.engines.x86.formulas import View, term
from viva.engines.x86.instances import LOOK, Purse, Question, ask, feasible
from viva.engines.x86.interpreter import RETURNED
from viva.engines.x86.machine import FLAGS, REGISTERS, WORD, State
from viva.engines.x86.theory import Theory
from viva.engines.x86.unknown import Names, Unknown, Written, fresh, ways, written

MOST_STEPS = 6_000
MOST_PATHS = 300
FORKED_ROUNDS = 8
KNOWN_ROUNDS = 300
DEEPEST = 12
_MOST_TARGETS = 16
_MOST_IMAGE = 256


@dataclass(frozen=True, slots=True)
class Key:
    """The name of an obligation. `what`: `entry`, `kept`, `assert`, `ensures`, `decreases`, `bound`, `target`. `place`
    is an address: the head of the loop, the label, the jump."""

    what: str
    place: int
    annotation: Annotation | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """A place on a path where the state was stated anew: the start, or the head of a loop with an invariant."""

    place: int
    state: State
    steps: int
    undefined: int


@dataclass(frozen=True, slots=True)
class Case:
    """One way to come to an obligation, with all that is known there. `goal` is what must hold: of an annotation, what
    it says in `view`; otherwise a condition."""

    key: Key
    conditions: tuple[Truth, ...]
    assumed: tuple[tuple[Expression, View], ...]
    view: View
    goal: Expression | Truth
    cuts: tuple[Cut, ...]
    steps: int
    undefined: tuple[Truth, ...]

    def question(self, names: Names) -> Question:
        """Can everything hold that is known here, and the goal not?"""
        question = Question(names)
        question.look_at(self.view)
        for expression, view in self.assumed:
            question.look_at(view)
            question.add(question.claims.holds(expression, view))
        question.add(*self.conditions)
        if isinstance(self.goal, Expression):
            question.add(question.claims.fails(self.goal, self.view))
        else:
            question.add(no(self.goal))
        return question


@dataclass(frozen=True, slots=True)
class Frame:
    """A procedure that was called: where it returns to, and where in memory that stands."""

    entry: int
    returns: int
    slot: Value


@dataclass(slots=True)
class Path:
    state: State
    conditions: list[Truth]
    assumed: list[tuple[Expression, View]]
    frames: tuple[Frame, ...]
    cuts: tuple[Cut, ...]
    inside: dict[tuple[int, int], Cut] = field(default_factory=dict)
    rounds: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    steps: int = 0
    forks: int = 0
    undefined: list[Truth] = field(default_factory=list)

    def copy(self, state: State) -> Path:
        return Path(
            state,
            list(self.conditions),
            list(self.assumed),
            self.frames,
            self.cuts,
            dict(self.inside),
            dict(self.rounds),
            self.steps,
            self.forks,
            list(self.undefined),
        )


class NewTarget(Exception):
    """A computed jump leads where the flow does not know of yet."""


@dataclass(frozen=True, slots=True)
class Walked:
    """What a walk noted, and the paths that came to the exit. `stopped` says that it was given up before its end."""

    flow: Flow
    start: State
    constants: Mapping[str, Value]
    cases: tuple[Case, ...]
    ends: tuple[Path, ...]
    stopped: bool


def beginning(names: Names) -> State:
    """A state in which a program can start: nothing is known of it but that strings go up, as everyone expects."""
    state = fresh(names, 0, "start")
    state.flags["DF"] = False
    return state


@dataclass
class Walker:
    """`cutting` False walks loops round by round whether they have invariants or not, for at most `rounds`. `begin` is
    the state to begin in, if it is to be the same as that of another walk."""

    theory: Theory
    names: Names
    purse: Purse
    cutting: bool = True
    rounds: int = FORKED_ROUNDS
    begin: State | None = None
    lost: set[tuple[int, str]] = field(default_factory=set)
    targets: dict[int, set[int]] = field(default_factory=dict)

    def walk(self) -> Walked:
        """Everything that has to be shown."""
        while True:
            try:
                walked = self._walk()
            except NewTarget:
                continue
            gone = self._not_kept()
            if not gone:
                return walked
            self.lost |= gone

    def _not_kept(self) -> set[tuple[int, str]]:
        gone = set()
        for head, name, case in self._kept:
            if (head, name) not in gone and ask(case.question(self.names), self.purse, LOOK).holds is not False:
                gone.add((head, name))
        return gone

    def _walk(self) -> Walked:
        theory = self.theory
        self.flow = flow_of(theory.program, theory.start, theory.exits, self.targets)
        self._written: dict[int, Written] = {}
        self._cases: list[Case] = []
        self._kept: list[tuple[int, str, Case]] = []
        self.start = beginning(self.names) if self.begin is None else self.begin.copy()
        self.start.at = theory.start
        self._ends: list[Path] = []
        self.constants: dict[str, Value] = {name: self.names.word(name) for name in theory.constants}
        self.constants |= {name: at for name, at in theory.program.labels.items() if name not in self.constants}
        self._load_image()
        path = Path(self.start.copy(), [], [], (Frame(theory.start, -1, 0),), ())
        if theory.exit == RETURNED:
            slot = self.start.registers["esp"]
            self.start.store(slot, RETURNED, WORD)
            path.state = self.start.copy()
            path.frames = (Frame(theory.start, RETURNED, slot),)
        path.cuts = (Cut(theory.start, self.start.copy(), 0, 0),)
        view = self._view(self.start)
        path.assumed += [(line.expression, view) for line in theory.requires]
        waiting = [path]
        steps = paths = 0
        stopped = False
        while waiting:
            path = waiting.pop()
            paths += 1
            if paths > MOST_PATHS or steps > MOST_STEPS:
                stopped = True
                break
            while True:
                after = self._arrive(path)
                if after is None:
                    break
                steps += 1
                following = self._step(after)
                if not following:
                    break
                path, *others = following
                waiting += reversed(others)
                if steps > MOST_STEPS:
                    stopped = True
                    break
        return Walked(self.flow, self.start, self.constants, tuple(self._cases), tuple(self._ends), stopped)

    def _load_image(self) -> None:
        """What the program brings along lies in memory at the start, apart from its instructions."""
        code = {
            byte
            for at in self.flow.instructions()
            if at not in self.theory.exits
            for byte in range(at, at + self.theory.program.instruction(at).size)
        }
        data = [(at, byte) for at, byte in self.theory.program.image() if at not in code]
        if len(data) > _MOST_IMAGE:
            data = [(at, byte) for at, byte in data if byte][:_MOST_IMAGE]
        for at, byte in data:
            self.start.memory.store(at, byte)

    def _view(self, state: State) -> View:
        return View(state.copy(), self.start, self.constants)

    # Where a path arrives.

    def _procedure(self, path: Path) -> Procedure:
        return self.flow.procedures[path.frames[-1].entry]

    def _arrive(self, path: Path) -> Path | None:
        """Notes what must hold here. The path to go on with, or None where it ends."""
        at = path.state.at
        depth = len(path.frames)
        procedure = self._procedure(path)
        loops = {loop.head for loop in procedure.loops_around(at)}
        path.inside = {key: cut for key, cut in path.inside.items() if key[0] < depth or key[1] in loops}
        path.rounds = {key: count for key, count in path.rounds.items() if key[0] < depth or key[1] in loops}
        if at in procedure.loops:
            loop = procedure.loops[at]
            invariants = self.theory.invariants.get(at, ())
            if invariants and self.cutting:
                if (depth, at) in path.inside:
                    self._come_back(path, loop)
                    return None
                for line in invariants:
                    self._note(path, Key("entry", at, line), line.expression)
                self._forget(path, loop)
            elif not self._again(path, loop):
                return None
        if not self.cutting:
            for line in self.theory.invariants.get(at, ()):
                self._note(path, Key("kept", at, line), line.expression)
        for line in self.theory.asserts.get(at, ()):
            self._note(path, Key("assert", at, line), line.expression)
            if self.cutting:
                path.assumed.append((line.expression, self._view(path.state)))
        if at in self.theory.exits:
            for line in self.theory.ensures:
                self._note(path, Key("ensures", at, line), line.expression)
            self._ends.append(path)
            return None
        return path

    def _note(self, path: Path, key: Key, goal: Expression | Truth) -> Case:
        case = self._case(path, key, goal)
        self._cases.append(case)
        return case

    def _case(self, path: Path, key: Key, goal: Expression | Truth) -> Case:
        return Case(
            key,
            tuple(path.conditions),
            tuple(path.assumed),
            self._view(path.state),
            goal,
            path.cuts,
            path.steps,
            tuple(path.undefined),
        )

    def _again(self, path: Path, loop: Loop) -> bool:
        """Another round of a loop that is walked round by round; False where there were too many."""
        key = (len(path.frames), loop.head)
        rounds, forks = path.rounds.get(key, (-1, path.forks))
        path.rounds[key] = (rounds + 1, forks)
        open_rounds = path.forks - forks
        if rounds + 1 > KNOWN_ROUNDS or (open_rounds >= self.rounds and rounds + 1 >= self.rounds):
            self._note(path, Key("bound", loop.head), False)
            return False
        return True

    def _come_back(self, path: Path, loop: Loop) -> None:
        cut = path.inside[(len(path.frames), loop.head)]
        for line in self.theory.invariants.get(loop.head, ()):
            self._note(path, Key("kept", loop.head, line), line.expression)
        measure = self.theory.measure(loop.head)
        if measure is not None:
            now, then = self._view(path.state), self._view(cut.state)
            smaller: Truth = False
            for part in reversed(measure.measure):
                one, two = term(part, now, {}), term(part, then, {})
                smaller = either(bits.below(one, two), both(bits.equal(one, two), smaller))
            self._note(path, Key("decreases", loop.head, measure), smaller)
        elif self.theory.total:
            self._note(path, Key("decreases", loop.head), False)
        for name, value, before in self._keepable(path, cut, loop):
            case = self._case(path, Key("kept", loop.head), bits.equal(value, before))
            self._kept.append((loop.head, name, case))

    def _keepable(self, path: Path, cut: Cut, loop: Loop) -> Iterator[tuple[str, Value, Value]]:
        """What was tried to be kept in a loop: now, and at its head."""
        wrote = self._loop_writes(loop, self._procedure(path))
        if "esp" in wrote.registers and (loop.head, "esp") not in self.lost:
            yield "esp", path.state.registers["esp"], cut.state.registers["esp"]
        if wrote.memory and (loop.head, "returns") not in self.lost:
            for frame in path.frames:
                if frame.returns >= 0:
                    yield "returns", path.state.load(frame.slot, WORD), frame.returns

    def _forget(self, path: Path, loop: Loop) -> None:
        """From here on nothing is known of what the loop can write but what its invariants say."""
        wrote = self._loop_writes(loop, self._procedure(path))
        state = path.state.copy()
        tag = self.theory.program.named(loop.head)
        keeps_stack = (loop.head, "esp") not in self.lost
        for name in REGISTERS:
            if name in wrote.registers and not (name == "esp" and keeps_stack):
                state.registers[name] = self.names.word(f"{tag}.{name}")
        for name in FLAGS:
            if name in wrote.flags:
                state.flags[name] = self.names.truth(f"{tag}.{name}")
        if wrote.memory:
            state.memory = Unknown(self.names.memory(f"{tag}.memory"))
            if (loop.head, "returns") not in self.lost:
                for frame in path.frames:
                    if frame.returns >= 0:
                        still = bits.equal(path.state.load(frame.slot, WORD), frame.returns)
                        self._kept.append((loop.head, "returns", self._case(path, Key("entry", loop.head), still)))
                        state.store(frame.slot, frame.returns, WORD)
        path.state = state
        view = self._view(state)
        path.assumed += [(line.expression, view) for line in self.theory.invariants[loop.head]]
        cut = Cut(loop.head, state.copy(), path.steps, len(path.undefined))
        path.inside[(len(path.frames), loop.head)] = cut
        path.cuts = (*path.cuts, cut)

    def _loop_writes(self, loop: Loop, procedure: Procedure) -> Written:
        found = Written()
        for at in sorted(loop.body):
            found |= self._writes(at)
        for callee in sorted({each for at in loop.body for each in procedure.calls.get(at, ())}):
            found |= self._procedure_writes(callee, set())
        return found

    def _procedure_writes(self, entry: int, seen: set[int]) -> Written:
        if entry in seen:
            return Written()
        seen.add(entry)
        procedure = self.flow.procedures[entry]
        found = Written()
        for at in sorted(procedure.successors):
            found |= self._writes(at)
        for callees in procedure.calls.values():
            for callee in callees:
                found |= self._procedure_writes(callee, seen)
        return found

    def _writes(self, at: int) -> Written:
        if at in self.theory.exits:
            return Written()
        if at not in self._written:
            self._written[at] = written(self.theory.program.instruction(at), self.names)
        return self._written[at]

    # One step.

    def _step(self, path: Path) -> list[Path]:
        """The paths on which it can go on."""
        instruction = self.theory.program.instruction(path.state.at)
        self._from = instruction.address
        found = []
        options = list(ways(path.state, instruction, self.names))
        for way in options:
            if way.state is None:  # the machine stops, and never comes to the exit
                continue
            after = path.copy(way.state)
            after.steps += 1
            after.undefined += way.undefined_flags
            if way.conditions:
                after.forks += len(options) > 1
                after.conditions += way.conditions
                if not self._feasible(after):
                    continue
            found += self._moved(after, instruction.name, instruction.next)
        return found

    def _feasible(self, path: Path) -> bool:
        return feasible(self._plain_facts(path), self.names, self.purse)

    def _plain_facts(self, path: Path) -> list[Truth]:
        question = Question(self.names)
        for expression, view in path.assumed:
            question.add(question.claims.holds(expression, view))
        return [*question.facts, *path.conditions]

    def _moved(self, path: Path, name: str, following: int) -> list[Path]:
        """The path at its next address; many of them where that is computed."""
        target = bits.simplified(path.state.at)
        if isinstance(target, int):
            path.state.at = target
            return self._turned(path, name, following)
        found = []
        for value in self._values(path, target):
            one = path.copy(path.state.copy())
            one.conditions.append(bits.equal(target, value))
            one.state.at = value
            found += self._turned(one, name, following)
        return found

    def _values(self, path: Path, target: Value) -> list[int]:
        """Where a computed jump can lead."""
        asked = smt.solver(LOOK, context=self.names.context, logic="QF_ABV")
        facts = [fact for fact in self._plain_facts(path) if fact is not True]
        if any(fact is False for fact in facts):
            return []
        asked.add(*facts)
        found: list[int] = []
        while len(found) < _MOST_TARGETS:
            before = smt.spent(asked)
            answer = smt.satisfiable(asked)
            self.purse.charge(max(smt.spent(asked) - before, 1))
            if answer is False:
                return found
            if answer is None:
                break
            value = int(asked.model().eval(target, model_completion=True).as_long())
            found.append(value)
            asked.add(target != value)
        # Too many to follow: all others are noted as something to be shown impossible.
        others: list[Truth] = [no(bits.equal(target, value)) for value in found]
        self._note(path, Key("target", self._from), either(*(no(other) for other in others)))
        return found

    def _turned(self, path: Path, name: str, following: int) -> list[Path]:
        """A path that has jumped: into a procedure, out of one, or elsewhere in the same."""
        at = path.state.at
        frame = path.frames[-1]
        known = at in self.theory.exits or self.theory.program.is_code(at)
        if name == "call" and known:
            if len(path.frames) > DEEPEST:
                self._note(path, Key("bound", at), False)
                return []
            if at not in self.flow.procedures:
                self._found_target(self._from, at)
            path.frames = (*path.frames, Frame(at, following, path.state.registers["esp"]))
            return [path]
        if name == "ret" and at == frame.returns and len(path.frames) > 1:
            path.frames = path.frames[:-1]
            depth = len(path.frames)
            path.inside = {key: cut for key, cut in path.inside.items() if key[0] <= depth}
            path.rounds = {key: count for key, count in path.rounds.items() if key[0] <= depth}
            return [path]
        if at in self.theory.exits:
            return [path]
        if not known:
            self._note(path, Key("target", self._from), False)
            return []
        if name in ("ret", "jmp") and at not in self._procedure(path).successors.get(self._from, ()):
            self._found_target(self._from, at)
        return [path]

    def _found_target(self, jump: int, target: int) -> None:
        self.targets.setdefault(jump, set()).add(target)
        raise NewTarget
