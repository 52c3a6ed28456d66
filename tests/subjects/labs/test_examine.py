"""Controllers are judged by what they do; what breaks is told with the time and the sensors."""

import tomllib
from pathlib import Path

import pytest

from tests.examining import Examiner, told, witness
from tests.subjects.labs.conftest import ARENA, GOALS, REFERENCE, exercise
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.core.where import Time
from viva.engines.robots import Tried
from viva.engines.signals import robustness
from viva.services.checking import check
from viva.services.registry import read_exercise
from viva.subjects.labs.controllers import drive_environment
from viva.subjects.labs.model import Task
from viva.subjects.labs.pattern import region
from viva.subjects.labs.subject import Labs


def test_the_reference_passes_and_each_goal_is_a_part(examine: Examiner) -> None:
    report = examine(exercise(), REFERENCE)
    assert (report.verdict, report.score) == ("passed", 1.0)
    assert [part.exercise for part in report.parts] == ["north", "free"]
    assert all(part.verdict.right for part in report.parts)


def test_a_missed_goal_is_refuted_with_arena_time_and_goal_and_a_known_fault_is_the_hint(examine: Examiner) -> None:
    report = examine(exercise(), "def step(sensors, state):\n    return -0.3, -0.3\n")
    assert (report.verdict, report.reason) == ("refuted", "wrong")
    fields = witness(report).fields
    assert (fields["arena"], fields["goal"], fields["time"]) == ("arena", "north", 10.0)
    assert told(report, "hint").text == "It goes the wrong way."
    where = told(report, "place").where
    assert isinstance(where, Time) and 0.9 < where.start < 1.2, "when it is 0.3 m behind, at 0.3 m/s"
    assert "y = -0.3" in told(report, "place").text
    assert report.score is not None and 0 < report.score <= 0.2, "who looks at no sensor gets little"
    drawing = told(report, "example").drawing
    assert drawing is not None and "animateMotion" in drawing.svg and "#" in drawing.text


def test_where_no_known_fault_shows_the_place_says_how_near_it_came(examine: Examiner) -> None:
    still = examine(exercise(), "def step(sensors, state):\n    return 0, 0\n")
    assert told(still, "place").text.startswith("It never comes nearer to `y > 2` than at the start.")
    near = "def step(sensors, state):\n    return (0.3, 0.3) if sensors['distance'] < 1.2 else (0, 0)\n"
    place = told(examine(exercise(), near), "place")
    assert isinstance(place.where, Time) and place.where.start >= 4
    assert "comes nearest to `y > 2`" in place.text


def test_who_comes_near_gets_more_than_who_stays_away(examine: Examiner) -> None:
    near = examine(
        exercise(), "def step(sensors, state):\n    return (0.3, 0.3) if sensors['distance'] < 1.8 else (0, 0)\n"
    )
    far = examine(exercise(), "def step(sensors, state):\n    return 0, 0\n")
    assert near.score is not None and far.score is not None
    assert 1 > near.score > far.score


def test_a_goal_that_is_met_too_late_is_not_met(examine: Examiner) -> None:
    quick = REFERENCE.replace("(0.3, 0.3)", "(0.5, 0.5)")
    asked = exercise(GOALS.replace("weight = 2", "weight = 2\nby = 5"), reference=quick)
    assert examine(asked, quick).verdict == "passed"
    report = examine(asked, REFERENCE)
    assert report.verdict == "refuted"
    assert [part.reason for part in report.parts] == ["late", None]
    assert "but it should be by 5 s" in told(report, "example").text


def test_zero_meets_the_goal_and_is_said(examine: Examiner) -> None:
    goals = '[[goal]]\nname = "still"\ntext = "It stays."\nformula = "G[0,5] y <= 0"\n'
    report = examine(exercise(goals), "def step(sensors, state):\n    return 0, 0\n")
    assert report.verdict == "passed"
    assert "met with nothing to spare" in report.evidence.covered


