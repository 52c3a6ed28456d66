"""Examines a program that somebody wrote: against a property at its exit, or against another program.

Every way through it is walked with unknown values, loops for some rounds; and it is run on chosen starts. What fails is
a run of the interpreter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Literal

from viva.core.records import dataclass
from viva.engines.x86 import bits
from viva.engines.x86.annotations import Annotation, Arithmetic, Comparison, Name, Number, Old
from viva.engines.x86.bits import Truth, Value, below, either, equal, no
from viva.engines.x86.interpreter import RETURNED, Bytes, OwnCode, Run, Start, known_flags
from viva.engines.x86.machine import WORD, State
from viva.engines.x86.obligations.calling import STACK
from viva.engines.x86.obligations.cases import Path
from viva.engines.x86.obligations.formulas import View
from viva.engines.x86.obligations.instances import LOOK, Purse, Question, ask
from viva.engines.x86.obligations.paths import FORKED_ROUNDS, Walker, beginning
from viva.engines.x86.obligations.proving import WORK, Proof, prove
from viva.engines.x86.obligations.replaying import Replay, Replayer, concrete, return_slot, word_value
from viva.engines.x86.obligations.symbolic_state import Names, Unknown
from viva.engines.x86.obligations.theory import Theory
from viva.engines.x86.program import BadProgram
from viva.engines.x86.starts import Starts

LONGEST = 30_000
ROUNDS = FORKED_ROUNDS
_MOST_PAIRS = 400
_MOST_OPEN = 3
_EACH_PAIR = 3_000_000


_ROOM = tuple(
    Annotation("requires", None, Comparison(sign, Name("esp"), Number(bound)), 0, "esp")
    for sign, bound in ((">=", 2 * STACK), ("<", bits.mask(WORD) - STACK))
)


@dataclass(frozen=True, slots=True)
class Compared:
    """What of two programs must be the same at their exits: registers, and memory apart from what lies below the stack
    pointer."""

    registers: tuple[str, ...] = ()
    memory: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """`kind`: `wrong`, `crash`, `no_end` or `own_code`. `line` is the property that does not hold at the exit; where
    programs are compared, `expected` and `actual` are what differs."""

    kind: str
    replay: Replay
    line: Annotation | None = None
    expected: Mapping[str, int] = field(default_factory=dict)
    actual: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Examination:
    """`complete`: every way was walked to its end and nothing differs; `bounded`: every way was that goes through each
    loop for a few rounds. `ways` were walked and `runs` made, of which `unended` did not come to their end. `void`: no
    run can start, because the contract contradicts itself. `trusted`: of some instruction it is taken for granted that
    it does not write into the program."""

    failure: Failure | None
    complete: bool
    bounded: bool
    ways: int
    runs: int = 0
    unended: int = 0
    void: bool = False
    trusted: bool = False


def preserved_registers(registers: Sequence[str], theory: Theory) -> tuple[Annotation, ...]:
    """That registers are at the exit what they were at the start; after a return, the stack pointer is one further."""
    found = []
    for name in registers:
        before: Old | Arithmetic = Old(Name(name))
        if name == "esp" and theory.exit == RETURNED:
            before = Arithmetic("+", before, Number(4))
        found.append(Annotation("ensures", None, Comparison("==", Name(name), before), 0, name))
    return tuple(found)


def examine(
    theory: Theory, reference: Theory, compared: Compared | None, work: int = WORK, seed: int = 0
) -> Examination:
    """A program against what is ensured at its exit, or where `compared` says what, against the reference."""
    import z3  # noqa: PLC0415

    examiner = _Examiner(theory, reference, compared, Names(z3.Context()), Purse(work // 4), seed)
    failure, runs, unended = examiner.runs()
    if failure is not None:
        return Examination(failure, False, False, 0, runs, unended)
    if not runs and not examiner.can_start():
        return Examination(None, False, False, 0, void=True)
    if compared is None:
        proof = prove(theory, work // 2, bounded=True)
        ways = sum(each.cases for each in proof.obligations)
        broken = list(_broken(proof))
        found = next(filter(examiner.admissible, broken), None)
        if broken and found is None:
            # Whoever was found to start with no room for a stack is looked for with some.
            roomy = prove(replace(theory, requires=(*theory.requires, *_ROOM)), work // 4, bounded=True)
            found = next(filter(examiner.admissible, _broken(roomy)), None)
        if found is not None:
            return Examination(found, False, True, ways, runs, unended)
        shown = [each for each in proof.obligations if each.key.what == "ensures"]
        bounded = not proof.stopped and all(each.result == "proved" for each in shown)
        return Examination(None, proof.complete, bounded, ways, runs, unended, trusted=bool(proof.trusted))
    examiner.purse.left += work // 4
    failure, complete, bounded, ways, trusted = examiner.against_reference()
    return Examination(failure, complete, bounded, ways, runs, unended, trusted=trusted)


def _broken(proof: Proof) -> Iterator[Failure]:
    for each in proof.obligations:
        if each.key.what == "ensures" and each.result == "false" and each.replay is not None:
            yield Failure("wrong", each.replay, each.key.annotation)


_Ran = tuple[State, int, str]


@dataclass
class _Examiner:
    theory: Theory
    reference: Theory
    compared: Compared | None
    names: Names
    purse: Purse
    seed: int

    def __post_init__(self) -> None:
        self.replayer = Replayer(self.theory, self.names, self.purse)
        self._constants: Mapping[str, int] = {}
        self._last: dict[bool, tuple[Start, _Ran]] = {}

    @property
    def _starts(self) -> Starts:
        return Starts(
            self.theory,
            self.reference,
            self.names,
            self.purse,
            self.seed,
            self._admitted,
            lambda start: self._run(self.reference, start)[2] == "long",
        )

    def can_start(self) -> bool:
        """False where no state has everything that is required."""
        begin = beginning(self.names)
        words = {name: self.names.word(name) for name in self.theory.constants}
        view = View(begin, begin, {**self.theory.program.labels, **words})
        question = Question(self.names)
        question.look_at(view)
        question.add(*(question.claims.holds(line.expression, view) for line in self.theory.requires))
        return ask(question, self.purse, LOOK).holds is not False

    # Both programs walked from the same start.

    def against_reference(self) -> tuple[Failure | None, bool, bool, int, bool]:
        begin = beginning(self.names)
        walks = []
        for theory in (self.theory, self.reference):
            walker = Walker(theory, self.names, self.purse, begin=begin)
            walks.append((walker, walker.walk()))
        (mine, walked), (_, wanted) = walks
        complete = bounded = not walked.stopped and not wanted.stopped
        bounds = [case for each in (walked, wanted) for case in each.cases if case.key.what in ("bound", "target")]
        for case in bounds:
            complete = complete and ask(case.question(self.names), self.purse, LOOK).holds is False
        pairs = [(one, two) for one in walked.ends for two in wanted.ends]
        open_pairs = 0
        for one, two in pairs[:_MOST_PAIRS]:
            answer = self._differing(one, two, mine) if open_pairs < _MOST_OPEN else None
            if answer is None:
                complete = bounded = False
                open_pairs += 1
            elif answer is not False:
                failure = self._run_both(*answer)
                if failure is not None:
                    return failure, False, True, len(walked.ends), False
                complete = bounded = False
        whole = len(pairs) <= _MOST_PAIRS
        return None, complete and whole, bounded and whole, len(walked.ends), bool(walked.trusted)

    def _differing(self, one: Path, two: Path, walker: Walker) -> tuple[Start, dict[str, int]] | Literal[False] | None:
        """A start from which both ways are gone and come out differently; False where there is none."""
        assert self.compared is not None
        question = Question(self.names)
        for expression, view in one.assumed:
            question.look_at(view)
            question.add(question.claims.holds(expression, view))
        question.add(*one.conditions, *two.conditions)
        differences: list[Truth] = [
            no(equal(one.state.register(name), two.state.register(name))) for name in self.compared.registers
        ]
        question.add(*self._stack_of_its_own(two, walker.start))
        if self.compared.memory:
            somewhere = self.names.word("somewhere")
            visible = no(_below_stack(somewhere, walker.start))
            differences.append(
                bits.both(visible, no(equal(one.state.memory.load(somewhere), two.state.memory.load(somewhere))))
            )
        question.add(either(*differences))
        answer = ask(question, self.purse, _EACH_PAIR)
        if answer.holds is False:
            return False
        start = concrete(walker.start, answer.model) if answer.holds else None
        if start is None:
            return None
        return start, {name: word_value(answer.model, walker.constants[name]) for name in self.theory.constants}

    def _stack_of_its_own(self, path: Path, start: State) -> list[Truth]:
        """That there is room below the stack pointer, in which the other program reads nothing that it did not write:
        who is called may use it."""
        top = start.registers["esp"]
        memory = path.state.memory
        assert isinstance(memory, Unknown)
        room = [no(below(top, 2 * STACK)), below(top, bits.mask(WORD) - STACK)]
        return [*room, *(no(_below_stack(address, start)) for address in memory.looked)]

    def _stack_is_free(self, start: Start) -> bool:
        """Whether the reference does the same, and what is asked for holds, whatever lies below the stack pointer."""
        top = start.registers.get("esp", 0)
        if not 2 * STACK <= top < bits.mask(WORD) - STACK:
            return False
        plain, _, ended = self._run(self.reference, start)
        memory = dict(start.memory)
        memory |= {at: memory.get(at, start.otherwise) ^ 0xFF for at in range(top - STACK, top)}
        other = Start(start.registers, start.flags, memory, start.otherwise, start.at)
        scribbled, _, ended_too = self._run(self.reference, other)
        if ended != "exit" or ended_too != "exit":
            return False
        if self.compared is not None:
            expected, actual = self._outputs(plain, scribbled, start)
            return expected == actual
        begun = _at(other, self.reference).state(self.reference.program)
        for at in range(top - STACK, top):
            scribbled.memory.store(at, 0x5A)
        values = {**self.reference.program.labels, **self._constants}
        return all(
            self.replayer.evaluate(line.expression, scribbled, begun, values) is not False
            for line in self.reference.ensures
        )

    def admissible(self, found: Failure) -> bool:
        self._constants = {name: found.replay.constants[name] for name in self.theory.constants}
        return self._stack_is_free(found.replay.start)

    def _run_both(self, start: Start, constants: Mapping[str, int]) -> Failure | None:
        """Runs both programs from a start that the contract admits, and compares."""
        if not self._admitted(start, constants):
            return None
        self._constants = constants
        theirs, _, ended = self._run(self.reference, start)
        if ended != "exit":
            return None
        mine, steps, ended = self._run(self.theory, start)
        if ended in ("division", "own_code", "no_end"):
            found = Failure("crash" if ended == "division" else ended, self._replay(start, constants, steps))
        elif ended != "exit" or self.compared is None:
            return None
        else:
            expected, actual = self._outputs(theirs, mine, start)
            if expected == actual:
                return None
            found = Failure("wrong", self._replay(start, constants, steps), None, expected, actual)
        return found if self._stack_is_free(start) else None

    def _outputs(self, theirs: State, mine: State, start: Start) -> tuple[dict[str, int], dict[str, int]]:
        assert self.compared is not None
        wanted = {name: theirs.register(name) for name in self.compared.registers}
        found = {name: mine.register(name) for name in self.compared.registers}
        if self.compared.memory:
            stack = start.registers.get("esp", 0)
            one, two = theirs.memory, mine.memory
            assert isinstance(one, Bytes)
            assert isinstance(two, Bytes)
            own = {at for theory in (self.theory, self.reference) for at, _ in theory.program.image()}
            for at in sorted((one.content.keys() | two.content.keys()) - own):
                if one.load(at) != two.load(at) and (stack - at - 1) & bits.mask(WORD) >= STACK:
                    wanted[f"b[{at:#x}]"], found[f"b[{at:#x}]"] = one.load(at), two.load(at)
                    break
        return wanted, found

    def _admitted(self, start: Start, constants: Mapping[str, int]) -> bool:
        state = start.state(self.theory.program)
        values = {**self.theory.program.labels, **constants}
        return all(
            self.replayer.evaluate(line.expression, state, state, values) is True for line in self.theory.requires
        )

    def _replay(self, start: Start, constants: Mapping[str, int], steps: int) -> Replay:
        """The run of the program from this start, step by step."""
        begun = _at(start, self.theory)
        run = Run(self.theory.program, begun.state(self.theory.program), self.theory.exits)
        done = [step for _ in range(steps) if (step := run.forward()) is not None]
        return Replay(True, begun, begun, constants, tuple(done))

    def _run(self, theory: Theory, start: Start) -> _Ran:
        """Where a run comes to, after how many steps, and how it ended: `exit`, `division`, `no_end`, `own_code`,
        `changed`, `long`."""
        last = self._last.get(theory is self.theory)
        if last is not None and last[0] is start:
            return last[1]
        found = self._new_run(theory, start)
        self._last[theory is self.theory] = (start, found)
        return found

    def _new_run(self, theory: Theory, start: Start) -> _Ran:
        run = Run(theory.program, _at(start, theory).state(theory.program), theory.exits)
        kept: State | None = None
        renew = 64
        for count in range(LONGEST):
            try:
                done = run.advance()
            except OwnCode as problem:
                # A pointer that the start sets to where the instructions lie is not the program's fault; what it does
                # from every start, the walk refuses.
                return run.state, count, "own_code" if problem.key == "inside_instruction" else "changed"
            except BadProgram:
                return run.state, count, "own_code"
            if done is None:
                return run.state, count, run.ended or "exit"
            # A state that comes back comes back for ever (Brent's way to find a cycle).
            if kept is not None and _same(run.state, kept):
                return run.state, count + 1, "no_end"
            if count == renew:
                kept, renew = run.state.copy(), 2 * renew
        return run.state, LONGEST, "long"

    # Chosen starts.

    def runs(self) -> tuple[Failure | None, int, int]:
        """What fails in a run from a chosen start; how many there were, and how many did not come to their end."""
        made = unended = 0
        for start, constants in self._starts.every():
            if self._run(self.reference, start)[2] != "exit":
                continue
            made += 1
            failure = self._failing(start, constants)
            if failure is not None:
                return self._smaller(failure, constants), made, unended
            unended += self._run(self.theory, start)[2] == "long"
        return None, made, unended

    def _failing(self, start: Start, constants: Mapping[str, int]) -> Failure | None:
        if not self._admitted(start, constants):
            return None
        return self._run_both(start, constants) or self._property(start, constants)

    def _smaller(self, failure: Failure, constants: Mapping[str, int]) -> Failure:
        """The same failure from a start with fewer bytes and smaller registers, as far as it stays one."""
        start = failure.replay.start
        half = len(start.memory) // 2
        tries = [Start(start.registers, start.flags, {}, 0, start.at)]
        tries += [
            Start(start.registers, start.flags, dict(part), 0, start.at)
            for part in (list(start.memory.items())[:half], list(start.memory.items())[half:])
        ]
        if start.otherwise:
            ends = {at: byte for at, byte in start.memory.items() if byte == 0}
            tries.append(Start(start.registers, start.flags, ends, start.otherwise, start.at))
        for smaller in tries:
            found = self._failing(smaller, constants)
            if found is not None and found.kind == failure.kind:
                failure = found
                break
        for name in start.registers:
            for value in (0, 1):
                now = failure.replay.start
                if now.registers[name] <= value:
                    break
                tried = Start({**now.registers, name: value}, now.flags, now.memory, now.otherwise, now.at)
                found = self._failing(tried, constants)
                if found is not None and found.kind == failure.kind:
                    failure = found
                    break
        return failure

    def _property(self, start: Start, constants: Mapping[str, int]) -> Failure | None:
        mine, steps, ended = self._run(self.theory, start)
        self._constants = constants
        if ended != "exit" or not self.theory.ensures:
            return None
        begun = _at(start, self.theory)
        before = begun.state(self.theory.program)
        values = {**self.theory.program.labels, **constants}
        for line in self.theory.ensures:
            if self.replayer.evaluate(line.expression, mine, before, values) is False:
                found = Failure("wrong", self._replay(start, values, steps), line)
                return found if self._stack_is_free(start) else None
        return None


def _below_stack(address: Value, start: State) -> Truth:
    return below(bits.sub(bits.sub(start.registers["esp"], address, WORD), 1, WORD), STACK)


def _at(start: Start, theory: Theory) -> Start:
    """The start at the beginning of a program; one that returns finds on the stack where to."""
    image = {at for at, _ in theory.program.image()}
    memory = {at: byte for at, byte in start.memory.items() if at not in image}
    if theory.exit == RETURNED:
        memory |= return_slot(start.registers.get("esp", 0))
    return Start(start.registers, start.flags, memory, start.otherwise, theory.start)


def _same(one: State, two: State) -> bool:
    """Whether nothing tells two states apart; what differs most often is looked at first."""
    if one.at != two.at or one.registers != two.registers or known_flags(one) != known_flags(two):
        return False
    here, there = one.memory, two.memory
    assert isinstance(here, Bytes)
    assert isinstance(there, Bytes)
    return here.content == there.content
