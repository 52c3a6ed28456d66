"""The subject as people meet it: verdicts, what each rung says, and files that nobody can read."""

import json
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

import viva
from viva.core.ladder import Rung
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.where import Transition
from viva.engines.hybrid import Ending, Network, formats, pieces, values_at
from viva.services.checking import check as check_with
from viva.services.registry import read_exercise, read_source
from viva.subjects.hybrid import explain

ROOT = Path(__file__).parents[3] / "exercises" / "hybrid"
THERMOSTAT = ROOT / "thermostat"


def check(text: str, folder: Path = THERMOSTAT, file: str = "answer.hybrid") -> viva.Report:
    return viva.check(folder, viva.Submission.from_text(text, file))


def texts(report: viva.Report, rung: Rung) -> str:
    return " ".join(finding.text for finding in report.findings if finding.rung is rung)


def thermostat(up: str = "2", down: str = "-1", low: str = "18", high: str = "21", start: str = "20") -> str:
    return (
        f"variables T = {start}\nmode off\n T' = {down}\n when T <= {low} go to on\n"
        f"mode on\n T' = {up}\n when T >= {high} go to off\n"
    )


def test_a_right_answer_of_another_structure_is_proved_for_all_time() -> None:
    report = check(
        "variables T = 20, c\noutputs T\nmode a\n T' = -1\n c' = 1\n when c >= 2 go to b, c := 0\n"
        "mode b\n T' = 2\n c' = 1\n when c >= 1.5 go to d, c := 0\nmode d\n T' = -1\n"
        " c' = 1\n when c >= 3 go to b, c := 0\n"
    )
    assert (report.verdict, report.score) == (viva.Verdict.PROVED, 1.0)
    assert "all of time" in report.evidence.covered


def test_affine_answers_pass_up_to_the_horizon_with_the_bound_told() -> None:
    folder = ROOT / "room"
    report = check((folder / "examples/right/excess.hybrid").read_text(), folder)
    assert report.verdict is viva.Verdict.PASSED
    assert "60" in report.evidence.covered and "1e-9" in report.evidence.covered


WRONG = [thermostat(down="1"), thermostat("1", "-2"), thermostat(low="17"), thermostat(start="19"), thermostat(up="3")]


@pytest.mark.parametrize("text", WRONG)
def test_every_witness_re_simulates(text: str) -> None:
    report = check(text)
    assert report.verdict is viva.Verdict.REFUTED
    witness = next(finding.witness for finding in report.findings if finding.witness)
    fields = witness.to_json()
    clearest = fields["clearest"]
    assert isinstance(clearest, dict)
    time = Fraction(str(clearest["time"]))
    reference = formats.read((THERMOSTAT / "thermostat.hybrid.json").read_text())
    for key, system in (("actual", formats.read(text)), ("expected", reference)):
        told = clearest[key]
        assert isinstance(told, dict)
        assert float(values_at(system, [time], exact=True)[0]["T"]) == pytest.approx(told["T"])
    assert abs(clearest["actual"]["T"] - clearest["expected"]["T"]) > 0.5  # type: ignore[index, call-overload, operator]


@pytest.mark.parametrize("text", WRONG)
def test_no_rung_gives_away_the_next(text: str) -> None:
    report = check(text)
    assert not re.search(r"\d", texts(report, Rung.HINT)), "a hint has no number"
    fix, place = texts(report, Rung.FIX), texts(report, Rung.PLACE)
    assert fix and "instead of" not in place
    assert not re.search(r"[-+]?\d", place), "a place does not tell the numbers of the fix"


def test_the_pattern_tells_bounds_modes_and_directions() -> None:
    told = texts(check(thermostat(down="1")), Rung.PATTERN)
    assert (
        "should stay between 18 and 21" in told
        and "never gets into `on`" in told
        and "rises where it should fall" in told
    )


def test_the_library_of_mistakes_speaks_first_and_unknown_features_are_marked() -> None:
    known = check(thermostat("1", "-2"))
    assert texts(known, Rung.PATTERN).startswith("Did you mix up")
    assert known.evidence.details["matched"] is True
    unknown = check(thermostat(start="25"))
    assert unknown.evidence.details["matched"] is False
    assert "key" in unknown.evidence.details["features"]  # type: ignore[operator]


def mistakes(count: int) -> list[tuple[str, str]]:
    """Wrong thermostats: one number changed, or two exchanged, with what would mend it."""
    chance = random.Random(7)
    found = []
    for _ in range(count):
        kind, name = chance.choice(
            [("rate", "up"), ("rate", "down"), ("guard", "low"), ("guard", "high"), ("start", "start")]
        )
        values = {"up": "2", "down": "-1", "low": "18", "high": "21", "start": "20"}
        values[name] = str(float(values[name]) + chance.choice([-0.5, -0.25, 0.25, 0.75, 1]))
        found.append((kind, thermostat(**values)))
    return found


