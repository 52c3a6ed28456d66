"""Variants: what is promised of them, for every exercise that ships."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice
from pathlib import Path

import pytest

from tests.examining import TERMS
from tests.subjects.console.readers import READERS, found, played
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.verdict import Verdict
from viva.engines.dialogues.model import Integer, OneOf, Opaque, Range, Read, Spec, Text, parts, subterms, terms
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.suites.samples import sample_ways
from viva.engines.dialogues.traces import Run, Written, covers
from viva.engines.dialogues.variants.varying import differ, fails, profile
from viva.services.checking import check
from viva.services.registry import read_exercise
from viva.subjects.console.model import Task
from viva.subjects.console.subject import Console

SHIPPED = Path(__file__).parents[3] / "exercises" / "console"
NAMES = sorted(folder.name for folder in SHIPPED.iterdir())
CONSOLE = Console()
SAID = {"two": 2, "three": 3, "eight": 8, "ten": 10, "twelve": 12, "second": 2, "third": 3, "fourth": 4, "even": 2}


@cache
def shipped(name: str) -> Exercise:
    return read_exercise(SHIPPED / name)[1]


@cache
def variants(name: str) -> tuple[Exercise, ...]:
    return tuple(islice(CONSOLE.vary(shipped(name), seed=3), 3))


def spec_of(exercise: Exercise) -> Spec:
    task = getattr(exercise.task, "program", exercise.task)
    assert isinstance(task, Task)
    return task.spec


@pytest.mark.some(4)
@pytest.mark.parametrize("name", NAMES)
def test_every_exercise_has_variants_that_are_others_and_as_difficult(name: str) -> None:
    original, others = shipped(name), variants(name)
    assert len(others) == 3
    every = (original, *others)
    for what in ("title", "name", "statement", "task"):
        assert len({repr(getattr(one, what)) for one in every}) == 4, what
    for one in others:
        assert not re.search(r"\{\w+(\.\w+)?\}", one.statement + one.title)
        ours, theirs = profile(spec_of(original)), profile(spec_of(one))
        assert ours.difficulty.near(theirs.difficulty)
        assert (theirs.sides_missed, theirs.constant, theirs.doubled, theirs.idle) <= (ours.sides_missed, 0, 0, 0)
        assert original.difficulty is not None and one.difficulty is not None
        assert abs(one.difficulty - original.difficulty) <= 2
        again = CONSOLE.read(one.source)
        assert (again.task, again.title, again.statement) == (one.task, one.title, one.statement)
    if original.kind in ("program", "holes"):
        assert all(fails(spec_of(original), spec_of(one)) for one in others)
        assert all(differ(spec_of(one), spec_of(two)) for one, two in combinations(others, 2))


@pytest.mark.some(6)
@pytest.mark.parametrize("name", NAMES)
def test_the_numbers_and_words_of_a_specification_are_those_of_its_statement(name: str) -> None:
    """What a variant's specification has anew is said, and what it has no longer is not."""
    original = shipped(name)
    for one in variants(name):
        ours, theirs = set(numbers(original)), set(numbers(one))
        prose = re.sub(r"(?m)^ {4}.*$|^\d+\. `.*$|```.*?```|`\d[\d.]*`|`\?.*?`", "", one.statement, flags=re.DOTALL)
        assert theirs - ours <= said(one.statement), one.statement
        assert not (ours - theirs) & said(prose.replace(*inputs_in(one))), one.statement
        gone, new = set(words(original)) - set(words(one)), set(words(one)) - set(words(original))
        assert all(word.strip() in one.statement for word in new), (new, one.statement)
        assert not any(re.search(rf"`{re.escape(word)}`", one.statement) for word in gone), (gone, one.statement)
        foreign = [
            part.function.name for term in terms(spec_of(one)) for part in subterms(term) if isinstance(part, Opaque)
        ]
        assert not any(f"`{function}" in one.statement for function in foreign)


def inputs_in(exercise: Exercise) -> tuple[str, str]:
    """The inputs that a statement asks about, which are no constants."""
    listed = exercise.source.manifest().table("console").strings("inputs", ())
    return ", ".join(listed) or "\0", ""


def said(text: str) -> set[int]:
    digits = {int(number) for number in re.findall(r"(?<![\w.])-?\d+(?![\w.]\d)", text)}
    return digits | {number for word, number in SAID.items() if re.search(rf"\b{word}\b", text)}


