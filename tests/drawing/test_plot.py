"""Plots: round ticks, every value inside its frame, and words beside what is marked."""

import math
from random import Random
from xml.etree import ElementTree

import pytest

from viva.drawing.plot import (
    LEFT,
    TOP,
    WIDTH,
    Area,
    Band,
    Line,
    Mark,
    Moment,
    Panel,
    Plot,
    Scale,
    Threshold,
    draw,
    short,
    ticks,
)

SVG = "{http://www.w3.org/2000/svg}"


def test_ticks_are_round_and_lie_between_the_ends() -> None:
    assert ticks(0, 10, 5) == [0, 2, 4, 6, 8, 10]
    assert ticks(-0.13, 0.31, 4) == pytest.approx([0.0, 0.2])
    randomness = Random(1)
    for _ in range(500):
        low = randomness.uniform(-1, 1) * 10 ** randomness.randint(-6, 6)
        high = low + randomness.random() * 10 ** randomness.randint(-6, 6) + 1e-9 * abs(low) + 1e-12
        about = randomness.randint(2, 9)
        found = ticks(low, high, about)
        assert len(found) <= about + 1
        for tick in found:
            assert low - 1e-6 * (high - low) <= tick <= high + 1e-6 * (high - low)
        if len(found) > 1:
            step = found[1] - found[0]
            digits = step / 10.0 ** math.floor(math.log10(step) + 1e-9)
            assert min(abs(digits - one) for one in (1, 2, 5, 10)) < 1e-3


def test_numbers_are_short() -> None:
    values = (0.1 + 0.2, 3.0, -0.0, 1234567.0, 1e-5, math.inf, -math.inf)
    assert [short(value) for value in values] == ["0.3", "3", "0", "1235000", "1e-05", "inf", "-inf"]


def test_a_scale_keeps_what_lies_outside_at_its_ends() -> None:
    up = Scale(0.0, 10.0, 100.0, 0.0)
    assert [up(value) for value in (0.0, 5.0, 10.0, -3.0, math.inf)] == [100.0, 50.0, 0.0, 100.0, 0.0]


def everything(values: list[float]) -> Plot:
    times = [float(number) for number in range(len(values))]
    items = (
        Line(times, values, "first", dots=True),
        Line(times, values[::-1], "second", steps=True),
        Band(times, [value - 1 for value in values], values),
        Area(times, values, steps=True),
        Threshold(0.5, "x > 0.5"),
        Mark(times[-1], values[-1], "here"),
    )
    moments = (Moment(times[0], "begun"), Moment(times[-1], "ended", dashed=True))
    return Plot((Panel("one", items), Panel("two", (Line(times, values),), 60.0)), times[0], times[-1], "time", moments)


def points(root: ElementTree.Element) -> list[tuple[float, float]]:
    found = []
    for element in [*root.iter(f"{SVG}polyline"), *root.iter(f"{SVG}polygon")]:
        found += [tuple(map(float, pair.split(","))) for pair in (element.get("points") or "").split()]
    return [(x, y) for x, y in found]


@pytest.mark.parametrize("values", [[0.0], [1.0, 1.0], [-3.0, 7.5, math.inf, -math.inf, 2.0], [1e9, -1e9]])
def test_every_curve_stays_inside_its_frame(values: list[float]) -> None:
    drawing = draw(everything(values), "title", "words")
    root = ElementTree.fromstring(drawing.svg)
    assert "nan" not in drawing.svg and "inf" not in drawing.svg
    assert all(LEFT <= x <= LEFT + WIDTH and TOP <= y <= TOP + 96 + 30 + 60 for x, y in points(root))
    assert drawing.text == "words"


def test_steps_stay_until_the_next_value() -> None:
    plot = Plot((Panel("p", (Line([0, 1, 2], [0, 1, 0], steps=True),)),), 0, 2)
    heights = [y for _, y in points(ElementTree.fromstring(draw(plot, "t", "").svg))]
    assert heights[0] == heights[1] == heights[4] and heights[2] == heights[3] < heights[0]


def test_lines_differ_by_more_than_colour_and_are_named() -> None:
    svg = draw(everything([1.0, 2.0, 0.5]), "t", "").svg
    root = ElementTree.fromstring(svg)
    lines = [line for line in root.iter(f"{SVG}polyline") if "line" in (line.get("class") or "")]
    assert len({line.get("stroke-dasharray") for line in lines[:2]}) == 2
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert {"first", "second", "x > 0.5", "here", "begun", "ended", "one", "two", "time"} <= set(words)


def test_many_samples_are_drawn_as_the_range_of_each_pixel() -> None:
    values = [math.sin(number / 50) for number in range(200_000)]
    values[123_456] = 40.0
    plot = Plot((Panel("p", (Line([float(n) for n in range(200_000)], values),)),), 0, 199_999)
    drawing = draw(plot, "t", "")
    assert len(drawing.svg) < 60_000
    assert min(y for _, y in points(ElementTree.fromstring(drawing.svg))) < TOP + 12, "the peak is still there"


def test_titles_and_names_are_escaped() -> None:
    attack = "</text><script>alert(1)</script>\x1b"
    items = (Line([0, 1], [0, 1], attack), Threshold(1, attack), Mark(0, 0, attack))
    drawing = draw(Plot((Panel(attack, items),), 0, 1, attack, (Moment(0, attack),), attack), attack, attack)
    assert "<script" not in drawing.svg and "\x1b" not in drawing.svg + drawing.text
    ElementTree.fromstring(drawing.svg)
