"""The readable notation, one thing a line:

    variables T = 20, r
    outputs T
    mode off                       # the first mode is the initial one, unless a line says `initially on`
      T' = -1
      stay while T >= 17
      when T <= 18 go to on, r := 0
    mode on
      T' = 2
      set lamp = 1                 # whenever the mode is entered
      when T >= 21 go to off

Beside these: `parameter k = 1/2`, `event ring at 0, 100` (or `event ring at any time`),
`signal u = 0, 1 from 10, 0 from 20`, and `automaton NAME` before the modes of each of several side by side.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from fractions import Fraction
from itertools import pairwise

from viva.core.records import dataclass
from viva.core.text.reading import Misread, in_quotes
from viva.engines.hybrid.draft import AutomatonDraft, Draft, ModeDraft, Text, TransitionDraft, build
from viva.engines.hybrid.expressions import read_number, show_affine, show_assignments, show_condition, show_number
from viva.engines.hybrid.model import TRUE, Event, Inputs, Signal, Span, System
from viva.engines.hybrid.sentences import sentence

_NAME = r"[^\W\d]\w*"
_MOST_LINES = 5000
_RATE = re.compile(rf"({_NAME})\s*'\s*=\s*(.*)")
_DERIVATIVE = re.compile(rf"der\s*\(\s*({_NAME})\s*\)\s*=\s*(.*)")
_QUOTIENT = re.compile(rf"d({_NAME})\s*/\s*dt\s*=\s*(.*)")
_WHEN = re.compile(r"when\s+(.*?)\s+(?:go\s+to|goto|->|→)\s+(.+)")
_AT_ONCE = re.compile(r"(?:go\s+to|goto|->|→)\s+(.+)")
_KEYWORDS = (
    "variables, outputs, parameter, event, signal, initially, automaton, mode, T' = …, stay while …, when … go to …"
)


def read(text: str, parameters: Mapping[str, Fraction] | None = None) -> System:
    """`parameters` take the place of those in the file."""
    draft = _read(text).draft()
    return build(replace(draft, parameters={**draft.parameters, **(parameters or {})}))


def parameters_of(text: str) -> dict[str, Fraction]:
    return _read(text).parameters


def with_parameters(text: str, values: Mapping[str, Fraction]) -> str:
    """The same file with other values for its parameters."""
    lines = [line for line in text.splitlines() if not re.match(r"\s*parameters?\s", line)]
    told = ", ".join(f"{name} = {show_number(value)}" for name, value in values.items())
    return "\n".join([f"parameter {told}", *lines]) + "\n"


def _read(text: str) -> _HybridTextReader:
    lines = text.splitlines()
    if len(lines) > _MOST_LINES:
        raise Misread(sentence("there_are_more_than_lines", most_lines=_MOST_LINES), reason="too_large")
    reader = _HybridTextReader()
    for number, line in enumerate(lines, 1):
        bare = line.split("#", 1)[0].rstrip()
        if bare.strip():
            reader.line(bare.strip(), number, len(bare) - len(bare.lstrip()) + 1)
    return reader


@dataclass(slots=True)
class _Mode:
    name: str
    line: int
    flow: dict[str, Text] = field(default_factory=dict)
    invariant: tuple[Text, ...] = ()
    entry: dict[str, Text] = field(default_factory=dict)


@dataclass(slots=True)
class _Automaton:
    name: str
    modes: list[_Mode] = field(default_factory=list)
    transitions: list[TransitionDraft] = field(default_factory=list)
    initial: Text | None = None


@dataclass(slots=True)
class _HybridTextReader:
    variables: list[Text] = field(default_factory=list)
    outputs: list[Text] | None = None
    values: dict[str, Span | Text] = field(default_factory=dict)
    parameters: dict[str, Fraction] = field(default_factory=dict)
    signals: list[Signal] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    automata: list[_Automaton] = field(default_factory=list)

    def line(self, text: str, number: int, column: int) -> None:
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        at = Text(rest, "", number, column + len(text) - len(rest))
        match word.rstrip(":"):
            case "variable" | "variables" | "var":
                self._variables(at)
            case "output" | "outputs":
                self.outputs = [*(self.outputs or []), *self._names(at)]
            case "parameter" | "parameters":
                for name, value in self._equations(at):
                    self.parameters[name] = self._number(value)
            case "event" | "events":
                self._event(at)
            case "signal" | "signals":
                self._signal(at)
            case "initially" | "initial":
                self._automaton().initial = Text(_unquoted(rest), "", number, at.column)
            case "automaton":
                self.automata.append(_Automaton(_unquoted(rest) or f"automaton {len(self.automata) + 1}"))
            case "mode" | "location":
                self._automaton().modes.append(_Mode(_unquoted(rest.rstrip(":")), number))
            case _:
                self._inside(text, number, column)

    def draft(self) -> Draft:
        automata = []
        for each in self.automata:
            modes = tuple(
                ModeDraft(mode.name, mode.flow, mode.invariant, mode.entry, "", mode.line) for mode in each.modes
            )
            first = Text(each.modes[0].name, "", each.modes[0].line) if each.modes else None
            automata.append(AutomatonDraft(each.name, modes, tuple(each.transitions), each.initial or first))
        if not automata:
            raise Misread(sentence("there_is_no_mode"), remedy=sentence("begin_one_with_a_line_such"))
        outputs = None if self.outputs is None else tuple(self.outputs)
        inputs = Inputs(tuple(self.signals), tuple(self.events))
        return Draft(tuple(self.variables), tuple(automata), outputs, self.values, self.parameters, inputs)

    def _automaton(self) -> _Automaton:
        if not self.automata:
            self.automata.append(_Automaton("automaton"))
        return self.automata[-1]

    def _inside(self, text: str, number: int, column: int) -> None:
        automaton = self._automaton()
        if not automaton.modes:
            raise Misread(
                sentence("this_line_cannot_be_read", text=in_quotes(text)),
                number,
                column,
                sentence("a_line_is_one_of", keywords=_KEYWORDS),
            )
        mode = automaton.modes[-1]

        def part(found: str, within: str = text, start: int = 0) -> Text:
            return Text(found, "", number, column + start + max(within.find(found), 0))

        if rate := _RATE.fullmatch(text) or _DERIVATIVE.fullmatch(text) or _QUOTIENT.fullmatch(text):
            name, value = rate.groups()
            if name in mode.flow:
                raise Misread(sentence("the_rate_of_is_told_twice", name=in_quotes(name)), number, column)
            mode.flow[name] = part(value)
        elif text.startswith(("stay while ", "invariant ")):
            condition = text.split(" ", 2)[2] if text.startswith("stay") else text.split(" ", 1)[1]
            if mode.invariant:
                raise Misread(
                    sentence("this_mode_has_an_invariant_already"), number, column, sentence("join_both_with")
                )
            mode.invariant = (part(condition),)
        elif text.startswith("set "):
            for name, value in self._equations(Text(text[4:], "", number, column + 4)):
                mode.entry[name] = value
        elif found := _WHEN.fullmatch(text):
            self._transition(mode, part(found[1]), found[2], number, column + found.start(2))
        elif found := _AT_ONCE.fullmatch(text):
            self._transition(mode, Text("true", "", number, column), found[1], number, column + found.start(1))
        else:
            raise Misread(
                sentence("this_line_cannot_be_read", text=in_quotes(text)),
                number,
                column,
                sentence("a_line_is_one_of", keywords=_KEYWORDS),
            )

    def _transition(self, mode: _Mode, guard: Text, rest: str, number: int, column: int) -> None:
        label = ""
        if found := re.search(r"\s+label\s+(\w+)\s*\Z", rest):
            label, rest = found[1], rest[: found.start()]
        if rest.startswith('"') and '"' in rest[1:]:
            target, _, resets = rest[1:].partition('"')
            resets = resets.lstrip(" ,")
        else:
            target, _, resets = (
                rest.partition(",")
                if "," in rest.partition(":=")[0]
                else (rest.partition(" with ")[0], "", rest.partition(" with ")[2])
            )
        if resets.startswith("with "):
            resets = resets[5:]
        offset = column + len(rest) - len(resets)
        assigned = dict(self._equations(Text(resets, "", number, offset))) if resets.strip() else {}
        automaton = self._automaton()
        automaton.transitions.append(TransitionDraft(mode.name, target.strip(), (guard,), assigned, label, "", number))

    def _names(self, at: Text) -> list[Text]:
        return [Text(each.strip(), "", at.line, at.column) for each in at.text.split(",") if each.strip()]

    def _equations(self, at: Text) -> list[tuple[str, Text]]:
        found = []
        offset = 0
        for piece in at.text.split(","):
            matched = re.fullmatch(rf"\s*({_NAME})\s*:?=\s*(.+?)\s*", piece)
            if matched is None:
                raise Misread(
                    sentence("expected_a_name_and_a_value", piece=in_quotes(piece.strip())), at.line, at.column + offset
                )
            found.append((matched[1], Text(matched[2], "", at.line, at.column + offset + matched.start(2))))
            offset += len(piece) + 1
        return found

    def _variables(self, at: Text) -> None:
        for piece in re.split(r",(?![^\[]*\])", at.text):
            name, equals, value = piece.partition("=")
            name = name.strip()
            self.variables.append(Text(name, "", at.line, at.column))
            if found := re.fullmatch(r"\s*\[([^,]+),([^,]+)\]\s*", value):
                low, high = (self._number(Text(each, "", at.line, at.column)) for each in found.groups())
                if low > high:
                    raise Misread(sentence("the_lower_end_of_this_range"), at.line, at.column)
                self.values[name] = Span(low, high)
            elif equals:
                self.values[name] = Text(value.strip(), "", at.line, at.column + at.text.find(value.strip()))

    def _event(self, at: Text) -> None:
        name, _, times = at.text.partition(" at ")
        if times.strip() in ("any time", "any"):
            self.events.append(Event(name.strip(), None))
            return
        found = (
            tuple(self._number(Text(each, "", at.line, at.column)) for each in times.split(","))
            if times.strip()
            else ()
        )
        if any(time < 0 for time in found):
            raise Misread(sentence("a_time_is_below_0_2"), at.line, at.column)
        self.events.append(Event(name.strip(), tuple(sorted(set(found)))))

    def _signal(self, at: Text) -> None:
        name, _, pieces = at.text.partition("=")
        found = []
        for piece in (pieces or "0").split(","):
            value, _, time = piece.partition(" from ")
            numbers = (self._number(Text(each, "", at.line, at.column)) for each in (time.strip() or "0", value))
            found.append((*numbers, Fraction(0)))
        if found[0][0] != 0 or any(one[0] >= other[0] for one, other in pairwise(found)):
            raise Misread(sentence("the_times_of_a_signal_must"), at.line, at.column)
        self.signals.append(Signal(name.strip(), tuple((time, value, slope) for time, value, slope in found)))

    def _number(self, at: Text) -> Fraction:
        try:
            return read_number(at.text)
        except Misread as problem:
            raise Misread(problem.said, at.line, at.column, problem.what_to_do) from None


def _unquoted(name: str) -> str:
    name = name.strip()
    return name[1:-1] if len(name) > 1 and name[0] == name[-1] == '"' else name


def write(given: System) -> str:
    """Raises Misread where a name has no place in this notation."""
    names = given.names
    lines = [
        "variables "
        + ", ".join(f"{name} = {_span(span)}" for name, span in zip(given.variables, given.initial, strict=True))
    ]
    lines.append("outputs " + ", ".join(given.outputs))
    for event in given.inputs.events:
        times = "any time" if event.times is None else ", ".join(map(show_number, event.times))
        lines.append(f"event {event.name}{times and f' at {times}'}")
    for signal in given.inputs.signals:
        if any(slope for _, _, slope in signal.pieces):
            raise Misread(sentence("a_signal_that_changes_in_slopes"), remedy=sentence("write_it_as_json"))
        pieces = [
            show_number(value) + (f" from {show_number(time)}" if time else "") for time, value, _ in signal.pieces
        ]
        lines.append(f"signal {signal.name} = {', '.join(pieces)}")
    for automaton in given.automata:
        if len(given.automata) > 1:
            lines.append(f"automaton {automaton.name}")
        lines.append(f"initially {automaton.modes[automaton.initial].name}")
        for number, mode in enumerate(automaton.modes):
            if re.search(r'[,"#\n]|\s+(?:with|label)\s|:=|\A\s|\s\Z', mode.name) or not mode.name:
                raise Misread(
                    sentence("the_name_has_no_place_in", name=in_quotes(mode.name)), remedy=sentence("write_it_as_json")
                )
            lines.append(f"mode {mode.name}")
            lines += [f"  {names[index]}' = {show_affine(rate, names)}" for index, rate in mode.flow]
            if mode.invariant != TRUE:
                lines.append(f"  stay while {show_condition(mode.invariant, names)}")
            for index in automaton.leaving(number):
                each = automaton.transitions[index]
                resets = show_assignments(each.reset, names)
                target = automaton.modes[each.target].name
                line = f"  when {show_condition(each.guard, names)} go to {target}{resets and f', {resets}'}"
                lines.append(f"{line} label {each.label}" if each.label else line)
    return "\n".join(lines) + "\n"


def _span(span: Span) -> str:
    return show_number(span.low) if span.is_point else f"[{show_number(span.low)}, {show_number(span.high)}]"