def test_a_goal_that_the_bounds_of_the_signals_leave_open_is_undecided(examine: Examiner) -> None:
    goals = GOALS + "[uncertain]\ny = 0.5\n"
    report = examine(
        exercise(goals), "def step(sensors, state):\n    return (0.3, 0.3) if sensors['distance'] < 2 else (0, 0)\n"
    )
    assert (report.verdict, report.reason, report.evidence.failed) == ("undecided", "open", 0)
    assert report.score is None
    assert {part.verdict.value for part in report.parts} == {"undecided", "passed"}


def test_all_that_was_decided_ends_the_run(examine: Examiner) -> None:
    goals = '[[goal]]\nname = "north"\ntext = "It comes a metre to the north."\nformula = "F[0,10] y > 1"\n'
    report = examine(exercise(goals), REFERENCE)
    assert "of 10 s" in report.evidence.covered


@pytest.mark.parametrize(
    ("program", "reason", "said"),
    [
        ("def step(sensors, state):\n    pass\n", "nonsense", "ends without `return`"),
        ("def step(sensors, state):\n    return 'fast', 'fast'\n", "nonsense", "a number for each of left, right"),
        (
            "def step(sensors, state):\n    return (0.1,)\n",
            "nonsense",
            "one number each for left, right; here it gives back 1 number",
        ),
        ("def step(sensors, state):\n    return {'l': 1, 'r': 1}\n", "nonsense", "names should be left, right"),
        ("def step(sensors, state):\n    return float('nan'), 0\n", "nonsense", "has no result"),
        ("def step(sensors, state):\n    return float('inf'), 0\n", "nonsense", "finite number"),
        ("class C: pass\ndef step(sensors, state):\n    return C()\n", "nonsense", "gave back"),
        ("def step(sensors, state):\n    return sensors['bumper'], 0\n", "crash", "KeyError"),
        ("def step(sensors, state):\n    while True:\n        pass\n", "step_limit", "more steps"),
        ("def step(sensors, state):\n    raise SystemExit\n", "no_result", "after 0 s"),
        ("import os\ndef step(sensors, state):\n    os._exit(0)\n", "no_result", "after 0 s"),
        ("def step(sensors, state):\n    return step(sensors, state)\n", "recursion_limit", "RecursionError"),
        ("def step(sensors, state):\n    state['m'] = bytearray(10 ** 9)\n    return 0, 0\n", "memory_limit", "0 s"),
    ],
)
def test_a_controller_that_breaks_is_told_when_and_what_it_had_been_told(
    examine: Examiner, program: str, reason: str, said: str
) -> None:
    report = examine(exercise(), program)
    assert (report.verdict, report.reason) == ("refuted", reason)
    example = told(report, "example").text
    assert said in example
    assert "bump_l = 0" in example


@pytest.mark.parametrize("module", ["fractions.Fraction", "decimal.Decimal", "float"])
def test_a_number_of_any_kind_is_a_command(examine: Examiner, module: str) -> None:
    name = module.rpartition(".")[2]
    imported = f"from {module.replace('.', ' import ')}\n" if "." in module else ""
    report = examine(exercise(), f"{imported}def step(sensors, state):\n    return {name}('0.3'), {name}('0.3')\n")
    assert report.reason != "nonsense"


def test_an_angle_in_place_of_a_speed_is_remarked(examine: Examiner) -> None:
    remarks = {
        given: [one.text for one in examine(exercise(), program).findings if one.signature == "beyond"]
        for given in ("90", "0.6")
        for program in (f"def step(sensors, state):\n    return -{given}, {given}\n",)
    }
    assert "-90 for `left`, but nothing beyond -0.5 to 0.5" in remarks["90"][0] and "radians" in remarks["90"][0]
    assert not remarks["0.6"]


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("def stop(sensors, state):\n    return 0, 0\n", "missing_function"),
        ("def step(sensors):\n    return 0, 0\n", "type_error"),
        ("def step(:\n", "syntax_error"),
    ],
)
def test_what_is_no_controller_is_rejected(examine: Examiner, program: str, reason: str) -> None:
    report = examine(exercise(), program)
    assert (report.verdict, report.reason) == ("rejected", reason)


