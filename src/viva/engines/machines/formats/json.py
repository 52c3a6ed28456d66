"""`*.machine.json`, the notation that is fixed:

{"inputs": [{"name": "a", "type": "pure"}], "outputs": […], "variables": […],
 "machine": {"kind": "fsm", "states": [{"name": "Off", "initial": true}, …],
             "transitions": [{"from": "Off", "to": "On", "guard": "a & !b", "output": {"x": true}}, …]}}

`output` is a text (`x; n = n + 1`), a list of such texts, or an object from names to values. Actions on variables stand
there too, or under `set`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator

from viva.core.text.escape import clip
from viva.core.text.jsontext import load, unlike
from viva.core.text.reading import Misread, did_you_mean, in_quotes
from viva.core.texts import Sentence
from viva.engines.machines import expressions
from viva.engines.machines.actions import parse_actions
from viva.engines.machines.expressions import FALSE, TRUE, Constant, Expression, Name, show
from viva.engines.machines.model import (
    FSM,
    PURE,
    Assignment,
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

_FILE = sentence("the_file")

_DEEPEST = 60
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')
_BIGGEST = 10**12
_SIMPLE = ("pure", "bool")
_KEYS = {
    "file": ("inputs", "outputs", "variables", "machine"),
    "fsm": ("kind", "states", "transitions"),
    "several": ("kind", "parts"),
    "state": ("name", "initial", "refinement"),
    "transition": ("from", "to", "guard", "output", "set", "history", "preemptive", "default", "immediate"),
    "part": ("name", "machine"),
    "signal": ("name", "type", "initial"),
}


def read(text: str) -> System:
    """The system in a file. Raises Misread."""
    data = _object(load(text), _FILE, "file")
    if "machine" not in data:
        raise Misread(sentence("the_key_machine_is_missing"))
    reader = _MachineJsonReader(text)
    return check_system(
        System(
            tuple(_signal(item, f"inputs[{index}]") for index, item in _items(data, "inputs", _FILE)),
            tuple(_signal(item, f"outputs[{index}]") for index, item in _items(data, "outputs", _FILE)),
            reader.machine(data["machine"], "machine", 0),
            tuple(_variable(item, f"variables[{index}]") for index, item in _items(data, "variables", _FILE)),
        )
    )


class _MachineJsonReader:
    """Knows the text, to find the line of a transition by its guard."""

    def __init__(self, text: str) -> None:
        places: dict[str, list[int]] = {}
        line = last = 0
        for found in _STRINGS.finditer(text):
            line += text.count("\n", last, found.start())
            last = found.start()
            places.setdefault(found[0], []).append(line + 1)
        self._lines = {written: lines[0] for written, lines in places.items() if len(lines) == 1}

    def machine(self, data: object, where: str | Sentence, depth: int) -> Machine:
        if depth > _DEEPEST:
            raise Misread(sentence("machines_are_nested_more_than_deep", deepest=_DEEPEST), reason="too_complex")
        if not isinstance(data, dict):
            raise unlike(where, sentence("json_machine"), data)
        kind = data.get("kind", "fsm" if "states" in data else None)
        match kind:
            case "fsm":
                return self._single(_object(data, where, "fsm"), where, depth)
            case "parallel" | "cascade":
                parts = tuple(self._parts(_object(data, where, "several"), where, depth))
                if not parts:
                    raise Misread(sentence("there_are_no_parts", where=where), reason="empty")
                counts = Counter(part.name for part in parts)
                twice = next((name for name, count in counts.items() if count > 1), None)
                if twice is not None:
                    raise Misread(sentence("two_parts_are_called", where=where, twice=in_quotes(twice)))
                return Parallel(parts) if kind == "parallel" else Cascade(parts)
            case _:
                known = sentence("the_kinds_are_fsm_parallel_and")
                raise Misread(sentence("is_no_kind_of_machine", where=where, kind=in_quotes(str(kind))), remedy=known)

    def _parts(self, data: dict[str, object], where: str | Sentence, depth: int) -> Iterator[Part]:
        for index, item in _items(data, "parts", where):
            at = f"{where}.parts[{index}]"
            part = _object(item, at, "part")
            if "machine" not in part:
                raise Misread(sentence("the_key_machine_is_missing_2", at=at))
            name = _text(part["name"], f"{at}.name") if "name" in part else f"part {index + 1}"
            yield Part(name, self.machine(part["machine"], f"{at}.machine", depth + 1))

    def _single(self, data: dict[str, object], where: str | Sentence, depth: int) -> FSM:
        states = []
        for index, item in _items(data, "states", where):
            at = f"{where}.states[{index}]"
            state = _object({"name": item} if isinstance(item, str) else item, at, "state")
            refinement = state.get("refinement")
            states.append(
                State(
                    _text(_needed(state, "name", at), f"{at}.name"),
                    _flag(state, "initial", at),
                    None if refinement is None else self.machine(refinement, f"{at}.refinement", depth + 1),
                )
            )
        return FSM(tuple(states), tuple(self._transitions(data, where)))

    def _transitions(self, data: dict[str, object], where: str | Sentence) -> Iterator[Transition]:
        for index, item in _items(data, "transitions", where):
            at = f"{where}.transitions[{index}]"
            given = _object(item, at, "transition")
            source = _text(_needed(given, "from", at), f"{at}.from")
            target = _text(_needed(given, "to", at), f"{at}.to")
            if _flag(given, "immediate", at):
                refuse_immediate(source, target)
            actions = [
                action
                for key in ("output", "set")
                if key in given
                for action in self._actions(given[key], f"{at}.{key}")
            ]
            yield Transition(
                source,
                target,
                self._guard(given.get("guard", True), f"{at}.guard"),
                tuple(actions),
                _flag(given, "history", at),
                _flag(given, "preemptive", at),
                _flag(given, "default", at),
                self._line(given.get("guard")),
            )

    def _guard(self, data: object, where: str | Sentence) -> Expression:
        if isinstance(data, bool) or data is None:
            return FALSE if data is False else TRUE
        return self._parsed(_text(data, where), where)

    def _parsed(self, text: str, where: str | Sentence) -> Expression:
        try:
            return expressions.parse(text)
        except Misread as problem:
            raise self._placed(problem, text, where) from None

    def _value(self, text: str, where: str | Sentence) -> Expression:
        """An expression; or a name of an enumeration with blanks, say, in it."""
        try:
            return self._parsed(text, where)
        except Misread:
            if any(mark in text for mark in "&|!()=<>"):
                raise
            return Name(text)

    def _placed(self, problem: Misread, text: str, where: str | Sentence) -> Misread:
        at = f", column {problem.column}" if problem.column else ""
        told = sentence("quoted_at", where=where, text=in_quotes(text), at=at, problem=problem.said)
        return Misread(told, self._line(text) or None, remedy=problem.what_to_do, reason=problem.reason)

    def _line(self, written: object) -> int:
        """The line of a text that is written only once; 0 where nobody knows."""
        return self._lines.get(json.dumps(written, ensure_ascii=False), 0) if isinstance(written, str) else 0

    def _actions(self, data: object, where: str | Sentence) -> list[Assignment]:
        if isinstance(data, dict):
            found = [self._assigned(name, value, f"{where}.{clip(name)}") for name, value in data.items()]
            return [action for action in found if action is not None]
        if data is None:
            return []
        texts = data if isinstance(data, list) else [data]
        actions: list[Assignment] = []
        for text in texts:
            written = _text(text, where)
            try:
                actions += parse_actions(written)
            except Misread as problem:
                raise self._placed(problem, written, where) from None
        return actions

    def _assigned(self, name: str, data: object, where: str | Sentence) -> Assignment | None:
        match data:
            case bool():
                return Assignment(name, TRUE if data else FALSE)
            case int() if abs(data) <= _BIGGEST:
                return Assignment(name, Constant(data))
            case "present":
                return Assignment(name, TRUE)
            case None | "absent":
                return None
            case str():
                return Assignment(name, self._value(data, where))
            case _:
                raise unlike(where, sentence("json_value"), data)


def refuse_immediate(source: str, target: str) -> None:
    raise Misread(
        sentence("the_transition_from_to_is_immediate", source=in_quotes(source), target=in_quotes(target)),
        remedy=sentence("an_entered_refinement_does_not_react"),
        reason="forbidden",
    )


def _object(data: object, where: str | Sentence, kind: str) -> dict[str, object]:
    if not isinstance(data, dict):
        raise unlike(where, sentence("json_object"), data)
    for key in data:
        if key not in _KEYS[kind]:
            remedy = did_you_mean(key, _KEYS[kind]) or sentence("there_are", names=", ".join(_KEYS[kind]))
            raise Misread(sentence("is_not_a_key_that_is", where=where, key=in_quotes(key)), remedy=remedy)
    return data


def _items(data: dict[str, object], key: str, where: str | Sentence) -> Iterator[tuple[int, object]]:
    found = data.get(key, [])
    if not isinstance(found, list):
        raise unlike(f"{where}.{key}" if isinstance(where, str) else key, sentence("json_list"), found)
    yield from enumerate(found)


def _needed(data: dict[str, object], key: str, where: str | Sentence) -> object:
    if key not in data:
        raise Misread(sentence("the_key_is_missing", where=where, key=repr(key)))
    return data[key]


def _text(data: object, where: str | Sentence) -> str:
    if not isinstance(data, str):
        raise unlike(where, sentence("json_text"), data)
    return data


def _flag(data: dict[str, object], key: str, where: str | Sentence) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise unlike(f"{where}.{key}", sentence("json_flag"), value)
    return value


def _signal(data: object, where: str | Sentence) -> Signal:
    if isinstance(data, str):
        return Signal(data)
    given = _object(data, where, "signal")
    name = _text(_needed(given, "name", where), f"{where}.name")
    if "initial" in given:
        raise Misread(sentence("a_signal_has_no_initial_value", where=where), remedy=sentence("variables_have_one"))
    return Signal(name, _type(given.get("type", "pure"), f"{where}.type"))


def _variable(data: object, where: str | Sentence) -> Variable:
    given = _object(data, where, "signal")
    name = _text(_needed(given, "name", where), f"{where}.name")
    of = _type(_needed(given, "type", where), f"{where}.type")
    initial = _needed(given, "initial", where)
    if not isinstance(initial, bool | int | str):
        raise unlike(f"{where}.initial", sentence("json_value_of", type=str(of)), initial)
    return Variable(name, of, initial)


def _type(data: object, where: str | Sentence) -> Type:
    match data:
        case str() if data in _SIMPLE:
            return Type(data)
        case {"enum": list(names), **rest} if not rest and all(isinstance(name, str) for name in names):
            if len(set(names)) < len(names):
                raise Misread(sentence("a_name_is_there_twice", where=where), reason="type_error")
            return Type("enum", names=tuple(map(str, names)))
        case {"int": [low, high], **rest} if not rest and _is_number(low) and _is_number(high):
            return Type("int", low=int(low), high=int(high))
        case _:
            remedy = sentence("a_type_is_pure_bool_enum")
            raise Misread(sentence("this_is_no_type", where=where), remedy=remedy, reason="type_error")


def _is_number(data: object) -> bool:
    return isinstance(data, int) and not isinstance(data, bool) and abs(data) <= _BIGGEST


def write(given: System) -> str:
    """The text of a system; `read` makes the same system of it."""
    signals = [[{"name": each.name, "type": _written_type(each.type)} for each in named] for named in _lists(given)]
    data: dict[str, object] = {"inputs": signals[0], "outputs": signals[1]}
    if given.variables:
        data["variables"] = [
            {"name": each.name, "type": _written_type(each.type), "initial": each.initial} for each in given.variables
        ]
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in data.items()]
    return "{\n" + "\n".join(lines) + '\n "machine": ' + _written(given.machine, given.types, " ") + "\n}\n"


def _lists(given: System) -> tuple[tuple[Signal, ...], tuple[Signal, ...]]:
    return given.inputs, given.outputs


def _written_type(of: Type) -> object:
    match of.kind:
        case "enum":
            return {"enum": list(of.names)}
        case "int":
            return {"int": [of.low, of.high]}
        case simple:
            return simple


def _written(machine: Machine, types: dict[str, Type], indent: str) -> str:
    deeper = indent + " "
    if not isinstance(machine, FSM):
        kind = "parallel" if isinstance(machine, Parallel) else "cascade"
        parts = [
            f'{deeper}{{"name": {json.dumps(part.name, ensure_ascii=False)},'
            f' "machine": {_written(part.machine, types, deeper)}}}'
            for part in machine.parts
        ]
        return f'{{"kind": "{kind}", "parts": [\n' + ",\n".join(parts) + f"\n{indent}]}}"
    states = []
    for state in machine.states:
        line = f'{deeper}{{"name": {json.dumps(state.name, ensure_ascii=False)}'
        line += ', "initial": true' if state.initial else ""
        if state.refinement is not None:
            line += f',\n{deeper} "refinement": {_written(state.refinement, types, deeper + " ")}'
        states.append(line + "}")
    moves = [deeper + _written_transition(transition, types) for transition in machine.transitions]
    return (
        f'{{"kind": "fsm",\n{indent} "states": [\n'
        + ",\n".join(states)
        + f'\n{indent} ],\n{indent} "transitions": [\n'
        + ",\n".join(moves)
        + f"\n{indent} ]}}"
    )


def _written_transition(given: Transition, types: dict[str, Type]) -> str:
    data: dict[str, object] = {"from": given.source, "to": given.target, "guard": show(given.guard)}
    if given.actions:
        data["output"] = {action.name: _written_value(action, types) for action in given.actions}
    data |= {key: True for key in ("history", "preemptive", "default") if getattr(given, key)}
    return json.dumps(data, ensure_ascii=False)


def _written_value(action: Assignment, types: dict[str, Type]) -> Value:
    match action.value:
        case Constant(value=value):
            return value
        case Name(name=word) if word not in types and types.get(action.name, PURE).kind == "enum":
            return word
        case value:
            return show(value)