def test_the_library_never_speaks_against_the_verified_repair() -> None:
    """Texts that name what they are about, for every wrong answer that fits the features."""
    about = {"rate": "how fast", "guard": "temperatures at which", "start": "begins"}
    rows = "".join(f'[[error]]\nfix = "{kind}"\ntext = "Look at {words}."\n' for kind, words in about.items())
    rows += '[[error]]\ntext = "Look at the mode `on`."\n[[error]]\ntext = "Look at the mode `off`."\n'
    files = {path.name: path.read_bytes() for path in THERMOSTAT.iterdir() if path.is_file()}
    subject, exercise = read_source(Source("thermostat", {**files, "errors.toml": rows.encode()}))
    told = 0
    for kind, text in mistakes(40):
        report = check_with(subject, exercise, Submission.from_text(text, "a.hybrid"), Terms())
        if report.verdict is not viva.Verdict.REFUTED or not texts(report, Rung.FIX):
            continue
        pattern, place = texts(report, Rung.PATTERN), texts(report, Rung.PLACE)
        own = {"equation": "rate", "guard": "guard", "begins": "start"}
        repaired = next(word for key, word in own.items() if key in place)
        for other, words in about.items():
            assert (words in pattern) == (other == repaired), (kind, pattern, place)
        for mode in ("on", "off"):
            if f"Look at the mode `{mode}`." in pattern:
                assert f"`{mode}`" in place
        told += 1
    assert told >= 20


def test_hint_and_place_point_at_the_same_thing() -> None:
    for _, text in mistakes(30):
        report = check(text)
        if report.verdict is viva.Verdict.REFUTED:
            hint, place = (set(re.findall("`([^`]+)`", texts(report, rung))) for rung in (Rung.HINT, Rung.PLACE))
            assert hint <= place or place <= hint, (hint, place)


@pytest.mark.parametrize("text", [thermostat(down="1"), thermostat(low="17"), thermostat(start="19")])
def test_a_rung_says_the_same_at_every_attempt_and_no_more_is_worked_out(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject, exercise = read_exercise(THERMOSTAT)
    submission = Submission.from_text(text, "a.hybrid")
    whole = {each.rung: each.text for each in check_with(subject, exercise, submission, Terms()).findings}
    examples: list[object] = []
    monkeypatch.setattr(explain, "_example", lambda *given: examples.append(given))
    for attempt in (1, 2):
        shown = check_with(subject, exercise, submission, Terms(attempt=attempt)).findings
        rungs = [each.rung for each in shown]
        assert {each.rung: each.text for each in shown} == {rung: whole[rung] for rung in rungs}
        assert bool(examples) == (Rung.EXAMPLE in exercise.feedback.rungs(attempt))


def test_students_see_no_detail_of_the_evidence_above_their_rung() -> None:
    report = viva.check(THERMOSTAT, viva.Submission.from_text(thermostat(down="1"), "a.hybrid"), attempt=1)
    assert not {"differs", "unreached", "features", "bounds", "matched"} & set(report.to_json()["evidence"])  # type: ignore[arg-type]


def test_a_choice_between_transitions_is_told_and_the_wrong_one_refutes() -> None:
    text = thermostat() + "mode third\n T' = 5\n"
    text = text.replace("when T <= 18 go to on\n", "when T <= 18 go to on\n when T <= 18 go to third\n")
    report = check(text)
    assert report.verdict is viva.Verdict.REFUTED
    assert any(finding.signature == "several_possible" for finding in report.findings)


def test_modes_that_are_never_reached_are_told_of_right_answers_too() -> None:
    report = check(thermostat() + "mode spare\n T' = 5\n")
    assert report.verdict is viva.Verdict.PROVED
    assert any("`spare`" in finding.text for finding in report.findings)


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [
        ("", "empty", ""),
        ("variables X = 1\nmode a\n", "missing_output", "`T`"),
        (thermostat() + " when T >= q go to off\n", "syntax_error", "no variable 'q'"),
        (thermostat().replace("mode off", "event e\nmode off"), "unknown_input", "`e`"),
        ("\x00", "encoding", ""),
        (
            '{"vars": ["T"], "locations": [{"name": "<script>"}], "transitions": [], "init": {}}',
            "syntax_error",
            "initial",
        ),
    ],
)
def test_what_cannot_be_examined_is_rejected_with_what_to_do(text: str, reason: str, words: str) -> None:
    report = check(text)
    assert (report.verdict, report.reason, report.score) == (viva.Verdict.REJECTED, reason, 0.0)
    assert words in report.findings[0].text


