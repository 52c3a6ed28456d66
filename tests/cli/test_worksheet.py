"""Exercises on paper: the sheet asks and does not tell, and the key tells."""

import shutil
from pathlib import Path

import pytest

from tests.examining import Viva
from viva.cli.printing import BROWSERS
from viva.services.registry import read_exercise

EXERCISES = Path(__file__).parents[2] / "exercises"
HARMONY = [EXERCISES / "harmony" / name for name in ("intervals", "four-parts", "akkorde")]


def test_a_sheet_asks_and_its_key_tells(viva: Viva, tmp_path: Path) -> None:
    out = tmp_path / "sheet.html"
    call = viva("worksheet", *HARMONY, "--count", "2", "--seed", "3", "-o", out)
    assert call.status == 0
    sheet, key = out.read_text("utf-8"), (tmp_path / "sheet-key.html").read_text("utf-8")
    assert sheet.count('<section class="exercise">') == key.count('<section class="item">') == 6
    answers = [part.split("</pre>")[0] for part in key.split("<pre>")[1:]]
    assert len(answers) == 6
    assert all(answer not in sheet for answer in answers)
    assert sheet.count("<svg") >= 6
    assert "Name:" in sheet


def test_the_same_seed_gives_the_same_sheet_and_another_one_does_not(viva: Viva, tmp_path: Path) -> None:
    pages = []
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        viva("worksheet", HARMONY[0], "--count", "1", "--seed", seed, "-o", tmp_path / f"{name}.html")
        pages.append((tmp_path / f"{name}.html").read_text("utf-8").split("<ol>")[1].split("</ol>")[0])
    assert pages[0] == pages[1] != pages[2]


def test_a_picture_that_might_tell_the_answer_is_left_out(viva: Viva, tmp_path: Path) -> None:
    exercise = next((EXERCISES / "automata").glob("*/exercise.toml")).parent
    assert viva("worksheet", exercise, "-o", tmp_path / "sheet.html").status == 0
    assert "<svg" not in (tmp_path / "sheet.html").read_text("utf-8")


@pytest.mark.parametrize(("out", "said"), [("sheet.doc", "use .html or .pdf"), ("no/such/sheet.html", "written")])
def test_what_is_no_sheet_is_told(viva: Viva, tmp_path: Path, out: str, said: str) -> None:
    call = viva("worksheet", HARMONY[0], "-o", tmp_path / out)
    assert call.status == 2
    assert said in call.err


def test_without_a_browser_a_pdf_is_refused_with_what_to_do(
    viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    call = viva("worksheet", HARMONY[0], "-o", tmp_path / "sheet.pdf")
    assert call.status == 2
    assert "print it from your browser" in call.err


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="needs chromium")
def test_a_pdf_is_printed(viva: Viva, tmp_path: Path) -> None:
    call = viva("worksheet", HARMONY[0], "-o", tmp_path / "sheet.pdf", "--key", tmp_path / "key.html")
    assert call.status == 0, call.err
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "key.html").is_file()


def test_a_drill_asks_until_nothing_more_is_typed(viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    subject, exercise = read_exercise(HARMONY[0])
    first = subject.solve(next(iter(subject.vary(exercise, 3)))).files["answer.txt"].decode()
    typed = tmp_path / "typed.txt"
    typed.write_text(f"{first}\nP1 P1 P1 P1 P1\n\n", encoding="utf-8")
    with typed.open(encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        call = viva("practise", HARMONY[0], "--drill", "--seed", "3")
    assert call.status == 0
    assert call.out.count("Type your answer") == 3
    assert "1 of 2 right.\n" in call.out
    assert "ttempt" not in call.out, "the next question is another one"


def test_what_went_wrong_is_remembered_told_asked_again_and_forgotten(
    viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    subject, exercise = read_exercise(HARMONY[0])
    missed = next(iter(subject.vary(exercise, 3)))
    again = next(iter(subject.vary(missed, 4)))

    def drill(typed: str) -> str:
        (tmp_path / "typed.txt").write_text(typed, encoding="utf-8")
        with (tmp_path / "typed.txt").open(encoding="utf-8") as stream:
            monkeypatch.setattr("sys.stdin", stream)
            call = viva("practise", HARMONY[0], "--drill", "--seed", "3")
        assert call.status == 0
        return call.out

    def kept() -> list[Path]:
        return [path for path in (tmp_path / "data").rglob("*") if path.is_file()]

    wrong = "P1 P1 P1 P1 P1\n\n"
    first = drill(wrong)
    (file,) = kept()
    assert f"remembered in {file}" in first and "--forget" in first
    assert missed.statement.strip() in first and again.statement.strip() in first, "at once, and of the same kind"
    second = drill("")
    assert "The last time 1 kind of question went wrong" in second
    assert second.index(again.statement.strip()) < second.index("0 of 0 right.")
    answer = subject.solve(again).files["answer.txt"].decode()
    assert "1 of 1 right." in drill(f"{answer}\n\n") and not kept()
    drill(wrong)
    file.write_text("[{]")
    assert "The last time" not in drill("")
    drill(wrong)
    assert kept()
    assert "Nothing is remembered of" in viva("practise", HARMONY[0], "--forget").out
    assert not kept()
