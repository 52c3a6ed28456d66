"""Viva as a library: what `import viva` gives, and how a report shows itself."""

import re
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder

import viva
from viva.core.ladder import Rung
from viva.core.report import Evidence, Finding, Report
from viva.core.verdict import Verdict

ROOT = Path(__file__).parents[1]

REPORT = Report(
    verdict=Verdict.REFUTED,
    subject="echo",
    exercise="say-hello",
    evidence=Evidence("the text was compared", 44, failed=4),
    title="Say <hello>",
    reason="wrong",
    score=0.4,
    worth=10.0,
    findings=(
        Finding("Look at `x < 1` <script>alert(1)</script>", rung=Rung.HINT),
        Finding("\n".join(f"line {number}" for number in range(99)), rung=Rung.EXAMPLE),
    ),
    attempt=1,
)


def test_everything_an_integrator_needs_is_there_and_nothing_is_imported_before() -> None:
    script = "import sys, viva; print(sorted(m for m in sys.modules if m.startswith('viva.')))"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
    for name in viva.__all__:
        assert getattr(viva, name).__name__ == name
    assert dir(viva) == sorted([*viva.__all__, "__version__", "properties"])
    assert viva.properties.examine.__name__ == "examine"
    assert viva.__version__ == tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    with pytest.raises(AttributeError, match="nothing_here"):
        viva.nothing_here  # noqa: B018  # type: ignore[attr-defined]


def test_an_exercise_is_read_once_for_many_submissions() -> None:
    exercise = viva.read(ROOT / "exercises/automata/even-number-of-a")
    reports = [
        viva.check(exercise, viva.Submission.from_text(text, "answer.regex"), attempt=1)
        for text in ("b*(ab*ab*)*", "b*")
    ]
    assert [report.verdict for report in reports] == [viva.Verdict.PROVED, viva.Verdict.REFUTED]
    assert [report.title for report in reports] == ["An even number of a's"] * 2
    with pytest.raises(viva.Fault):
        viva.read(ROOT / "exercises/nothing")


EVEN = ROOT / "exercises/automata/even-number-of-a"


def test_the_keywords_of_a_check_are_its_terms(tmp_path: Path) -> None:
    wrong = tmp_path / "answer.regex"
    wrong.write_text("b*")
    report = viva.check(EVEN, wrong, attempt=1, rung="hint", seed=7, locale="de")
    assert (report.attempt, report.seed, report.locale) == (1, 7, "de")
    assert {finding.rung for finding in report.findings} == {viva.Rung.HINT}
    assert viva.check(EVEN, wrong, attempt=1, rung=viva.Rung.HINT, seed=7, locale="de").findings == report.findings


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"attempt": 0}, "there is no attempt 0"),
        ({"attempt": 1.5}, "the attempt is a whole number, not 1.5"),
        ({"seed": "x"}, "the seed is a whole number, not 'x'"),
        ({"seconds": "3"}, "3 is not a number of seconds above 0"),
        ({"rung": "hnt"}, "did you mean 'hint'"),
        ({"seconds": 0}, "0 is not a number of seconds above 0"),
        ({"seconds": float("inf")}, "inf is not a number of seconds above 0"),
        ({"isolation": "ful"}, "did you mean 'full'"),
        ({"locale": "fr"}, "there is en, de"),
    ],
)
def test_what_the_command_refuses_the_library_refuses(keywords: dict[str, Any], sentence: str) -> None:
    with pytest.raises(viva.Fault, match=re.escape(sentence)):
        viva.check(EVEN, viva.Submission.from_text("b*", "answer.regex"), **keywords)


def test_terms_without_an_attempt_are_the_teachers_and_none_is_before_the_first() -> None:
    assert viva.Terms().attempt is None
    with pytest.raises(viva.Fault, match="there is no attempt 0"):
        viva.Terms(attempt=0)


def test_an_exercise_is_varied_solved_and_drawn() -> None:
    exercise = viva.read(EVEN)
    first, second = islice(viva.vary(exercise, seed=7), 2)
    assert first.task not in (exercise.task, second.task)
    assert next(viva.vary(EVEN, seed=7)).source == first.source
    answer = viva.solve(first)
    assert viva.check(first, answer).verdict is viva.Verdict.PROVED
    assert viva.check(exercise, answer).verdict is viva.Verdict.REFUTED
    assert viva.draw(exercise).svg.startswith("<svg")
    assert viva.draw(first, answer).text != viva.draw(first).text


def test_a_submission_that_cannot_be_read_is_not_drawn(tmp_path: Path) -> None:
    (tmp_path / "answer.regex").write_bytes(bytes([255]))
    with pytest.raises(viva.Fault):
        viva.draw(EVEN, tmp_path / "answer.regex")


def test_a_class_is_graded_into_rows_and_pages(tmp_path: Path) -> None:
    handed_in = tmp_path / "handed-in"
    handed_in.mkdir()
    (handed_in / "ada.regex").write_text("b*(ab*ab*)*")
    (handed_in / "bob.regex").write_text("b*")
    results = viva.grade(EVEN, handed_in, tmp_path / "out", roster=["ada", "bob", "cleo"], jobs=1)
    told = {row.student: row.report and row.report.verdict.value for row in results.rows}
    assert told == {"ada": "proved", "bob": "refuted", "cleo": None}
    assert {path.name for path in (tmp_path / "out").iterdir()} >= {"grades.csv", "results.jsonl", "index.html"}
    with pytest.raises(viva.Fault, match="among the submissions"):
        viva.grade(EVEN, handed_in, handed_in / "out")
    before = (tmp_path / "out/results.jsonl").read_bytes()
    for jobs in (0, -3):
        with pytest.raises(viva.Fault, match=f"{jobs} is no number of processes"):
            viva.grade(EVEN, handed_in, tmp_path / "out", jobs=jobs)
    assert (tmp_path / "out/results.jsonl").read_bytes() == before


def test_a_report_as_text_is_the_verdict_and_the_hint() -> None:
    assert str(REPORT).splitlines() == [
        "Say <hello>",
        "✗ Not right yet. 4 of 10 points (40 %).",
        "44 tests run, 4 failed.",
        "",
        "Hint",
        "  Look at `x < 1` <script>alert(1)</script>",
    ]


def test_a_report_as_text_never_fills_more_than_a_screen() -> None:
    long = Report(Verdict.REFUTED, "echo", "x", Evidence(""), findings=REPORT.findings[1:])
    assert len(str(long).splitlines()) == 20


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]


def test_a_notebook_shows_a_report_as_a_cell_that_fetches_nothing_and_keeps_to_itself() -> None:
    html = REPORT._repr_html_()
    found = Elements()
    found.feed(html)
    assert found.tags[0] == "div" and "script" not in found.tags and "body" not in found.tags
    assert not {"src", "href", "onload", "onclick"} & set(found.attributes)
    assert "<code>x &lt; 1</code>" in html and "`" not in html
    style = html.partition("<style>")[2].partition("</style>")[0]
    rules = [rule.strip() for rule in style.replace("{", "{\n").replace("}", "}\n").splitlines() if "{" in rule]
    assert all(".viva" in rule or rule.startswith("@media") for rule in rules), rules


def test_the_wheel_says_that_the_library_is_typed_and_carries_its_texts_and_templates() -> None:
    builder = WheelBuilder(str(ROOT))
    shipped = {file.distribution_path for file in builder.recurse_included_files()}
    assert "viva/py.typed" in shipped
    for file in (ROOT / "src/viva").rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            assert str(file.relative_to(ROOT / "src")) in shipped
