"""Mistakes that only inputs of some structure show are found in Python and in JavaScript: equal letters in other
numbers, and the edges of the ranges that numbers have in a text."""

import pytest

from tests.examining import made
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.services.checking import check
from viva.subjects.functions.subject import Functions

pytest.importorskip("_quickjs")

# The program of each language with a gap, what is right there, and what is wrong in each of several ways.
ANAGRAM = {
    "py": (
        "def f(first: str, second: str) -> bool:\n    return first != second and len(first) == len(second) and GAP\n",
        "sorted(first) == sorted(second)",
        [
            "set(first) == set(second)",
            "all(x in second for x in first)",
            "sum(map(ord, first)) == sum(map(ord, second))",
            "all((first.count(x) - second.count(x)) % 2 == 0 for x in first + second)",
        ],
    ),
    "js": (
        "/** @param {string} first\n * @param {string} second */\n"
        "const f = (first, second) => first !== second && first.length === second.length && GAP;\n",
        '[...first].sort().join("") === [...second].sort().join("")',
        [
            '[...new Set(first)].sort().join("") === [...new Set(second)].sort().join("")',
            "[...first].every((x) => second.includes(x))",
            "[...first].every((x, at) => at > 1 || first.split(x).length === second.split(x).length)",
        ],
    ),
}
CLOCK = {
    "py": (
        "def f(s: str) -> int:\n    parts = s.split(':')\n"
        "    if len(parts) != 2 or not all(len(p) == 2 and p.isascii() and p.isdigit() for p in parts):\n"
        "        return -1\n    h, m = map(int, parts)\n    return -1 if GAP else 60 * h + m\n",
        "h > 23 or m > 59",
        ["h > 24 or m > 59", "h > 23 or m > 60", "m > 59", "h > 24 or m > 59 or (h == 24 and m > 0)"],
    ),
    "js": (
        "/** @param {string} s */\nfunction f(s) {\n  const parts = s.split(':');\n"
        "  if (parts.length !== 2 || !parts.every((p) => /^[0-9]{2}$/.test(p))) return -1;\n"
        "  const [h, m] = parts.map(Number);\n  return GAP ? -1 : 60 * h + m;\n}\n",
        "h > 23 || m > 59",
        ["h > 24 || m > 59", "h > 23 || m > 60", "m > 59", "h > 24 || m > 59 || (h === 24 && m > 0)"],
    ),
}
ADDRESS = {
    "py": (
        "def f(s: str) -> bool:\n    parts = s.split('.')\n"
        "    return len(parts) == 4 and all(p.isascii() and p.isdigit() and GAP for p in parts)\n",
        "int(p) <= 255",
        ["int(p) <= 256", "int(p) < 255", "len(p) <= 3"],
    ),
    "js": (
        "/** @param {string} s */\n"
        "const f = (s) => s.split('.').length === 4 && s.split('.').every((p) => /^[0-9]+$/.test(p) && GAP);\n",
        "Number(p) <= 255",
        ["Number(p) <= 256", "Number(p) < 255", "p.length <= 3"],
    ),
}
FAULTS = [
    (language, program, right, wrong)
    for kind in (ANAGRAM, CLOCK, ADDRESS)
    for language, (program, right, all_wrong) in kind.items()
    for wrong in all_wrong
]


def exercise(language: str, program: str) -> Exercise:
    named = {"py": "python", "js": "javascript"}[language]
    settings = f'[functions]\nfunction = "f"\nreference = "reference.{language}"\nlanguages = ["{named}"]\n'
    return made(Functions(), settings, {f"reference.{language}": program})


@pytest.mark.parametrize(("language", "program", "right", "wrong"), FAULTS)
def test_the_mistake_is_found(language: str, program: str, right: str, wrong: str) -> None:
    asked = exercise(language, program.replace("GAP", right))
    answer = Submission.from_text(program.replace("GAP", wrong), f"answer.{language}")
    assert check(Functions(), asked, answer, Terms(rung=Rung.VERDICT)).verdict == "refuted"


@pytest.mark.parametrize("language", ["py", "js"])
def test_what_is_written_otherwise_is_right(language: str) -> None:
    program, right, _ = CLOCK[language]
    other = {"py": "not (0 <= h < 24 and 0 <= m < 60)", "js": "!(h < 24 && m < 60)"}[language]
    answer = Submission.from_text(program.replace("GAP", other), f"answer.{language}")
    found = check(Functions(), exercise(language, program.replace("GAP", right)), answer, Terms(rung=Rung.VERDICT))
    assert found.verdict.right
