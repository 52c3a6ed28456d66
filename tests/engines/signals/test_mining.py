"""Parameters from labelled traces."""

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.examining import Viva, one_sentence
from viva.core.fault import Fault
from viva.core.text.reading import Misread
from viva.engines.signals import Trace, mine, parse, robustness, trace


def wave(height: float, period: float = 10.0) -> Trace:
    times = np.arange(200) * 0.1
    return trace(times, x=height * np.sin(2 * np.pi * times / period))


GOOD = [wave(1.0), wave(2.0)]
BAD = [wave(4.0), wave(5.0)]


def test_a_threshold_between_good_and_bad() -> None:
    found = mine("G x < limit", {"limit": (0, 10)}, good=GOOD, bad=BAD)
    assert found.choices[0].low == pytest.approx(2, abs=0.01)
    assert found.choices[0].high == pytest.approx(4, abs=0.01)
    assert found.values["limit"] == pytest.approx(3, abs=0.01)
    assert found.margin == pytest.approx(1, abs=0.01)
    assert min(robustness(found.formula, one) for one in GOOD) >= found.margin
    assert max(robustness(found.formula, one) for one in BAD) <= -found.margin


def test_a_parameter_that_makes_it_harder() -> None:
    found = mine("F x > limit", {"limit": (0, 10)}, good=BAD, bad=GOOD)
    assert (found.choices[0].low, found.choices[0].high) == pytest.approx((2, 4), abs=0.01)


def test_a_window() -> None:
    slow, quick = [wave(1, 16.0)], [wave(1, 4.0)]
    found = mine("F[0,tau] x < -0.9", {"tau": (0.1, 19)}, good=quick, bad=slow)
    assert 2.5 < found.choices[0].low < 3.2
    assert 10 < found.choices[0].high < 12
    distances = [abs(robustness(found.formula, one)) for one in (*slow, *quick)]
    assert found.margin == min(distances) < max(distances)


def test_other_parameters_are_given() -> None:
    found = mine("F[0,tau] x > limit", {"limit": (0, 9)}, good=BAD, bad=GOOD, parameters={"tau": 10.0})
    assert found.margin == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(
    ("text", "good", "bad", "words"),
    [
        ("G x < limit", BAD, GOOD, "separates"),
        ("G x < limit", [wave(100.0)], BAD, "separates"),
        ("G x < limit", GOOD, [], "at least one of each"),
        ("G x < abs(limit - 5)", GOOD, BAD, "not monotone"),
        ("G x < 3 + 0 * limit", GOOD, BAD, "no influence"),
        ("G x < 3", GOOD, BAD, "no parameter"),
    ],
)
def test_what_cannot_be_fitted_is_told(text: str, good: list[object], bad: list[object], words: str) -> None:
    with pytest.raises((Fault, Misread), match=words):
        mine(text, {"limit": (0, 10)}, good=good, bad=bad)  # type: ignore[arg-type]


PULSE = "G[0,12] (x > limit -> F[0,tau] x < limit)"
RANGES = {"tau": (0.2, 8.0), "limit": (0.5, 7.0)}


def pulses(width: float, height: float) -> Trace:
    times = np.arange(200) * 0.1
    around = [np.clip(1 - np.abs(times - start - width / 2) / (width / 2), 0, 1) for start in (2, 10)]
    return trace(times, x=height * np.maximum(*around))


QUICK, SLOW = [pulses(2, 5), pulses(2.4, 5.5)], [pulses(5, 6), pulses(6, 6.5)]


def test_two_parameters_every_choice_is_right_and_the_strictest_are_a_pareto_set() -> None:
    found = mine(PULSE, RANGES, good=QUICK, bad=SLOW)
    assert found.rises == {"tau": True, "limit": True}
    assert len(found.choices) > 5
    assert found.margin == max(choice.margin for choice in found.choices) > 0.5
    for choice in found.choices:
        for end in (choice.low, choice.high, choice.values["limit"]):
            formula = parse(PULSE, {**choice.values, "limit": end})
            assert min(robustness(formula, one) for one in QUICK) > 0 > max(robustness(formula, one) for one in SLOW)
    assert len(found.pareto) > 2
    for one in found.pareto:
        assert not any(two != one and all(two[name] <= one[name] for name in RANGES) for two in found.pareto)
        looser = parse(PULSE, {**one, "limit": one["limit"] - 0.001 * (one["limit"] > 0.5)})
        assert one["limit"] == 0.5 or min(robustness(looser, trace) for trace in QUICK) <= 0
    assert mine(PULSE, RANGES, good=QUICK, bad=SLOW) == found


def test_the_strictest_depends_on_which_parameter_is_first() -> None:
    one = mine(PULSE, RANGES, good=QUICK, strictest=True)
    other = mine(PULSE, dict(reversed(RANGES.items())), good=QUICK, bad=SLOW, strictest=True)
    assert one.values["tau"] == 0.2 < other.values["tau"]
    assert one.values["limit"] > 5 > other.values["limit"] == 0.5
    for found in (one, other):
        assert min(robustness(found.formula, trace) for trace in QUICK) > 0


def test_three_parameters_and_directions_that_are_declared() -> None:
    text = "G[0,12] (x > limit -> F[start,tau] x < limit)"
    ranges = {"start": (0.0, 0.2), **RANGES}
    found = mine(text, ranges, good=QUICK, bad=SLOW, rises={"start": False, "tau": True, "limit": True})
    assert found.margin > 0.5
    assert found.rises["start"] is False


def test_the_command(viva: Viva, tmp_path: Path) -> None:
    for kind, several in (("good", QUICK), ("bad", SLOW)):
        (tmp_path / kind).mkdir()
        for k, one in enumerate(several):
            rows = zip(one.times.tolist(), one.signals["x"].low.tolist(), strict=True)
            (tmp_path / kind / f"{k}.csv").write_text("t;x;note\n" + "".join(f"{t};{x};ok\n" for t, x in rows))
    call = ["mine", PULSE, "--range", "tau=0.2..8", "--range", "limit=0.5..7", "--good", tmp_path / "good"]
    told = viva(*call, "--bad", tmp_path / "bad", "--plot", tmp_path / "a.svg")
    assert told.status == 0
    assert told.out.startswith("tau = ")
    assert "easier to satisfy as limit grows" in told.out
    assert "The strictest right values that were found:" in told.out
    picture = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert "tau = " in "".join(picture.itertext())
    document = json.loads(viva(*call, "--bad", tmp_path / "bad" / "0.csv", "--json").out)
    assert set(document["values"]) == {"tau", "limit"}
    assert json.loads(viva(*call, "--strictest", "--json").out)["values"]["tau"] == 0.2
    alone = viva("mine", PULSE, "--range", "tau=0.2..8", "-p", "limit=3", *call[6:], "--bad", tmp_path / "bad")
    assert "Every tau from " in alone.out
    for more, words in (
        ([], ["good and bad", "--strictest"]),
        (["--range", "x"], ["--range 'x'", "--range tau=0.1..20"]),
        (["--rises", "limt"], ["no range for 'limt'"]),
        (["--bad", tmp_path / "bad", "--range", "zeta=0..1"], ["no parameter 'zeta'"]),
        (["--bad", tmp_path / "none"], ["no such file"]),
        (["--bad", tmp_path], ["no traces in this folder"]),
    ):
        assert one_sentence(viva(*call, *more), *words)
