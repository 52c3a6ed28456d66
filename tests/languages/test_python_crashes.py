"""What an exception means, for a beginner."""

from traceback import walk_tb

import pytest

from viva.languages.problem import Problem
from viva.languages.python.reads import explain_crash, survey_trusted


def explained(source: str) -> str:
    """What is said of the exception that the function raises when it is called."""
    names: dict[str, object] = {}
    try:
        exec(compile(source, "submission.py", "exec", dont_inherit=True), names)
        names["f"]()  # type: ignore[operator]
    except Exception as raised:  # noqa: BLE001 whatever it raises is explained
        *_, (_, line) = walk_tb(raised.__traceback__)
        problem = Problem("crash", type(raised).__name__, str(raised), line)
        said = explain_crash(problem, survey_trusted(source, "submission.py"))
        assert said, problem
        return said
    raise AssertionError("it raises nothing")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("total = 1; return totl", "`totl` is not defined. Is it spelt right?"),
        ("return pritn(1)", "Is it spelt right?"),
        ("return Len([])", "Is it spelt right?"),
        ("return qqq", "`qqq` is not defined. Is it spelt right"),
        ("x += 1", "`x` is used before it has a value"),
        ("return [][0]", "a position that is not there"),
        ("return ''[3]", "a position that is not there"),
        ("return [].pop()", "already empty"),
        ("return {}['secret']", "a key that the dictionary does not have"),
        ("return 1 / 0", "divides by zero"),
        ("return 1 // 0", "divides by zero"),
        ("return [].sort().pop()", "`.pop` on `None`"),
        ("return [3].sort() + [1]", "goes on with `None`"),
        ("return len([3].sort())", "goes on with `None`"),
        ("return '1' + 1", "a text and a number"),
        ("return 1 + '1'", "a text and a number"),
        ("return [] + 1", "`list` and one of the type `int`"),
        ("return 1 < []", "compares a value of the type `int`"),
        ("five = 5; return five()", "as if it were a function"),
        ("list = [1]; return list('ab')", "Python's function `list` cannot be called"),
        ("return [x for x in 5]", "`int`, which has no elements"),
        ("return len.x", "round brackets missing"),
        ("return len[0]", "round brackets missing"),
        ("five = 5; return five[0]", "takes an element out"),
        ("xs = [1]; return xs['a']", "a position that is not a whole number"),
        ("return len(5)", "the length of a value of the type `int`"),
        ("t = (1, 2); t[0] = 3", "cannot be changed"),
        ("return {[]: 1}", "as an element of a set or as a key"),
        ("return range(1.5)", "only a whole number will do"),
        ("return f(1)", "more or fewer arguments"),
        ("return int('x')", "turns a text into a number"),
        ("return [].remove(1)", "an element that is not there"),
        ("return max([])", "largest or smallest element"),
        ("a, b = [1]", "into more or fewer parts"),
        ("d = {1: 1}\n    for k in d: d[k + 1] = 1", "while a loop goes through it"),
        ("import nosuchmodule", "There is no module `nosuchmodule`"),
        ("assert False", "An `assert`"),
        ("return for_ever.x", "`for_ever` is not defined"),
        ("return [].add(1)", "`.add` on a value of the type `list`"),
        ("return 10.0 ** 1000", "too large"),
        ("for x in list: pass", "one of Python's own types"),
    ],
)  # fmt: skip
def test_every_usual_exception_has_a_sentence(body: str, said: str) -> None:
    assert said in explained(f"def f():\n    {body}\n")


def test_a_hidden_name_is_blamed_only_where_it_is_called() -> None:
    said = explained("def f():\n    sum = 5\n    t = sum + 1\n    return t()\n")
    assert "sum" not in said


def test_a_sentence_tells_no_value_of_the_input() -> None:
    assert "secret" not in explained("def f():\n    return {}['secret']\n")
    assert "secret" not in explained("def f():\n    return int('secret')\n")


def test_a_name_of_another_function_is_not_called_a_slip_of_the_pen() -> None:
    said = explained("def g():\n    inner = 1\n    return inner\n\ndef f():\n    return inner\n")
    assert "not defined where it is used" in said
