"""What a signature promises (`docs/grading.md`): the same mistake is one group, however it is written, and different
mistakes are different groups. Each line here is one mistake, written in one or more ways."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.examining import TERMS
from viva.core.ladder import Rung
from viva.core.submission import Submission
from viva.grading.row import signature_of
from viva.services.checking import check
from viva.services.registry import read_exercise

EXERCISES = Path(__file__).parents[2] / "exercises"

SECOND_LARGEST = (
    (
        "def second_largest(xs):\n    return sorted(xs)[-2]\n",
        "def second_largest(numbers):\n    # by hand\n    rest = list(numbers)\n    rest.remove(max(rest))\n"
        "    best = rest[0]\n    for number in rest:\n        if number > best:\n            best = number\n"
        "    return best\n",
    ),
    (
        "def second_largest(xs):\n    best = second = 0\n    for x in xs:\n        if x > best:\n"
        "            best, second = x, best\n        elif second < x < best:\n            second = x\n"
        "    return second\n",
        "def second_largest(xs):\n    found = sorted({0, *(max(0, x) for x in xs)})\n"
        "    return found[-2] if len(found) > 1 else 0\n",
    ),
    ("def second_largest(xs):\n    return max(xs)\n", "def second_largest(a):\n    a = sorted(a)\n    return a[-1]\n"),
    ("def second_largest(xs):\n    return sorted(set(xs))[1]\n",),
    ("def second_largest(xs):\n    return sorted(set(xs))[-3]\n",),
    ("def second_largest(xs):\n    print(sorted(set(xs))[-2])\n",),
    ("def second_largest(xs):\n    return sorted(xs).index(sorted(set(xs))[-2])\n",),
)
UNIQUE = (
    (
        "def unique(xs):\n    return list(set(xs[:-1]))\n",
        "def unique(a):\n    a = a[: max(0, len(a) - 1)]\n    return [*{*a}]\n",
    ),
    ("def unique(xs):\n    return [x for x in xs if xs.count(x) == 1]\n",),
    ("def unique(xs):\n    return xs[:1] + [b for a, b in zip(xs, xs[1:]) if a != b]\n",),
    ("def unique(xs):\n    return len(set(xs))\n",),
)
ENDS_IN_00 = (
    ("   0 1\n-> a b a\n* b b a\n", "   0 1\n-> x z y\n   y z x\n* z w y\n* w z x\n"),
    ("   0 1\n-> a b a\n   b c b\n* c c b\n",),
    ("   0 1\n->* a a a\n",),
)
ASKED = {
    "functions/second-largest": SECOND_LARGEST,
    "functions/unique": UNIQUE,
    "automata/ends-in-00": ENDS_IN_00,
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", ASKED)
def test_the_same_mistake_is_one_group_and_different_mistakes_are_different_groups(name: str) -> None:
    subject, exercise = read_exercise(EXERCISES / name)
    ending = ".txt" if name.startswith("automata") else ".py"
    found: dict[str, int] = {}
    for mistake, writings in enumerate(ASKED[name]):
        signatures = set()
        for number, text in enumerate(writings):
            submission = Submission.from_text(text, f"student{number}{ending}")
            report = check(subject, exercise, submission, replace(TERMS, rung=Rung.EXAMPLE))
            assert not report.verdict.right, (text, report)
            signatures.add(signature_of(report))
            own = {each.signature for each in report.findings if each.rung}
            assert own == {signature_of(report)}
        assert len(signatures) == 1, writings
        signature = str(signatures.pop())
        assert found.setdefault(signature, mistake) == mistake, (ASKED[name][found[signature]], writings)
