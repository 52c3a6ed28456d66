"""Models of the solver as runs that anyone can repeat: nothing is told of a program that the interpreter did not do.

A `Replay` begins at the start of the program, or at the head of a loop in a stated state, and ends where an annotation
is seen to be false.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from viva.core.records import dataclass
from viva.engines.x86 import bits
from viva.engines.x86.annotations import Annotation, Expression, Quantified, walk
from viva.engines.x86.bits import Truth, Value
from viva.engines.x86.interpreter import RETURNED, Bytes, OwnCode, Run, Start, Step
from viva.engines.x86.machine import FLAGS, REGISTERS, WORD, State
from viva.engines.x86.obligations.cases import Case, Cut
from viva.engines.x86.obligations.formulas import View, term
from viva.engines.x86.obligations.instances import LOOK, Purse, Question, ask
from viva.engines.x86.obligations.symbolic_state import Names, Unknown, lifted_memory
from viva.engines.x86.obligations.theory import Theory
from viva.engines.x86.program import BadProgram

LONGEST = 20_000
_MOST_LOOKS = 40  # at annotations with quantifiers, in one run


@dataclass(frozen=True, slots=True)
class Replay:
    """A run that breaks an annotation. `real`: it begins at the start of the program. `old` is the state at the start
    of the program, to which `old(…)` refers; `constants` are the values of named constants. `breaking` is the number of
    the step after which the annotation was no longer true, where one is to blame."""

    real: bool
    start: Start
    old: Start
    constants: Mapping[str, int]
    steps: tuple[Step, ...]
    rounds: int = 0
    breaking: int | None = None


@dataclass(slots=True)
class Replayer:
    """`code` are the addresses of instructions: their bytes are what they are in every run."""

    theory: Theory
    names: Names
    purse: Purse
    code: frozenset[int] = frozenset()

    def evaluate(self, expression: Expression, here: State, old: State, constants: Mapping[str, int]) -> bool | None:
        """Whether it holds in a state of which everything is known; None where a quantifier was too hard."""
        if not any(isinstance(part, Quantified) for part in walk(expression)):
            question = Question(self.names)
            return bool(question.claims.holds(expression, View(here, old, constants)))
        view = View(self._lifted(here), self._lifted(old), constants)
        question = Question(self.names)
        question.look_at(view)
        question.add(question.claims.fails(expression, view))
        answer = ask(question, self.purse, LOOK)
        return None if answer.holds is None else not answer.holds

    def _lifted(self, state: State) -> State:
        assert isinstance(state.memory, Bytes)
        memory = lifted_memory(state.memory, self.names.context)
        return State(dict(state.registers), {name: state.flag(name) for name in FLAGS}, memory, state.at, state.chance)

    def constants(self, case: Case, model: Any) -> dict[str, int]:
        return {name: word_value(model, word) for name, word in case.view.constants.items()}

    def blamed(self, replay: Replay, line: Annotation) -> Replay:
        """The replay with the step after which the annotation was false, to the end: looked for from there."""
        if line.kind == "decreases" or self.theory.contracts:
            return replay
        old = replay.old.state(self.theory.program)
        run = Run(self.theory.program, replay.start.state(self.theory.program), self.theory.exits)
        states = [run.state.copy()]
        for _ in replay.steps:
            run.forward()
            states.append(run.state.copy())
        quantified = any(isinstance(part, Quantified) for part in walk(line.expression))
        for number in range(len(states) - 2, -1, -1):
            if quantified and len(states) - number > _MOST_LOOKS // 2:
                break
            if self.evaluate(line.expression, states[number], old, replay.constants) is True:
                return replace(replay, breaking=number)
        return replay

    def begun(self, case: Case, cut: Cut, model: Any) -> Start | None:
        """The state at a cut as the model has it."""
        until = next((each.undefined for each in case.cuts if each.undefined > cut.undefined), None)
        undefined = case.undefined[cut.undefined : until]
        made = concrete(cut.state, model, [_truth_value(model, flag) for flag in undefined])
        if made is None:
            return None
        image = dict(self.theory.program.image())
        if cut is case.cuts[0] and case.within is None:  # what the program brings along is there at its start
            memory = {at: byte for at, byte in made.memory.items() if at not in image}
            if self.theory.exit == RETURNED:
                memory |= return_slot(made.registers["esp"])
        else:
            memory = {at: byte for at, byte in made.memory.items() if at not in self.code}
            memory |= {at: made.memory.get(at, made.otherwise) for at in image if at not in self.code}
        return replace(made, memory=memory)

    def real(self, case: Case, model: Any) -> Replay | None:
        """The run from the start of the program that the model describes, if an annotation breaks on it."""
        line = case.key.annotation
        if case.within is not None or line is None:
            return None
        old = self.begun(case, case.cuts[0], model)
        constants = self.constants(case, model)
        if old is None or not self._admitted(old, constants, None):
            return None
        if case.key.what == "decreases":
            return self._not_smaller(old, constants, line, case.key.place)
        return self.run_from_start(old, constants, line, case.key.place)

    def _admitted(self, old: Start, constants: Mapping[str, int], within: int | None) -> bool:
        """Whether a run may begin like this."""
        state = old.state(self.theory.program)
        requires = self.theory.requires if within is None else self.theory.contracts[within].requires
        return all(self.evaluate(line.expression, state, state, constants) is True for line in requires)

    def run_from_start(self, old: Start, constants: Mapping[str, int], line: Annotation, place: int) -> Replay | None:
        """The run up to where the annotation is false. In a procedure with a contract `old` is where it was called."""
        steps: list[Step] = []
        rounds = looks = 0
        quantified = any(isinstance(part, Quantified) for part in walk(line.expression))
        entered = [old.state(self.theory.program)]
        of_procedure = line.kind in ("requires", "ensures") and line.label is not None
        for state, step in self._states(old):
            steps += [step] if step else []
            before = entered[-1]
            reached = state.at == place and not of_procedure
            if step and step.instruction.name == "call" and state.at in self.theory.contracts:
                entered.append(state.copy())
                reached, before = reached or line in self.theory.contracts[state.at].requires, entered[-1]
            elif step and step.instruction.name == "ret" and len(entered) > 1 and _is_out(state, before):
                left = entered.pop()
                reached = reached or line in self.theory.contracts[left.at].ensures
                before = left if of_procedure else entered[-1]
            if not reached:
                continue
            rounds += 1
            looks += quantified
            if looks > _MOST_LOOKS:
                return None
            if self.evaluate(line.expression, state, before, constants) is False:
                return Replay(True, old, old, constants, tuple(steps), rounds)
        return None

    def _not_smaller(self, old: Start, constants: Mapping[str, int], line: Annotation, head: int) -> Replay | None:
        """The run up to where a round of a loop is over in which the measure did not go down."""
        before = old.state(self.theory.program)
        steps: list[Step] = []
        last: list[Value] | None = None
        depth = 0
        for state, step in self._states(old):
            steps += [step] if step else []
            if step and step.instruction.name == "call":
                depth += 1
            if state.at != head:
                continue
            now = [term(part, View(state, before, constants), {}) for part in line.measure]
            if last is not None and now >= last and not depth:
                return Replay(True, old, old, constants, tuple(steps))
            last = now
        return None

    def _states(self, begin: Start) -> Iterator[tuple[State, Step | None]]:
        run = Run(self.theory.program, begin.state(self.theory.program), self.theory.exits)
        yield run.state, None
        for _ in range(LONGEST):
            try:
                step = run.forward()
            except (BadProgram, OwnCode):
                return
            if step is None:
                return
            yield run.state, step

    def stated(self, case: Case, cut: Cut, model: Any) -> Replay | None:
        """The run from a state at the head of a loop, in which its invariants hold, or behind a call, or at the start
        of a procedure, to where the obligation fails."""
        old, start = self.begun(case, case.cuts[0], model), self.begun(case, cut, model)
        if old is None or start is None:
            return None
        constants = self.constants(case, model)
        before = old.state(self.theory.program)
        known = start.state(self.theory.program)
        if not self._admitted(old, constants, case.within):
            return None
        for line in self.theory.invariants.get(cut.place, ()) if cut.called is None else ():
            if self.evaluate(line.expression, known, before, constants) is not True:
                return None
        end = word_value(model, case.view.here.at)
        steps: list[Step] = []
        run = Run(
            self.theory.program, known.copy(), self.theory.exits | ({end} if case.key.what == "returns" else set())
        )
        first = known.copy()
        for _ in range(LONGEST):
            if (
                (steps or case.steps == cut.steps)
                and run.state.at == end
                and self._fails(case, run.state, first, before, constants)
            ):
                real = cut is case.cuts[0] and case.within is None
                return Replay(real, start, old, constants, tuple(steps))
            if steps and run.state.at == cut.place == case.key.place:
                return None
            try:
                step = run.forward()
            except (BadProgram, OwnCode):
                return None
            if step is None:
                return None
            steps.append(step)
        return None

    def _fails(self, case: Case, here: State, first: State, old: State, constants: Mapping[str, int]) -> bool:
        line = case.key.annotation
        if case.key.what == "decreases" and line is not None:
            now, then = View(here, old, constants), View(first, old, constants)
            return [term(part, now, {}) for part in line.measure] >= [term(part, then, {}) for part in line.measure]
        if line is None:
            return True
        return self.evaluate(line.expression, here, here if case.key.what == "call" else old, constants) is False

    def endless(self, case: Case, model: Any, rounds: int) -> Replay | None:
        """A real run that comes to the head of a loop more often than it is walked."""
        old = self.begun(case, case.cuts[0], model)
        constants = self.constants(case, model)
        if old is None or not self._admitted(old, constants, case.within):
            return None
        steps: list[Step] = []
        seen = 0
        for state, step in self._states(old):
            steps += [step] if step else []
            seen += state.at == case.key.place
            if seen > rounds:
                return Replay(case.within is None, old, old, constants, tuple(steps), seen)
        return None


def _is_out(here: State, entered: State) -> bool:
    """Whether the procedure that was entered has returned: its return address is off the stack."""
    apart = bits.sub(here.registers["esp"], bits.add(entered.registers["esp"], 1, WORD), WORD)
    return bool(bits.below(apart, 1 << 31))


def return_slot(top: int) -> dict[int, int]:
    """The bytes on the stack that lead to where the outermost procedure returns."""
    return {(top + byte) & bits.mask(WORD): RETURNED >> 8 * byte & 0xFF for byte in range(WORD // 8)}


def concrete(state: State, model: Any, undefined: Sequence[bool] = ()) -> Start | None:
    """A state as a model has it; None where its memory cannot be told."""
    memory = state.memory
    assert isinstance(memory, Unknown)
    found = _array_value(model, memory.base)
    if found is None:
        return None
    content, otherwise = found
    for address, byte in memory.writes:
        content[word_value(model, address)] = word_value(model, byte)
    return Start(
        {name: word_value(model, state.registers[name]) for name in REGISTERS},
        {name: _truth_value(model, state.flag(name)) for name in FLAGS},
        content,
        otherwise,
        word_value(model, state.at),
        tuple(undefined),
    )


def word_value(model: Any, word: Value) -> int:
    return word if isinstance(word, int) else int(model.eval(word, model_completion=True).as_long())


def _truth_value(model: Any, truth: Truth) -> bool:
    if isinstance(truth, bool):
        return truth
    import z3  # noqa: PLC0415

    return bool(z3.is_true(model.eval(truth, model_completion=True)))


def _array_value(model: Any, array: Any) -> tuple[dict[int, int], int] | None:
    """The bytes that a model names, and the one that all others are."""
    import z3  # noqa: PLC0415

    value = model.eval(array, model_completion=True)
    stored: list[tuple[int, int]] = []
    while z3.is_store(value):
        value, address, byte = value.children()
        stored.append((address.as_long(), byte.as_long()))
    if z3.is_K(value):
        return dict(reversed(stored)), value.arg(0).as_long()
    if z3.is_as_array(value):
        entries = model[z3.get_as_array_func(value)]
        content = {
            entries.entry(at).arg_value(0).as_long(): entries.entry(at).value().as_long()
            for at in range(entries.num_entries())
        }
        return content | dict(reversed(stored)), entries.else_value().as_long()
    return None
