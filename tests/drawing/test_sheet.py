"""One sheet for all drawings: every class has a rule, every colour a name, light and dark."""

import re
from pathlib import Path

import pytest

import viva.drawing
from viva.drawing.sheet import sheet
from viva.showing.page import render

SHEETS = sorted((Path(viva.drawing.__file__).parent / "sheets").glob("*.css"))
COLOUR = re.compile(r"#[0-9a-f]{3,6}\b(?![^\[]*\])")


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def palettes() -> list[dict[str, str]]:
    return [dict(re.findall(r"--([\w-]+):(#[0-9a-f]+)", block)) for block in re.findall(r"\.drawing{(.*?)}", sheet())]


def test_only_the_first_sheet_knows_colours_and_the_others_call_them_by_name() -> None:
    named = set(palettes()[0])
    for path in SHEETS:
        rules = re.sub(r"\[[^]]*]", "", path.read_text("utf-8"))
        if path.stem != "colours":
            assert not COLOUR.findall(rules), path.stem
        assert set(re.findall(r"var\(--([\w-]+)\)", rules)) <= named, path.stem


def test_light_and_dark_name_the_same_colours() -> None:
    light, dark = palettes()
    assert set(light) == set(dark)
    assert luminance(light["paper"]) > 0.9
    assert luminance(dark["paper"]) < 0.1


@pytest.mark.parametrize(
    "ground", ["paper", "good-ground", "bad-ground", "first-ground", "second-ground", "here-ground"]
)
def test_words_can_be_read_on_every_ground(ground: str) -> None:
    for palette in palettes():
        assert contrast(palette["ink"], palette[ground]) >= 4.5


@pytest.mark.parametrize(
    "line", ["line", "good", "bad", "first", "second", "third", "fourth", "limit", "moment", "faint"]
)
def test_lines_can_be_seen_on_the_paper(line: str) -> None:
    for palette in palettes():
        assert contrast(palette[line], palette["paper"]) >= 3


def test_a_small_sheet_says_the_same_as_a_readable_one() -> None:
    plain = "".join(path.read_text("utf-8") for path in SHEETS)
    assert sorted(re.findall(r"[\w#.-]+", plain)) == sorted(re.findall(r"[\w#.-]+", sheet()))
    assert "@media screen and (prefers-color-scheme: dark){" in sheet()


def test_every_page_has_the_sheet() -> None:
    assert sheet().replace(".drawing", ".viva .drawing") in render("base.html")
