"""Every exercise that ships: model answer, examples, variants with their promises, drawings."""

from functools import cache
from itertools import islice, permutations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.examining import TERMS
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.report import Witness
from viva.core.source import MANIFEST
from viva.core.submission import Submission
from viva.engines.automata import DFA, complement, equivalent
from viva.engines.logic import Compiler, guessing
from viva.services.checking import check
from viva.services.registry import read_exercise, read_source, template
from viva.subjects.automata.model import Task
from viva.subjects.automata.notation import is_formula
from viva.subjects.automata.subject import Automata

from .conftest import exercise

FOLDERS = sorted((Path(__file__).parents[3] / "exercises" / "automata").iterdir())


@cache
def exercises() -> list[Exercise]:
    return [read_source(template("automata"))[1], *(read_exercise(folder)[1] for folder in FOLDERS)]


def test_there_are_exercises_of_every_kind() -> None:
    assert len(FOLDERS) >= 12
    assert {each.kind for each in exercises()} == set(Automata.kinds)


@pytest.mark.some(5)
@pytest.mark.parametrize("asked", exercises(), ids=lambda asked: asked.name)
def test_variants_keep_their_promises(asked: Exercise, tmp_path: Path) -> None:
    subject = Automata()
    found = list(islice(subject.vary(asked, seed=3), 4))
    assert len(found) >= 2
    original = asked.task_as(Task)
    seen = [original.asked, complement(original.asked)]
    for variant in found:
        task = variant.task_as(Task)
        assert variant.kind == asked.kind
        band = 0 if original.given and asked.kind != "mend" else 0.2 * _states(original)
        assert abs(_states(task) - _states(original)) <= band
        assert 0 < len(task.asked.accepting) < len(task.asked)
        assert not any(_same_after_renaming(task.asked, other) for other in seen)
        seen.append(task.asked)
        assert variant.statement
        assert variant.statement != asked.statement
        assert variant.source.text(MANIFEST).startswith("# difficulty: ")
        assert check(subject, variant, subject.solve(variant), TERMS).verdict.right
        for kind, right in (("right", True), ("wrong", False)):
            for name, content in variant.source.below(f"examples/{kind}/").items():
                assert check(subject, variant, Submission(name, {name: content}), TERMS).verdict.right is right
    again = [each.source for each in islice(subject.vary(asked, seed=3), 4)]
    assert again == [each.source for each in found]
    found[0].source.write(tmp_path / "variant")
    assert read_exercise(tmp_path / "variant")[1].task_as(Task).asked == found[0].task_as(Task).asked


def _states(task: Task) -> int:
    """What is promised to stay: the states of the minimal DFA, or of the NFA that a formula guesses with."""
    formula = task.language.description
    if not task.deterministic and is_formula(formula):
        return len(guessing(formula, Compiler(task.alphabet)))
    return len(task.asked)


def _same_after_renaming(one: DFA, other: DFA) -> bool:
    for order in permutations(range(len(one.alphabet))):
        moves = tuple(tuple(row[column] for column in order) for row in one.moves)
        if equivalent(DFA(one.alphabet, moves, one.start, one.accepting), other):
            return True
    return False


@pytest.mark.parametrize("asked", exercises(), ids=lambda asked: asked.name)
def test_everything_can_be_drawn(asked: Exercise) -> None:
    subject = Automata()
    witness = Witness("word", {"word": asked.task_as(Task).alphabet[0] * 3, "direction": "rejected but should be"})
    for thing in (None, subject.solve(asked), witness):
        drawing = subject.draw(asked, thing)
        assert ElementTree.fromstring(drawing.svg).tag.endswith("svg")
        assert drawing.text


@pytest.mark.parametrize(
    ("settings", "files", "problem"),
    [
        ('task = "dfs"\nlanguage = "l.regex"', {}, "did you mean 'dfa'?"),
        ('task = "dfa"', {}, "`language` in [automata] is missing"),
        ('task = "dfa"\nlanguage = "l.regex"', {}, "no file 'l.regex'"),
        ('task = "dfa"\nlanguage = "l.regex"', {"l.regex": "(a"}, "l.regex:1:1: this bracket is never closed"),
        ('task = "dfa"\nlanguage = "l.regex"\nalphabet = "ab"', {"l.regex": "ac"}, "l.regex:1:2: the letter 'c'"),
        ('task = "dfa"\nlanguage = "l.doc"', {"l.doc": "a"}, "a formula ends in .mosel"),
        ('task = "dfa"\nlanguage = "l.mosel"\nalphabet = "ab"', {"l.mosel": "begWt('a'"}, "l.mosel:1:"),
        ('task = "dfa"\nlanguage = "l.mosel"\nalphabet = "ab"', {"l.mosel": "begWt('c')"}, "'c'"),
        ('task = "dfa"\nlanguage = "l.mosel"', {"l.mosel": "true"}, "names no letter"),
        ('task = "dfa"\nlanguage = "l.fa.json"', {"l.fa.json": '{"states": ["p"], "transitions": []}'}, "no start"),
        ('task = "dfa"\nlanguage = "l.regex"\nalphabet = "aa"', {"l.regex": "a"}, "names a letter twice"),
        ('task = "dfa"\nlanguage = "l.regex"\ngiven = "x"', {"l.regex": "a"}, "does not belong"),
        ('task = "dfa"\nlanguage = "l.regex"\nstates = 1', {"l.regex": "a"}, "every complete DFA needs"),
        ('task = "product"\ngiven = ["l.txt"]', {"l.txt": "a\n-> p p"}, "must name two"),
        ('task = "words"\nlanguage = "l.regex"\ninside = 3', {"l.regex": "a|b"}, "only 2"),
        ('task = "words"\nlanguage = "l.regex"\nalphabet = "ab"\noutside = 1', {"l.regex": "(a|b)*"}, "only 0"),
        ('task = "dfa"\nlanguage = "l.regex"\nspeed = 1', {"l.regex": "a"}, "`speed`"),
        ('task = "dfa"\nlanguage = "l.regex"\ninside = 2', {"l.regex": "a"}, "`inside` in [automata] is not a key"),
        ('task = "mend"\ngiven = "l.txt"', {"l.txt": "a\n-> p p"}, "`language` in [automata] is missing"),
        ('task = "dfa"\nlanguage = "l.regex"\n[automata.score]\nkeep = 2', {"l.regex": "a"}, "below 1"),
        ('task = "dfa"\nlanguage = "l.regex"', {"l.regex": "(a|b)*a" + "(a|b)" * 30}, "more than 100,000 states"),
    ],
)
def test_a_faulty_exercise_is_told_to_its_teacher(settings: str, files: dict[str, str], problem: str) -> None:
    with pytest.raises(Fault) as caught:
        exercise(settings, files)
    assert problem in str(caught.value)


def test_what_was_to_be_mended_earns_nothing_unchanged() -> None:
    for folder in FOLDERS:
        subject, asked = read_exercise(folder)
        if asked.kind == "mend":
            file = asked.task_as(Task).given_files[0]
            report = check(subject, asked, Submission.from_text(asked.source.text(file), file), TERMS)
            assert report.score == 0
