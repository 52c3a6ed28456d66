"""Tasks made at random: what a draft says, what a task must be, and how difficult it is."""

import random
from itertools import combinations, islice

import pytest

from viva.core.terms import LOCALES
from viva.engines.dialogues.foreign import bind
from viva.engines.dialogues.making.make import Wanted, is_sound, make_tasks
from viva.engines.dialogues.making.measures import Measure, functions_of, measure
from viva.engines.dialogues.making.mistakes import find_mistake
from viva.engines.dialogues.making.plans import draw_draft
from viva.engines.dialogues.notations import readable
from viva.engines.dialogues.variants.varying import differ, fails

SUM = "read n: nat\nrepeat n:\n    read x: int\nwrite sum(x.all)\n"


def test_every_draft_is_a_specification_that_is_asked_for_in_every_language() -> None:
    chosen = random.Random(3)
    for _ in range(400):
        draft = draw_draft(chosen)
        bind(readable.parse("\n".join(draft.lines) + "\n"), {})
        for locale in LOCALES:
            for sentence in (*draft.told, draft.title):
                said = sentence.told(locale)
                assert said and not set("{}|") & set(said)


@pytest.mark.some(1)
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_tasks_are_as_difficult_as_wanted_and_none_does_what_another_does(level: int) -> None:
    tasks = list(islice(make_tasks(Wanted(level=level), 7), 6))
    assert [task.measure.level for task in tasks] == [level] * 6
    assert all(is_sound(task.spec) for task in tasks)
    assert all(differ(one.spec, two.spec) for one, two in combinations(tasks, 2))
    assert len({task.statement("de") for task in tasks}) == 6


def test_what_is_wanted_is_kept() -> None:
    wanted = Wanted(reads=2, nesting=2, loops=("counted", "until"))
    (task,) = islice(make_tasks(wanted, 1), 1)
    assert (task.measure.reads, task.measure.nesting, task.measure.loops) == (2, 2, ("counted", "until"))
    allowed = Wanted(functions=("sum", "len"), loops=("counted",))
    for task in islice(make_tasks(allowed, 1), 3):
        assert functions_of(task.spec) <= {"sum", "len"}


def test_tasks_are_those_of_the_seed_and_unlike_what_is_there() -> None:
    first, second = islice(make_tasks(Wanted(level=2), 4), 2)
    (again,) = islice(make_tasks(Wanted(level=2), 4), 1)
    (other,) = islice(make_tasks(Wanted(level=2), 4, [first.spec]), 1)
    assert again == first
    assert differ(other.spec, first.spec)
    assert other == second


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("read x: int\nwrite x\n", Measure(1, 0, 1, (), 1)),
        (SUM, Measure(2, 1, 2, ("counted",), 2)),
        ("read n: nat\nwhile len(x.all) != n:\n    read x: int\nwrite sum(x.all)\n",
         Measure(2, 1, 2, ("counted",), 2)),
        ("loop:\n    read x: int\n    if x == 0: exit\n    if x > 3:\n        write x\n",
         Measure(1, 2, 1, ("until",), 2)),
    ],
)  # fmt: skip
def test_the_difficulty_is_told_in_numbers(text: str, found: Measure) -> None:
    assert measure(readable.parse(text)) == found


@pytest.mark.parametrize(
    "text",
    ["read x: int\n", "read x: int\nwrite 7\n", "read x: nat\nif x < 0:\n    write x\nelse:\n    write 2 * x\n",
     "read x: int\nwrite x\nwrite x\n", "read x: int\nwrite x * 1\n"],
)  # fmt: skip
def test_what_is_trivial_is_no_task(text: str) -> None:
    assert not is_sound(readable.parse(text))
    assert is_sound(readable.parse(SUM))


def test_a_mistake_is_one() -> None:
    spec = readable.parse(SUM)
    wrong = find_mistake(spec)
    assert wrong and fails(wrong, spec)
    assert find_mistake(readable.parse("read w: text\nwrite w\n")) is None
