import pytest

from viva.core.fault import Fault
from viva.core.table import read_toml, suggestion


def fault_of(text: str, ask: object = None) -> Fault:
    with pytest.raises(Fault) as caught:
        table = read_toml(text, "exercise.toml")
        if callable(ask):
            ask(table)
        table.finish()
    return caught.value


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = ", 1), ("a = 1\nb = [1,\n", 2), ("a = 1\n= 2\n", 2), ('x = "open\n', 1), ("a = 1\na = 2\n", 2), ("[t\n", 1)],
)
def test_invalid_toml_is_a_fault_with_its_line(text: str, line: int) -> None:
    fault = fault_of(text)
    assert fault.file == "exercise.toml"
    assert fault.line is not None
    assert abs(fault.line - line) <= 1
    assert "TOML" in fault.problem


def test_an_unknown_key_is_named_with_line_and_suggestion() -> None:
    fault = fault_of('title = "a"\npionts = 3\n', lambda table: (table.string("title"), table.number("points", 1)))
    assert fault.line == 2
    assert str(fault) == "exercise.toml:2: `pionts` is not a key Viva knows here; did you mean 'points'?"


def test_a_missing_key_says_what_it_is() -> None:
    fault = fault_of("a = 1\n", lambda table: table.string("subject"))
    assert "`subject` is missing" in fault.problem
    assert fault.remedy == "it is a text in quotes"


@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("k = 1", "string"),
        ('k = "1"', "integer"),
        ("k = true", "integer"),
        ('k = "x"', "number"),
        ("k = [1]", "strings"),
    ],
)
def test_a_value_of_the_wrong_kind_is_a_fault_at_its_line(text: str, method: str) -> None:
    fault = fault_of(f"\n{text}\n", lambda table: getattr(table, method)("k"))
    assert fault.line == 2
    assert "`k` must be" in fault.problem


def test_the_line_is_that_of_the_key_in_its_own_table() -> None:
    text = 'x = 1\n[one]\nx = 2\n[two]\nx = "3"\n'
    fault = fault_of(text, lambda table: table.table("two").integer("x"))
    assert fault.line == 5
    assert "`x` in [two]" in fault.problem


def test_a_whole_number_is_a_number() -> None:
    assert read_toml("a = 3", "f").number("a") == 3.0


def test_a_suggestion_names_the_nearest_word_or_all() -> None:
    assert suggestion("consle", ["console", "functions"]) == "did you mean 'console'?"
    assert suggestion("zzz", ["console", "functions"]) == "there is console, functions"
