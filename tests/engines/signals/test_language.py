"""Previous samples, edges, quotients, roots and exponentials; and signals that keep their values."""

import json
import math
from pathlib import Path

import pytest

from tests.examining import Viva, one_sentence
from viva.core.fault import Fault
from viva.core.text.reading import Misread
from viva.engines.signals import Monitor, Semantics, diagnose, evaluate, noise, parse, robustness, show, trace
from viva.engines.signals.trace import Trace

INF = math.inf


def samples() -> Trace:
    return trace([0, 1, 2, 4], x=[-1, 3, 2, -4], y=[1, 4, 9, 16])


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("prev(x) > 0", [-1, -1, 3, 2]),
        ("prev(prev(x)) > 0", [-1, -1, -1, 3]),
        ("prev(x > 0)", [-INF, -1, 3, 2]),
        ("rise(x > 0)", [-1, 1, -3, -4]),
        ("fall(x > 0)", [-INF, -3, -2, 2]),
        ("x / y < 1", [2, 0.25, 7 / 9, 1.25]),
        ("1 / 4 / 2 > 0", [0.125] * 4),
        ("8 / (4 / 2) > 0", [4] * 4),
        ("2 * x / 4 > 0", [-0.5, 1.5, 1, -2]),
        ("sqrt(y) > 0", [1, 2, 3, 4]),
        ("exp(x - x) > 0", [1, 1, 1, 1]),
        ("prev > 0", None),
    ],
)
def test_values_one_can_check_by_hand(text: str, values: list[float] | None) -> None:
    if values is None:  # the words are free as names of signals
        assert show(parse(text)) == '"prev" > 0'
        return
    formula = parse(text)
    assert evaluate(formula, samples()).low.tolist() == pytest.approx(values)
    assert parse(show(formula)) == formula
    monitor = Monitor(parse(f"G ({text})"))
    for k in range(4):
        monitor.push(float(samples().times[k]), x=samples().signals["x"].low[k], y=samples().signals["y"].low[k])
    assert monitor.end().low == pytest.approx(min(values))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("y / x > 0", "`y / x` has no value at time 2, where `x` is 0; keep the divisor away from 0"),
        ("sqrt(x - 1) > 0", "`sqrt\\(x - 1\\)` has no value at time 1, where `x - 1` is -2; write sqrt\\(max"),
        ("exp(y * 99) > 0", "`exp\\(y \\* 99\\)` has no value at time 2, where `y \\* 99` is 792"),
    ],
)
@pytest.mark.parametrize("online", [False, True])
def test_where_a_term_has_no_value_is_told(text: str, words: str, online: bool) -> None:
    given = trace([0, 1, 2], x=[2, -1, 0], y=[1, 1, 8])
    with pytest.raises(Fault, match=words):
        if online:
            monitor = Monitor(parse(f"G {text}"))
            for k in range(3):
                monitor.push_trace(given.part(k, k + 1))
        else:
            robustness(parse(f"G {text}"), given)


def test_noisy_quotients_and_roots() -> None:
    given = trace([0.0], x=noise([1], [4]), y=noise([-1], [2]))
    found = evaluate(parse("8 / x + sqrt(x) > 0"), given)
    assert (found.low[0], found.high[0]) == (3, 10)
    with pytest.raises(Fault, match="where `y` is 0"):
        robustness(parse("x / y > 0"), given)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("G[0,1.5] x > 0", -1),
        ("G[1,1.5] x > 0", 3),
        ("F[1.25,1.75] x > 0", 3),  # no sample lies there, and yet the signal has a value
        ("F[3,3.5] x > 1", 1),
        ("G[2,3.999] x > 0", 2),
        ("G[2,4] x > 0", -4),
        ("F[0.5,0.75] x * y > 0", -1),
        ("F[2.5,3] rise(x > 0)", -3),
        ("F[1.5,1.5] rise(x > 0)", 1),
        ("F[2,3] prev(x) > 0", 3),
        ("F[0,4] sqrt(y) > 3.5", 0.5),
    ],
)
def test_signals_that_keep_their_values(text: str, wanted: float) -> None:
    assert robustness(parse(text), samples(), Semantics.HOLD) == wanted
    assert diagnose(parse(text), samples(), Semantics.HOLD)[0].value == wanted


def test_what_has_no_meaning_between_samples_is_refused() -> None:
    for text, words in (
        ("sqrt(y) > 0", "not straight"),
        ("x / y > 0", "not straight"),
        ("prev(x) > 0", "not straight"),
        ("rise(x > 0)", "the sample before.*--semantics points or hold"),
    ):
        with pytest.raises(Fault, match=words):
            robustness(parse(text), samples(), Semantics.LINEAR)
    with pytest.raises(Fault, match="--semantics points"):
        robustness(parse("prev(F[0,1] x > 0)"), samples(), Semantics.HOLD)
    assert robustness(parse("x / -4 + exp(0) + sqrt(4) > 0"), samples(), Semantics.LINEAR) == 3.25


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rise(x) > 0", "comparison"),
        ("sqrt(x, y) > 0", "one value"),
        ("sqrt(x > 0) > 0", "a formula stands"),
        ("x / > 0", "expected"),
    ],
)
def test_wrong_uses_are_told(text: str, words: str) -> None:
    with pytest.raises(Misread, match=words):
        parse(text)


def test_the_command_takes_hold_everywhere(viva: Viva, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("time,x\n0,1\n2,-1\n4,5\n")
    call = viva("monitor", "G[0.5,1] x > 0", tmp_path / "a.csv", "--semantics", "hold", "--plot", tmp_path / "a.svg")
    assert (call.status, "x = 1" in call.out, (tmp_path / "a.svg").exists()) == (0, True, True)
    call = viva("monitor", "F[0,5] x > 2", tmp_path / "a.csv", "--semantics", "hold", "--online", "--json")
    assert json.loads(call.out)["intervals"] == [[-1, "inf"], [-1, "inf"], [3, "inf"]]
    call = viva("monitor", "F[5,6] x > 2", tmp_path / "a.csv", "--semantics", "hold", "--extend", "constant", "--json")
    assert json.loads(call.out)["robustness"] == 3
    assert one_sentence(viva("monitor", "rate(x) > 2", tmp_path / "a.csv", "--extend", "constant"), "look back")


@pytest.mark.parametrize(("formula", "sign"), [("always (x > 0)", "G"), ("eventually[0,2] (x > 0)", "F")])
def test_words_of_other_tools_are_told_how_they_are_written_here(formula: str, sign: str) -> None:
    with pytest.raises((Fault, Misread), match=f"is written {sign}"):
        parse(formula)
