"""Variants of an exercise's files, and exercises that are variants themselves."""

import re
import tomllib
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from viva.core.fault import Fault
from viva.core.source import MANIFEST, Source
from viva.core.texts import catalogue
from viva.services.registry import read_exercise, read_source
from viva.services.varying.variants import Changes, number_title, vary_source

MANIFEST_TEXT = """\
# Written in the summer.
subject = "console"   # lines in, lines out
title = 'The old title'  # to be improved
statement = "ask.md"

[feedback]
ladder = ["verdict",   # nothing more yet
          "hint"]

[console]
task   = "run"
inputs = ["3", "1"] # two lines
# not yet: secret = true
[console.slots.word]
values = ["a"]
[other]
[console.slots.bound]
values = ["1"]
"""


@pytest.fixture
def source() -> Source:
    files = {MANIFEST: MANIFEST_TEXT.encode(), "ask.md": b"Ask.\n", "spec.txt": b"old", "examples/right/a.py": b"pass"}
    return Source("original", files)


def manifest(source: Source) -> dict[str, Any]:
    return tomllib.loads(source.text(MANIFEST))


def test_files_are_replaced_and_the_examples_are_gone(source: Source) -> None:
    made = vary_source(
        source, "other", Changes({"spec.txt": b"new", "examples/right/b.py": b""}, statement="Ask more.\n")
    )
    assert made.name == "other"
    assert made.files == {
        MANIFEST: MANIFEST_TEXT.encode(),
        "ask.md": b"Ask more.\n",
        "spec.txt": b"new",
        "examples/right/b.py": b"",
    }


def test_the_manifest_keeps_the_comments_and_the_layout_of_what_does_not_change(source: Source) -> None:
    changes = Changes(title='A "new" title', settings={"inputs": ["\\", '"', "é"], "secret": True})
    text = vary_source(source, "other", changes).text(MANIFEST)
    before, after = MANIFEST_TEXT.splitlines(), text.splitlines()
    assert [line for line in before if line not in after] == [before[2], before[11]]
    assert "# to be improved" in text
    assert "# two lines" in text
    found = tomllib.loads(text)
    assert found["title"] == 'A "new" title'
    assert (found["console"]["inputs"], found["console"]["secret"]) == (["\\", '"', "é"], True)


def test_a_key_goes_with_all_its_tables(source: Source) -> None:
    made = vary_source(source, "other", Changes(without=("slots", "never-there")))
    assert manifest(made)["console"] == {"task": "run", "inputs": ["3", "1"]}
    assert "other" in manifest(made)
    assert "# not yet: secret = true" in made.text(MANIFEST)


def test_a_title_is_added_where_there_was_none() -> None:
    source = Source("original", {MANIFEST: b'subject = "echo"\n\n[echo]\nsay = "x"\n'})
    assert manifest(vary_source(source, "other", Changes(title="New"))) == {
        "subject": "echo",
        "title": "New",
        "echo": {"say": "x"},
    }


def test_every_text_of_the_manifest_can_be_rewritten_and_comments_are_none() -> None:
    text = (
        '# {n}\nsubject = "echo"\ntitle = "Up to {n}"\n[echo]\nsay = ["{n}", "x", 3]\n[[echo.rows]]\nname = "{n}{n}"\n'
    )
    made = vary_source(
        Source("a", {MANIFEST: text.encode()}), "b", Changes(texts=lambda said: said.replace("{n}", "7"))
    )
    assert manifest(made)["echo"] == {"say": ["7", "x", 3], "rows": [{"name": "77"}]}
    assert manifest(made)["title"] == "Up to 7"
    assert made.text(MANIFEST).startswith("# {n}\n")


def test_a_remark_takes_the_place_of_the_one_before(source: Source) -> None:
    once = vary_source(source, "other", Changes(remark="difficulty: 3 states"))
    twice = vary_source(once, "another", Changes(remark="difficulty: 4 states"))
    assert twice.text(MANIFEST) == f"# difficulty: 4 states\n{MANIFEST_TEXT}"


def seeded(folder: Path, table: str) -> Path:
    text = f'subject = "echo"\n{table}\n[echo]\nsay = "hello"\n\n[feedback]\nladder = ["verdict"]\n'
    (folder / MANIFEST).write_text(text.replace('"echo"\n', '"echo"\ntitle = "Say hello"\npoints = 4\n', 1))
    return folder


@pytest.mark.usefixtures("echo_is_installed")
def test_a_seed_makes_a_variant_of_what_the_files_say(exercise: Path) -> None:
    subject, asked = read_exercise(seeded(exercise, "[variant]\nseed = 7"))
    assert asked.task == "two 7"
    assert (asked.name, asked.title, asked.points) == ("say-hello", "Say hello", 4)
    assert [rung.value for rung in asked.feedback.ladder] == ["verdict"]
    assert asked.statement == "Say two 7.\n"
    assert subject.solve(asked).text((".txt",))[1] == "two 7\n"


