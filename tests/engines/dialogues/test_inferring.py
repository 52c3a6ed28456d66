"""The specification that a program follows instead of the asked one."""

from collections.abc import Iterator, Sequence

import pytest

from viva.engines.dialogues.describe import in_words
from viva.engines.dialogues.evaluation import Undefined
from viva.engines.dialogues.inferring.beside import put_beside
from viva.engines.dialogues.inferring.changes import changes
from viva.engines.dialogues.inferring.infer import Followed, explains, infer_specification
from viva.engines.dialogues.model import Spec, Value
from viva.engines.dialogues.notations.readable import parse
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.semantics import Diverges, begin, give
from viva.engines.dialogues.suites.cases import Case, case_of_way
from viva.engines.dialogues.suites.samples import sample_ways
from viva.engines.dialogues.traces import General, Run, Written
from viva.engines.dialogues.trials.judging import Failure, Observed, judge
from viva.engines.dialogues.trials.rules import Rules
from viva.engines.dialogues.wellformed import is_wellformed

SUM = parse("read n: nat\nwhile len(x.all) != n:\n    read x: int\nwrite sum(x.all)\n")
LIMIT = parse(
    'loop:\n    read x: int\n    if x < 0: exit\n    if x > 50: write "big"\n    else: write "small"\n'
    "write max(x.all)\n"
)
RULES = Rules()


def seen(program: Spec, inputs: Sequence[Value]) -> Observed | None:
    """What a program that follows the specification does with these inputs."""
    try:
        way = begin(program)
        for value in inputs:
            if way.asks is None:
                break
            longer = give(way, value)
            if longer is None:
                return None
            way = longer
    except (Undefined, Diverges):
        return None
    run = right_run(way.general)
    reads: tuple[int | None, ...] = (None,) * len(run.inputs)
    if way.asks is None:
        return Observed(run, None, None, reads)
    more = Run((*run.inputs, "more"), (*run.blocks, Written()))
    return Observed(more, None, None, (*reads, None), asked_for_more=True)


def cases_of(spec: Spec) -> list[Case]:
    return [case for way in sample_ways(spec) if (case := case_of_way(way))]


def failures(asked: Spec, program: Spec) -> list[Failure]:
    runs = ((case, seen(program, case.inputs)) for case in cases_of(asked))
    return [failure for case, run in runs if run and (failure := judge(case, run, RULES))]


def agrees_with(program: Spec) -> object:
    def agrees(cases: Iterator[Case]) -> int | None:
        runs = 0
        for case in cases:
            run = seen(program, case.inputs)
            if run is None or judge(case, run, RULES):
                return None
            runs += 1
        return runs

    return agrees


def inferred(asked: Spec, program: Spec) -> Followed | None:
    return infer_specification(asked, failures(asked, program), cases_of(asked), RULES, agrees_with(program))  # type: ignore[arg-type]


@pytest.mark.parametrize("asked", [SUM, LIMIT], ids=["sum", "limit"])
def test_a_specification_explains_every_run_of_a_program_that_follows_it(asked: Spec) -> None:
    looked_at = 0
    for program in list(changes(asked))[::5]:
        for case in cases_of(asked)[:20]:
            run = seen(program, case.inputs)
            if run is not None:
                looked_at += 1
                assert explains(program, run, RULES)
    assert looked_at > 100


@pytest.mark.parametrize(("asked", "apart"), [(SUM, 9), (LIMIT, 60)], ids=["sum", "limit"])
def test_what_is_found_does_what_the_program_does_on_all_inputs_that_were_not_looked_at_too(
    asked: Spec, apart: int
) -> None:
    found = 0
    for program in [one for one in changes(asked) if is_wellformed(one)][::apart]:
        followed = inferred(asked, program)
        if followed is None:
            continue
        found += 1
        assert followed.runs >= 12
        for case in cases_of(program):
            run = seen(followed.own, case.inputs)
            assert run and judge(case, run, RULES) is None, (followed.own, case)
    assert found >= 2


def test_nothing_is_found_for_a_right_program_and_for_one_that_is_wrong_in_its_own_way() -> None:
    assert inferred(SUM, SUM) is None
    assert (
        inferred(SUM, parse("read n: nat\nwhile len(x.all) != n:\n    read x: int\nwrite sum(x.all) * n + 17\n"))
        is None
    )


def told(asked: str, own: str) -> tuple[str, str, str, str] | None:
    found = put_beside(parse(asked), parse(own), in_words("en"))
    return (found.key, found.asked, found.own, found.after) if found else None


def test_two_specifications_are_put_beside_each_other_in_one_sentence() -> None:
    begun = "read x: int\n"
    total, most = "Print the sum of all values read into `x`.", "Print the largest value read into `x`."
    read = "Read a whole number and call it `x`."
    assert told(begun + "write sum(x.all)\n", begun + "write max(x.all)\n") == ("other", total, most, "")
    assert told(begun + "write sum(x.all)\n", begun) == ("less", total, "", "")
    assert told(begun + "write sum(x.all)\n", begun + begun + "write sum(x.all)\n") == ("more", "", read, read)
    assert told(begun + "write sum(x.all)\n", "write sum(x.all)\n" + begun) == ("elsewhere", total, "", "")
    loop = "repeat 3:\n    read x: int\n"
    assert told(loop + "write sum(x.all)\n", loop + "    write sum(x.all)\n") == ("each_round", total, "", "")
    assert told(loop + "    write sum(x.all)\n", loop + "write sum(x.all)\n") == ("outside", total, "", "")
    swapped = told(
        'read x: int\nif x > 1: write "a"\nelse: write "b"\n', 'read x: int\nif x > 1: write "b"\nelse: write "a"\n'
    )
    assert swapped is not None
    assert swapped[0] == "other"
    assert swapped[1].startswith('If `x` is greater than 1: Print the text "a".')


def test_free_text_around_what_is_written_is_not_told() -> None:
    found = told('read x: int\nwrite f"{...}{x}{...}"\n', 'read x: int\nwrite f"{...}{x + 1}{...}"\n')
    assert found == ("other", "Print `x`.", "Print `x` plus 1.", "")


def test_all_changes_of_a_specification_are_different_from_it_and_from_each_other() -> None:
    found = list(changes(SUM))
    assert SUM not in found
    assert len(set(found)) == len(found) > 40


def test_a_general_trace_with_a_read_too_many_is_explained_only_by_who_reads_on() -> None:
    longer = parse("read n: nat\nrepeat n + 1:\n    read x: int\nwrite sum(x.all)\n")
    run = seen(longer, (0,))
    assert run is not None
    assert run.asked_for_more
    assert explains(longer, run, RULES)
    assert not explains(SUM, run, RULES)
    assert General((), ((),)).show() == "stop"
