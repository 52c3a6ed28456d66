# ruff: noqa: E501 a table stands in its lines
"""Texts are sorted, numbers and dates written as Node does it in English and German."""

import itertools
import json
import random
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from tests.languages.javascript.test_conformance import output

NUMBERS = (
    "0", "-0", "1", "1.005", "2.345", "2.5", "0.2567", "-1234.567", "999999.995", "1e21", "1e-7", "123456789012345680000",
    "NaN", "-Infinity", "1.7976931348623157e308", "12345678.9", "-0.001",
)  # fmt: skip
OPTIONS = (
    "undefined", "{ minimumFractionDigits: 2 }", "{ minimumFractionDigits: 2, maximumFractionDigits: 2 }", "{ maximumFractionDigits: 0 }",
    "{ style: 'percent' }", "{ style: 'percent', maximumFractionDigits: 1 }", "{ style: 'currency', currency: 'USD' }",
    "{ style: 'currency', currency: 'EUR', minimumFractionDigits: 0 }", "{ style: 'currency', currency: 'CHF' }",
    "{ style: 'currency', currency: 'JPY' }", "{ minimumIntegerDigits: 2 }", "{ useGrouping: false }",
)  # fmt: skip
WORDS = (
    "résumé", "resume", "Resume", "Résumé", "a b", "ab", "a-b", "a_b", "a.b", "aB", "Ab", "a", "A", "ä", "az", "äa", "ß", "ss", "n",
    "ñ", "z", "10", "9", "a10", "a9", "", "_", "!", "côte", "coté", "straße", "strasse", " a", "Äpfel", "apfel", "€", "$5", "(a)",
)  # fmt: skip
HOW = (
    "undefined",
    "{ numeric: true }",
    "{ sensitivity: 'base' }",
    "{ sensitivity: 'accent' }",
    "{ sensitivity: 'case' }",
)
DATES = ("0", "86399000", "1709251200000", "NaN")
LOCALES = ("undefined", "'en-US'", "'de-DE'")

KNOWN = {
    "(1.005).toLocaleString('en-US', { style: 'currency', currency: 'USD' })": "$1.01",
    "(1234.5).toLocaleString('de-DE', { style: 'currency', currency: 'EUR' })": "1.234,50\u00a0€",
    "Intl.NumberFormat('en-US').format(1234567.891)": "1,234,567.891",
    "new Intl.NumberFormat('en-US', { style: 'percent' }).format(0.256)": "26%",
    "['b', 'a', 'C', 'ä'].sort(new Intl.Collator('de').compare)": ["a", "ä", "b", "C"],
    "['résumé', 'resume', 'Resume'].sort((a, b) => a.localeCompare(b))": ["resume", "Resume", "résumé"],
    "'a'.localeCompare('Á', undefined, { sensitivity: 'base' })": 0,
    "new Date(0).toLocaleDateString()": "1/1/1970",
    "new Date(0).toLocaleString('de-DE')": "1.1.1970, 00:00:00",
}  # fmt: skip


def expressions() -> Iterator[str]:
    for value, options, locale in itertools.product(NUMBERS, OPTIONS, LOCALES):
        yield f"({value}).toLocaleString({locale}, {options})"
    for one, other, how in itertools.product(WORDS, WORDS, HOW):
        yield f"{json.dumps(one)}.localeCompare({json.dumps(other)}, undefined, {how})"
    for value, name, locale in itertools.product(DATES, ("Date", "Time", ""), (*LOCALES, "'en-GB'")):
        yield f"new Date({value}).toLocale{name}String({locale})"


def told(expressions: list[str]) -> str:
    return f"console.log(JSON.stringify([{', '.join(expressions)}]));"


def test_they_are_what_people_write() -> None:
    assert json.loads(output(told([*KNOWN]), None)) == [*KNOWN.values()]


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize(
    "share", [pytest.param(400, id="some"), pytest.param(9000, id="all", marks=pytest.mark.thorough)]
)
def test_they_are_what_node_writes(share: int) -> None:
    every = [*expressions()]
    chosen = random.Random(1).sample(every, min(share, len(every)))
    for part in _parts(chosen, 100):
        done = subprocess.run(
            ["node", "-e", told([*part])],
            capture_output=True,
            text=True,
            check=True,
            env={"TZ": "UTC", "PATH": "/usr/bin:/bin"},
        )
        for text, expected, found in zip(
            part, json.loads(done.stdout), json.loads(output(told([*part]), None)), strict=True
        ):
            assert found == expected, text


def _parts(all_of_them: list[str], size: int) -> Iterator[list[str]]:
    for place in range(0, len(all_of_them), size):
        yield all_of_them[place : place + size]
