# ruff: noqa: E501 a program stands on its line
"""Who calculates in another order is right, also where doubles do not have the numbers on the way."""

from pathlib import Path

import pytest

from tests.languages.javascript.test_checks import checked

LIST = "/** @param {number[]} xs */\nfunction f(xs) "
ONE = "/** @param {number} n */\nfunction f(n) "
PRODUCT = LIST + "{ return xs.reduce((a, b) => a * b, 1); }"
DIGIT = LIST + "{ let p = 1; for (const x of xs) p = (p * Math.abs(x)) % 10; return p; }"
SUM = LIST + "{ return xs.reduce((a, b) => a + b, 0); }"
MEAN = LIST + "{ return xs.length ? xs.reduce((a, b) => a + b, 0) / xs.length : 0; }"
VARIANCE = (
    LIST + "{ const n = xs.length || 1, m = xs.reduce((a, b) => a + b, 0) / n;"
    " return xs.reduce((s, x) => s + (x - m) * (x - m), 0) / n; }"
)
TRIANGLE = ONE + "{ return n < 0 ? 0 : (n * (n + 1)) / 2; }"


@pytest.mark.parametrize(
    ("reference", "answer"),
    [
        (PRODUCT, "const f = (xs) => xs.reduceRight((a, b) => a * b, 1);"),
        (PRODUCT, "const f = (xs) => { let p = 1; for (const x of [...xs].sort((a, b) => b - a)) p *= x; return p; };"),
        (PRODUCT, "const f = (xs) => (xs.includes(0) ? 0 : xs.reduce((a, b) => a * b, 1));"),
        (
            PRODUCT,
            "const g = (xs) => (xs.length < 2 ? (xs[0] ?? 1) : g(xs.slice(0, xs.length >> 1)) * g(xs.slice(xs.length >> 1)));"
            " const f = (xs) => g(xs);",
        ),
        (LIST + "{ for (const x of xs) if (x === 0) return 0; return xs.reduce((a, b) => a * b, 1); }", PRODUCT),
        (PRODUCT.replace("; }", " > 0; }"), "const f = (xs) => xs.reduceRight((a, b) => a * b, 1) > 0;"),
        (DIGIT, "const f = (xs) => Math.abs(xs.reduce((a, b) => (a * (b % 10)) % 10, 1));"),
        (SUM, "const f = (xs) => xs.reduceRight((a, b) => a + b, 0);"),
        (
            SUM,
            "const s = (xs) => xs.reduce((a, b) => a + b, 0);"
            " const f = (xs) => s(xs.filter((x) => x > 0)) + s(xs.filter((x) => x < 0));",
        ),
        (
            MEAN,
            "const f = (xs) => { let m = 0; for (let i = 0; i < xs.length; i++) m += (xs[i] - m) / (i + 1); return m; };",
        ),
        (MEAN, "const f = (xs) => xs.reduceRight((a, x) => a + x / xs.length, 0);"),
        (
            VARIANCE,
            "const f = (xs) => { const n = xs.length || 1, s = xs.reduce((a, b) => a + b, 0);"
            " return (n * xs.reduce((a, x) => a + x * x, 0) - s * s) / n / n; };",
        ),
        (TRIANGLE, "const f = (n) => (n < 0 ? 0 : (n / 2) * (n + 1));"),
        (TRIANGLE, "const f = (n) => (n < 0 ? 0 : n % 2 ? ((n + 1) / 2) * n : (n / 2) * (n + 1));"),
        (ONE + "{ return n; }", "const f = (n) => n - 1 + 1;"),
        (ONE + "{ return n + 1; }", "const f = (n) => n * 2 - n + 1;"),
        (ONE + "{ return n * 6; }", "const f = (n) => n * 2 * 3;"),
    ],
)
def test_another_order_is_right(tmp_path: Path, reference: str, answer: str) -> None:
    assert checked(tmp_path, reference, answer).verdict == "passed"


@pytest.mark.parametrize(
    ("reference", "answer"),
    [
        (PRODUCT, "const f = (xs) => xs.slice(1).reduceRight((a, b) => a * b, 1);"),
        (PRODUCT, "const f = (xs) => xs.reduce((a, b) => a * b, 0);"),
        (PRODUCT, "const f = (xs) => xs.reduce((a, b) => a * (b || 1), 1);"),
        (PRODUCT, "const f = (xs) => (xs.length > 15 ? 7 : xs.reduce((a, b) => a * b, 1));"),
        (SUM, "const f = (xs) => (xs.length > 90 ? 7 : xs.reduce((a, b) => a + b, 0));"),
        (SUM, "const f = (xs) => xs.reduce((a, b) => (a + b) | 0, 0);"),
        (DIGIT, "const f = (xs) => xs.reduce((a, b) => (a * b) % 10, 1);"),
        (TRIANGLE, "const f = (n) => (n < 0 ? 0 : (n * (n + 1)) >> 1);"),
        (ONE + "{ return n + 1; }", "const f = (n) => (n | 0) + 1;"),
        (ONE + "{ return n > 1000000000000 ? n * 2 : n; }", "const f = (n) => n;"),
    ],
)
def test_what_is_wrong_is_found_all_the_same(tmp_path: Path, reference: str, answer: str) -> None:
    assert checked(tmp_path, reference, answer).verdict == "refuted"


def test_another_order_is_right_for_a_reference_in_python_too(tmp_path: Path) -> None:
    text = "def f(xs: list[int]) -> int:\n    found = 1\n    for x in xs:\n        found *= x\n    return found\n"
    (tmp_path / "reference.py").write_text(text)
    answer = "const f = (xs) => xs.reduceRight((a, b) => a * b, 1);"
    assert checked(tmp_path, "", answer, 'reference = "reference.py"\n').verdict == "passed"


LARGE = "/** @param {range(0, 10)} n */\nfunction f(n) "


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("reference", "answer", "verdict"),
    [
        ("{ return 9007199254740992 + n + n; }", "{ return 9007199254740992; }", "refuted"),
        ("{ return 2 ** 53 + 2 * n; }", "{ return 2 ** 53 + n + n; }", "proved passed"),
        ("{ return 9007199254740992 + n + n; }", "{ return 9007199254740992 + n; }", "refuted"),
        ("{ return 9007199254740992 + n + n; }", "{ return 9007199254740992 + 2 * n; }", "proved passed"),
        ("{ let s = 2 ** 53; for (let i = 0; i < n; i++) s++; return s; }", "{ return 2 ** 53 + n; }", "proved passed"),
        ("{ return 9007199254740993 + n; }", "{ return n + 1 + 9007199254740992; }", "proved passed"),
        ("{ return (2 ** 55 + n) / 2; }", "{ return 2 ** 54 + n / 2; }", "proved passed"),
        ("{ return [2 ** 53 + 2 * n, `${n}`]; }", "{ return [2 ** 53, `${n}`]; }", "refuted"),
    ],
)
def test_large_whole_numbers_are_exact_where_nothing_was_rounded(
    tmp_path: Path, reference: str, answer: str, verdict: str
) -> None:
    assert checked(tmp_path, LARGE + reference, "function f(n) " + answer).verdict in verdict.split()
