"""`viva convert`, and bad input from the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from viva.cli.main import run
from viva.engines.automata import formats
from viva.subjects.automata.commands import automaton as convert

EXERCISES = Path(__file__).parents[3] / "exercises" / "automata"


def test_every_notation_is_written_from_every_other(tmp_path: Path) -> None:
    (tmp_path / "l.mosel").write_text("|indOf('a')| % 2 = 0")
    previous = tmp_path / "l.mosel"
    runner = CliRunner()
    for name in ("a.jff", "b.dot", "c.fa.json", "d.txt", "e.regex"):
        result = runner.invoke(convert, [str(previous), "-o", str(tmp_path / name), "--alphabet", "ab"])
        assert result.exit_code == 0, result.output
        previous = tmp_path / name
    result = runner.invoke(convert, [str(previous), "--to", "json", "--minimal", "--alphabet", "ab"])
    made = json.loads(result.output)
    assert (len(made["states"]), made["accepting"]) == (2, ["q0"])
    assert "{q" in runner.invoke(convert, [str(previous), "--to", "json", "--deterministic"]).output


@pytest.mark.parametrize(
    ("exercise", "name", "content", "said"),
    [
        ("exactly-two", "a.txt", "", "is empty"),
        ("exactly-two", "a.txt", "a b\n-> p p p\n-> p p p\n", "named twice"),
        ("exactly-two", "a.txt", "a c\n-> p p p\n", "the letter `c`"),
        ("exactly-two", "a.jff", '<!DOCTYPE s [<!ENTITY x "y">]><structure/>', "document type, which are not read"),
        (
            "exactly-two",
            "a.fa.json",
            '{"states": [1], "transitions": []}',
            "states[0]: expected a text in quotes, found a number",
        ),
        ("exactly-two", "a.fa.json", "{}", "the key 'states' is missing"),
        ("exactly-two", "a.fa.json", "[" * 100_000, "nested too deep"),
        ("exactly-two", "a.jff", "<structure><automaton><state id='0'/></automaton></structure>", "in JFLAP"),
        ("even-number-of-a", "a.regex", "a{1000000000}", "repetitions are too many"),
        ("even-number-of-a", "a.regex", "∅", "No word is accepted at all"),
        ("even-number-of-a", "a.regex", "(a|b", "line 1, column 1: this bracket is never closed"),
        ("even-number-of-a", "a.regex", "(" * 1000, "nested more than 150 deep"),
        ("in-and-out", "a.txt", "abc\n", "the letter `c`"),
    ],
)
def test_bad_input_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, exercise: str, name: str, content: str, said: str
) -> None:
    (tmp_path / name).write_text(content)
    assert run(["check", str(EXERCISES / exercise), str(tmp_path / name)]) == 1
    told = capsys.readouterr()
    assert said in " ".join(told.out.split())
    assert "mistake in Viva" not in told.err


def test_a_formula_that_does_not_parse_is_told_to_the_teacher(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "exercise.toml").write_text('subject = "automata"\n[automata]\ntask = "dfa"\nlanguage = "l.mosel"\n')
    (tmp_path / "l.mosel").write_text("begWt('a') and\n  endWt(b)")
    (tmp_path / "a.txt").write_text("a b\n-> p p p\n")
    assert run(["check", str(tmp_path), str(tmp_path / "a.txt")]) == 2
    assert "l.mosel:2:9" in capsys.readouterr().err


@pytest.mark.parametrize("search", ["edits", "constraints"])
@pytest.mark.parametrize(("file", "language"), [("l.mosel", "isEmpty"), ("l.regex", "(a|b)*"), ("l.regex", "∅")])
def test_a_language_without_variants_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, file: str, language: str, search: str
) -> None:
    settings = f'task = "dfa"\nlanguage = "{file}"\nalphabet = "ab"\n[automata.vary]\nsearch = "{search}"\n'
    (tmp_path / "exercise.toml").write_text(f'subject = "automata"\n[automata]\n{settings}')
    (tmp_path / file).write_text(language)
    assert run(["vary", str(tmp_path), "--out", str(tmp_path / "variants")]) == 2
    told = capsys.readouterr().err
    assert "no variant of this exercise within band = 0.2 of its number of states" in told
    assert "larger `band`" in told
    assert not (tmp_path / "variants").exists()


@pytest.mark.parametrize("name", ["x.fa.json", "x.json", "x.txt", "x.jff", "x.dot", "x.gv"])
def test_a_model_answer_is_written_in_the_notation_that_its_name_says(tmp_path: Path, name: str) -> None:
    for kind in ("exactly-two", "same-first-and-last", "mend-the-counter"):
        out = tmp_path / name
        assert run(["solve", str(EXERCISES / kind), "--out", str(out)]) == 0
        text = out.read_text()
        assert formats.format_of("", text) == formats.SUFFIXES[Path(name).suffix]
        assert run(["check", str(EXERCISES / kind), str(out)]) == 0


@pytest.mark.parametrize("name", ["x.fa.json", "x.txt", "x.jff", "x.dot", "x.regex", "x.mosel"])
def test_a_file_is_drawn_without_an_exercise(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    drawn, picture = tmp_path / name, tmp_path / "x.svg"
    if name.endswith((".regex", ".mosel")):
        drawn.write_text("(a|b)*ab" if name.endswith("regex") else "endWt('ab')")
    else:
        assert run(["solve", str(EXERCISES / "exactly-two"), "--out", str(drawn)]) == 0
    assert run(["draw", str(drawn), "-o", str(picture)]) == 0
    assert "<svg" in picture.read_text()
    assert run(["draw", str(drawn)]) == 0
    assert "->" in capsys.readouterr().out


def test_what_cannot_be_drawn_alone_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "x.dot").write_text("digraph {")
    (tmp_path / "x.png").write_text("")
    assert run(["draw", str(tmp_path / "x.dot")]) == 2
    assert "x.dot" in capsys.readouterr().err
    assert run(["draw", str(tmp_path / "x.png")]) == 2
    assert "name the exercise first" in capsys.readouterr().err