def numbers(exercise: Exercise) -> Iterator[int]:
    """Those that programs cannot do without, from 2 on: 0 and 1 begin and count."""
    spec = spec_of(exercise)
    values = [part.value for term in terms(spec) for part in subterms(term) if isinstance(part, Integer)]
    for part in parts(spec):
        match part:
            case Read(values=Range(low, high)):
                values += [low, high]
            case Read(values=OneOf(items)):
                values += [item for item in items if isinstance(item, int)]
    return (value for value in values if abs(value) > 1)


def words(exercise: Exercise) -> Iterator[str]:
    spec = spec_of(exercise)
    for part in (part for term in terms(spec) for part in subterms(term)):
        if isinstance(part, Text) and len(part.value.strip()) > 1:
            yield part.value
    for step in parts(spec):
        if isinstance(step, Read) and isinstance(step.values, OneOf):
            yield from (item for item in step.values.values if isinstance(item, str) and len(item) > 1)


@pytest.mark.some(4)
@pytest.mark.parametrize("name", READERS)
def test_a_program_written_after_the_statement_alone_is_right(name: str) -> None:
    for one in (shipped(name), *variants(name)):
        program = READERS[name](one.statement)
        for way in sample_ways(spec_of(one)):
            run = played(program, way.inputs)
            assert run is not None, (one.statement, way.inputs)
            assert covers(way.general, run), (one.statement, run.show(), right_run(way.general).show())


def test_the_readers_read_and_do_not_guess() -> None:
    """A statement that belongs to another variant is found out."""
    for name in READERS:
        first, second = variants(name)[:2]
        program = READERS[name](first.statement)
        runs = [(way, played(program, way.inputs)) for way in sample_ways(spec_of(second))]
        assert any(run is None or not covers(way.general, run) for way, run in runs)


def ran(text: str, inputs: list[str]) -> str:
    """What a program of the teacher writes, prompts aside."""
    lines, written = iter(inputs), list[str]()
    scope = {
        "input": lambda prompt="": next(lines),
        "print": lambda *items: written.append(" ".join(map(str, items))),
    }
    exec(compile(text, "example", "exec"), scope)
    return "".join(f"{line}\n" for line in written)


def test_the_right_examples_of_an_exercise_are_right_for_its_variants_with_the_words_exchanged() -> None:
    original = shipped("hangman")
    for one in variants("hangman"):
        (word,), (tries,) = found(r"guessed is `(\w+)`", one.statement), found(r"after (\w+) letters", one.statement)
        for path, content in original.source.below("examples/right/").items():
            text = content.decode().replace("lemon", word).replace("10", str(SAID[tries]))
            for way in sample_ways(spec_of(one)):
                outputs = ran(text, [str(value) for value in way.inputs])
                # Each letter is answered by a line, so the blocks follow from the lines.
                first, *rest = outputs.splitlines(keepends=True)
                lines = [first, *rest]
                last = lines[len(way.inputs) - 1 :]
                blocks = ["", *lines[: len(way.inputs) - 1], "".join(last)]
                assert covers(way.general, Run(way.inputs, tuple(map(Written, blocks)))), (path, outputs)


@pytest.mark.thorough
def test_the_examples_of_a_variant_come_out_as_they_should() -> None:
    one = variants("greeter")[0]
    for example, verdict in (("right/solution.py", Verdict.PROVED), ("wrong/original.py", Verdict.REFUTED)):
        text = one.source.files[f"examples/{example}"].decode()
        assert check(CONSOLE, one, Submission.from_text(text, "submission.py"), TERMS).verdict == verdict
    for name in ("fill-the-gaps", "possible-runs", "trace-the-sum", "tell-them-apart"):
        one = variants(name)[0]
        assert check(CONSOLE, one, CONSOLE.solve(one), TERMS).verdict == Verdict.PROVED


def exercise(spec: str, statement: str, more: str = "", **files: str) -> Exercise:
    manifest = f'subject = "console"\ntitle = "The exercise"\n[console]\nspec = "spec.txt"\n{more}'
    every = {"exercise.toml": manifest, "spec.txt": spec, "statement.md": statement, **files}
    return CONSOLE.read(Source("made", {path: text.encode() for path, text in every.items()}))


LIMIT = 'read n: nat\nif n > 20:\n    write "much"\nelif n == 20:\n    write "just so"\nelse:\n    write n\n'