def test_chance_is_the_same_in_every_run_and_the_clock_is_not(examine: Examiner) -> None:
    program = (
        "import random, time\ndef step(sensors, state):\n    return random.random() - 0.5, random.random() - 0.5\n"
    )
    assert examine(exercise(), program).verdict == "refuted"
    report = examine(exercise(), program.replace("random.random() - 0.5,", "time.time() % 0.3,"))
    assert (report.verdict, report.reason) == ("rejected", "inconsistent")


def test_state_is_kept_from_round_to_round_and_not_from_run_to_run(examine: Examiner) -> None:
    program = """
def step(sensors, state):
    state['n'] = state.get('n', 0) + 1
    return (0.4, 0.4) if state['n'] < 130 else (0, 0)
"""
    assert examine(exercise(settings="seeds = 2\n"), program).verdict == "passed"


def test_settings_in_which_it_fails_are_searched_for_and_told_if_the_reference_does_not_fail_there(
    examine: Examiner,
) -> None:
    arena = ARENA + '[ranges]\n"start.heading" = [60, 120]\n'
    reference = "def step(sensors, state):\n    return (0.4, 0.4) if sensors['distance'] < 2.4 else (0, 0)\n"
    goals = '[[goal]]\nname = "lane"\ntext = "It stays in its lane."\nformula = "G[0,10] abs(x) < 1.5"\n'
    fails = "def step(sensors, state):\n    return 0.4, 0.4\n"
    report = examine(exercise(goals, arena, reference=reference), fails)
    assert report.verdict == "refuted"
    settings = witness(report).fields["settings"]
    assert isinstance(settings, dict) and 60 <= settings["start.heading"] <= 120  # type: ignore[operator]
    assert "start heading" in told(report, "example").text
    # What failed is told even if the budget ends the search.
    terms = Terms(budget=Budget(steps=250, seconds=300.0))
    cut = check(Labs(), exercise(goals, arena, reference=reference), Submission.from_text(fails, "c.py"), terms)
    assert (cut.verdict, cut.evidence.tests) == ("refuted", 3)
    assert witness(cut).fields["settings"] == {"start.heading": 60.0}
    unfair = exercise(goals, arena, reference=fails)
    assert examine(unfair, fails + "# mine\n").verdict == "passed"
    with pytest.raises(Fault, match="the reference misses a goal with start") as raised:
        examine(unfair, fails)
    assert (raised.value.file, raised.value.line) == (
        "arena.toml",
        arena[: arena.index("start.heading")].count("\n") + 1,
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("y > 2", "hight > 2"), "`hight`, which this plant does not have"),
        (("F[0,10] y > 2", "F[0,10 y > 2"), "cannot be read: line 1, column"),
        (('name = "free"', 'name = "north"'), "a name twice"),
        (("weight = 2", "weight = 0"), "`weight`"),
        (("weight = 2", "wieght = 2"), "is not a key"),
    ],
)
def test_mistakes_of_the_teacher_are_told_with_file_and_line(change: tuple[str, str], said: str) -> None:
    with pytest.raises(Fault) as raised:
        exercise(GOALS.replace(*change))
    assert said in str(raised.value)
    assert raised.value.file == "goals.toml"


def test_variants_are_others_and_the_reference_is_right_in_them(examine: Examiner) -> None:
    original = exercise()
    found = [variant for variant, _ in zip(Labs().vary(original, 3), range(2), strict=False)]
    assert len({variant.source.files["arena.toml"] for variant in (*found, original)}) == 3
    assert len({variant.title for variant in (*found, original)}) == 3
    for variant in found:
        assert examine(variant, REFERENCE).verdict == "passed"
        pairs = zip(spare(original), spare(variant), strict=True)
        assert all(min(one, other) >= 1 or abs(one - other) <= 0.15 for one, other in pairs)


