"""What happens in time: the pictures of all moments, kept once, and each found again as it was."""

from random import Random

import pytest

from tests.stills import picture_at
from viva.core.drawing import Frames
from viva.drawing.frames import MOST, Moment, frames_of
from viva.drawing.shapes import Arrow, Box, Circle, Emphasis, Label, Shape
from viva.drawing.svg import picture

TEXTS = ["", "a", "b > c", "<g>", "</svg>", '"', "x\ny"]
SEEDS = range(60)


def shape(chance: Random) -> Shape:
    place, other = ((40.0 * chance.randrange(4), 40.0 * chance.randrange(4)) for _ in range(2))
    text, look = chance.choice(TEXTS), chance.choice(list(Emphasis))
    match chance.randrange(4):
        case 0:
            return Box(place, (30.0, 20.0), text, emphasis=look)
        case 1:
            return Circle(place, 12.0, text, chance.random() < 0.5, look)
        case 2:
            return Arrow((place, (other[0] + 7.0, other[1])), text, look)
    return Label(place, text, look)


def scenes_of(seed: int) -> list[list[Shape]]:
    chance = Random(seed)
    return [[shape(chance) for _ in range(chance.randrange(7))] for _ in range(chance.randint(1, 5))]


def film(scenes: list[list[Shape]]) -> Frames:
    moments = [Moment(f"step {number}", (picture("a scene", each, str(number)),)) for number, each in enumerate(scenes)]
    found = frames_of("scenes", moments)
    assert found is not None
    return found


def body(svg: str) -> str:
    return svg.partition("</style>")[2].partition('<rect class="paper"')[2].partition("/>")[2] or svg


@pytest.mark.parametrize("seed", SEEDS)
def test_each_moment_has_exactly_the_parts_of_its_picture(seed: int) -> None:
    scenes = scenes_of(seed)
    frames = film(scenes)
    for still, scene in zip(frames.stills, scenes, strict=True):
        drawn = picture("a scene", scene, "").svg
        parts = [frames.panes[0].parts[number] for number in still.shown[0]]
        assert all(part in drawn for part in parts)
        rest = body(drawn)
        for part in sorted(parts, key=len, reverse=True):
            rest = rest.replace(part, "")
        assert rest.strip() == "</svg>"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_part_that_stays_is_kept_once(seed: int) -> None:
    scenes = scenes_of(seed)
    (pane,) = film([*scenes, *scenes]).panes
    assert len(pane.parts) == len(set(pane.parts))
    assert set(pane.parts) == set(film(scenes).panes[0].parts)


@pytest.mark.parametrize("seed", SEEDS)
def test_frames_come_back_from_json_as_they_were(seed: int) -> None:
    scenes = scenes_of(seed)
    frames = film(scenes)
    assert Frames.from_json(frames.to_json()) == frames


def test_what_is_above_in_every_picture_stays_above() -> None:
    low, high, new = (Label((0.0, 0.0), text) for text in ("low", "high", "new"))
    (pane,) = film([[low, high], [low, new, high]]).panes
    where = [
        next(number for number, part in enumerate(pane.parts) if f">{text}<" in part) for text in ("low", "new", "high")
    ]
    assert where == sorted(where)


def test_the_view_has_room_for_every_moment() -> None:
    (pane,) = film([[Label((0.0, 0.0), "a")], [Label((500.0, -90.0), "b")]]).panes
    left, top, width, height = pane.view
    assert left < 0
    assert left + width > 500
    assert top < -90
    assert top + height > 0


def test_of_a_very_long_run_the_first_moments_are_kept() -> None:
    assert len(film([[Label((0.0, 0.0), str(number))] for number in range(MOST + 5)]).stills) == MOST


def test_nothing_happens_in_no_time() -> None:
    assert frames_of("nothing", []) is None


def test_one_moment_can_stand_alone_as_a_picture() -> None:
    (first, *_) = picture_at(film([[Label((0.0, 0.0), "now")], [Label((0.0, 0.0), "then")]]), 0)
    assert "now" in first
    assert "then" not in first
    assert "<style>" in first
