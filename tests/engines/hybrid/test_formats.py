"""Notations: both say the same, printing keeps the meaning, and what cannot be read is told with its place."""

import json
from fractions import Fraction

import pytest

from tests.engines.hybrid.systems import random_system, ring, thermostat
from viva.core.text.reading import Misread
from viva.engines.hybrid import formats
from viva.engines.hybrid.expressions import Scope, read_affine, read_condition, show_affine, show_condition

GIVEN = {
    "vars": ["T"],
    "outputs": ["T"],
    "locations": [{"name": "off", "flow": {"T": "-1"}}, {"name": "on", "flow": {"T": 2}}],
    "transitions": [
        {"from": "off", "to": "on", "guard": "T <= 18"},
        {"from": "on", "to": "off", "guard": ["T >= 21", "T - 1 >= 30 && T >= 2"], "reset": {"T": "T / 2 + 10.5"}},
    ],
    "init": {"location": "off", "values": {"T": "40/2"}},
}


def test_the_fixed_json_is_read() -> None:
    system = formats.read(json.dumps(GIVEN))
    assert system.variables == system.outputs == ("T",)
    assert system.starts == (Fraction(20),)
    assert len(system.automata[0].transitions[1].guard) == 2


@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("seed", range(25))
def test_what_is_written_means_the_same(form: str, seed: int) -> None:
    system = random_system(seed)
    assert formats.read(formats.write(system, form)) == system


def test_inputs_labels_and_sets_are_written_too() -> None:
    text = (
        "variables x = [1, 2], y\nevent e at 1, 5/2\nevent f at any time\n"
        "signal u = 1, 3 from 2\nmode a\n x' = u\n stay while x <= 9 || y >= 1\n"
        " when e && x >= 1 go to b, y := 1 label go\nmode b\n"
    )
    system = formats.read(text)
    for form in ("json", "text"):
        assert formats.read(formats.write(system, form)) == system


@pytest.mark.parametrize(
    "inputs",
    [
        {"ring": [0]},
        [{"name": "ring", "events": [0]}],
        [{"name": "ring", "times": ["0"]}],
        {"ring": {"events": [0]}},
    ],
)
def test_inputs_may_be_told_in_several_ways(inputs: object) -> None:
    data = json.loads(formats.write(ring(), "json"))
    data["inputs"] = inputs
    assert formats.read(json.dumps(data)) == ring()


def test_an_input_of_which_only_the_name_is_told_is_an_event_or_a_signal_by_its_use() -> None:
    data = json.loads(formats.write(ring(), "json"))
    data["inputs"] = ["ring"]
    assert [event.name for event in formats.read(json.dumps(data)).inputs.events] == ["ring"]
    data["inputs"] = ["ring", "u"]
    data["locations"][0]["flow"] = {"r": "2 * u"}
    assert [signal.name for signal in formats.read(json.dumps(data)).inputs.signals] == ["u"]


def test_parameters_are_constants_and_can_be_given_other_values() -> None:
    text = "parameter up = 2\nvariables T\nmode a\n T' = up\n"
    assert formats.read(text) == formats.read("variables T\nmode a\n T' = 2\n")
    assert formats.read(text, {"up": Fraction(5)}) == formats.read("variables T\nmode a\n T' = 5\n")
    assert formats.read(formats.with_parameters(text, {"up": Fraction(1, 3)})) == formats.read(
        text, {"up": Fraction(1, 3)}
    )


@pytest.mark.parametrize("text", ["2*x - 3*(y + 1/2)", "-x", "x/4 + 0.1", "3", "-(x - y)*2", "1e-3 * x"])
def test_expressions_keep_their_meaning(text: str) -> None:
    scope = Scope({"x": 0, "y": 1})
    read = read_affine(text, scope)
    assert read_affine(show_affine(read, ["x", "y"]), scope) == read
    x, y = Fraction(7, 3), Fraction(-2)
    assert read.at([x, y]) == pytest.approx(eval(text, {"x": float(x), "y": float(y)}))


@pytest.mark.parametrize(
    "text", ["x <= 3 && y > 2", "1 <= x <= 2 or (x - y == 0 and y < 5)", "(x + 1) * 2 >= y", "true"]
)
def test_conditions_keep_their_meaning(text: str) -> None:
    scope = Scope({"x": 0, "y": 1})
    read = read_condition(text, scope)
    assert read_condition(show_condition(read, ["x", "y"]), scope) == read