def test_what_the_statement_speaks_of_stays_where_it_is_in_a_variant() -> None:
    """Start and goal, and the wall that the reference drives up to; the others are moved."""
    room = ARENA.replace("y = 0", "y = 0.5") + (
        "[goal]\nx = 0.5\ny = 2\n[[wall]]\nfrom = [-2, -1]\nto = [-2, 3]\n"
        '[[obstacle]]\nat = [1.2, 1]\nradius = 0.2\n[ranges]\n"start.heading" = [70, 110]\n'
    )
    goals = '[[goal]]\nname = "wall"\ntext = "It comes to the wall."\nformula = "F[0,9] bump_l + bump_r > 0.5"\n'
    asked = exercise(goals, room, reference="def step(sensors, state):\n    return 0.4, 0.4\n")
    for variant, _ in zip(Labs().vary(asked, 5), range(3), strict=False):
        found = tomllib.loads(variant.source.text("arena.toml"))
        assert (abs(found["start"]["x"]), found["start"]["y"]) == (0, 0.5)
        assert (abs(found["goal"]["x"]), found["goal"]["y"]) == (0.5, 2)
        assert [end[1] for end in (found["wall"][0]["from"], found["wall"][0]["to"])] == [3, 3]
        assert abs(found["wall"][1]["from"][0]) != 2 and found["obstacle"][0]["at"] != [1.2, 1]
        assert 70 <= found["start"]["heading"] <= 110 and found["start"]["heading"] != 90


def spare(asked: Exercise) -> list[float]:
    """By how much the reference meets each goal in a whole run, in units of the goal."""
    task = asked.task_as(Task)
    whole = drive_environment(asked, Labs().solve(asked), task.environments[0], Terms(), watch=False).episode.trace()
    return [robustness(goal.formula, whole) / goal.scale for goal in task.goals]


def test_the_arena_is_drawn_and_so_is_a_run() -> None:
    asked = exercise()
    assert "start" in Labs().draw(asked).svg
    assert "animateMotion" in Labs().draw(asked, Labs().solve(asked)).svg


WIRED = '[labs.machine.inputs]\nhit = "bump_l > 0.5"\n[labs.machine.outputs]\ngo = [0.3, 0.3]\nstop = [0, 0]\n'
MACHINE = "input hit\noutput go\nmachine {\n  initial A\n  state B\n  A -> B: true / go\n}\n"


def test_a_state_machine_drives_and_what_it_lacks_is_told(examine: Examiner) -> None:
    asked = exercise(settings=WIRED)
    report = examine(asked, MACHINE, "c.machine.txt")
    assert [part.verdict.right for part in report.parts] == [True, False]
    for old, new, said in (("hit", "bump", "no input `bump`"), (" go", " fly", "no output `fly`"), ("{", "", "line 4")):
        wrong = examine(asked, MACHINE.replace(old, new), "c.machine.txt")
        assert wrong.verdict == "rejected" and said in wrong.findings[0].text
    assert "no state machines" in examine(exercise(), MACHINE, "c.machine.txt").findings[0].text


def test_a_controller_that_collects_more_and_more_is_told_when_its_memory_was_full(examine: Examiner) -> None:
    program = "def step(sensors, state):\n    state[len(state)] = bytearray(10 ** 6)\n    return 0.3, 0.3\n"
    report = examine(exercise(settings="memory = 64\n"), program)
    assert (report.verdict, report.reason) == ("refuted", "memory_limit")
    time = witness(report).fields["time"]
    assert isinstance(time, float) and 0.5 < time < 4
    assert "in every round" in told(report, "hint").text


def test_what_a_controller_does_to_its_sensors_and_beyond_its_commands_harms_nobody(examine: Examiner) -> None:
    """Commands are cut off at what the plant can do, and the dictionary of sensors is the controller's own."""
    program = """
def step(sensors, state):
    far = sensors["distance"] >= 2.3
    sensors.clear()
    sensors["y"] = 99
    return (-10 ** 400, -1e308) if far and not state.setdefault("back", False) and not state.update(back=True) else \\
        (0, 0) if state.get("back") else (1e308, 1e308)
"""
    report = examine(exercise(), program)
    assert report.verdict == "passed"


