import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.examining import Viva, one_sentence
from viva.services.registry import read_exercise, template

Write = Callable[[str], Path]
EXERCISES = Path(__file__).parents[2] / "exercises"


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """The echo template, with its examples."""
    template("echo").write(tmp_path / "whole")
    return tmp_path / "whole"


def test_a_new_exercise_keeps_its_promises(viva: Viva, tmp_path: Path) -> None:
    made = viva("new", "echo", tmp_path / "mine")
    assert made.status == 0
    assert f"viva test-exercise {tmp_path / 'mine'}" in made.out
    tested = viva("test-exercise", tmp_path / "mine")
    assert tested.status == 0
    assert tested.out.count("✓ holds") == 5  # statement, model answer, two examples, and nothing for an empty file
    assert "The exercise keeps every promise." in tested.out


def test_a_new_exercise_of_an_unknown_subject_is_refused(viva: Viva, tmp_path: Path) -> None:
    call = viva("new", "ecco", tmp_path / "mine")
    assert call.status == 2
    assert "did you mean 'echo'?" in call.err
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize(
    ("file", "content", "words"),
    [
        ("examples/right/other.txt", "hallo", "expected proved or passed"),
        ("examples/wrong/other.txt", "hello", "expected refuted or rejected"),
        ("examples/wrong/hallo.expect.toml", 'verdict = "rejected"', "expected rejected"),
        ("examples/wrong/hallo.expect.toml", 'text = "got nothing"', "no finding has the expected text"),
        ("examples/wrong/hallo.expect.toml", '[witness]\nexpected = "hullo"', "no finding has the expected witness"),
        ("examples/wrong/hallo.expect.toml", "[where]\nline = 2", "no finding has the expected where"),
        ("examples/wrong/hallo.expect.toml", "witnes = 1", "is not a key Viva knows"),
        ("examples/wrong/nobody.expect.toml", 'verdict = "refuted"', "no example belongs to this file"),
        ("statement.md", "", "write statement.md"),
        ("exercise.toml", 'subject = "echo"\n', "`echo` is missing"),
    ],
)
def test_a_broken_promise_fails(viva: Viva, whole: Path, file: str, content: str, words: str) -> None:
    (whole / file).write_text(content)
    call = viva("test-exercise", whole)
    assert call.status == 1
    assert "✗ fails" in call.out
    assert words in call.out


@pytest.mark.parametrize(
    "expected", ['text = "got hallo"', "[where]\nline = 1\nkind = 'text'", "[witness]\ninputs = ['hallo']"]
)
def test_a_part_that_matches_is_enough(viva: Viva, whole: Path, expected: str) -> None:
    (whole / "examples/wrong/hallo.expect.toml").write_text(expected)
    assert viva("test-exercise", whole).status == 0


def test_a_missing_exercise_is_a_wrong_call_and_nothing_is_tested(viva: Viva, whole: Path, tmp_path: Path) -> None:
    assert one_sentence(viva("test-exercise", whole, tmp_path / "nothing"), "nothing: there is no such exercise")