@pytest.mark.usefixtures("echo_is_installed")
def test_its_files_say_the_same_without_a_seed(exercise: Path, tmp_path: Path) -> None:
    _, asked = read_exercise(seeded(exercise, "[variant]\nseed = 7"))
    asked.source.write(tmp_path / "say-hello-written")
    _, written = read_exercise(tmp_path / "say-hello-written")
    assert (written.task, written.title, written.points, written.feedback) == (
        asked.task, asked.title, asked.points, asked.feedback,
    )  # fmt: skip
    assert "variant" not in asked.source.text(MANIFEST)


@pytest.mark.usefixtures("echo_is_installed")
def test_its_variants_are_others_and_are_not_seeded_again(exercise: Path) -> None:
    subject, asked = read_exercise(seeded(exercise, "[variant]\nseed = 7"))
    assert [variant.task for variant in subject.vary(asked, 7)] == ["three 7", "four 7"]
    assert [variant.task for variant in subject.vary(asked, 8)] == ["two 8", "three 8", "four 8"]
    for variant in subject.vary(asked, 8):
        assert read_source(variant.source)[1].task == variant.task


@pytest.mark.usefixtures("echo_is_installed")
@pytest.mark.parametrize(
    ("table", "line", "words"),
    [
        ("[variant]\nsed = 7", 5, "did you mean 'seed'?"),
        ('[variant]\nseed = "7"', 5, "must be a whole number"),
        ("[variant]\nseed = 7.5", 5, "must be a whole number"),
        ("[variant]\nseed = true", 5, "must be a whole number"),
        ("[variant]", 4, "`seed` in [variant] is missing"),
        ("variant = 7", 4, "must be a table"),
    ],
)
def test_a_seed_that_is_none_is_a_fault_with_its_line(exercise: Path, table: str, line: int, words: str) -> None:
    with pytest.raises(Fault) as raised:
        read_exercise(seeded(exercise, table))
    assert words in str(raised.value)
    assert (raised.value.file, raised.value.line) == (str(exercise / MANIFEST), line)


EXERCISES = Path(__file__).parents[3] / "exercises"


def test_an_exercise_without_variants_cannot_be_one(tmp_path: Path) -> None:
    source = Source.from_folder(EXERCISES / "functions" / "leap-year")
    text = source.text(MANIFEST) + "\n[variant]\nseed = 3\n"
    with pytest.raises(Fault, match="nothing says what may change in a variant of this exercise; write a name"):
        read_source(Source("leap-year", {**source.files, MANIFEST: text.encode()}))


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["automata/ends-in-00", "console/possible-runs", "functions/count-above"])
def test_every_subject_has_exercises_with_a_seed(name: str) -> None:
    source = Source.from_folder(EXERCISES / name)
    text = source.text(MANIFEST) + "\n[variant]\nseed = 3\n"
    with_seed = Source(source.name, {**source.files, MANIFEST: text.encode()})
    _, original = read_source(source)
    subject, asked = read_source(with_seed)
    assert read_source(with_seed)[1].task == asked.task != original.task
    assert (asked.name, asked.points) == (original.name, original.points)
    assert asked.title.startswith(original.title)  # with a number where its slots make the same title again
    assert asked.statement != original.statement
    assert read_source(asked.source)[1].task == asked.task
    others = [variant.task for variant in islice(subject.vary(asked, 3), 2)]
    assert len(others) == 2
    assert asked.task not in others


def test_a_title_with_slots_says_what_the_variant_asks_for() -> None:
    source = Source.from_folder(EXERCISES / "console" / "until-zero")
    text = source.text(MANIFEST) + "\n[variant]\nseed = 3\n"
    _, asked = read_source(Source(source.name, {**source.files, MANIFEST: text.encode()}))
    _, original = read_source(source)
    first, second = re.findall(r"\w+", asked.title.lower())[0:3:2]
    assert original.title == "Largest and smallest" != asked.title
    assert f"the {first} and the {second}" in asked.statement
    assert read_source(asked.source)[1].title == asked.title


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("subject", ["harmony", "functions", "labs"])
def test_a_variant_of_a_variant_has_one_number_and_a_title_of_its_own(subject: str, locale: str) -> None:
    say = catalogue(f"viva.subjects.{subject}", locale).say
    first = number_title("Intervals", 1, {"Intervals"}, say)
    second = number_title(first, 1, {first}, say)
    assert first == say("title_variant", title="Intervals", number=1)
    assert second == say("title_variant", title="Intervals", number=2)