def test_a_goal_that_the_reference_does_not_meet_is_the_teachers_mistake(examine: Examiner) -> None:
    asked = exercise(GOALS.replace("y > 2", "y > 8"))
    with pytest.raises(Fault) as raised:
        examine(asked, "def step(sensors, state):\n    return 0.2, 0.2\n")
    assert (raised.value.file, raised.value.line) == ("goals.toml", 5)
    assert "`north` is not met by the reference c.py in arena (missed by 5.6" in str(raised.value)
    assert "the run ends after 10 s: y = 2.3" in str(raised.value)
    # Who raises or hangs is told of that all the same.
    assert examine(asked, "def step(sensors, state):\n    return None\n").reason == "nonsense"


def test_a_reference_that_breaks_is_told_with_its_file(examine: Examiner) -> None:
    asked = exercise(reference="def step(sensors, state):\n    return 1 / sensors['ax'], 0\n")
    with pytest.raises(Fault) as raised:
        examine(asked, "def step(sensors, state):\n    return 0, 0\n")
    assert raised.value.file == "c.py" and "ZeroDivisionError" in str(raised.value)


def test_the_work_of_a_controller_can_be_a_goal(examine: Examiner) -> None:
    goals = GOALS + '[[goal]]\nname = "lean"\ntext = "A round takes 50 steps."\nformula = "G[0,10] steps < 50"\n'
    assert examine(exercise(goals), REFERENCE).verdict == "passed"
    report = examine(exercise(goals), REFERENCE.replace("    return", "    sum(x for x in range(100))\n    return"))
    assert [part.verdict.value for part in report.parts] == ["passed", "passed", "refuted"]


HOARDING = """
heard = []
def step(sensors, state):
    heard.append(sensors["ax"])
    return (0.3, 0.3) if sensors["distance"] < 2.3 else (0, 0)
"""


def test_the_memory_of_a_controller_can_be_a_goal_with_a_weight_and_a_scale(examine: Examiner) -> None:
    goals = GOALS + (
        '[[goal]]\nname = "forgets"\ntext = "It keeps 20 values at most."\nformula = "G[0,10] memory <= 20"\n'
        "weight = 3\nscale = 400\n"
    )
    assert examine(exercise(goals), REFERENCE).verdict == "passed"
    report = examine(exercise(goals), HOARDING)
    assert [part.verdict.value for part in report.parts] == ["passed", "passed", "refuted"]
    assert (witness(report).fields["goal"], witness(report).fields["time"]) == ("forgets", 0.95)
    # A list, 200 numbers and an empty dictionary are 182 too many, which is worth (1 - 182 / 400) / 2 of the goal.
    assert witness(report).fields["robustness"] == -182
    assert report.parts[2].score == pytest.approx((1 - 182 / 400) / 2, abs=1e-4)
    machine = exercise(goals, settings=WIRED)
    assert examine(machine, MACHINE, "c.machine.txt").parts[-1].verdict == "passed"


def test_a_goal_is_missed_by_what_the_whole_run_shows(examine: Examiner) -> None:
    goals = GOALS.replace("F[0,10] y > 2", "F[0,10] y > -1").replace("bump_l + bump_r < 0.5", "distance < 1")
    far = "def step(sensors, state):\n    return (0.3, 0.3) if sensors['distance'] < 1.8 else (0, 0)\n"
    report = examine(exercise(goals, reference="def step(sensors, state):\n    return 0, 0\n"), far)
    fields = witness(report).fields
    assert fields["time"] == pytest.approx(3.5, abs=0.2)
    assert fields["robustness"] == pytest.approx(-0.8, abs=0.05)
    # Who is more than 1 beyond has nothing more to lose, so that the run may end.
    alone = '[[goal]]\nname = "near"\ntext = "It stays near."\nformula = "G[0,10] distance < 0.3"\n'
    early = examine(exercise(alone, reference="def step(sensors, state):\n    return 0, 0\n"), far)
    assert early.score == 0
    assert witness(early).fields["robustness"] == pytest.approx(-1.0, abs=0.1)


