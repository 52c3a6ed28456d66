"""Syntax errors are explained with their usual cause, in the words of every supported version of Python."""

import random
from collections.abc import Callable

import pytest

from viva.languages.javascript.explain import explain as explain_javascript
from viva.languages.program import Explanation, NoProgram
from viva.languages.python.runs import explain

CAUSES = [
    ("if x > 3\n    y = 1", "missing_colon", 1, 9),
    ("def f(x)\n    return x", "missing_colon", 1, 9),
    ("for i in range(3)\n    pass", "missing_colon", 1, 18),
    ("while True print(1)", "missing_colon", 1, 12),
    ("if x:\n    y\nelse\n    z", "missing_colon", 3, 5),
    ("x = (1, 2\ny = 3\nz = 4", "unclosed_bracket", 1, 5),
    ("print('a'\nprint('b')\n", "unclosed_bracket", 1, 6),
    ("if (x == 3:\n    print(x)", "unclosed_bracket", 1, 4),
    ("x = foo(1, [2, 3)\n", "wrong_bracket", 1, 12),
    ("x = (1,\n 2]\n", "wrong_bracket", 1, 5),
    ("x = 1)", "unexpected_bracket", 1, 6),
    ("if x:\n\ty = 1\n        z = 2", "tabs_and_spaces", 3, 1),
    ("def f():\nreturn 1", "missing_block", 2, 1),
    ("if x:\n# comment\ny = 1", "missing_block", 3, 1),
    ("x = 1\n  y = 2", "unexpected_indent", 2, 1),
    ("if 1:\n    x = 1\n  y = 2", "uneven_indent", 3, 1),
    ("if x = 3:\n    pass", "equals_in_condition", 1, 6),
    ("while x.y = 3:\n    pass", "equals_in_condition", 1, 11),
    ("elif_ = 1\nif 3 = x: pass", "equals_in_condition", 2, 6),
    ("x = 'abc\ny = 1", "unclosed_string", 1, 5),
    ('print("abc)', "unclosed_string", 1, 7),
    ("x = 'it's fine'", "quote_in_string", 1, 8),
    ('x = """abc\n\n', "unclosed_long_string", 1, 5),
    ("print(hello world)", "missing_quotes", 1, 7),
    ("name = Ada Lovelace", "missing_quotes", 1, 12),
    ("if x:\n    y\nelse if z:\n    w", "else_if", 3, 1),
    ("if x:\n    y\nelseif z:\n    w", "else_if", 3, 1),
    ("print 'hello'", "print_without_brackets", 1, 1),
    ("print x", "print_without_brackets", 1, 1),
    ("x = [1 2]", "missing_comma", 1, 6),
    ("f(a b)", "missing_comma", 1, 3),
    ("print(“hi”)", "curly_quotes", 1, 7),
    ("x = ‘a’", "curly_quotes", 1, 5),
    ("x = 3 × 4", "look_alike", 1, 7),
    ("x = 3 − 4", "look_alike", 1, 7),
    ("x = 3\u00a0+ 4", "invisible_character", 1, 6),
    ("x = 3 € 4", "strange_character", 1, 7),
    ("class = 3", "keyword_as_name", 1, 1),
    ("def class(): pass", "keyword_as_name", 1, 5),
    ("lambda = 3", "keyword_as_name", 1, 1),
    ("None = 3", "assign_to_keyword", 1, 1),
    ("return 3", "outside_function", 1, 1),
    ("import asyncio\nawait asyncio.sleep(0)", "await_outside_function", 2, 1),
    ("def f():\n    pass\nreturn 3", "outside_function", 3, 1),
    ("break", "outside_loop", 1, 1),
    ("continue", "outside_loop", 1, 1),
    ("whlie x < 3:\n    pass", "misspelled_keyword", 1, 1),
    ("fro i in range(3):\n    pass", "misspelled_keyword", 1, 1),
    ("for i ni range(3):\n    pass", "misspelled_keyword", 1, 7),
    ("improt math", "misspelled_keyword", 1, 1),
    ("from math imprt pi", "misspelled_keyword", 1, 11),
    ("def f():\n    retrun 3", "misspelled_keyword", 2, 5),
    ("If x:\n    y", "misspelled_keyword", 1, 1),
    ("if x:\n    y\nesle:\n    z", "misspelled_keyword", 3, 1),
    ("5 = x", "assign_to_literal", 1, 1),
    ("f(x) = 3", "assign_to_call", 1, 1),
    ("x + 1 = 2", "assign_to_expression", 1, 1),
    ("x++", "other_language", 1, 2),
    ("if a && b: pass", "other_language", 1, 6),
    ("if x then:\n    y", "other_language_colon", 1, 6),
    ("int x = 5", "other_language_name", 1, 1),
    ("else:\n    x", "without_beginning", 1, 1),
    ("try:\n    x\ny = 1", "missing_except", 3, 1),
    ("x = 5 if y", "missing_else", 1, 5),
    ("def f:\n    pass", "missing_round_brackets", 1, 6),
    ("x =", "missing_value", 1, 4),
    ("x = 3 +\n", "missing_value", 1, 8),
    ("x = 2y", "number_and_name", 1, 5),
    ("x = 007", "leading_zero", 1, 5),
    ("x = \\ 3", "stray_backslash", 1, 6),
    ("def f(a=1, b): pass", "argument_order", 1, 12),
    ("f(a=1, 2)", "argument_order", 1, 9),
    ("def f(a, a): pass", "duplicate_argument", 1, 10),
]


