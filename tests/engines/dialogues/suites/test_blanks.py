"""Blanks at the ends of what is read: no test depends on them for a `text`, some do for a `line`."""

from collections.abc import Callable

import pytest

from viva.engines.dialogues.foreign import bind, load
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.notations import readable, symbols
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.suites.blanks import depending, without_blanks
from viva.engines.dialogues.suites.cases import Case, case_of
from viva.engines.dialogues.suites.shrinking import neighbours
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.suites.ways.paths import Trails, Walker
from viva.engines.dialogues.traces import General, covers

TAKEN_OFF = (str.strip, str.lstrip, str.rstrip)
DEPEND = [
    "if w == reverse(w):\n    write 1\nelse:\n    write 2",
    "write len(w)",
    "if len(w) > 10:\n    write 1\nelse:\n    write 2",
    "if len(w) % 2 == 0:\n    write 1\nelse:\n    write 2",
    "write spaces(w)",
]
DO_NOT = [
    "write w",
    'write f"Hello, {w}!"',
    "write upper(w)",
    'if w == "stop":\n    write 1\nelse:\n    write 2',
    'if w in ["yes", "no"]:\n    write 1\nelse:\n    write 2',
    "read v: text\nif v == w:\n    write 1\nelse:\n    write 2",
]
FUNCTIONS = "def spaces(w: str) -> int:\n    return w.count(' ')\n"


def spec(kind: str, rest: str) -> Spec:
    return bind(readable.parse(f"read w: {kind}\n{rest}"), load(FUNCTIONS, "functions.py"))


def stripped(asked: Spec, case: Case, taken_off: Callable[[str], str]) -> Case | None:
    return case_of(asked, tuple(taken_off(value) if isinstance(value, str) else value for value in case.inputs))


def notices(asked: Spec, taken_off: Callable[[str], str]) -> bool:
    """Whether a program that takes blanks off what it reads, and is right otherwise, fails a test."""
    for case in suite(asked, 0).tests:
        other = stripped(asked, case, taken_off)
        if other is None or not covers(General(other.inputs, case.general.blocks), right_run(other.general)):
            return True
    return False


@pytest.mark.parametrize("rest", DEPEND)
@pytest.mark.parametrize("taken_off", TAKEN_OFF)
def test_a_program_that_takes_blanks_off_a_line_fails_a_test(rest: str, taken_off: Callable[[str], str]) -> None:
    assert notices(spec("line", rest), taken_off)


@pytest.mark.parametrize("rest", [*DEPEND, *DO_NOT])
def test_a_program_that_takes_blanks_off_a_text_fails_none(rest: str) -> None:
    assert not any(notices(spec("text", rest), taken_off) for taken_off in TAKEN_OFF)


@pytest.mark.parametrize(("rest", "names"), [*((rest, ("w",)) for rest in DEPEND), *((rest, ()) for rest in DO_NOT)])
def test_it_is_noticed_where_the_answer_depends_on_the_ends_of_a_text(rest: str, names: tuple[str, ...]) -> None:
    asked = spec("text", rest)
    assert depending(asked, suite(asked, 0)) == names


def test_of_a_line_nothing_has_to_be_noticed() -> None:
    asked = spec("line", DEPEND[0])
    assert depending(asked, suite(asked, 0)) == ()


def test_of_two_reads_only_the_one_that_may_keeps_its_blanks() -> None:
    asked = readable.parse("read w: text\nread v: line\nwrite len(v) + len(w)")
    given = [case.inputs for case in suite(asked, 0).tests]
    assert all(str(first) == str(first).strip() or not str(first).strip() for first, _ in given)
    assert any(second != str(second).strip() for _, second in given)
    assert without_blanks(asked, (" a", " b ")) == ("a", " b ")


def test_what_is_made_smaller_has_no_blanks_where_none_are_given() -> None:
    asked = readable.parse("read w: text\nread v: line\nwrite len(v) + len(w)")
    case = case_of(asked, ("two words", "two words"))
    assert case is not None
    smaller = [one.inputs for one in neighbours(Trails(Walker(asked)), case)]
    assert all(first == str(first).strip() for first, _ in smaller)


def test_all_notations_know_the_line_as_it_is() -> None:
    asked = readable.parse("read w: line\nwrite len(w)")
    assert symbols.show(asked) == "[>w]^L [{len(w_C)} >]"
    assert symbols.parse(symbols.show(asked)) == asked
    assert "read w: line" in readable.show(asked)
