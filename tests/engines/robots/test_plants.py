"""Plants do what physics says, the same each time, and arenas that make no sense are told."""

import math
import random
from itertools import count, pairwise

import pytest

from viva.core.fault import Fault
from viva.engines.robots import Broken, arena_from, run, search
from viva.engines.signals import Monitor, noise, parse, robustness

ROOM = """
seconds = 20
[start]
x = 0
y = 0
heading = 90
[[wall]]
from = [-2, 2]
to = [2, 2]
"""


def drive(text: str, left: float, right: float, plant: str = "robot") -> dict[str, list[float]]:
    episode = run(arena_from(plant, text, "arena.toml"), lambda _: (left, right))
    return {name: list(values) for name, values in episode.columns.items()}


def test_a_robot_drives_straight_until_the_wall_and_feels_it_with_both_bumpers() -> None:
    seen = drive(ROOM, 0.4, 0.4)
    assert seen["x"][-1] == pytest.approx(0)
    assert seen["y"][-1] == pytest.approx(2 - 0.17, abs=1e-6)
    assert (seen["bump_l"][-1], seen["bump_r"][-1]) == (1, 1)
    assert seen["bump_l"][20] == 0
    assert min(seen["clearance"]) >= -1e-9


def test_a_wall_on_the_left_is_felt_on_the_left() -> None:
    side = "seconds = 5\n[start]\nheading = 0\n[[wall]]\nfrom = [-5, 0.3]\nto = [5, 0.3]\n"
    seen = drive(side, 0.2, 0.3)
    assert max(seen["bump_l"]) == 1
    assert seen["bump_r"][seen["bump_l"].index(1)] == 0


def test_wheels_in_opposite_directions_turn_on_the_spot_by_what_geometry_says() -> None:
    seen = drive("seconds = 10\n", -0.13, 0.13)
    assert (seen["x"][-1], seen["y"][-1]) == pytest.approx((0, 0), abs=1e-9)
    whole = seen["angle"][-1] - seen["angle"][100]
    assert whole == pytest.approx(5.0 * 0.26 / 0.26, abs=1e-6)  # radians in five seconds
    assert seen["th"][-1] == pytest.approx(math.pi / 2 + seen["angle"][-1])


def test_uphill_the_accelerometer_feels_the_slope_and_over_the_edge_it_falls() -> None:
    hill = "seconds = 20\n[[ramp]]\nfrom = [-2, -1]\nto = [2, 3]\nrise = 0.8\n"
    seen = drive(hill, 0.3, 0.3)
    assert seen["ax"][40] == pytest.approx(9.81 * math.sin(math.atan(0.2)), abs=1e-6)
    assert seen["ay"][40] == pytest.approx(0)
    assert seen["fallen"][-1] == 1
    assert max(seen["z"]) == pytest.approx(0.8, abs=0.01)
    assert 1 in seen["cliff_l"]


def test_what_cannot_be_climbed_is_a_wall() -> None:
    seen = drive("seconds = 10\n[[platform]]\nfrom = [-1, 1]\nto = [1, 2]\nheight = 0.5\n", 0.3, 0.3)
    assert seen["y"][-1] < 1 and seen["z"][-1] == 0
    assert (seen["bump_l"][-1], seen["fallen"][-1]) == (1, 0)


def test_a_tank_in_balance_keeps_its_level() -> None:
    """Torricelli: out flows the root of the level; as much comes in."""
    text = "seconds = 60\n[tank]\nlevel = 4\ninflow = 8\ndrain = 2\nlag = 0\n"
    episode = run(arena_from("tank", text, "tank.toml"), lambda _: [0.5])
    assert episode.columns["level"][-1] == pytest.approx(4, abs=1e-9)
    full = run(arena_from("tank", text, "tank.toml"), lambda _: [1.0])
    assert full.columns["level"][-1] > 6


def test_a_car_that_does_not_brake_crashes_when_the_other_one_does() -> None:
    text = "seconds = 30\n[car]\ngap = 20\nspeed = 15\n[front]\nspeed = 15\n[[lead]]\nat = 5\nspeed = 5\nrate = 5\n"
    seen = drive_one(text)
    assert seen["crashed"][-1] == 1
    assert min(seen["gap"]) == 0


def drive_one(text: str) -> dict[str, list[float]]:
    episode = run(arena_from("car", text, "car.toml"), lambda _: [0.0])
    return {name: list(values) for name, values in episode.columns.items()}


NOISY = (
    ROOM
    + "[noise]\nax = 0.5\n[bias]\nay = 1\n[stuck]\nbump_l = 1\n[gain]\nleft = 0.5\n[link]\nlatency = 3\ndropped = 0.2\n"
)


