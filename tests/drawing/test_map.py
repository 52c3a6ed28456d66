"""Maps show what is where, and say the same in characters."""

from viva.drawing.map import Area, Disc, Spot, Thing, Wall, Way, draw

THINGS: list[Thing] = [
    Wall((-1, 2), (1, 2)),
    Disc((0, 1), 0.2),
    Disc((0, 3), 0.3, "goal", "<goal>"),
    Area((-1, -1), (0, 0), "drop"),
    Area((0, -1), (1, 0), "hill", (0.0, 1.0)),
    Way([(0.0, y / 10) for y in range(-10, 20)], 3.0, "the way"),
    Spot((0, -0.5), "here"),
]


def test_everything_is_drawn_and_texts_are_escaped() -> None:
    drawing = draw(THINGS, "A plan", "What there is.")
    for part in ('class="wall"', 'class="round"', 'class="goal"', 'class="drop"', 'class="hill"', "animateMotion"):
        assert part in drawing.svg
    assert "&lt;goal&gt;" in drawing.svg and "<goal>" not in drawing.svg


def test_the_twin_in_characters_has_the_wall_above_the_obstacle_and_the_drop_below() -> None:
    rows = draw(THINGS, "A plan", "What there is.").text.splitlines()
    assert rows[0] == "What there is."
    where = {letter: next(number for number, row in enumerate(rows[1:]) if letter in row) for letter in "G#O%X"}
    assert where["G"] < where["#"] < where["O"] < where["%"] <= where["X"]


def test_a_long_way_is_thinned() -> None:
    long = draw([Way([(number / 1000, 0.0) for number in range(100_000)], 60.0, "far")], "Far", "Far.")
    assert len(long.svg) < 40_000
