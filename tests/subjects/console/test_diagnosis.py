"""What a student is told first: each hint is true of all failing runs, and says what a person would say."""

from dataclasses import replace

import pytest

from tests.examining import TERMS, Examiner, told
from tests.subjects.console.conftest import exercise
from viva.core.ladder import Rung
from viva.core.submission import Submission
from viva.core.texts import catalogue
from viva.languages.problem import Problem
from viva.services.checking import check
from viva.subjects.console.diagnosing.errors import explain_exception
from viva.subjects.console.subject import Console

SAY = catalogue("viva.subjects.console").say
ADD = "[>a]^{0..4} [>b]^{0..4} [{a_C + b_C} >]"
SUM = "[>n]^{0..2} ( [>x]^{0..3} <len(x_A) = n_C> E )->E [{sum(x_A)} >]"
SUM_OF_THREE = SUM.replace("0..2", "0..3")
PARITY = '[>a]^{-9..9} ( [{"even"} >] <mod(a_C, 2) = 1> [{"odd"} >] )'
GREET = '[>w]^{Ada, Bob, Cyd} [{"Hello, " ++ w_C ++ "!"} >]'
SIZES = '[>a]^{-9..9} ( [{a_C ++ " is large"} >] <a_C < 6> [{a_C ++ " is not large"} >] )'
HALF = "[>a]^{0..20} [{a_C / 4} >]"
HIGH = (
    '[>s]^{1..5} ( [>g]^{1..5} ( ( [{ANY ++ "up"} >] <g_C > s_C> [{ANY ++ "down"} >] ) <g_C = s_C> E ) )->E [{s_C} >]'
)
READ_TWO = "a = int(input())\nb = int(input())\n"
EACH = "[>n]^{1..3} ( [>x]^{0..3} [{sum(x_A)} >] <len(x_A) = n_C> E )->E"


def hint(asked: str, program: str) -> str:
    """No more is looked for than the hint needs."""
    answer = Submission.from_text(program, "submission.py")
    return told(check(Console(), exercise(asked), answer, replace(TERMS, rung=Rung.HINT)), "hint").text


@pytest.mark.some(5)
@pytest.mark.parametrize(
    ("notation", "program", "key"),
    [
        (ADD, "a = input()\nb = input()\nprint(a + b)", "unconverted"),
        (ADD, READ_TWO + "print(str(a) + str(b))", "as_text"),
        (ADD, READ_TWO + "print('The sum is', a + b)", "around"),
        (ADD, READ_TWO + "print('The sum:')\nprint(a + b)", "labels"),
        (ADD, READ_TWO + "print(a + b)\nprint('Bye!')", "closing"),
        (ADD, "print('Two numbers, please')\n" + READ_TWO + "print(a + b)", "prompts"),
        (ADD, READ_TWO + "print((a + b) / 1)", "whole_number"),
        (ADD, READ_TWO + "total = a + b", "silent"),
        (ADD, READ_TWO + "print(print(a + b))", "none"),
        (ADD, READ_TWO + "print(a + b)\nprint(a + b)", "twice"),
        (ADD, READ_TWO + "print(a + b + 1)", "one_more"),
        (ADD, READ_TWO + "print(-a - b)", "sign"),
        (ADD, READ_TWO + "print(7 * 7)", "constant"),
        (ADD, READ_TWO + "print([a + b])", "quotes"),
        (ADD, "print(3 + 4)", "reads_nothing"),
        (ADD, "import sys\na, b = map(int, sys.stdin.read().split())\nprint(a + b)", "reads_to_end"),
        (SUM, "n = int(input())\nprint(sum(int(input()) for _ in range(n - 1)))", "one_unread"),
        (SUM, "n = int(input())\nprint(sum([int(input()) for _ in range(n)][:-1]))", "without_last"),
        (SUM, "n = int(input())\nprint(sum([int(input()) for _ in range(n)][1:]))", "without_first"),
        ('[>w]^L [{len(w_C)} >]', "print(len(input().strip()))", "blanks_taken_off"),
        (SUM_OF_THREE, "n = int(input())\nx = 0\nfor i in range(n):\n    x = int(input())\nprint(x)", "only_last"),
        (SUM_OF_THREE, "t = 0\nfor i in range(int(input())):\n    t += int(input())\n    print(t)", "in_a_loop"),
        (HIGH, "s = int(input())\ng = 0\nwhile g != s:\n    g = int(input())\n    print('up' if g < s else 'down')\n"
         "print(s)", "one_line_more"),
        (EACH, "n = int(input())\nfor i in range(n):\n    x = int(input())\n    print(x)", "only_last"),
        (EACH, "xs = [int(input()) for _ in range(int(input()))]\nfor i in range(len(xs)):\n    print(sum(xs[:i + 1]))",
         "batch"),
        (PARITY, "print('odd' if int(input()) % 2 == 0 else 'even')", "another_case"),
        (PARITY, "print('Odd' if int(input()) % 2 else 'Even')", "capitals"),
        (SIZES, "n = int(input())\nprint(n, 'is not large' if n > 5 else 'is large')", "fix_condition_of"),
        (GREET, "input()\nprint('How old?')\ninput()\nprint('Hello!')", "asks_on"),
        (GREET, "print('Hello', input())", "punctuation"),
        (GREET, "print('Hello,', input(), '!')", "white_space"),
        (GREET, "print('Hallo, ' + input() + '!')", "spelling"),
        (GREET, "print('Hello, ')\nprint(input() + '!')", "extra_output"),
        (HALF, "print(int(input()) // 4)", "cut_off"),
        (HALF, "print(str(int(input()) / 4).replace('.', ','))", "decimal_comma"),
    ],
)  # fmt: skip
def test_a_hint_says_what_all_failing_runs_show(notation: str, program: str, key: str) -> None:
    said = hint(notation, program)
    assert said.startswith(SAY(f"hint_{key}", name="n")), said