def test_numbers_of_an_exercise_without_slots_change_together_in_specification_statement_and_title() -> None:
    statement = "Read a number. Write `much` if it is above 20, `just so` if it is 20, and the number otherwise.\n"
    for one in islice(CONSOLE.vary(exercise(LIMIT, statement), 1), 3):
        (number,) = set(re.findall(r"\d+", one.statement))
        assert set(re.findall(r"\d+", one.source.text("spec.txt"))) == {number} != {"20"}
        assert one.statement == statement.replace("20", number)


@pytest.mark.parametrize(
    ("spec", "statement"),
    [
        (LIMIT, "Read a number. Write `much` if it is above 20 or twenty.\n"),
        (LIMIT, "Read a number. Write `much` if it is above 20:\n\n    21\n    much\n"),
        (LIMIT, "Read a number. Write `much` if it is above 20, which is 8 less than 28.\n"),
        (LIMIT, "Read a number. Write `much` if it is above the limit.\n"),
        (LIMIT.replace("write n", 'write f"{n} of 20"'), "Read a number. Write `much` if it is above 20.\n"),
        ("read n: nat\nwrite n * 45\n", "Read a number of hours. Write what they cost at 45 each.\n"),
        (
            "read n: nat\nif n >= 60:\n    write 1\nelse:\n    write 0\n",
            "Write 1 if 60 minutes are over, and 0 if not.\n",
        ),
    ],
)
def test_an_exercise_whose_words_could_become_wrong_says_what_its_teacher_can_do(spec: str, statement: str) -> None:
    with pytest.raises(Fault, match=r"nothing says what may change.*list values for it in \[console.slots.limit\]"):
        next(CONSOLE.vary(exercise(spec, statement), 1))


@pytest.mark.parametrize(
    ("table", "statement", "problem"),
    [
        ('values = ["20"]\nwords = []', "{most}", "as many words as values"),
        ('values = ["20", "30"]\nname = ["twenty"]', "{most}", "as many name as values"),
        ('values = ["20", "30"]', "all", "does not occur in the statement; write {most}"),
    ],
)
def test_slots_that_cannot_be_filled_are_faults(table: str, statement: str, problem: str) -> None:
    with pytest.raises(Fault, match=re.escape(problem)):
        exercise("read n: 1..{most}\nwrite n\n", statement, f"[console.slots.most]\n{table}\n")


def test_a_slot_is_no_name_that_is_read_into_and_stands_in_a_file() -> None:
    slot = '[console.slots.n]\nvalues = ["1", "2"]\n'
    with pytest.raises(Fault, match="also a name that the specification reads into"):
        exercise("read n: nat\nwrite f'{n}'\n", "Read {n}.", slot)
    with pytest.raises(Fault, match="occurs in no file but the statement"):
        exercise("read m: nat\nwrite m\n", "Read {n}.", slot)


@pytest.mark.parametrize(
    ("values", "spec"),
    [
        ('"n + 7", "n + 0", "n * 1", "n - n", "n * 3 // 3"', "read n: int\nwrite {what}\n"),
        ('"max(n.all)", "min(n.all)"', "repeat 3:\n    read n: int\nwrite f'{{what}} {min(n.all)}'\n"),
        ('"n > 3", "n < 0"', "read n: nat\nif {what}:\n    write 1\nelse:\n    write 2\n"),
        ('"sum(n.all)", "len(n.all)"', "repeat 3:\n    read n: int\nwrite {what}\n"),
        ('"n + m", "m + n"', "read n: int\nread m: int\nwrite {what}\n"),
    ],
    ids=["idle", "doubled", "unreachable", "constant", "equal"],
)
def test_fillings_that_make_no_sense_are_left_out(values: str, spec: str) -> None:
    with pytest.raises(Fault, match="no other choice for what makes another exercise"):
        next(CONSOLE.vary(exercise(spec, "Write {what}.", f"[console.slots.what]\nvalues = [{values}]\n"), 1))


@pytest.mark.some(3)
@pytest.mark.parametrize("name", NAMES)
def test_variants_have_titles_of_their_own(name: str) -> None:
    titles = [variant.title for variant in variants(name)]
    # Where nothing but the runs or the inputs that are asked about change, a number has to do.
    assert sum("variant" in title for title in titles) <= 2, titles


def test_of_two_programs_variants_have_both_answers() -> None:
    seen = set()
    for variant in variants("same-or-not"):
        answer = CONSOLE.solve(variant)
        assert check(CONSOLE, variant, answer, TERMS).verdict.right
        word = answer.text((".txt",))[1].split()[0]
        assert ("None" in variant.statement) == (word == "yes")
        seen.add(word)
    assert seen == {"yes", "no"}
