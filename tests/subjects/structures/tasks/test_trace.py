"""Exercises to follow by hand: the fewest questions, answers that are read, compared and explained."""

from functools import cache
from itertools import pairwise

import pytest

from tests.engines.heaps.samples import LEFT
from tests.examining import TERMS
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.verdict import Verdict
from viva.engines.calls.programs import sandbox_of
from viva.engines.heaps.schemas.lazy_initialization import compile_lazily, explore_paths
from viva.engines.heaps.schemas.questions import call_of
from viva.languages import python
from viva.services.checking import check
from viva.services.registry import subject_named
from viva.subjects.structures.suite import prepare
from viva.subjects.structures.tasks.trace import Tracing

QUEUE = """
class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next
class Queue:
    def __init__(self):
        self.head = None
    def put(self, value):
        if self.head is None:
            self.head = Node(value)
            return
        node = self.head
        while node.next is not None:
            node = node.next
        node.next = Node(value)
    def get(self):
        if self.head is None:
            return None
        value, self.head = self.head.value, self.head.next
        return value
    def has(self, value):
        node = self.head
        while node is not None:
            if node.value == value:
                return True
            node = node.next
        return False
"""


@cache
def exercise(
    reference: str = LEFT, cls: str = "Tree", methods: str = '"insert", "delete"', asked: str = ""
) -> Exercise:
    manifest = (
        'subject = "structures"\n[structures]\ntask = "trace"\nreference = "reference.py"\n'
        f'class = "{cls}"\nmethods = [{methods}]\n' + ('questions = "questions.txt"\n' if asked else "")
    )
    files = {"exercise.toml": manifest.encode(), "reference.py": reference.encode(), "questions.txt": asked.encode()}
    return subject_named("structures").read(Source("sample", files))


def report(answers: str, asked: Exercise) -> Report:
    return check(subject_named("structures"), asked, Submission.from_text(answers, "answers.txt"), TERMS)


def answers(asked: Exercise) -> str:
    return next(iter(subject_named("structures").solve(asked).files.values())).decode()


