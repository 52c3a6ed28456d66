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

from viva.core.table import suggestion
from viva.core.text.escape import clip
from viva.core.text.jsontext import load, unlike
from viva.core.text.reading import Misread, in_quotes
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
from viva.engines.machines.wellformed import check_system

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
    data = _object(load(text), "the file", "file")
    if "machine" not in data:
        raise Misread("the key 'machine' is missing")
    reader = _MachineJsonReader(text)
    return check_system(
        System(
            tuple(_signal(item, f"inputs[{index}]") for index, item in _items(data, "inputs", "the file")),
            tuple(_signal(item, f"outputs[{index}]") for index, item in _items(data, "outputs", "the file")),
            reader.machine(data["machine"], "machine", 0),
            tuple(_variable(item, f"variables[{index}]") for index, item in _items(data, "variables", "the file")),
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

    def machine(self, data: object, where: str, depth: int) -> Machine:
        if depth > _DEEPEST:
            raise Misread(f"machines are nested more than {_DEEPEST} deep", reason="too_complex")
        if not isinstance(data, dict):
            raise unlike(where, "a machine {…}", data)
        kind = data.get("kind", "fsm" if "states" in data else None)
        match kind:
            case "fsm":
                return self._single(_object(data, where, "fsm"), where, depth)
            case "parallel" | "cascade":
                parts = tuple(self._parts(_object(data, where, "several"), where, depth))
                if not parts:
                    raise Misread(f"{where}: there are no parts", reason="empty")
                counts = Counter(part.name for part in parts)
                twice = next((name for name, count in counts.items() if count > 1), None)
                if twice is not None:
                    raise Misread(f"{where}: two parts are called {in_quotes(twice)}")
                return Parallel(parts) if kind == "parallel" else Cascade(parts)
            case _:
                known = "the kinds are fsm, parallel and cascade; asynchronous composition is not supported"
                raise Misread(f"{where}: {in_quotes(str(kind))} is no kind of machine", remedy=known)

    def _parts(self, data: dict[str, object], where: str, depth: int) -> Iterator[Part]:
        for index, item in _items(data, "parts", where):
            at = f"{where}.parts[{index}]"
            part = _object(item, at, "part")
            if "machine" not in part:
                raise Misread(f"{at}: the key 'machine' is missing")
            name = _text(part["name"], f"{at}.name") if "name" in part else f"part {index + 1}"
            yield Part(name, self.machine(part["machine"], f"{at}.machine", depth + 1))

    def _single(self, data: dict[str, object], where: str, depth: int) -> FSM:
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

    def _transitions(self, data: dict[str, object], where: str) -> Iterator[Transition]:
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

    def _guard(self, data: object, where: str) -> Expression:
        if isinstance(data, bool) or data is None:
            return FALSE if data is False else TRUE
        return self._parsed(_text(data, where), where)

    def _parsed(self, text: str, where: str) -> Expression:
        try:
            return expressions.parse(text)
        except Misread as problem:
            raise self._placed(problem, text, where) from None

    def _value(self, text: str, where: str) -> Expression:
        """An expression; or a name of an enumeration with blanks, say, in it."""
        try:
            return self._parsed(text, where)
        except Misread:
            if any(mark in text for mark in "&|!()=<>"):
                raise
            return Name(text)

    def _placed(self, problem: Misread, text: str, where: str) -> Misread:
        at = f", column {problem.column}" if problem.column else ""
        told = f"{where} {in_quotes(text)}{at}: {problem.problem}"
        return Misread(told, self._line(text) or None, remedy=problem.remedy, reason=problem.reason)

    def _line(self, written: object) -> int:
        """The line of a text that is written only once; 0 where nobody knows."""
        return self._lines.get(json.dumps(written, ensure_ascii=False), 0) if isinstance(written, str) else 0

    def _actions(self, data: object, where: str) -> list[Assignment]:
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

    def _assigned(self, name: str, data: object, where: str) -> Assignment | None:
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
                raise unlike(where, "true, false, a number or a text", data)


def refuse_immediate(source: str, target: str) -> None:
    raise Misread(
        f"the transition from {in_quotes(source)} to {in_quotes(target)} is immediate, which is not supported",
        remedy="an entered refinement does not react in the same reaction here; write it without `immediate`",
        reason="forbidden",
    )


def _object(data: object, where: str, kind: str) -> dict[str, object]:
    if not isinstance(data, dict):
        raise unlike(where, "an object {…}", data)
    for key in data:
        if key not in _KEYS[kind]:
            remedy = suggestion(key, _KEYS[kind])
            raise Misread(f"{where}: {in_quotes(key)} is not a key that is known here", remedy=remedy)
    return data


def _items(data: dict[str, object], key: str, where: str) -> Iterator[tuple[int, object]]:
    found = data.get(key, [])
    if not isinstance(found, list):
        raise unlike(f"{where}.{key}" if where != "the file" else key, "a list", found)
    yield from enumerate(found)


def _needed(data: dict[str, object], key: str, where: str) -> object:
    if key not in data:
        raise Misread(f"{where}: the key {key!r} is missing")
    return data[key]


def _text(data: object, where: str) -> str:
    if not isinstance(data, str):
        raise unlike(where, "a text in quotes", data)
    return data


def _flag(data: dict[str, object], key: str, where: str) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise unlike(f"{where}.{key}", "true or false", value)
    return value


def _signal(data: object, where: str) -> Signal:
    if isinstance(data, str):
        return Signal(data)
    given = _object(data, where, "signal")
    name = _text(_needed(given, "name", where), f"{where}.name")
    if "initial" in given:
        raise Misread(f"{where}: a signal has no initial value", remedy="variables have one")
    return Signal(name, _type(given.get("type", "pure"), f"{where}.type"))


def _variable(data: object, where: str) -> Variable:
    given = _object(data, where, "signal")
    name = _text(_needed(given, "name", where), f"{where}.name")
    of = _type(_needed(given, "type", where), f"{where}.type")
    initial = _needed(given, "initial", where)
    if not isinstance(initial, bool | int | str):
        raise unlike(f"{where}.initial", f"a value of {of}", initial)
    return Variable(name, of, initial)


def _type(data: object, where: str) -> Type:
    match data:
        case str() if data in _SIMPLE:
            return Type(data)
        case {"enum": list(names), **rest} if not rest and all(isinstance(name, str) for name in names):
            if len(set(names)) < len(names):
                raise Misread(f"{where}: a name is there twice", reason="type_error")
            return Type("enum", names=tuple(map(str, names)))
        case {"int": [low, high], **rest} if not rest and _is_number(low) and _is_number(high):
            return Type("int", low=int(low), high=int(high))
        case _:
            remedy = 'a type is "pure", "bool", {"enum": ["red", …]} or {"int": [0, 5]}'
            raise Misread(f"{where}: this is no type", remedy=remedy, reason="type_error")


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