def test_the_same_seed_gives_the_same_run_and_another_seed_another_one() -> None:
    arena = arena_from("robot", NOISY, "arena.toml")
    told: list[list[float]] = []
    for seed in (1, 1, 2):
        heard: list[float] = []

        def controller(sensors, heard=heard):  # type: ignore[no-untyped-def]
            heard.append(sensors["ax"])
            assert sensors["bump_l"] == 1
            return (0.3, 0.3)

        run(arena, controller, seed=seed)
        told.append(heard)
    assert told[0] == told[1] != told[2]
    assert max(map(abs, told[0][:2])) <= 0.5 + 1e-9


def test_a_run_ends_when_all_is_decided_and_says_what_the_whole_run_would_have_said() -> None:
    arena = arena_from("robot", ROOM, "arena.toml")
    formulas = [parse("F[0,20] y > 1"), parse("G[0,3] x < 1")]
    watch = [Monitor(formula) for formula in formulas]
    short = run(arena, lambda _: (0.4, 0.4), watch)
    whole = run(arena, lambda _: (0.4, 0.4))
    assert short.early and short.end < 5 < whole.end
    for formula, monitor in zip(formulas, watch, strict=True):
        assert monitor.interval.low <= robustness(formula, whole.trace()) <= monitor.interval.high


@pytest.mark.parametrize("uncertain", [{}, {"y": 0.02}])
def test_who_watches_finds_what_looking_at_each_round_finds(uncertain: dict[str, float]) -> None:
    formulas = [parse(text) for text in ("F[0,9] y > 0.7", "G[0,3] x < 1", "F[0,2] y > 1", "G[0,12] y < 1.31")]
    watch = [Monitor(formula) for formula in formulas]
    episode = run(arena_from("robot", ROOM, "arena.toml"), lambda _: (0.4, 0.4), watch, uncertain=uncertain)
    for formula, monitor in zip(formulas, watch, strict=True):
        alone = Monitor(formula)
        for number, time in enumerate(episode.times):
            values = {name: column[number : number + 1] for name, column in episode.columns.items() if name in "xy"}
            if "y" in uncertain:
                alone.push([time], **(values | {"y": noise([values["y"][0] - 0.02], [values["y"][0] + 0.02])}))
            else:
                alone.push([time], **values)
        assert alone.decided_at == monitor.decided_at
    assert episode.end == max(monitor.decided_at or 0.0 for monitor in watch)
    assert 3 < episode.end < 4 and all(len(column) == len(episode.times) for column in episode.columns.values())


def test_what_comes_after_the_decision_does_not_count() -> None:
    """The controller is asked a little further, as those who watch look at many rounds together."""
    breaks = count()

    def controller(_sensors):  # type: ignore[no-untyped-def]
        if next(breaks) > 45:
            raise Broken("late")
        return (0.4, 0.4)

    decided = run(arena_from("robot", ROOM, "arena.toml"), controller, [Monitor(parse("G[0,2.2] x < 1"))])
    assert decided.broken is None and decided.early and decided.end == pytest.approx(2.2, abs=0.05)
    breaks = count()
    fatal = [Monitor(parse("F[0,20] y > 0.5")), Monitor(parse("F[0,20] y > 0.6"))]
    stopped = run(arena_from("robot", ROOM, "arena.toml"), controller, fatal, fatal=fatal[:1])
    assert stopped.broken is None and stopped.end == fatal[0].decided_at
    assert not fatal[1].decided


def test_signals_that_are_known_up_to_a_bound_leave_a_goal_open_where_that_matters() -> None:
    arena = arena_from("robot", ROOM, "arena.toml")
    near = [Monitor(parse("G[0,20] y < 1.85"))]
    run(arena, lambda _: (0.4, 0.4), near, uncertain={"y": 0.1})
    assert near[0].interval.low < 0 < near[0].interval.high


def test_a_controller_that_breaks_ends_the_run_with_what_it_was_told() -> None:
    def controller(sensors):  # type: ignore[no-untyped-def]
        if sensors["distance"] > 0.5:
            raise Broken("no idea")
        return (0.4, 0.4)

    episode = run(arena_from("robot", ROOM, "arena.toml"), controller)
    assert episode.broken == "no idea"
    assert episode.told["distance"] > 0.5