def test_names_with_markup_are_escaped_in_every_drawing() -> None:
    data = json.loads((THERMOSTAT / "examples/wrong/swapped.hybrid.json").read_text())
    name = '<script>alert("x")</script>'
    data["locations"][0]["name"] = data["transitions"][0]["from"] = data["transitions"][1]["to"] = name
    data["init"]["location"] = name
    report = check(json.dumps(data), file="answer.hybrid.json")
    assert report.verdict is viva.Verdict.REFUTED
    drawings = [finding.drawing.svg for finding in report.findings if finding.drawing]
    assert len(drawings) == 3 and not any("<script" in svg for svg in drawings)


def test_hostile_systems_end_quickly() -> None:
    """Ever shorter stretches, numbers with ever more digits, a thousand guards: bounded in counted steps."""
    shrinking = "variables T = 20, y = 1\nmode a\n T' = 1\n y' = -1\n when y <= 0 go to a, y := 1/2 * T - 9.99999\n"
    digits = "variables T = 20, y = 1\nmode a\n T' = -1\n y' = -1/7\n when y <= 0 go to a, y := 1/3 * T + 1/1000003\n"
    guards = (
        "variables T = 20\nmode a\n T' = 1\n" + " when T >= 30 && T <= 29 || T >= 40 && T <= 39 go to a, T := 1\n" * 500
    )
    for text in (shrinking, digits, guards):
        report = check(text)
        assert report.verdict in (viva.Verdict.REFUTED, viva.Verdict.UNDECIDED)
        assert report.seconds < 10


ROOM = {
    "grows": ("variables T = 21\nmode a\n T' = 10 * T\n", "wrong"),
    "goes to and fro": (
        "variables T = 21\nmode off\n T' = 1 - T / 10\n when T <= 18 go to on\n"
        "mode on\n T' = 5 - T / 10\n when T >= 18 go to off\n",
        "zeno",
    ),
    "has too many alternatives": (
        "variables T = 21\n"
        + "".join(f"automaton x{n}\nmode a\n stay while " + " || ".join(["T >= 1"] * 60) + "\n" for n in range(8)),
        "too_complex",
    ),
}


@pytest.mark.parametrize("name", ROOM)
def test_affine_systems_that_cannot_go_on_are_told(name: str) -> None:
    text, reason = ROOM[name]
    report = check(text, ROOT / "room")
    assert (report.verdict.right, report.reason) == (False, reason)


def test_a_stiff_system_is_followed_as_far_as_counted_steps_go() -> None:
    ending = list(pieces(Network(formats.read("variables T = 21\nmode a\n T' = 1000000 * (5 - T)\n"), False), 60.0))[-1]
    assert isinstance(ending, Ending) and ending.reason == "events"


def test_the_same_submission_gets_the_same_report() -> None:
    one, other = (check(thermostat("1", "-2")).to_json() for _ in range(2))
    assert {**one, "seconds": 0} == {**other, "seconds": 0}


def hint_and_place(exercise: str, text: str) -> tuple[str, object]:
    report = check(text, ROOT / exercise)
    told = {finding.rung: finding for finding in reversed(report.findings)}
    return told[Rung.HINT].text, told[Rung.PLACE].where


def test_a_switch_that_comes_too_early_is_to_blame_and_not_the_equation_after_it() -> None:
    early = """variables T = 20
    mode on
      T' = 2
      when T >= 20 go to off
    mode off
      T' = -1
      when T <= 18 go to on
    """
    assert hint_and_place("thermostat", early) == (
        "Look again at when your system goes from `on` to `off`.",
        Transition("on", "T >= 20", "off", 4),
    )


def test_a_switch_at_the_right_moment_with_a_wrong_value_is_asked_about_by_that_value() -> None:
    resets = """variables left, expired = 1
    event coin
    mode idle
      when coin go to busy, left := left + 25, expired := 0
    mode busy
      left' = -1
      when coin go to busy, left := 25
      when left <= 0 go to idle, expired := 1
    """
    hint, where = hint_and_place("parking", resets)
    assert hint == "What should happen to `left` when your system goes from `busy` to `busy`?"
    assert where == Transition("busy", "coin", "busy", 7)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [(thermostat(), viva.Verdict.PROVED), (thermostat(high="21.25"), viva.Verdict.REFUTED)],
)
def test_what_is_equal_from_all_initial_values_is_proved(text: str, verdict: viva.Verdict) -> None:
    manifest = (
        'subject = "hybrid"\n[hybrid]\nreference = "m.hybrid"\nthreshold = 0\nhorizon = 40\n'
        "[hybrid.start]\nT = [18.5, 20.5]\n"
    )
    subject, exercise = read_source(
        Source("made", {"exercise.toml": manifest.encode(), "m.hybrid": thermostat().encode()})
    )
    report = subject.check(exercise, viva.Submission.from_text(text, "a.hybrid"), viva.Terms(locale="en"))
    assert report.verdict is verdict
