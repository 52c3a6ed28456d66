"""`*.hybrid.json`:

{"vars": ["T"], "outputs": ["T"],
 "locations": [{"name": "off", "flow": {"T": "-1"}}, {"name": "on", "flow": {"T": "2"}}],
 "transitions": [{"from": "off", "to": "on", "guard": "T <= 18"}, {"from": "on", "to": "off", "guard": "T >= 21"}],
 "init": {"location": "off", "values": {"T": 20}}}

Beside these: `reset` of a transition, `invariant` of a location, `set` of a location (what variables get whenever it is
entered), guards and invariants as lists of alternatives, `parameters`, `inputs`, an initial value as `[low, high]`, and
`automata` (a list of objects with `name`, `locations`, `transitions` and `init`) for several side by side.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

from viva.core.text.escape import clip
from viva.core.text.jsontext import load, unlike
from viva.core.text.reading import Misread, did_you_mean, in_quotes
from viva.core.texts import Sentence
from viva.engines.hybrid.draft import AutomatonDraft, Draft, ModeDraft, Text, TransitionDraft, build
from viva.engines.hybrid.expressions import (
    read_number,
    show_affine,
    show_case,
    show_condition,
    show_number,
)
from viva.engines.hybrid.model import TRUE, Assignments, Automaton, Condition, Event, Inputs, Signal, Span, System
from viva.engines.hybrid.sentences import sentence

_FILE = sentence("the_file")

_TOP = ("vars", "outputs", "locations", "transitions", "init", "inputs", "parameters", "automata", "name", "comment")
_LOCATION = ("name", "flow", "invariant", "set", "comment")
_TRANSITION = ("from", "to", "guard", "reset", "event", "label", "urgent", "comment")
_INIT = ("location", "values", "locations")
_AUTOMATON = ("name", "locations", "transitions", "init", "comment")
_MOST_TIMES = 2000


def read(text: str, parameters: Mapping[str, Fraction] | None = None) -> System:
    """`parameters` take the place of those in the file."""
    data = _object(load(text, read_number), _FILE, _TOP)
    parallel = "automata" in data
    if "vars" not in data:
        raise Misread(sentence("the_key_vars_is_missing"), remedy=sentence("list_the_variables_vars_t"))
    variables, values = _variables(data["vars"])
    init = _object(data.get("init", {}), "init", _INIT)
    values |= {
        name: _value(value, f"init.values.{name}") for name, value in _pairs(init.get("values", {}), "init.values")
    }
    if parallel:
        rows = [
            _object(each, f"automata[{index}]", _AUTOMATON)
            for index, each in enumerate(_list(data["automata"], "automata"))
        ]
        starts = _pairs(init.get("locations", {}), "init.locations")
        automata = tuple(_automaton(row, f"automata[{index}].", dict(starts)) for index, row in enumerate(rows))
        if not automata:
            raise Misread(sentence("automata_there_is_none"), remedy=sentence("list_at_least_one"))
    else:
        for key in ("locations", "transitions"):
            if key not in data:
                raise Misread(sentence("the_key_is_missing", key=repr(key)))
        if "init" not in data:
            raise Misread(sentence("no_mode_is_the_initial_one"), remedy=sentence("add_init_location_values"))
        automata = (_automaton(data, "", {}),)
    outputs = None
    if "outputs" in data:
        given = _list(data["outputs"], "outputs")
        outputs = tuple(
            Text(_string(each, f"outputs[{index}]"), f"outputs[{index}]") for index, each in enumerate(given)
        )
    own = _parameters(data)
    inputs = _inputs(data.get("inputs", []), text)
    return build(Draft(variables, automata, outputs, values, {**own, **(parameters or {})}, inputs))


def parameters_of(text: str) -> dict[str, Fraction]:
    return _parameters(_object(load(text, read_number), _FILE, _TOP))


def with_parameters(text: str, values: Mapping[str, Fraction]) -> str:
    """The same file with other values for its parameters."""
    data = json.loads(text)
    data["parameters"] = {name: _plain(value) for name, value in values.items()}
    return _laid_out(data)


def _parameters(data: dict[str, object]) -> dict[str, Fraction]:
    pairs = _pairs(data.get("parameters", {}), "parameters")
    return {name: _number(each, f"parameters.{name}") for name, each in pairs}


def _variables(given: object) -> tuple[tuple[Text, ...], dict[str, Span | Text]]:
    if isinstance(given, dict):
        return tuple(Text(name, "vars") for name in given), {
            name: _value(value, f"vars.{name}") for name, value in given.items()
        }
    names = [_string(each, f"vars[{index}]") for index, each in enumerate(_list(given, "vars"))]
    return tuple(Text(name, f"vars[{index}]") for index, name in enumerate(names)), {}


def _automaton(data: dict[str, object], prefix: str, starts: Mapping[str, object]) -> AutomatonDraft:
    name = _string(data.get("name", prefix.rstrip(".") or "automaton"), f"{prefix}name")
    init = _object(data.get("init", {}), f"{prefix}init", _INIT)
    start = init.get("location", starts.get(name))
    modes = []
    for index, each in enumerate(_list(data.get("locations", []), f"{prefix}locations")):
        where = f"{prefix}locations[{index}]"
        row = _object(each, where, _LOCATION)
        named = _string(row.get("name"), f"{where}.name")
        where = f"{where} ({clip(named, 24)})"
        modes.append(
            ModeDraft(
                named,
                _expressions(row.get("flow", {}), f"{where}.flow"),
                _alternatives(row.get("invariant"), f"{where}.invariant"),
                _expressions(row.get("set", {}), f"{where}.set"),
                where,
            )
        )
    transitions = []
    for index, each in enumerate(_list(data.get("transitions", []), f"{prefix}transitions")):
        where = f"{prefix}transitions[{index}]"
        row = _object(each, where, _TRANSITION)
        source, target = (_string(row.get(key), f"{where}.{key}") for key in ("from", "to"))
        where = f"{where} ({clip(source, 24)} to {clip(target, 24)})"
        if row.get("urgent", True) is not True:
            raise Misread(
                sentence("every_transition_is_urgent_here", where=where), remedy=sentence("leave_urgent_out_or_say_it")
            )
        guard = _alternatives(row.get("guard"), f"{where}.guard")
        if "event" in row:
            event = _string(row["event"], f"{where}.event")
            guard = tuple(
                Text(f"{event} && ({each.text})" if each.text.strip() else event, each.where) for each in guard
            )
            guard = guard or (Text(event, f"{where}.event"),)
        label = _string(row.get("label", ""), f"{where}.label")
        transitions.append(
            TransitionDraft(source, target, guard, _expressions(row.get("reset", {}), f"{where}.reset"), label, where)
        )
    initial = None if start is None else Text(_string(start, f"{prefix}init.location"), f"{prefix}init.location")
    return AutomatonDraft(name, tuple(modes), tuple(transitions), initial)


def _expressions(given: object, where: str | Sentence) -> dict[str, Text]:
    return {
        name: Text(_expression(value, f"{where}.{name}"), f"{where}.{name}") for name, value in _pairs(given, where)
    }


def _expression(given: object, where: str | Sentence) -> str:
    if isinstance(given, Fraction):
        return show_number(given)
    if isinstance(given, int) and not isinstance(given, bool):
        return str(given)
    if not isinstance(given, str):
        raise unlike(where, sentence("json_expression"), given)
    return given


def _alternatives(given: object, where: str | Sentence) -> tuple[Text, ...]:
    if given is None:
        return ()
    if isinstance(given, bool):
        return (Text("true" if given else "false", where),)
    if isinstance(given, list):
        return tuple(Text(_string(each, f"{where}[{index}]"), f"{where}[{index}]") for index, each in enumerate(given))
    return (Text(_string(given, where), where),)


def _value(given: object, where: str | Sentence) -> Span | Text:
    if isinstance(given, list):
        if len(given) != 2:
            raise unlike(where, sentence("json_range"), given)
        low, high = (_number(each, where) for each in given)
        if low > high:
            raise Misread(
                sentence("is_above", where=where, low=show_number(low), high=show_number(high)),
                remedy=sentence("write_the_lower_one_first"),
            )
        return Span(low, high)
    return Text(_expression(given, where), where)


def _number(given: object, where: str | Sentence) -> Fraction:
    if isinstance(given, str):
        try:
            return read_number(given)
        except Misread as problem:
            raise Misread(sentence("placed", where=where, problem=problem.said), remedy=problem.what_to_do) from None
    if isinstance(given, Fraction) or (isinstance(given, int) and not isinstance(given, bool)):
        return Fraction(given)
    raise unlike(where, sentence("json_number"), given)


def _inputs(given: object, text: str) -> Inputs:
    """Lists and objects are both read: `["ring"]`, `[{"name": "ring", "events": [0, 100]}]`, `{"ring": [0, 100]}`."""
    if isinstance(given, dict):
        pairs = list(given.items())
    else:
        pairs = []
        for index, each in enumerate(_list(given, "inputs")):
            if isinstance(each, str):
                pairs.append((each, None))
                continue
            row = _pairs(each, f"inputs[{index}]")
            rest = {key: value for key, value in row if key != "name"}
            pairs.append((_string(dict(row).get("name"), f"inputs[{index}].name"), rest or None))
    made = [_input(name, value, text) for name, value in pairs]
    return Inputs(
        tuple(each for each in made if isinstance(each, Signal)),
        tuple(each for each in made if isinstance(each, Event)),
    )


def _input(name: str, given: object, text: str) -> Signal | Event:
    where = f"inputs.{clip(name, 24)}"
    if isinstance(given, dict):
        data = _object(given, where, ("kind", "type", "events", "times", "steps", "points", "value", "values"))
        kind = data.get("kind", data.get("type"))
        for key in ("events", "times"):
            if key in data:
                return _event(name, data[key], where)
        for key in ("steps", "values", "points", "value"):
            if key in data:
                return _signal(name, data[key], where, key == "points")
        given = None if kind is None else [] if kind in ("event", "pure") else 0
    if given is None:
        # Only the name is told: it is a signal where something is computed from it or compared with it.
        sum_of = rf"[-+*/<>=]\s*{re.escape(name)}\b|\b{re.escape(name)}\s*(?:[-+*/<]|[<>=]=?\s*(?!1\b))"
        return Signal(name, ((Fraction(0), Fraction(0), Fraction(0)),)) if re.search(sum_of, text) else Event(name, ())
    if given == "any":
        return Event(name, None)
    if isinstance(given, list) and not (given and isinstance(given[0], list)):
        return _event(name, given, where)
    return _signal(name, given, where, False)


def _event(name: str, given: object, where: str | Sentence) -> Event:
    if given == "any":
        return Event(name, None)
    times = [_number(each, where) for each in _list(given, where)]
    if len(times) > _MOST_TIMES:
        raise Misread(sentence("more_than_times", where=where, most_times=_MOST_TIMES), reason="too_large")
    if any(time < 0 for time in times):
        raise Misread(sentence("a_time_is_below_0", where=where))
    return Event(name, tuple(sorted(set(times))))


def _signal(name: str, given: object, where: str | Sentence, linear: bool) -> Signal:
    if not isinstance(given, list):
        return Signal(name, ((Fraction(0), _number(given, where), Fraction(0)),))
    points = []
    for each in given:
        pair = _list(each, where)
        if len(pair) != 2:
            raise unlike(where, sentence("json_pairs"), pair)
        points.append((_number(pair[0], where), _number(pair[1], where)))
    if not points or len(points) > _MOST_TIMES:
        raise Misread(sentence("between_1_and_pairs_time_value", where=where, most_times=_MOST_TIMES))
    if points[0][0] != 0 or any(one[0] >= other[0] for one, other in pairwise(points)):
        raise Misread(sentence("the_times_must_begin_at_0", where=where))
    pieces = []
    for index, (time, value) in enumerate(points):
        following = points[index + 1] if index + 1 < len(points) else None
        slope = (following[1] - value) / (following[0] - time) if linear and following else Fraction(0)
        pieces.append((time, value, slope))
    return Signal(name, tuple(pieces))


def write(given: System) -> str:
    names = given.names
    data: dict[str, object] = {"vars": list(given.variables), "outputs": list(given.outputs)}
    if given.inputs.names:
        data["inputs"] = {signal.name: _written_signal(signal) for signal in given.inputs.signals} | {
            event.name: "any" if event.times is None else [_plain(time) for time in event.times]
            for event in given.inputs.events
        }
    values = {
        name: _plain(span.low) if span.is_point else [_plain(span.low), _plain(span.high)]
        for name, span in zip(given.variables, given.initial, strict=True)
    }
    if len(given.automata) == 1:
        automaton = given.automata[0]
        data |= _written(automaton, names)
        data["init"] = {"location": automaton.modes[automaton.initial].name, "values": values}
    else:
        data["automata"] = [
            {"name": each.name, **_written(each, names), "init": {"location": each.modes[each.initial].name}}
            for each in given.automata
        ]
        data["init"] = {"values": values}
    return _laid_out(data)


def _written_signal(signal: Signal) -> dict[str, object]:
    key = "points" if any(slope for _, _, slope in signal.pieces) else "steps"
    return {key: [[_plain(time), _plain(value)] for time, value, _ in signal.pieces]}


def _written(given: Automaton, names: tuple[str, ...]) -> dict[str, object]:
    locations = []
    for mode in given.modes:
        row: dict[str, object] = {"name": mode.name, "flow": _assignments(mode.flow, names)}
        if mode.invariant != TRUE:
            row["invariant"] = _condition(mode.invariant, names)
        locations.append(row)
    transitions = []
    for each in given.transitions:
        row = {"from": given.modes[each.source].name, "to": given.modes[each.target].name}
        row["guard"] = _condition(each.guard, names)
        if each.reset:
            row["reset"] = _assignments(each.reset, names)
        if each.label:
            row["label"] = each.label
        transitions.append(row)
    return {"locations": locations, "transitions": transitions}


def _assignments(given: Assignments, names: tuple[str, ...]) -> dict[str, object]:
    return {names[index]: show_affine(value, names) for index, value in given}


def _condition(given: Condition, names: tuple[str, ...]) -> object:
    return [show_case(case, names) for case in given] if len(given) > 1 else show_condition(given, names)


def _plain(value: Fraction) -> object:
    return value.numerator if value.denominator == 1 else show_number(value)


def _laid_out(data: dict[str, object]) -> str:
    """One row a line."""
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in value)
            lines.append(f" {json.dumps(key)}: [\n{rows}\n ]")
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _object(value: object, where: str | Sentence, keys: tuple[str, ...]) -> dict[str, object]:
    if not isinstance(value, dict):
        raise unlike(where, sentence("json_object"), value)
    for key in value:
        if key not in keys:
            remedy = did_you_mean(key, keys) or sentence("keys_are", keys=", ".join(keys))
            raise Misread(sentence("is_not_a_key_here", where=where, key=in_quotes(key)), remedy=remedy)
    return value


def _pairs(value: object, where: str | Sentence) -> list[tuple[str, object]]:
    if not isinstance(value, dict):
        raise unlike(where, sentence("json_object"), value)
    return list(value.items())


def _list(value: object, where: str | Sentence) -> list[object]:
    if not isinstance(value, list):
        raise unlike(where, sentence("json_list"), value)
    return value


def _string(value: object, where: str | Sentence) -> str:
    if not isinstance(value, str):
        raise unlike(where, sentence("json_text"), value)
    return value
