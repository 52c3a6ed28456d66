"""What a class tells about its exercise."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.examining import Viva
from viva.core.report import Evidence, Report
from viva.core.submission import Submission
from viva.core.verdict import Verdict
from viva.grading.audit.auditing import Beside, Difficulty, Part, _refused
from viva.grading.audit.labels import Label, hold, read_labels
from viva.grading.audit.ways import unexpected_ways
from viva.grading.row import Row

SAID = {"Ada": "hello", "Bob": "hullo", "Cleo": "hullo 2", "Dan": "hello", "Eve": "bug now"}


@pytest.fixture
def graded(exercise: Path, tmp_path: Path, viva: Viva) -> tuple[Path, Path, Path]:
    """The echo exercise with examples, a class, and its results."""
    for word, name, text in (("right", "good", "hello"), ("wrong", "other", "hullo"), ("wrong", "silent", "nested x")):
        folder = exercise / "examples" / word
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.txt").write_text(text)
    folder = tmp_path / "handed-in"
    folder.mkdir()
    for student, text in SAID.items():
        (folder / f"{student}.txt").write_text(text)
    out = tmp_path / "out"
    assert viva("grade", exercise, folder, "--out", out, "--jobs", "1").status == 2
    return exercise, folder, out


def document(viva: Viva, *words: str | Path) -> Any:
    call = viva("audit", *words, "--jobs", "1", "--json")
    assert call.status == 0, call.err
    return json.loads(call.out)


def test_a_foreseen_mistake_that_nobody_made_is_told_and_one_that_was_made_is_not(
    graded: tuple[Path, Path, Path], viva: Viva
) -> None:
    exercise, _, out = graded
    found = document(viva, exercise, out)
    assert [each["example"] for each in found["unfired"]] == ["examples/wrong/silent.txt"]
    assert found["verdicts"] == {"error": 1, "passed": 2, "refuted": 2}
    assert found["difficulty"] == {"claimed": None, "right": 2, "of": 4, "mean": 0.625, "beside": []}
    assert found["failing"] == [1.0, 1.0]
    assert found["held"] is None
    assert found["ways"] is None


def test_marks_are_held_against_those_of_the_teacher(
    graded: tuple[Path, Path, Path], tmp_path: Path, viva: Viva
) -> None:
    exercise, folder, out = graded
    marks = tmp_path / "marks.csv"
    marks.write_text("Student;Mark\nada;right\nBob;right\nCleo;1,0\nDan;4\nEva;0\n")
    held = document(viva, exercise, out, "--labels", marks, "--submissions", folder)["held"]
    assert held["agree"] == 3
    assert held["of"] == 4
    assert [(each["student"], each["teacher"], each["verdict"]) for each in held["differ"]] == [
        ("Bob", "right", "refuted")
    ]
    assert held["nobody"] == ["Eva"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("who,what\nAda,1\n", "the columns are who, what"),
        ("student,mark\nAda,splendid\n", "'splendid' is no mark"),
        ("student,mark\nAda,nan\n", "'nan' is no mark"),
        ("student,mark\nAda,1e999\n", "'1e999' is no mark"),
        ("", "the columns are none"),
    ],
)
def test_marks_that_cannot_be_read_are_told(
    text: str, told: str, graded: tuple[Path, Path, Path], tmp_path: Path, viva: Viva
) -> None:
    exercise, _, out = graded
    marks = tmp_path / "marks.csv"
    marks.write_text(text)
    call = viva("audit", exercise, out, "--labels", marks, "--jobs", "1")
    assert call.status == 2
    assert told in call.err


def test_the_page_and_the_terminal_say_the_same(graded: tuple[Path, Path, Path], tmp_path: Path, viva: Viva) -> None:
    exercise, folder, out = graded
    page = tmp_path / "audit.html"
    call = viva("audit", exercise, out, "--submissions", folder, "--html", page, "--jobs", "1")
    assert call.status == 0
    for sentence in ("Mistakes nobody made", "2 of 4 submissions are right"):
        assert sentence in call.out
        assert sentence in page.read_text()
    assert "<script" not in page.read_text()


def test_results_of_another_exercise_or_none_are_told(
    graded: tuple[Path, Path, Path], tmp_path: Path, viva: Viva
) -> None:
    exercise, _, out = graded
    other = exercise.rename(exercise.with_name("say-other"))
    assert "no row for the exercise say-other" in viva("audit", other, out).err
    assert "there is no results.jsonl" in viva("audit", other, tmp_path / "handed-in").err


def test_results_of_a_newer_version_are_refused_and_kept(graded: tuple[Path, Path, Path], viva: Viva) -> None:
    exercise, folder, out = graded
    file = out / "results.jsonl"
    newer = file.read_text().replace('"version": "', '"version": "9')
    file.write_text(newer)
    for call in (
        ("audit", exercise, out),
        ("grade", exercise, folder, "--out", out, "--resume"),
        ("grade", exercise, folder, "--out", out),
    ):
        told = viva(*call)
        assert told.status == 2
        assert "written by a newer version of Viva" in told.err
    assert file.read_text() == newer


def test_an_answer_that_uses_what_no_example_uses_goes_an_unexpected_way() -> None:
    def program(*lines: str) -> Submission:
        return Submission.from_text("\n".join(lines), "answer.py")

    expected = [
        program(
            "def total(values):", "    sum = 0", "    for value in values:", "        sum += value", "    return sum"
        )
    ]
    answers = {
        "same": program("def total(xs):", "    s = 0  # while", "    for x in xs:", "        s += x", "    return s"),
        "loop": program("def total(xs):", "    s = 0", "    while xs:", "        s += xs.pop()", "    return s"),
        "again": program("def total(ys):", "    t = 0", "    while ys:", "        t += ys.pop()", "    return t"),
    }
    [way] = unexpected_ways(answers, expected)
    assert way.students == ("loop", "again")
    assert {"while", "pop"} <= set(way.words)


def test_what_stood_in_the_way_of_proofs_is_counted_with_its_constructs() -> None:
    def passed(student: str, told: str, *doubts: str) -> tuple[Row, Report]:
        evidence = Evidence("it was run", 5, "", {"doubts": list(doubts)} if doubts else {"unproved": told})
        report = Report(verdict=Verdict.PASSED, subject="functions", exercise="e", evidence=evidence, score=1.0)
        return Row(student, "e", "E", 1.0, f"{student}.py", "", 1.0, report, None), report

    found = _refused([passed("a", "line 3: `sorted` is not followed"), passed("b", "line 14: `sum` is not followed")])
    assert [(each.count, dict(each.constructs), each.students) for each in found] == [
        (2, {"sorted": 1, "sum": 1}, ("a", "b"))
    ]
    given_up = "it was given up (`while` in line 3{more})"
    told = [given_up.format(more=more) for more in ("", ", `for` in line 7", ", `for` in line 5, `while` in line 12")]
    [refused] = _refused([passed(f"s{place}", each) for place, each in enumerate(told)])
    assert (refused.count, dict(refused.constructs)) == (3, {"while": 3, "for": 2})
    doubts = ("`q0` and `q1` are not told apart", "`q1` and `q2` are not told apart")
    [refused] = _refused([passed("a", "", *doubts), passed("b", "", *doubts[:1])])
    assert (refused.count, refused.students) == (2, ("a", "b")), "one answer counts once, however often it is doubted"
    assert refused.constructs == {"q0": 2, "q1": 2, "q2": 1}


def test_a_part_that_all_have_right_or_all_wrong_separates_nobody() -> None:
    assert [Part("p", right, 3).separates for right in range(4)] == [False, True, True, False]


def test_of_several_rows_of_a_student_the_best_counts(tmp_path: Path) -> None:
    rows = [Row("Ada", "e", "E", 4.0, file, "", points, None, None) for file, points in (("a", 1.0), ("b", 4.0))]
    assert hold(rows, [Label("Ada", 4.0)]).agree == 1
    file = tmp_path / "marks.csv"
    file.write_text("name,grade\nAda,falsch\n")
    assert read_labels(file) == [Label("Ada", False)]


@pytest.mark.thorough
def test_a_mistake_with_the_words_of_an_example_and_many_more_failures_is_another(tmp_path: Path, viva: Viva) -> None:
    exercise = Path(__file__).parents[2] / "exercises" / "functions" / "second-largest"
    folder = tmp_path / "handed-in"
    folder.mkdir()
    for student, answer in (("Ada", "max(xs)"), ("Bob", "max(xs)"), ("Cleo", "sorted(xs)[-2]")):
        (folder / f"{student}.py").write_text(f"def second_largest(xs):\n    return {answer}\n")
    assert viva("grade", exercise, folder, "--out", tmp_path / "out", "--jobs", "1").status == 0
    found = document(viva, exercise, tmp_path / "out")
    assert [each["students"] for each in found["unforeseen"]] == [["Ada", "Bob"]]
    assert "examples/wrong/counts-twice.py" not in [each["example"] for each in found["unfired"]]


def test_right_answers_of_which_nobody_says_why_they_are_not_proved_are_counted(
    graded: tuple[Path, Path, Path], viva: Viva
) -> None:
    exercise, _, out = graded
    assert document(viva, exercise, out)["unsaid"] == 2
    assert "Of 2 right answers the report does not say why" in viva("audit", exercise, out, "--jobs", "1").out


def test_what_is_stated_of_the_difficulty_is_held_against_what_the_class_did() -> None:
    seen = Difficulty(3.0, 1, 4, 0.4, (Beside("easy", 2.0, 0.9), Beside("odd", 2.5, 0.1), Beside("hard", 4.0, 0.2)))
    assert [seen.order(each) for each in seen.beside] == [1, -1, 1]
    assert [each.exercise for each in seen.against] == ["odd"]
    assert Difficulty(None, 1, 4, 0.4, seen.beside).against == ()


def test_a_course_says_which_exercises_are_not_as_hard_as_stated(tmp_path: Path, viva: Viva) -> None:
    """Two exercises on automata: the one with more states is the one that the class gets right."""
    exercises = Path(__file__).parents[2] / "exercises" / "automata"
    names = ("even-number-of-a", "no-101")
    folders = "".join(f'[[exercise]]\nfolder = "{name}"\n' for name in names)
    (tmp_path / "course.toml").write_text(f'title = "Two"\n{folders}')
    for name in names:
        shutil.copytree(exercises / name, tmp_path / name)
    for student in ("ada", "bob"):
        for name, word in zip(names, ("wrong", "right"), strict=True):
            examples = sorted((exercises / name / "examples" / word).iterdir())
            file = next(each for each in examples if not each.name.endswith(".expect.toml"))
            folder = tmp_path / "class" / student / name
            folder.mkdir(parents=True)
            shutil.copy(file, folder / file.name)
    graded = viva("grade", tmp_path, tmp_path / "class", "--out", tmp_path / "out", "--jobs", "1")
    assert graded.status == 0, graded.err
    told = document(viva, tmp_path / "no-101", tmp_path / "out")["difficulty"]
    assert [each["exercise"] for each in told["beside"]] == ["even-number-of-a"]
    said = viva("audit", tmp_path / "no-101", tmp_path / "out", "--jobs", "1").out
    assert "stated to be harder than even-number-of-a, but the class gained 100 %" in " ".join(said.split())
