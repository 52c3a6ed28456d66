"""The readable notation, `*.machine.txt`:

    input up, down: bool            # without a type a signal is pure
    output lamp: {dim, bright}
    variable n: int 0..3 = 0
    machine {
      initial Off
      state On {                    # what is in braces refines the state
        initial Dim
        state Bright
        Dim -> Bright: up / lamp = bright
      }
      Off -> On: up / lamp = dim [history]
      On -> Off: down / n = n + 1 [preemptive]
    }

Instead of `machine {` there is `parallel {` and `cascade {` with named parts `Left { … }`; a state is refined by parts
with `state On parallel { … }`. Names with other characters than letters, digits and `_` stand in quotes.
"""

from __future__ import annotations

import re

from viva.core.text.reading import NAME, NUMBER, TEXT, Misread, Notation, in_quotes
from viva.core.texts import Sentence
from viva.engines.machines.actions import ActionReader, show_actions
from viva.engines.machines.expressions import IDENTIFIER, PATTERNS, TRUE, Expression, show
from viva.engines.machines.formats.json import refuse_immediate
from viva.engines.machines.interleaving import interleave
from viva.engines.machines.model import (
    FSM,
    PURE,
    Cascade,
    Machine,
    Parallel,
    Part,
    Signal,
    State,
    System,
    Transition,
    Type,
    Value,
    Variable,
)
from viva.engines.machines.sentences import sentence
from viva.engines.machines.wellformed import check_system

_FLAGS = ("history", "preemptive", "default", "immediate")
_SEVERAL = ("parallel", "cascade", "interleaved")
_PLAIN = re.compile(IDENTIFIER)
_TOKENS = Notation(*PATTERNS, blank=r"(?:\s|#[^\n]*|//[^\n]*)+", remedy=sentence("names_in_quotes"))
_BEGINNINGS = ("input", "output", "variable", "machine", *_SEVERAL)


class _MachineTextReader(ActionReader):
    deepest = 60

    def system(self) -> System:
        self.turns: dict[str, Type] = {}
        inputs: list[Signal] = []
        outputs: list[Signal] = []
        variables: list[Variable] = []
        while token := self.accept("input", "inputs", "output", "outputs", "variable", "variables"):
            if token.text.startswith("variable"):
                variables += self._variables()
            else:
                (inputs if token.text.startswith("input") else outputs).extend(self.signals())
        turns = [(each.name, each.type) for each in inputs] + [(each.name, each.type) for each in variables]
        self.turns = {name: of for name, of in turns if of.kind == "enum"}
        machine = self._machine()
        self.expect_end(sentence("end_after_bracket", mark="'}'"))
        return System(tuple(inputs), tuple(outputs), machine, tuple(variables))

    def signals(self) -> list[Signal]:
        found = [self._signal()]
        while self.accept(","):
            found.append(self._signal())
        return found

    def _signal(self) -> Signal:
        name = self._name(sentence("name_of_signal"))
        return Signal(name, self._type() if self.accept(":") else PURE)

    def _variables(self) -> list[Variable]:
        found: list[Variable] = []
        while not found or self.accept(","):
            name = self._name(sentence("name_of_variable"))
            self.expect(":", expected=sentence("and_a_type"))
            of = self._type()
            self.expect("==", expected=sentence("and_the_first_value"))
            found.append(Variable(name, of, self._value()))
        return found

    def _type(self) -> Type:
        if token := self.accept("pure", "bool"):
            return Type(token.text)
        if self.accept("int"):
            low = self._bound()
            self.expect("..")
            return Type("int", low=low, high=self._bound())
        self.expect("{", expected=sentence("a_type_pure_bool_int_0", names="{red, green}"))
        names = [self._name(sentence("any_name"))]
        while self.accept(","):
            names.append(self._name(sentence("any_name")))
        self.expect("}")
        if len(set(names)) < len(names):
            raise self.wrong(sentence("a_name_is_there_twice_2"))
        return Type("enum", names=tuple(names))

    def _bound(self) -> int:
        sign = -1 if self.accept("-") else 1
        if self.next.kind != NUMBER:
            raise self.expected(sentence("a_number"))
        return sign * self._number()

    def _value(self) -> Value:
        if token := self.accept("true", "false"):
            return token.text == "true"
        if self.next.kind == NUMBER or self.at("-"):
            return self._bound()
        return self._name(sentence("any_value"))

    def _name(self, expected: Sentence) -> str:
        if self.next.kind not in (NAME, TEXT):
            raise self.expected(expected)
        return self.take().text

    def _machine(self) -> Machine:
        kind = self.expect("machine", *_SEVERAL, expected=sentence("machine_parallel_or_cascade"))
        return self._parts(kind.text) if kind.text in _SEVERAL else self._single()

    def _parts(self, kind: str) -> Machine:
        with self.deeper:
            turn = self._turn() if kind == "interleaved" else ""
            self.expect("{")
            parts: list[Part] = []
            names: set[str] = set()
            while not self.accept("}"):
                name = self._name(sentence("name_of_part", mark="'}'"))
                if name in names:
                    raise self.wrong(sentence("two_parts_are_called_2", name=in_quotes(name)))
                names.add(name)
                several = self.accept(*_SEVERAL)
                parts.append(Part(name, self._parts(several.text) if several else self._single()))
            if not parts:
                raise self.wrong(sentence("there_are_no_parts_2"))
            if kind != "interleaved":
                return Parallel(tuple(parts)) if kind == "parallel" else Cascade(tuple(parts))
            if names != {*self.turns[turn].names}:
                raise self.wrong(sentence("turns_are_the_parts", name=in_quotes(turn), names=", ".join(sorted(names))))
            return interleave(parts, turn)

    def _turn(self) -> str:
        """Whose turn it is, is said by an input or a variable with a value for each part."""
        name = self._name(sentence("name_of_turn"))
        if name not in self.turns:
            raise self.wrong(sentence("there_is_no_turn", name=in_quotes(name)))
        return name

    def _single(self) -> FSM:
        with self.deeper:
            self.expect("{")
            states: list[State] = []
            transitions: list[Transition] = []
            while not self.accept("}"):
                initial = self.at("initial")
                if self.at("state", "initial") and self.following.text != "->":
                    self.take()
                    states.append(State(self._name(sentence("name_of_state")), initial, self._refinement()))
                else:
                    transitions.append(self._transition())
            return FSM(tuple(states), tuple(transitions))

    def _refinement(self) -> Machine | None:
        if several := self.accept(*_SEVERAL):
            return self._parts(several.text)
        return self._single() if self.at("{") else None

    def _transition(self) -> Transition:
        line = self.next.line
        source = self._name(sentence("state_or_transition", mark="'}'"))
        self.expect("->")
        target = self._name(sentence("name_of_state"))
        unguarded = not self.accept(":") or self.at("/", "[")
        guard: Expression = TRUE if unguarded else self.expression()
        actions = self.actions() if self.accept("/") else []
        flags: set[str] = set()
        if self.accept("["):
            while not flags or self.accept(","):
                flags.add(self.expect(*_FLAGS).text)
            self.expect("]")
        if "immediate" in flags:
            refuse_immediate(source, target)
        kinds = ("history" in flags, "preemptive" in flags, "default" in flags)
        return Transition(source, target, guard, tuple(actions), *kinds, line)


