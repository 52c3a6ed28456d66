"""Asynchronous composition, held against its definition: the part whose turn it is reacts alone."""

import random

import pytest

from viva.core.text.reading import Misread
from viva.engines.machines.comparing.compare import compare
from viva.engines.machines.formats import text
from viva.engines.machines.model import Signals
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.flatten import flatten

LEFT = """machine {
  initial Low
  state High {
    initial Dim
    state Bright
    Dim -> Bright: more / x
    Bright -> Dim: more
  }
  Low -> High: press / x
  High -> Low: press [preemptive]
}
"""
RIGHT = "machine {\n  initial Idle\n  state Busy\n  Idle -> Busy: press / y\n  Busy -> Idle [default]\n}\n"
SIGNALS = "input turn: {Left, Right}, press, more\noutput x, y\n"


def part(source: str) -> str:
    return source.removeprefix("machine ")


BOTH = f"{SIGNALS}interleaved turn {{\nLeft {part(LEFT)}Right {part(RIGHT)}}}\n"


@pytest.mark.parametrize("seed", range(5))
def test_each_part_does_what_it_does_alone_in_its_turns(seed: int) -> None:
    chance = random.Random(seed)
    whole = Behaviour(text.read(BOTH))
    alone = {
        "Left": Behaviour(text.read(f"input press, more\noutput x\n{LEFT}")),
        "Right": Behaviour(text.read(f"input press, more\noutput y\n{RIGHT}")),
    }
    word: list[Signals] = []
    for _ in range(60):
        given: Signals = {name: True for name in ("press", "more") if chance.random() < 0.5}
        turn = chance.choice(["Left", "Right", None])
        word.append(given if turn is None else {**given, "turn": turn})
    told = [reaction.outputs for reaction in whole.run(word)]
    own = {name: [each for each in word if each.get("turn") == name] for name in alone}
    outputs = {
        name: iter([reaction.outputs for reaction in behaviour.run([_without_turn(each) for each in own[name]])])
        for name, behaviour in alone.items()
    }
    assert told == [next(outputs[str(each["turn"])]) if "turn" in each else {} for each in word]


def _without_turn(given: Signals) -> Signals:
    return {name: value for name, value in given.items() if name != "turn"}


def test_it_is_flattened_and_written_like_any_other() -> None:
    system = text.read(BOTH)
    assert compare(Behaviour(flatten(system)), Behaviour(system)).equal
    assert text.read(text.write(system)) == system


@pytest.mark.parametrize(
    ("signals", "words"),
    [
        ("input press, more\noutput x, y\n", "'turn' is no input"),
        ("input turn, press, more\noutput x, y\n", "'turn' is no input"),
        ("input turn: {Left, Middle}, press, more\noutput x, y\n", "the names of the parts: Left, Right"),
    ],
)
def test_the_turn_has_a_value_for_each_part(signals: str, words: str) -> None:
    with pytest.raises(Misread, match=words):
        text.read(BOTH.replace(SIGNALS, signals))
