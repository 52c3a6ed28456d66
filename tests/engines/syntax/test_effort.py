"""How much there is to do in a function, by its words where it is not Python."""

import pytest

from viva.engines.syntax.effort import effort, effort_in_words

PYTHON = "def f(xs):\n    for x in xs:\n        if x > 0 and x < 9:\n            return x\n    return None\n"
SCRIPT = (
    "// if while for\nfunction f(xs) {\n  for (const x of xs) if (x > 0 && x < 9) return x;\n  return 'if for';\n}\n"
)
HASKELL = "f :: [Int] -> Int\nf [] = 0 -- if\nf (x : xs)\n  | x > 0 && x < 9 = x\n  | otherwise = f xs\n"


def test_the_same_function_is_about_as_much_in_other_languages() -> None:
    assert effort(PYTHON, ["f"]) == 4  # a loop, a condition, and a part of it
    assert effort_in_words(SCRIPT, ".js", "f") == 4
    assert effort_in_words(HASKELL, ".hs", "f") == 7  # two guards, a part, another equation, and it calls itself


@pytest.mark.parametrize("more", ["if (x) {}", "while (x) {}", "xs.map(f)", "x ? 1 : 2", "f(1)"])
def test_more_to_decide_or_to_repeat_is_more(more: str) -> None:
    before = effort_in_words(SCRIPT, ".js", "f")
    after = effort_in_words(SCRIPT.replace("return 'if", f"{more}; return 'if"), ".js", "f")
    assert before is not None and after is not None and after > before


def test_other_languages_are_not_guessed_at() -> None:
    assert effort_in_words("int f(int x) { return x; }", ".c", "f") is None