def read(text: str) -> System:
    """The system in a text. Raises Misread with line and column."""
    return check_system(_MachineTextReader(_TOKENS.tokens(text)).system())


def read_signals(text: str) -> tuple[Signal, ...]:
    """Declarations alone: `a, b: bool, c: {red, green}`."""
    reader = _MachineTextReader(_TOKENS.tokens(text))
    found = reader.signals()
    reader.expect_end(sentence("comma_or_end"))
    return tuple(found)


def write(given: System) -> str:
    """The text of a system; `read` makes the same system of it."""
    lines = []
    for word, signals in (("input", given.inputs), ("output", given.outputs)):
        if signals:
            lines.append(f"{word} " + ", ".join(_declared(signal) for signal in signals))
    for variable in given.variables:
        first = str(variable.initial).lower() if isinstance(variable.initial, bool) else str(variable.initial)
        shown = _named(first) if isinstance(variable.initial, str) else first
        lines.append(f"variable {_named(variable.name)}: {_type_of(variable.type)} = {shown}")
    lines += _written("machine", given.machine, "")
    return "\n".join(lines) + "\n"


def _declared(signal: Signal) -> str:
    return _named(signal.name) + ("" if signal.type == PURE else f": {_type_of(signal.type)}")


def _type_of(of: Type) -> str:
    return "{" + ", ".join(map(_named, of.names)) + "}" if of.kind == "enum" else str(of)


def _named(name: str) -> str:
    reserved = (*_BEGINNINGS, *_FLAGS, "initial", "state", "and", "or", "not", "true", "false")
    if _PLAIN.fullmatch(name) and name not in reserved:
        return name
    if '"' in name or not name.isprintable():
        raise Misread(sentence("the_name_cannot_be_written_in", name=in_quotes(name)), remedy=sentence("write_json"))
    return f'"{name}"'


def _written(heading: str, machine: Machine, indent: str) -> list[str]:
    """`heading` is `machine`, a state or a part; the kind of the machine follows it."""
    deeper = indent + "  "
    if not isinstance(machine, FSM):
        kind = "parallel" if isinstance(machine, Parallel) else "cascade"
        lines = [f"{indent}{kind if heading == 'machine' else f'{heading} {kind}'} {{"]
        for part in machine.parts:
            lines += _written(_named(part.name), part.machine, deeper)
        return [*lines, f"{indent}}}"]
    lines = [f"{indent}{heading} {{"]
    for state in machine.states:
        start = f"{'initial' if state.initial else 'state'} {_named(state.name)}"
        lines += [f"{deeper}{start}"] if state.refinement is None else _written(start, state.refinement, deeper)
    lines += [f"{deeper}{_written_transition(transition)}" for transition in machine.transitions]
    return [*lines, f"{indent}}}"]


def _written_transition(given: Transition) -> str:
    text = f"{_named(given.source)} -> {_named(given.target)}: {show(given.guard)}"
    if given.actions:
        text += f" / {show_actions(given.actions)}"
    flags = [flag for flag in _FLAGS[:3] if getattr(given, flag)]
    return text + (f" [{', '.join(flags)}]" if flags else "")