def test_energy_of_the_plant_is_a_goal_like_others(examine: Examiner) -> None:
    goals = GOALS + '[[goal]]\nname = "thrifty"\ntext = "Saves."\nformula = "G[0,10] energy < 2.4"\nscale = 2\n'
    assert examine(exercise(goals), REFERENCE).verdict == "passed"
    wasteful = "def step(sensors, state):\n    d = sensors['distance']\n    return (0.3, 0.3) if d < 2.6 else (0, 0)\n"
    report = examine(exercise(goals), wasteful)
    assert [part.verdict.value for part in report.parts] == ["passed", "passed", "refuted"]
    assert report.parts[2].score is not None and 0.3 < report.parts[2].score < 0.5  # near to it is half a goal


def test_each_arena_is_driven_with_every_seed_if_chance_matters_there(examine: Examiner) -> None:
    noisy = exercise(arena=ARENA + "[noise]\ndistance = 0.01\n", settings="seeds = 3\n")
    report = examine(noisy, REFERENCE)
    assert [part.title for part in report.parts][::2] == [
        f"It comes two metres to the north. (arena ({number}))" for number in (1, 2, 3)
    ]
    assert len(examine(exercise(settings="seeds = 3\n"), REFERENCE).parts) == 2


def test_the_region_of_two_settings_is_drawn_with_a_mark_for_each_run() -> None:
    tried = [Tried({"start.heading": 10.0 * n, "link.latency": 0.1 * (n % 3)}, 2.5 - n) for n in range(6)]
    drawn = region(tried, catalogue("viva.subjects.labs", "en").say).svg
    assert "link latency" in drawn
    assert (drawn.count("\u2713</text>"), drawn.count("\u2717</text>")) == (3, 3)


@pytest.mark.parametrize("share", [0.01, 0.1, 0.5])
@pytest.mark.parametrize("text", [f"def step(sensors, state):\n    {line}\n" for line in ("return 0.3, 0.3", "1 / 0")])
def test_a_check_whose_time_is_over_ends_with_a_verdict(text: str, share: float) -> None:
    """Wherever the time ends: no traceback, and nothing that was not seen twice."""
    subject, exercise = read_exercise(Path("exercises/labs/wall-recovery"))
    budget = Budget.of_seconds(0.6 * share)
    report = check(subject, exercise, Submission.from_text(text, "controller.py"), Terms(budget=budget))
    assert report.verdict in (Verdict.UNDECIDED, Verdict.REFUTED)
    assert report.verdict is Verdict.REFUTED or (report.reason, report.score) == ("budget", None)


def test_a_goal_counts_as_far_as_it_is_met_where_it_goes_worst_and_blind_driving_counts_little() -> None:
    subject, exercise = read_exercise(Path("exercises/labs/wall-recovery"))
    for speed in (0.5, -0.25, 0.0):
        text = f"def step(sensors, state):\n    return {speed}, {speed}\n"
        report = check(subject, exercise, Submission.from_text(text, "controller.py"), Terms())
        assert report.verdict is Verdict.REFUTED and report.score is not None and report.score <= 0.2


def test_students_learn_how_far_a_goal_was_missed_with_the_example() -> None:
    subject, exercise = read_exercise(Path("exercises/labs/wall-recovery"))
    submission = Submission.from_text("def step(sensors, state):\n    return 0.3, 0.3\n", "controller.py")
    first = check(subject, exercise, submission, Terms(attempt=1))
    assert first.parts and not any(part.evidence.covered for part in first.parts)
    whole = check(subject, exercise, submission, Terms())
    assert all(part.evidence.covered for part in whole.parts)
    told = {each.rung: each.text for each in whole.findings}
    for report in (first, *(check(subject, exercise, submission, Terms(attempt=attempt)) for attempt in (2, 3))):
        assert all(told[each.rung] == each.text for each in report.findings)
