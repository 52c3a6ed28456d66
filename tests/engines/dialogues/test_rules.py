"""A lenient rule never makes a run wrong that is right without it."""

import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from tests.engines.dialogues.specs import random_inputs, random_spec, random_trace
from viva.core.fault import Fault
from viva.engines.dialogues.evaluation import Undefined
from viva.engines.dialogues.notations.readable import parse
from viva.engines.dialogues.semantics import Diverges
from viva.engines.dialogues.suites.cases import Case, case_of
from viva.engines.dialogues.traces import Input, Run, Trace, Written
from viva.engines.dialogues.trials.judging import Observed, judge, lines, observe
from viva.engines.dialogues.trials.rules import Rules, allowing
from viva.engines.dialogues.wellformed import check
from viva.languages.coverage import NOTHING
from viva.languages.transcript import Event, Prompt, Read, Transcript, Write
from viva.services.registry import read_exercise
from viva.subjects.console.model import Task

NEW = ("labels", "closing", "one_line", "capitals")
OLD = [Rules(prompts, around, batch) for prompts, around, batch in product((False, True), repeat=3)]
SETTINGS = [*OLD, *(allowing(Rules(), [name]) for name in NEW), *(allowing(rules, NEW) for rules in OLD)]
EXERCISES = Path(__file__).parents[3] / "exercises" / "console"


def more_lenient(one: Rules, other: Rules) -> bool:
    return all(getattr(one, name) <= getattr(other, name) for name in ("prompts", "around", "batch", *NEW))


def accepting(case: Case, observed: Observed) -> list[Rules]:
    """The settings under which the run is right; every more lenient one is among them."""
    found = [rules for rules in SETTINGS if judge(case, observed, rules) is None]
    for rules in found:
        missing = [other for other in SETTINGS if more_lenient(rules, other) and other not in found]
        assert not missing, (observed.show(), case.general.show(), rules, missing)
    return found


def laid_out(trace: Trace, randomness: random.Random) -> Run:
    """The run with the last line before a read finished, unfinished, or shown by the read itself."""
    inputs = [event.value for event in trace if isinstance(event, Input)]
    blocks: list[list[str]] = [[]]
    for event in trace:
        if isinstance(event, Input):
            blocks.append([])
        else:
            blocks[-1].append(event.text)
    written = []
    for block in blocks[:-1]:
        match randomness.randrange(4) if block else 0:
            case 1:
                written.append(Written("".join(f"{line}\n" for line in block[:-1]), block[-1]))
            case 2:
                written.append(Written("\n".join(block), randomness.choice(("", " ", "? "))))
            case _:
                written.append(Written("".join(f"{line}\n" for line in block)))
    return _changed(Run(tuple(inputs), (*written, Written("\n".join(blocks[-1])))), randomness)


def _changed(run: Run, randomness: random.Random) -> Run:
    """As it is, or in one of the ways that a lenient rule is there for."""
    first, last = run.blocks[0], run.blocks[-1]
    match randomness.randrange(4) if len(run.blocks) > 1 else 0:
        case 1:
            return replace(run, blocks=(replace(first, text=f"{first.text}\nhello\n"), *run.blocks[1:]))
        case 2:
            return replace(run, blocks=(*run.blocks[:-1], Written(f"so {last.text} !")))
        case 3:
            ahead = Written("\n".join(block.text for block in run.blocks))
            return replace(run, blocks=(*(Written() for _ in run.inputs), ahead))
        case _:
            return run


@pytest.mark.thorough
def test_lenient_rules_accept_more_of_random_runs() -> None:
    randomness = random.Random(8)
    accepted = 0
    for _ in range(250):
        spec = random_spec(randomness)
        try:
            check(spec)
            general = random_inputs(spec, randomness)
        except (Fault, Undefined, Diverges):
            continue
        if general is None:
            continue
        for _ in range(6):
            run = laid_out(random_trace(general, randomness), randomness)
            if run.inputs == general.inputs:
                accepted += 0 < len(accepting(Case(general, ()), Observed(run, None, None, ()))) < len(SETTINGS)
    assert accepted > 15, "runs that some settings accept and others do not"


def played(program: str, case: Case) -> Transcript:
    """Runs a shipped example, which is ours: here and now."""
    left = lines(case.inputs)
    events: list[Event] = []

    def ask(prompt: object = "") -> str:
        events.append(Prompt(str(prompt), None))
        events.append(Read(left[0] if left else None, None))
        return left.pop(0)

    def write(*values: object, sep: str = " ", end: str = "\n") -> None:
        events.append(Write(sep.join(map(str, values)) + end, None))

    exec(compile(program, "example.py", "exec"), {"input": ask, "print": write, "__name__": "__main__"})
    return Transcript(tuple(events), None, None, 1, None, NOTHING)


@pytest.mark.thorough
def test_right_examples_stay_right_whatever_is_allowed() -> None:
    seen = 0
    randomness = random.Random(2)
    for file in sorted(EXERCISES.glob("*/examples/right/*.py")):
        task = read_exercise(file.parents[2])[1].task
        if not isinstance(task, Task) or "import sys" in (program := file.read_text()):
            continue
        for general in filter(None, (random_inputs(task.spec, randomness) for _ in range(4))):
            case = Case(general, ())
            transcript = played(program, case)
            for batch in (False, True):
                assert replace(task.rules, reserved=()) in accepting(case, observe(transcript, case.inputs, batch)), (
                    file,
                    case.inputs,
                )
                seen += 1
    assert seen > 50


@pytest.mark.parametrize(
    ("spec", "blocks"),
    [
        ('write "n? "\nread n: int\nwrite n\n', (Written("", "n? "), Written("3\n"))),
        ("read n: int\nwrite n\n", (Written("n? "), Written("3\n"))),
        ('write "n?"\nread n: int\nwrite n\n', (Written("n?", " "), Written("3"))),
        ("read n: 3..4 until valid\nwrite n\n", (Written("n? "), Written("3"))),
        ('write " hello "\nread n: int\nwrite n\n', (Written("hello\n"), Written("3"))),
        ('read n: int\nwrite some(w, w == "abc", text)\n', (Written(), Written("abc\n"))),
    ],
)
def test_what_is_right_as_a_dialogue_is_right_everywhere(spec: str, blocks: tuple[Written, ...]) -> None:
    case = case_of(parse(spec), (3,))
    assert case
    assert accepting(case, Observed(Run((3,), blocks), None, None, ())) == SETTINGS


def test_the_end_of_the_input_is_a_read_whose_prompt_is_free() -> None:
    case = case_of(parse("read n: int\nwrite n\n"), (3,))
    assert case
    events = (Prompt("? ", None), Read("3", None), Write("next: ", None), Read(None, None), Write("3", None))
    observed = observe(Transcript(events, None, None, 1, None, NOTHING), case.inputs, batch=True)
    assert judge(case, observed, Rules(batch=True)) is None
    assert observed.show() == '!"? " ?3 !"next: " ? !3 stop'
