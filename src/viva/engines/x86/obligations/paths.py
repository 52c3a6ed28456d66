"""Walks through a program with values that are not known, and notes what has to be shown on the way.

A loop with an invariant is walked through once: from a state in which everything that its body can write is forgotten
and the invariant is assumed. A loop without one is walked round by round, and where it does not end soon, that is noted
too: no behaviour is left out in silence. So if everything noted is shown, the annotations hold in every run.

A procedure with a contract is walked by itself, from any state that its `requires` admit; where it is called these are
noted, what it can write is forgotten, and its `ensures` are assumed. Other procedures are followed at each call.

Some things that students do not write down are tried by themselves, and are shown like the rest: that the stack pointer
is at the head of a loop what it was before, that return addresses are where they were, and what `calling.py` says of
procedures. Those that cannot be shown are given up, and the walk begins again without them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import field, replace

from viva.core.records import dataclass
from viva.engines.x86 import bits
from viva.engines.x86.annotations import Annotation, Expression
from viva.engines.x86.bits import Truth, Value, both, either, no
from viva.engines.x86.flow import Loop, Procedure, flow_of
from viva.engines.x86.interpreter import RETURNED
from viva.engines.x86.machine import FLAGS, REGISTERS, WORD, Instruction, State
from viva.engines.x86.obligations import calling
from viva.engines.x86.obligations.cases import Case, Cut, Frame, Key, Path, Rounds, Walked
from viva.engines.x86.obligations.effects import Effects
from viva.engines.x86.obligations.formulas import View, term
from viva.engines.x86.obligations.instances import LOOK, Purse, Question, ask, feasible
from viva.engines.x86.obligations.symbolic_state import Names, Unknown, Written, fresh, ways
from viva.engines.x86.obligations.theory import Contract, Theory
from viva.engines.x86.program import BadProgram

MOST_STEPS = 6_000
MOST_PATHS = 300
FORKED_ROUNDS = 8
KNOWN_ROUNDS = 300
DEEPEST = 12
_MOST_TARGETS = 16
_MOST_IMAGE = 256
_OF_PROCEDURE = 2_000_000


class NewTarget(Exception):
    """A computed jump leads where the flow does not know of yet."""


def beginning(names: Names) -> State:
    """A state in which a program can start: nothing is known of it but that strings go up, as everyone expects."""
    state = fresh(names, 0, "start")
    state.flags["DF"] = False
    return state


@dataclass
class Walker:
    """`cutting` False walks loops round by round whether they have invariants or not, for at most `rounds`. `begin` is
    the state to begin in, if it is to be the same as that of another walk. `assuming` False takes no assertion for
    granted where it was noted, so that each is shown by itself."""

    theory: Theory
    names: Names
    purse: Purse
    cutting: bool = True
    rounds: int = FORKED_ROUNDS
    begin: State | None = None
    assuming: bool = True
    lost: set[tuple[int, str]] = field(default_factory=set)
    targets: dict[int, set[int]] = field(default_factory=dict)

    def walk(self) -> Walked:
        """Everything that has to be shown. Raises BadProgram."""
        while True:
            try:
                walked = self._walk()
            except NewTarget:
                continue
            gone = self._not_kept()
            if not gone:
                if self.cutting:
                    self.theory.refuse_misplaced(walked.flow)
                return walked
            self.lost |= gone

    def _not_kept(self) -> set[tuple[int, str]]:
        gone = set()
        for head, name, case in self._kept:
            work = _OF_PROCEDURE if head in self.theory.contracts else LOOK
            if (head, name) not in gone and ask(case.question(self.names), self.purse, work).holds is not False:
                gone.add((head, name))
        return gone

    def _walk(self) -> Walked:
        theory = self.theory
        self.flow = flow_of(theory.program, theory.start, theory.exits, self.targets)
        self.effects = Effects(theory.program, self.flow, theory.exits, self.names)
        self._cases: list[Case] = []
        self._kept: list[tuple[int, str, Case]] = []
        self._ends: list[Path] = []
        self._trusted: set[int] = set()
        self._starts = self.flow.instructions() - theory.exits
        self._code = _ranges(theory.program.bytes_of(self._starts))
        self.constants: dict[str, Value] = {name: self.names.word(name) for name in theory.constants}
        self.constants |= {name: at for name, at in theory.program.labels.items() if name not in self.constants}
        waiting = [self._from_start()]
        if self.cutting:
            waiting += [
                self._from_entry(entry, theory.contracts[entry])
                for entry in sorted(theory.contracts, reverse=True)
                if entry in self.flow.procedures
            ]
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
        return Walked(
            self.flow,
            self.start,
            self.constants,
            tuple(self._cases),
            tuple(self._ends),
            stopped,
            frozenset(self._trusted),
        )

    def _from_start(self) -> Path:
        theory = self.theory
        self.start = beginning(self.names) if self.begin is None else self.begin.copy()
        self.start.at = theory.start
        self._load_image()
        frame = Frame(theory.start, None, 0)
        if theory.exit == RETURNED:
            slot = self.start.registers["esp"]
            self.start.store(slot, RETURNED, WORD)
            frame = Frame(theory.start, RETURNED, slot)
        cuts = (Cut(theory.start, self.start.copy(), 0, 0),)
        view = View(self.start.copy(), self.start, self.constants)
        assumed = [(line.expression, view) for line in theory.requires]
        return Path(self.start.copy(), [], assumed, (frame,), cuts)

    def _from_entry(self, entry: int, contract: Contract) -> Path:
        """A procedure from any state that its contract admits; where it returns to is not known."""
        state = beginning(self.names)
        state.at = entry
        returns = self.names.word("returns")
        slot = state.registers["esp"]
        state.store(slot, returns, WORD)
        begun = state.copy()
        view = View(begun, begun, self.constants)
        assumed = [(line.expression, view) for line in contract.requires]
        cuts = (Cut(entry, begun, 0, 0),)
        return Path(state, [], assumed, (Frame(entry, returns, slot, begun),), cuts, within=entry)

    def _load_image(self) -> None:
        """What the program brings along lies in memory at the start, apart from its instructions."""
        code = self.theory.program.bytes_of(self._starts)
        data = [(at, byte) for at, byte in self.theory.program.image() if at not in code]
        if len(data) > _MOST_IMAGE:
            data = [(at, byte) for at, byte in data if byte][:_MOST_IMAGE]
        for at, byte in data:
            self.start.memory.store(at, byte)

    def _view(self, path: Path, state: State) -> View:
        """What annotations look at here: `old` is the start of the procedure with a contract that this belongs to, or
        else that of the program."""
        begun = next((frame.begun for frame in reversed(path.frames) if frame.begun is not None), self.start)
        return View(state.copy(), begun, self.constants)

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
            if self.cutting and self.assuming:
                path.assumed.append((line.expression, self._view(path, path.state)))
        if at in self.theory.exits and path.within is not None:
            self._note(path, Key("target", self._from), False)  # its contract speaks of returning only
            return None
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
            self._view(path, path.state),
            goal,
            path.cuts,
            path.steps,
            tuple(path.undefined),
            path.within,
        )

    def _again(self, path: Path, loop: Loop) -> bool:
        """Another round of a loop that is walked round by round; False where there were too many."""
        key = (len(path.frames), loop.head)
        before = path.rounds.get(key)
        count = 0 if before is None else before.count + 1
        forks = path.forks if before is None else before.forks
        measure = self.theory.measure(loop.head)
        if before is not None and measure is not None and self.cutting:
            self._note(path, Key("decreases", loop.head, measure), self._smaller(path, measure, before.last))
        path.rounds[key] = Rounds(count, forks, path.state.copy())
        open_rounds = path.forks - forks
        unwanted = self.cutting and not self.theory.unrolled
        if unwanted or count > KNOWN_ROUNDS or (open_rounds >= self.rounds and count >= self.rounds):
            self._note(path, Key("bound", loop.head), False)
            return False
        return True

    def _smaller(self, path: Path, measure: Annotation, before: State) -> Truth:
        """That a measure is smaller than in a state before."""
        now, then = self._view(path, path.state), self._view(path, before)
        smaller: Truth = False
        for part in reversed(measure.measure):
            one, two = term(part, now, {}), term(part, then, {})
            smaller = either(bits.below(one, two), both(bits.equal(one, two), smaller))
        return smaller

    def _come_back(self, path: Path, loop: Loop) -> None:
        cut = path.inside[(len(path.frames), loop.head)]
        for line in self.theory.invariants.get(loop.head, ()):
            self._note(path, Key("kept", loop.head, line), line.expression)
        measure = self.theory.measure(loop.head)
        if measure is not None:
            self._note(path, Key("decreases", loop.head, measure), self._smaller(path, measure, cut.state))
        elif self.theory.total:
            self._note(path, Key("decreases", loop.head), False)
        for name, value, before in self._keepable(path, cut, loop):
            case = self._case(path, Key("kept", loop.head), bits.equal(value, before))
            self._kept.append((loop.head, name, case))

    def _keepable(self, path: Path, cut: Cut, loop: Loop) -> Iterator[tuple[str, Value, Value]]:
        """What was tried to be kept in a loop: now, and at its head."""
        wrote = self.effects.loop(loop, self._procedure(path))
        if "esp" in wrote.registers and (loop.head, "esp") not in self.lost:
            yield "esp", path.state.registers["esp"], cut.state.registers["esp"]
        if wrote.memory and (loop.head, "returns") not in self.lost:
            for frame in path.frames:
                if frame.returns is not None:
                    yield "returns", path.state.load(frame.slot, WORD), frame.returns

    def _forget(self, path: Path, loop: Loop) -> None:
        """From here on nothing is known of what the loop can write but what its invariants say."""
        wrote = self.effects.loop(loop, self._procedure(path))
        state = path.state.copy()
        tag = self.theory.program.named(loop.head)
        kept = () if (loop.head, "esp") in self.lost else ("esp",)
        self._forget_written(state, wrote, tag, kept)
        if wrote.memory and (loop.head, "returns") not in self.lost:
            for frame in path.frames:
                if frame.returns is not None:
                    still = bits.equal(path.state.load(frame.slot, WORD), frame.returns)
                    self._kept.append((loop.head, "returns", self._case(path, Key("entry", loop.head), still)))
                    state.store(frame.slot, frame.returns, WORD)
        path.state = state
        view = self._view(path, state)
        path.assumed += [(line.expression, view) for line in self.theory.invariants[loop.head]]
        cut = Cut(loop.head, state.copy(), path.steps, len(path.undefined))
        path.inside[(len(path.frames), loop.head)] = cut
        path.cuts = (*path.cuts, cut)

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
            if self.cutting:
                self._look_at_writes(path, after, instruction)
            found += self._moved(after, instruction.name, instruction.next)
        return found

    def _feasible(self, path: Path) -> bool:
        return feasible(self._plain_facts(path), self.names, self.purse)

    def _plain_facts(self, path: Path) -> list[Truth]:
        question = Question(self.names)
        for expression, view in path.assumed:
            question.add(question.claims.holds(expression, view))
        return [*question.facts, *path.conditions]

    def _look_at_writes(self, before: Path, after: Path, instruction: Instruction) -> None:
        """Instructions stay what they are: what surely writes into them is refused, what may is noted."""
        one, two = before.state.memory, after.state.memory
        assert isinstance(one, Unknown)
        assert isinstance(two, Unknown)
        places = [address for address, _ in two.writes[len(one.writes) :]]
        if not places or instruction.address in self._trusted:
            return
        program = self.theory.program
        bad = BadProgram(
            "writes_code", instruction.line, instruction=instruction.text, place=program.named(instruction.address)
        )
        inside = either(
            *(bits.below(bits.sub(place, low, WORD), high - low) for place in places for low, high in self._code)
        )
        if inside is True:
            raise bad
        if inside is False or not feasible([*self._plain_facts(after), inside], self.names, self.purse):
            return
        # Where annotations were assumed on the way, it may be them that are wrong.
        plain = after.within is None and len(after.assumed) == len(self.theory.requires)
        if plain and not feasible([*self._plain_facts(after), no(inside)], self.names, self.purse):
            raise bad
        self._trusted.add(instruction.address)

    def _moved(self, path: Path, name: str, following: int) -> list[Path]:
        """The path at its next address; many of them where that is computed."""
        target = bits.simplified(path.state.at)
        if name == "ret" and path.within is not None and len(path.frames) == 1:
            returns = path.frames[0].returns
            if not bits.same(target, returns):
                self._note(path, Key("target", self._from), bits.equal(target, returns))
                path.conditions.append(bits.equal(target, returns))
            self._returned(path)
            return []
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
        question = Question(self.names)
        for expression, view in path.assumed:
            question.look_at(view)
            question.add(question.claims.holds(expression, view))
        question.add(*path.conditions)
        found: list[int] = []
        while len(found) < _MOST_TARGETS:
            answer = ask(question, self.purse, LOOK)
            if answer.holds is False:
                return found
            if answer.holds is None:
                break
            found.append(int(answer.model.eval(target, model_completion=True).as_long()))
            question.add(no(bits.equal(target, found[-1])))
        # Too many to follow: all others are noted as something to be shown impossible.
        others: list[Truth] = [no(bits.equal(target, value)) for value in found]
        self._note(path, Key("target", self._from), either(*(no(other) for other in others)))
        return found

    def _turned(self, path: Path, name: str, following: int) -> list[Path]:
        """A path that has jumped: into a procedure, out of one, or elsewhere in the same."""
        at = path.state.at
        frame = path.frames[-1]
        if at not in self.theory.exits and not self._can_be_done(at):
            self._note(path, Key("target", self._from), False)
            return []
        if name == "call":
            if at not in self._procedure(path).calls.get(self._from, ()):
                self._found_target(self._from, at)
            contract = self.theory.contracts.get(at)
            if contract is not None:
                self._note_call(path, contract)
                if self.cutting:
                    return [self._after_call(path, contract, following)]
            if len(path.frames) > DEEPEST:
                self._note(path, Key("bound", at), False)
                return []
            begun = path.state.copy() if contract is not None else None
            path.frames = (*path.frames, Frame(at, following, path.state.registers["esp"], begun))
            return [path]
        if name == "ret" and bits.same(at, frame.returns) and len(path.frames) > 1:
            if frame.begun is not None:
                self._returned(path)
            path.frames = path.frames[:-1]
            depth = len(path.frames)
            path.inside = {key: cut for key, cut in path.inside.items() if key[0] <= depth}
            path.rounds = {key: count for key, count in path.rounds.items() if key[0] <= depth}
            return [path]
        if at in self.theory.exits:
            return [path]
        if name in ("ret", "jmp") and at not in self._procedure(path).successors.get(self._from, ()):
            self._found_target(self._from, at)
        return [path]

    def _can_be_done(self, at: int) -> bool:
        """Whether an instruction is there that we know, and no other one lies across it."""
        if at in self._starts:
            return True
        try:
            instruction = self.theory.program.instruction(at)
        except BadProgram:
            return False
        return not any(low <= byte < high for byte in range(at, at + instruction.size) for low, high in self._code)

    def _found_target(self, jump: int, target: int) -> None:
        self.targets.setdefault(jump, set()).add(target)
        raise NewTarget

    # Procedures with a contract.

    def _note_call(self, path: Path, contract: Contract) -> None:
        """What must hold where a procedure is called."""
        entered = path.state.copy()
        view = View(entered, entered, self.constants)
        for line in contract.requires:
            self._cases.append(replace(self._case(path, Key("call", self._from, line), line.expression), view=view))
        if self.cutting and path.state.flag("DF") is not False:
            self._note(path, Key("call", self._from), no(path.state.flag("DF")))
        caller = self.theory.contracts.get(path.within) if path.within is not None else None
        if caller is None or caller.entry not in self.effects.reached(contract.entry) or not self.cutting:
            return
        if caller.measure is None or contract.measure is None:
            if self.theory.total or caller.measure is not contract.measure:
                self._note(path, Key("decreases", self._from), False)
            return
        begun = path.frames[0].begun
        assert begun is not None
        smaller: Truth = False
        then = View(begun, begun, self.constants)
        for part, other in reversed(list(zip(contract.measure.measure, caller.measure.measure, strict=False))):
            one, two = term(part, view, {}), term(other, then, {})
            smaller = either(bits.below(one, two), both(bits.equal(one, two), smaller))
        self._note(path, Key("decreases", self._from, contract.measure), smaller)

    def _after_call(self, path: Path, contract: Contract, following: int) -> Path:
        """The path where the procedure has returned: of what it can write only its contract is known."""
        wrote = self.effects.procedure(contract.entry)
        usual = self._usual(contract.entry, wrote)
        entered = path.state
        state = entered.copy()
        self._forget_written(state, wrote, f"after.{self.theory.program.named(contract.entry)}", usual)
        if "esp" in usual:
            state.registers["esp"] = bits.add(entered.registers["esp"], WORD // 8, WORD)
        state.at = following
        path.state = state
        view = View(state.copy(), entered, self.constants)
        path.assumed += [(line.expression, view) for line in contract.ensures]
        path.assumed += [(usual[name], view) for name in usual if name not in REGISTERS]
        path.cuts = (*path.cuts, Cut(following, state.copy(), path.steps, len(path.undefined), contract.entry))
        return path

    def _forget_written(self, state: State, wrote: Written, tag: str, kept: Collection[str]) -> None:
        for name in REGISTERS:
            if name in wrote.registers and name not in kept:
                state.registers[name] = self.names.word(f"{tag}.{name}")
        for name in FLAGS:
            if name in wrote.flags:
                state.flags[name] = self.names.truth(f"{tag}.{name}")
        if wrote.memory:
            state.memory = Unknown(self.names.memory(f"{tag}.memory"))

    def _returned(self, path: Path) -> None:
        """What must hold where a procedure with a contract returns."""
        entry = path.frames[-1].entry
        for line in self.theory.contracts[entry].ensures:
            self._note(path, Key("returns", entry, line), line.expression)
        if not self.cutting:
            return
        if path.state.flag("DF") is not False:
            self._note(path, Key("returns", entry), no(path.state.flag("DF")))
        for name, expression in self._usual(entry, self.effects.procedure(entry)).items():
            self._kept.append((entry, name, self._case(path, Key("kept", entry), expression)))

    def _usual(self, entry: int, wrote: Written) -> dict[str, Expression]:
        """What is tried about a procedure and was not given up."""
        callees = {each for group in self.flow.procedures[entry].calls.values() for each in group}
        recursive = any(entry in self.effects.reached(callee) for callee in callees)
        return {name: said for name, said in calling.usual(wrote, recursive).items() if (entry, name) not in self.lost}


def _ranges(places: Collection[int]) -> list[tuple[int, int]]:
    """Addresses as pieces without gaps, each with the first one behind it."""
    found: list[tuple[int, int]] = []
    for place in sorted(places):
        if found and found[-1][1] == place:
            found[-1] = (found[-1][0], place + 1)
        else:
            found.append((place, place + 1))
    return found