def test_the_questions_go_all_steps_of_the_method_and_no_fewer_do() -> None:
    asked = exercise(methods='"delete"')
    tracing = asked.task_as(Tracing)
    domain = prepare(tracing.write, 0, None).domain
    with sandbox_of(python) as sandbox:
        program = compile_lazily(python, sandbox, LEFT.encode())
        assert program is not None
        told = explore_paths(
            sandbox, program, domain.layout, domain.methods["delete"], domain.kept, nodes=4, traces=True
        )
    assert told is not None and told.whole
    steps = {step for schema in told.schemas for step in pairwise(schema.lines)}
    most = max(len(set(pairwise(schema.lines))) for schema in told.schemas)
    # Each question goes one path: so many are needed at least, by the number of steps alone.
    assert -(-len(steps) // most) <= len(tracing.questions) <= 5
    assert all(call_of(domain, question) is not None for question in tracing.questions)
    assert {question.method for question in tracing.questions} == {"delete"}


@pytest.mark.thorough
def test_right_answers_are_proved_and_wrong_ones_are_shown_step_by_step() -> None:
    asked = exercise()
    model = answers(asked)
    right = report(model, asked)
    assert right.verdict is Verdict.PROVED
    assert len(right.parts) == len(asked.task_as(Tracing).questions)
    lines = model.splitlines()
    wrong = report("\n".join(["1. 7", *lines[1:]]), asked)
    assert wrong.verdict is Verdict.REFUTED
    assert wrong.score == pytest.approx(1 - 1 / len(lines), abs=1e-3)
    rungs = {finding.rung: finding for finding in wrong.findings}
    assert "7" not in rungs[Rung.HINT].text
    witness, drawing = rungs[Rung.EXAMPLE].witness, rungs[Rung.FIX].drawing
    assert witness is not None and witness.fields["actual"] == "7"
    assert rungs[Rung.FIX].text.startswith("Step by step: (empty); ")
    assert drawing is not None and "<svg" in drawing.svg


def test_what_is_returned_is_asked_where_it_counts() -> None:
    asked = exercise(QUEUE, "Queue", '"get", "has", "put"', "1 → 2: get()\n1 → 2: has(3)\n1: put(2)\n")
    assert answers(asked) == "1. 2 returns 1\n2. False\n3. 1 → 2\n"
    assert report("2 returns 1\nFalse\n1 -> 2\n", asked).verdict is Verdict.PROVED
    found = report("2 returns 2\nreturns True\n1 -> 2\n", asked)
    assert [part.verdict for part in found.parts] == [Verdict.REFUTED, Verdict.REFUTED, Verdict.PROVED]
    missing = report("2\nFalse\n1 -> 2\n", asked)
    assert "returns" in missing.findings[0].text


def test_wrong_answers_are_told_by_what_sets_their_questions_apart() -> None:
    asked = exercise(QUEUE, "Queue", '"put"', "(empty): put(1)\n1: put(2)\n1 → 2: put(3)\n")

    def pattern(answers: str) -> list[str]:
        return [finding.text for finding in report(answers, asked).findings if finding.rung is Rung.PATTERN]

    apart = "the wrong answers are those where the list is not empty. The others are right."
    assert pattern("1\n2\n3\n") == [f"Of the questions about `put`, {apart}"]
    assert pattern("2\n2\n3\n")[0].startswith("All answers about `put` are wrong.")
    assert pattern("1\n1 -> 2\n") == []  # one is missing, which is said on its own


@pytest.mark.parametrize(
    ("text", "verdict", "part"),
    [
        ("3. 1 -> 2\n", Verdict.REFUTED, "no answer yet"),
        ("1. 2 returns 1\n2. False\n3. 1 -> (\n", Verdict.REFUTED, "cannot be read"),
        ("4. 1\n", Verdict.REJECTED, "from 1 to 3"),
        ("1. 1\n1. 2\n", Verdict.REJECTED, "twice"),
        ("1. <b>\n", Verdict.REFUTED, "cannot be read"),
        ("\n", Verdict.REJECTED, "empty"),
    ],
)
def test_what_is_handed_in_badly_is_told(text: str, verdict: Verdict, part: str) -> None:
    asked = exercise(QUEUE, "Queue", '"get", "has", "put"', "1 → 2: get()\n1 → 2: has(3)\n1: put(2)\n")
    found = report(text, asked)
    assert found.verdict is verdict
    assert any(part in finding.text for finding in found.findings)


@pytest.mark.parametrize(
    ("questions", "part"),
    [
        ("2(1, 3): insert(4)\n2(1, 3: delete(1)\n", "questions.txt:2:"),
        ("2: remove(1)\n", "not asked for"),
        ("# nothing\n", "no questions"),
    ],
)
def test_questions_that_cannot_be_read_are_faults(questions: str, part: str) -> None:
    with pytest.raises(Fault) as fault:
        exercise(asked=questions)
    assert part in str(fault.value)


def test_questions_on_what_cannot_occur_are_faults() -> None:
    with pytest.raises(Fault, match="search tree"):
        report("1. 1\n", exercise(asked="1(2, -): insert(4)\n"))


@pytest.mark.thorough
def test_variants_ask_about_other_structures_and_keep_their_promises() -> None:
    subject = subject_named("structures")
    asked = exercise(methods='"insert"')
    first, second = (variant for variant, _ in zip(subject.vary(asked, 1), range(2), strict=False))
    written = [tuple(each.written for each in one.task_as(Tracing).questions) for one in (asked, first, second)]
    assert len(set(written)) == 3
    assert len({len(each) for each in written}) == 1
    model = first.source.text("examples/right/model.txt")
    assert report(model, first).verdict is Verdict.PROVED
    assert report(answers(asked), first).verdict is Verdict.REFUTED