def test_main_that_is_never_called_is_named() -> None:
    body = "def main():\n    a = int(input())\n    b = int(input())\n    print(a + b)\n"
    assert "defines `main` but never calls it" in hint(ADD, body)
    assert "reads nothing and prints nothing" in hint(ADD, body + "if __name__ == 'main':\n    main()\n")


def test_a_name_that_is_not_defined_comes_with_the_one_that_was_meant() -> None:
    assert "`totl` is not defined. Did you mean `total`?" in hint(ADD, READ_TWO + "total = a + b\nprint(totl)")


@pytest.mark.parametrize(
    ("kind", "message", "key"),
    [
        ("NameError", "name 'Print' is not defined", "name_near"),
        ("NameError", "name 'true' is not defined", "name_near"),
        ("NameError", "name 'math' is not defined", "not_imported"),
        ("NameError", "name 'zzzz' is not defined", "name"),
        ("UnboundLocalError", "cannot access local variable 'n' where it is not associated with a value", "unbound"),
        ("TypeError", 'can only concatenate str (not "int") to str', "text_plus_number"),
        ("TypeError", "unsupported operand type(s) for +: 'int' and 'str'", "text_and_number"),
        ("TypeError", "'<' not supported between instances of 'str' and 'int'", "text_and_number"),
        ("TypeError", "not all arguments converted during string formatting", "text_and_number"),
        ("TypeError", "'str' object cannot be interpreted as an integer", "text_as_number"),
        ("TypeError", "unsupported operand type(s) for +: 'NoneType' and 'int'", "none"),
        ("TypeError", "'int' object is not callable", "not_callable"),
        ("TypeError", "'int' object is not iterable", "not_a_list"),
        ("TypeError", "f() missing 1 required positional argument: 'x'", "arguments"),
        ("ValueError", "invalid literal for int() with base 10: 'abc'", "int_of_text"),
        ("ValueError", "invalid literal for int() with base 10: '2.5'", "int_of_decimal"),
        ("ValueError", "invalid literal for int() with base 10: '2 5'", "several_on_a_line"),
        ("ValueError", "not enough values to unpack (expected 2, got 1)", "unpack"),
        ("ValueError", "max() arg is an empty sequence", "of_nothing"),
        ("ValueError", "max() iterable argument is empty", "of_nothing"),
        ("AttributeError", "'list' object has no attribute 'apend'", "attribute_near"),
        ("AttributeError", "'NoneType' object has no attribute 'append'", "none"),
        ("ModuleNotFoundError", "No module named 'maths'", "module"),
        ("ZeroDivisionError", "division by zero", "zero_division"),
        ("IndexError", "list index out of range", "index"),
        ("KeyError", "'a'", "key"),
        ("MyError", "anything", "other"),
    ],
)
def test_every_usual_error_has_a_sentence(kind: str, message: str, key: str) -> None:
    found = explain_exception(Problem("crash", kind, message), "total = 1\nprint(totl)")
    assert found.key == key
    sentence = SAY(f"hint_error_{key}", **dict(found.slots))
    assert not any(character.isdigit() for character in sentence), "what was read is not told"