def test_the_search_finds_the_settings_in_which_it_fails_and_stays_within_their_ranges() -> None:
    arena = arena_from(
        "robot", ROOM + '[ranges]\n"start.heading" = [60, 120]\n"wall.0.from.1" = [1, 3]\n', "arena.toml"
    )

    def margin(changed):  # type: ignore[no-untyped-def]
        watch = [Monitor(parse("G[0,6] x < 0.8"))]
        run(changed, lambda _: (0.4, 0.4), watch)
        return watch[0].interval.high if watch[0].interval.high < 0 else watch[0].interval.low

    tried = list(search(arena, margin, 8, 0))
    assert min(one.margin for one in tried) < 0 < max(one.margin for one in tried)
    assert all(60 <= one.settings["start.heading"] <= 120 for one in tried)
    assert [one.settings for one in tried] == [one.settings for one in search(arena, margin, 8, 0)]


@pytest.mark.parametrize(
    ("plant", "text", "said"),
    [
        ("robot", "[[wall]]\nfrom = [0, 1]\nto = [2, 1]\n[[wall]]\nfrom = [1, 0.5]\nto = [1, 3]\n", "overlap"),
        ("robot", "[[wall]]\nfrom = [-1, 0.1]\nto = [1, 0.1]\n", "too near to a wall"),
        ("robot", "[[wall]]\nfrom = [1, 1]\nto = [1, 1]\n", "two ends"),
        ("robot", "[[wall]]\nfrom = [1]\nto = [1, 1]\n", "must be a point"),
        ("robot", "[[ramp]]\nfrom = [0, 0]\nto = [1, 1]\ntowards = 45\n", "0, 90, 180 or 270"),
        ("robot", "[[cliff]]\nfrom = [-1, -1]\nto = [1, 1]\n", "stands on a cliff"),
        ("robot", "[noise]\nbump = 1\n", "did you mean"),
        ("robot", "[stuck]\nlevel = 1\n", "nothing this plant has"),
        ("robot", "seconds = 1e9\n", "from 0.1 to 600"),
        ("robot", "seconds = nan\n", "from 0.1 to 600"),
        ("robot", "[start]\nx = nan\n", "`x`"),
        ("robot", "[start]\nx = 1e9\n", "from -1e+06 to 1e+06"),
        ("robot", "[goal]\nx = nan\ny = 0\n", "`x`"),
        ("robot", "[[wall]]\nfrom = [0, inf]\nto = [1, 1]\n", "must be a point"),
        ("robot", "[[obstacle]]\nat = [2, 2]\nradius = -1\n", "`radius`"),
        ("robot", "[[wall]]\nfrom = [-1, 1]\nto = [1, 1]\n[[wall]]\nfrom = [0, 1]\nto = [2, 1]\n", "overlap"),
        ("robot", "[[wall]]\nfrom = [-1, 1]\nto = [1, 1]\n[[wall]]\nfrom = [1, 1]\nto = [-1, 1]\n", "overlap"),
        ("robot", "[link]\nlatency = 1000\n", "up to 100"),
        ("robot", "[link]\ndropped = 2\n", "from 0 to 1"),
        ("robot", "[robot]\nslew = 0\n", "`slew`"),
        ("robot", "[[wall]]\nfrom = [1, 1]\nto = [2, 1]\n" * 201, "200 are the most"),
        ("robot", '[ranges]\n"start.x" = [0, 1]\n', "leads to nothing"),
        ("robot", "wals = 3\n", "is not a key"),
        ("robot", '[start]\nx = 0\n[ranges]\n"start.x" = [1, 0]\n', "lower one first"),
        ("tank", "[[demand]]\nfrom = 5\nto = 2\n", "comes after"),
        ("tank", "[tank]\nlevel = 11\n", "from 0 to 10"),
        ("boat", "", "there is no plant"),
    ],
)
def test_what_makes_no_sense_is_told_with_what_to_do(plant: str, text: str, said: str) -> None:
    with pytest.raises(Fault) as raised:
        arena_from(plant, text, "arena.toml")
    assert said in str(raised.value)


def heard(faults: str, left: float = 0.3, right: float = 0.3, arena: str = ROOM) -> dict[str, list[float]]:
    """What the controller was told in each round, and what the wheels then did."""
    found: dict[str, list[float]] = {}

    def controller(sensors):  # type: ignore[no-untyped-def]
        for name, value in sensors.items():
            found.setdefault(name, []).append(value)
        return left, right

    episode = run(arena_from("robot", arena + faults, "arena.toml"), controller)
    return found | {f"true_{name}": list(values) for name, values in episode.columns.items()}


def test_a_stuck_bumper_is_always_pressed_and_a_missing_one_never() -> None:
    stuck = heard("[stuck]\nbump_l = 1\nbump_r = 0\n", 0.4, 0.4)
    assert set(stuck["bump_l"]) == {1} and set(stuck["bump_r"]) == {0}
    assert stuck["true_bump_l"][0] == 0 and stuck["true_bump_r"][-1] == 1