def test_one_broken_exercise_does_not_hide_the_others(viva: Viva, whole: Path, tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken/exercise.toml").write_text('subject = "echo"\n')
    call = viva("test-exercise", tmp_path / "broken", whole)
    assert call.status == 1
    assert "1 of 2 exercises do not keep their promises." in call.out
    assert "✓ holds  model answer" in call.out


def test_preview_goes_on_until_nothing_more_appears(viva: Viva, exercise: Path, submission: Write) -> None:
    with (exercise / "exercise.toml").open("a") as manifest:
        manifest.write('[feedback]\nladder = ["verdict", "hint", "example", "fix"]\nper_attempt = 1\n')
    out = viva("preview", exercise, submission("hallo")).out
    assert [line for line in out.splitlines() if line.startswith("Attempt") and "." not in line] == [
        "Attempt 1",
        "Attempt 2",
        "Attempt 3",
        "Attempt 4",
    ]
    _, first, second, third, fourth = re.split(r"^Attempt \d$", out, flags=re.MULTILINE)
    assert "once more" not in first
    assert "once more" in second
    assert "Expected hello" in third
    assert "Write hello instead" in fourth
    assert "It says something else" not in out
    assert "After attempt 4 nothing more appears." in out


def test_solve_prints_the_answer_byte_for_byte(viva: Viva, exercise: Path, tmp_path: Path) -> None:
    assert viva("solve", exercise).out == "hello\n"
    assert viva("solve", exercise, "--out", tmp_path / "answer.txt").status == 0
    assert viva("check", exercise, tmp_path / "answer.txt").status == 0


def test_vary_writes_complete_exercises_and_says_when_there_are_fewer(
    viva: Viva, exercise: Path, tmp_path: Path
) -> None:
    call = viva("vary", exercise, "--count", "5", "--seed", "7", "--out", tmp_path / "variants")
    assert call.status == 0
    assert call.out.splitlines() == [str(tmp_path / f"variants/say-hello-{number}") for number in (1, 2, 3)]
    assert "only 3 variants" in call.err
    _, variant = read_exercise(tmp_path / "variants/say-hello-2")
    assert variant.statement == "Say three 7.\n"


def test_practise_gives_a_new_one_each_time_and_says_when_there_are_no_more(
    viva: Viva, exercise: Path, tmp_path: Path
) -> None:
    statements = []
    for number in (1, 2, 3):
        call = viva("practise", exercise, "--out", tmp_path / "practice")
        assert call.status == 0
        assert (tmp_path / f"practice/say-hello-{number}/exercise.toml").is_file()
        statements.append(call.out)
    assert len(set(statements)) == 3
    assert "Say two 0." in statements[0]
    last = viva("practise", exercise, "--out", tmp_path / "practice")
    assert last.status == 2
    assert "only 3 variants" in last.err


def test_practise_says_when_a_subject_states_no_difficulty(viva: Viva, exercise: Path, tmp_path: Path) -> None:
    call = viva("practise", exercise, "--harder", "--out", tmp_path / "practice")
    assert call.status == 0
    assert call.err.count("\n") == 1
    assert "there is no harder version of this exercise; here is another one like it" in call.err


@pytest.mark.parametrize("more", [(), ("--drill",), ("--harder",)])
def test_an_exercise_without_variants_says_so_to_a_student(
    viva: Viva, exercise: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    monkeypatch.setattr("viva_echo.subject.Echo.vary", lambda *_: iter(()))
    call = viva("practise", exercise, "--out", tmp_path / "practice", *more)
    assert call.status == 2
    assert "there is only this one “Say hello”, with no others like it to practise on; try another exercise" in call.err
    assert "subject echo makes" not in call.err and not (tmp_path / "practice").exists()


def test_draw_shows_words_and_writes_pictures(viva: Viva, whole: Path, submission: Write, tmp_path: Path) -> None:
    assert viva("draw", whole).out == "[ hello ]\n"
    assert viva("draw", whole / "exercise.toml").out == "[ hello ]\n"
    assert viva("draw", whole, submission("hi")).out == "[ hi ]\n"
    assert viva("draw", whole / "examples/wrong/hallo.txt").out == "[ hallo\n ]\n"
    assert viva("draw", whole, "-o", tmp_path / "a.svg").status == 0
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    alone = viva("draw", submission("hi"))
    assert alone.status == 2
    assert "viva draw EXERCISE FILE" in alone.err
    assert viva("draw", whole, submission("")).status == 2


def test_schema_prints_the_schema(viva: Viva) -> None:
    assert json.loads(viva("schema").out)["title"] == "Viva report"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(viva: Viva, shell: str) -> None:
    call = viva("completion", shell)
    assert call.status == 0
    assert "_VIVA_COMPLETE" in call.out


def test_completion_completes_commands_and_options() -> None:
    def complete(words: str, position: str) -> str:
        code = "from viva.cli.main import main; import sys; sys.argv[0] = 'viva'; main()"
        environment = {"_VIVA_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": position}
        return subprocess.run(
            [sys.executable, "-c", code], env=environment, check=False, capture_output=True, text=True
        ).stdout

    assert "plain,practise" in complete("viva pr", "1")
    assert "plain,--rung" in complete("viva check --r", "2")
    assert "plain,example" in complete("viva check --rung ex", "3")


def test_a_command_of_another_package_is_called(viva: Viva) -> None:
    assert viva("shout", "hello").out == "HELLO\n"


def test_a_command_that_cannot_be_loaded_says_so(viva: Viva) -> None:
    call = viva("broken")
    assert call.status == 2
    assert "reinstall viva-echo" in call.err


def seeded(name: str, folder: Path) -> Path:
    """A shipped exercise as its own variant."""
    shutil.copytree(EXERCISES / name, folder)
    with (folder / "exercise.toml").open("a") as manifest:
        manifest.write("\n[variant]\nseed = 5\n")
    return folder


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "file"),
    [("automata/ends-in-00", "a.txt"), ("console/until-zero", "a.py"), ("functions/count-above", "a.py")],
)
def test_an_exercise_with_a_seed_is_solved_and_checked(viva: Viva, name: str, file: str, tmp_path: Path) -> None:
    folder = seeded(name, tmp_path / "seeded")
    assert viva("solve", folder, "--out", tmp_path / file).status == 0
    assert viva("check", folder, tmp_path / file).status == 0
    assert viva("check", EXERCISES / name, tmp_path / file).status == 1, "a variant has another answer"


def test_every_command_takes_an_exercise_with_a_seed(viva: Viva, tmp_path: Path) -> None:
    folder = seeded("automata/ends-in-00", tmp_path / "seeded")
    answer = tmp_path / "answers" / "a.txt"
    answer.parent.mkdir()
    assert viva("solve", folder, "--out", answer).status == 0
    assert viva("preview", folder, answer).status == 0
    assert viva("draw", folder, "-o", tmp_path / "picture.svg").status == 0
    assert viva("test-exercise", folder).status == 0
    assert viva("vary", folder, "--count", "2", "--seed", "1", "--out", tmp_path / "more").status == 0
    assert viva("check", tmp_path / "more" / "seeded-1", answer).status == 1
    assert viva("practise", folder, "--out", tmp_path / "practice").status == 0
    assert viva("grade", folder, answer.parent, "--out", tmp_path / "graded").status == 0
    assert '"score": 1.0' in (tmp_path / "graded" / "results.jsonl").read_text()


def test_an_exercise_where_a_stub_is_mostly_right_warns_its_teacher(viva: Viva, tmp_path: Path) -> None:
    files = {
        "exercise.toml": 'subject = "functions"\ntitle = "Rare"\n[functions]\nreference = "r.py"\nfunction = "rare"\n',
        "statement.md": "Whether `a` is the opposite of `b`.\n",
        "r.py": "def rare(a: int, b: int) -> bool:\n    return a == -b\n",
        "examples/right/r.py": "def rare(a, b):\n    return a + b == 0\n",
        "examples/wrong/w.py": "def rare(a, b):\n    return False\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    call = viva("test-exercise", tmp_path)
    assert call.status == 0
    assert re.search(r"! warns  marks +\d\d % for a stub: a constant, or the input given back", call.out)