def complaint(source: str) -> NoProgram:
    with pytest.raises(SyntaxError) as caught:
        compile(source, "submission.py", "exec")
    error = caught.value
    places = [place if place and place > 0 else None for place in (error.lineno, error.offset)]
    ends = [place if place and place > 0 else None for place in (error.end_lineno, error.end_offset)]
    return NoProgram("syntax_error", type(error).__name__, error.msg, source, *places, *ends)


@pytest.mark.parametrize(("source", "kind", "line", "column"), CAUSES)
def test_the_usual_cause_is_named_at_its_place(source: str, kind: str, line: int, column: int) -> None:
    explanation = explain(complaint(source))
    assert (explanation.kind, explanation.line, explanation.column) == (kind, line, column)
    assert explanation.text[0].isupper() or explanation.text[0] == "`"
    assert explanation.text.endswith((".", "?"))
    assert explanation.caret.strip("^ ") == ""
    assert explanation.caret.endswith("^")


def said(message: str, source: str, line: int, column: int, kind: str = "SyntaxError") -> str:
    return explain(NoProgram("syntax_error", kind, message, source, line, column, line, column + 1)).kind


def test_the_words_of_other_versions_are_understood() -> None:
    assert (
        said("parameter without a default follows parameter with a default", "def f(a=1, b): 0", 1, 12)
        == "argument_order"
    )
    assert said("non-default argument follows default argument", "def f(a=1, b): 0", 1, 12) == "argument_order"
    assert said("f-string: valid expression required before '}'", 'f"{}"', 1, 4) == "braces_in_text"
    assert said("f-string: empty expression not allowed", 'f"{}"', 1, 6) == "braces_in_text"
    assert said("unterminated f-string literal (detected at line 1)", 'f"abc', 1, 1) == "unclosed_string"
    assert said("'{' was never closed", 'f"{x', 1, 3) == "unclosed_bracket"
    assert said("Expected one or more names after 'import'", "from x import", 1, 14) == "missing_value"
    assert (
        said("unterminated triple-quoted f-string literal (detected at line 1)", 'f"""a', 1, 1)
        == "unclosed_long_string"
    )


def test_the_caret_stands_under_the_place() -> None:
    explanation = explain(complaint("if x = 3:\n    pass"))
    assert explanation.source == "if x = 3:"
    assert explanation.caret == "     ^"
    tabbed = explain(complaint("if 1:\n\tx = 3 × 4"))
    assert tabbed.source[tabbed.caret.index("^")] == "×"


def test_a_long_line_is_cut_around_the_place() -> None:
    explanation = explain(complaint("x = [" + "1, " * 1000 + "2 3]"))
    assert len(explanation.source) <= 110
    assert explanation.source[explanation.caret.index("^") :].startswith("2 3")


def test_nothing_unprintable_gets_through() -> None:
    for source in ("x = '\x1b[31m", "\u202e = 3 × ", "print(\x07 hello world)", "cl\u200bass = 3", "x = \x1b"):
        explanation = explain(complaint(source))
        shown = explanation.text + explanation.source + explanation.caret + "".join(explanation.slots.values())
        assert shown.isprintable()


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_every_mutilated_program_is_explained() -> None:
    chance = random.Random(3)
    source = "def f(x):\n    if x > [1, 2][0]:\n        print('a', {'k': (x)})\n    else:\n        return x\n"
    source += "\nfor i in range(3):\n    f(i)\n"
    inserted = ["", "", "(", ")", "'", "=", " ", "\t", "\n", ":", "“", "if "]
    kinds = set()
    for _ in range(3000):
        place = chance.randrange(len(source))
        changed = source[:place] + chance.choice(inserted) + source[place + 1 :]
        try:
            compile(changed, "submission.py", "exec")
        except SyntaxError:
            explanation = explain(complaint(changed))
            kinds.add(explanation.kind)
            assert explanation.text
    assert len(kinds) > 12


def test_lines_that_no_person_wrote_take_no_time() -> None:
    for line in ("a" * 500_000, "( " * 250_000, "a " * 250_000, "'" * 500_001, '"' + "\\" * 500_000, "=" * 500_000):
        for message in ("invalid syntax", "expected ':'", "unterminated string literal (detected at line 1)"):
            assert said(message, line, 1, 400_000)


@pytest.mark.parametrize("reason", ["encoding", "empty", "too_large", "too_complex"])
def test_the_other_obstacles_have_a_sentence_too(reason: str) -> None:
    explanation = explain(NoProgram(reason, "", "\x1b details", ""))
    assert explanation.kind == reason
    assert explanation.text.isprintable()


@pytest.mark.parametrize("language", [explain, explain_javascript])
@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_zero_byte_is_told_as_that(language: Callable[[NoProgram, str], Explanation], locale: str) -> None:
    """A text with one may well be UTF-8."""
    explanation = language(NoProgram("encoding", "zero_byte", "details", "", 7), locale)
    assert "7" in explanation.text and "UTF-8" not in explanation.text
    assert (explanation.kind, explanation.line) == ("encoding", 7)