def test_a_bias_is_always_the_same_and_noise_stays_within_its_bound() -> None:
    seen = heard("[bias]\nax = 0.7\n[noise]\nay = 0.2\n")
    assert all(told == pytest.approx(true + 0.7) for told, true in zip(seen["ax"], seen["true_ax"], strict=False))
    assert all(abs(told - true) <= 0.2 for told, true in zip(seen["ay"], seen["true_ay"], strict=False))
    assert len({round(value, 9) for value in seen["ay"]}) > 100


def test_a_wheel_that_turns_too_slowly_bends_the_way() -> None:
    seen = heard("[gain]\nleft = 0.9\n")
    assert seen["true_vl"][40] == pytest.approx(0.27) and seen["true_vr"][40] == pytest.approx(0.3)
    assert seen["true_angle"][60] > 0.2 and seen["true_x"][60] < -0.05


def test_latency_holds_commands_back_and_dropped_ones_leave_the_last() -> None:
    late = heard("[link]\nlatency = 10\n")
    assert late["true_vl"][10] == 0 < late["true_vl"][11]

    rounds = count()

    def alternating(_: object) -> tuple[float, float]:
        return (0.5, 0.5) if next(rounds) % 2 else (0.0, 0.0)

    quick = ROOM + "[robot]\nslew = 100\n"
    whole = run(arena_from("robot", quick, "a.toml"), alternating)
    lossy = run(arena_from("robot", quick + "[link]\ndropped = 0.5\n", "a.toml"), alternating)
    changes = [sum(one != two for one, two in pairwise(each.columns["vl"][:200])) for each in (whole, lossy)]
    assert changes[0] > 190 and 40 < changes[1] < 150
    assert set(run(arena_from("robot", quick + "[link]\ndropped = 1\n", "a"), alternating).columns["vl"]) == {0}


def test_wheels_change_their_speed_by_their_slew_at_most() -> None:
    for slew in (0.2, 2.0):
        speeds = heard(f"[robot]\nslew = {slew}\n", 0.5, 0.5)["true_vl"]
        assert max(two - one for one, two in pairwise(speeds)) == pytest.approx(slew / 20)
    assert speeds[-1] == 0.5


def test_eyes_see_a_cliff_before_it_is_too_late() -> None:
    cliff = "seconds = 10\n[[cliff]]\nfrom = [-1, 1]\nto = [1, 2]\n"
    seen = heard("", arena=cliff)
    warned = seen["cliff_l"].index(1)
    assert seen["true_fallen"][warned] == 0 and seen["true_y"][warned] < 0.9
    assert seen["true_fallen"][-1] == 1


def test_on_a_hill_pitch_and_roll_are_what_the_slope_says() -> None:
    hill = "seconds = 2\n[start]\nheading = {}\n[[ramp]]\nfrom = [-2, -2]\nto = [2, 2]\nrise = 1\ntowards = 90\n"
    up, across, down = (heard("", 0, 0, hill.format(heading)) for heading in (90, 0, 270))
    assert up["true_pitch"][0] == pytest.approx(math.atan(0.25)) and up["ax"][0] == pytest.approx(
        9.81 * math.sin(math.atan(0.25))
    )
    assert across["true_pitch"][0] == pytest.approx(0) and across["ay"][0] == pytest.approx(up["ax"][0])
    assert down["ax"][0] == pytest.approx(-up["ax"][0])


def test_where_a_robot_faces_is_told_within_one_turn() -> None:
    seen = drive("seconds = 40\n", -0.13, 0.13)
    assert seen["th"][-1] > 6 * math.pi
    assert all(
        x == pytest.approx(math.cos(th)) and y == pytest.approx(math.sin(th))
        for x, y, th in zip(seen["facing_x"], seen["facing_y"], seen["th"], strict=True)
    )


def test_a_wall_is_never_passed_whatever_the_robot_does() -> None:
    """Walls all around, and a controller that throws itself about: nothing comes nearer than its rim."""
    box = (
        "seconds = 30\n"
        + "".join(
            f"[[wall]]\nfrom = {one}\nto = {two}\n"
            for one, two in pairwise([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]])
        )
        + "[[obstacle]]\nat = [0.6, 0.6]\nradius = 0.2\n"
    )
    for seed in range(3):
        chance = random.Random(seed)
        arena = arena_from("robot", box, "box.toml")
        episode = run(arena, lambda _, chance=chance: (chance.uniform(-1, 1), chance.uniform(-1, 1)))  # type: ignore[misc]
        assert min(episode.columns["clearance"]) > -0.003
        assert max(map(abs, (*episode.columns["x"], *episode.columns["y"]))) <= 0.833