BAD = {
    "variables T = 20\nmode a\n T' = T * T\n": ("line 3, column 9", "two variables"),
    "variables T = 20\nmode a\n T' = sin(T)\n": ("line 3", "sin(…) is a function"),
    "variables T = 20\nmode a\n T' = T ^ 2\n": ("line 3", "not affine"),
    "variables T = 20\nmode a\n T' = 1 / T\n": ("line 3", "divides by a variable"),
    "variables T = 20\nmode a\n T' = 2 deg\n": ("line 3", "leave units out"),
    "variables T = 20 °C\nmode a\n": ("line 1", "a unit"),
    "variables T = 1/0\nmode a\n": ("line 1", "by zero"),
    "variables T = nan\nmode a\n": ("line 1", "no variable 'nan'"),
    "variables T = 1e999999999\nmode a\n": ("line 1", "too long"),
    "variables T\nmode a\n when X >= 2 go to a\n": ("line 3", "no variable 'X'"),
    "variables T\nmode a\n when T >= 2 go to b\n": ("line 3", "no mode 'b'"),
    "variables T\nmode a\n when T != 2 go to a\n": ("line 3", "!="),
    "variables T\nmode a\n stay while T <= 1 && T >= 2\n": ("line 3", "contradicts itself"),
    "variables T\nmode a\nmode a\n": ("line", "two modes"),
    "variables T, T\nmode a\n": ("line 1", "twice"),
    "variables T\nmode a\n  T' = 1\n  T' = 2\n": ("line 4", "told twice"),
    "variables T\n": ("", "no mode"),
    "variables T\nmode a\n  go somewhere\n": ("line 3", "cannot be read"),
    "variables T\nmode a\n  T' = " + "(" * 500 + "1\n": ("line 3", "nested"),
    "variables T\nevent e at -1\nmode a\n": ("line 2", "below 0"),
    '{"vars": ["T"], "locations": [{"name": "a"}], "transitions": []}': ("", "initial"),
    '{"vars": ["T"], "locations": [], "transitions": [], "init": {"location": "a"}}': ("", "no mode"),
    '{"vars": ["T"], "locations": [{"name": "a"}], "transitions": [], "init": {"location": "b"}}': (
        "init",
        "no mode 'b'",
    ),
    '{"vars": ["T"], "locations": [{"name": "a", "flow": {"T": "x"}}], "transitions":[], "init": {"location": "a"}}': (
        "locations[0] (a).flow.T",
        "no variable 'x'",
    ),
    '{"vars": ["T"], "locations": [{"name": "a", "rate": {}}], "transitions": [], "init": {}}': (
        "locations[0]",
        "'rate' is not a key",
    ),
    '{"vars": ["T"], "locations": [{"name": "a", "flow": {"T": NaN}}]}': ("", "NaN"),
    '{"vars": ["T"], "vars": []}': ("", "twice"),
    '{"vars": ["T"], "locations": 3}': ("", "transitions"),
    "[1]": ("", "object"),
    '{"vars": [3]}': ("vars[0]", "text"),
    "{": ("line 1", "not JSON"),
    '{"vars": ' + "[" * 5000: ("", "deep"),
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[-40:])
def test_what_cannot_be_read_is_told_with_its_place(text: str) -> None:
    place, words = BAD[text]
    with pytest.raises(Misread) as problem:
        formats.read(text)
    assert place in str(problem.value) and words in str(problem.value)


def test_large_files_are_refused() -> None:
    for text in (
        "variables T\n" + "".join(f"mode m{n}\n" for n in range(300)),
        "variables " + ", ".join(f"v{n}" for n in range(100)) + "\nmode a\n",
        "variables T\nmode a\n" + " when T >= 1 go to a\n" * 2000,
    ):
        with pytest.raises(Misread, match="at most"):
            formats.read(text)


def test_the_two_notations_of_the_thermostat_are_the_same_system() -> None:
    data = {**GIVEN, "transitions": [GIVEN["transitions"][0], {"from": "on", "to": "off", "guard": "T >= 21"}]}  # type: ignore[index]
    assert formats.read(json.dumps(data)).automata[0].modes == thermostat().automata[0].modes