def test_the_example_is_of_the_commonest_kind_of_failure(examine: Examiner) -> None:
    """The smallest failing input stops with an error, but hardly any other does."""
    report = examine("[>x]^{0..20} [{x_C} >]", "x = int(input())\nprint(60 // x)")
    assert report.reason == "wrong"
    witness = told(report, "example").witness
    assert witness
    assert witness.fields["inputs"] == ["1"]


def test_a_teacher_is_told_with_which_settings_it_would_pass_and_a_student_is_not(examine: Examiner) -> None:
    program = "print('Two numbers, please')\n" + READ_TWO + "print('Sum:', a + b)\nprint('Bye!')"
    report = examine(ADD, program)
    [note] = [finding.text for finding in report.findings if finding.rung is None]
    assert "`prompts" in note
    assert "`around" in note
    assert "`closing" in note
    allowed = 'prompts = "any"\naround = "any"\nclosing = true'
    assert examine(exercise(ADD, allowed), program).verdict.right
    assert not any(finding.rung is None for finding in examine(ADD, READ_TWO + "print(a - b)").findings)


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("setting", "notation", "right", "wrong"),
    [
        ("labels = true", ADD, "print('Sum')\nprint(a + b)", "print('Sum')\nprint(a - b)"),
        ("labels = true", ADD, "print(a + b)", "print('1 try')\nprint(a + b)"),
        ("closing = true", ADD, "print(a + b)\nprint('Done.')", "print(a + b)\nprint('Done.')\nprint('Bye.')"),
        ("one_line = true", "[>a]^{0..6} [>b]^{0..6} [{b_C} >] [{a_C} >]", "print(b, a)", "print(a, b)"),
        ("one_line = true", "[>a]^{0..6} [>b]^{0..6} [{b_C} >] [{a_C} >]", "print(b)\nprint(a)", "print(b)"),
        ('capitals = "any"', '[>a]^{0..6} [>b]^{0..6} [{"Ok"} >]', "print('OK')", "print('oh')"),
    ],
)
def test_each_setting_allows_what_it_says_and_no_more(
    examine: Examiner, setting: str, notation: str, right: str, wrong: str
) -> None:
    assert examine(exercise(notation, setting), READ_TWO + right).verdict.right
    assert not examine.verdict(exercise(notation, setting), READ_TWO + wrong).right


@pytest.mark.parametrize("setting", ["labels = true", "closing = true"])
def test_no_setting_lets_a_program_say_both(examine: Examiner, setting: str) -> None:
    for first, second in (("odd", "even"), ("even", "odd")):
        program = f"int(input())\nprint('{first}')\nprint('{second}')"
        assert not examine.verdict(exercise(PARITY, setting), program).right


def test_a_value_that_nothing_uses_is_told_with_the_name_that_was_meant() -> None:
    program = "n = int(input())\ntotal = 0\nfor i in range(n):\n    totl = total + int(input())\nprint(total)\n"
    assert hint(SUM, program) == SAY("hint_unused_name", name="totl", near="total")


def test_long_lines_do_not_hide_the_mistake() -> None:
    asked = "( [>x]^Z ( 0 <x_C < 0> E ) )->E [{x_A} >]"
    program = "xs = []\nx = int(input())\nwhile x >= 0:\n    xs.append(x)\n    x = int(input())\nprint(xs)\n"
    assert hint(asked, program) == SAY("hint_without_last")
