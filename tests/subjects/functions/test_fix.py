"""The smallest edit that makes a function right is told, and it does make it right."""

import re
from pathlib import Path

import pytest

from tests.examining import Examiner, told
from viva.core.ladder import Rung
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.core.where import Passage
from viva.services.checking import check
from viva.services.registry import read_exercise
from viva.showing.outline import outline
from viva.showing.page import as_page
from viva.subjects.functions.subject import Functions

from .conftest import exercise

EXERCISES = Path(__file__).parents[3] / "exercises"

LARGEST = """
def largest(numbers: list[int]) -> int:
    best = numbers[0]
    for number in numbers[1:]:
        if number > best:
            best = number
    return best
"""


def put_right(program: str, fix: str) -> str:
    """The program with the edit that the sentence tells."""
    found = re.fullmatch(r"Line (\d+): `(.*)` → `(.*)`", fix)
    assert found, fix
    lines = program.split("\n")
    number = int(found[1]) - 1
    assert found[2] in lines[number]
    lines[number] = lines[number].replace(found[2], found[3], 1)
    return "\n".join(lines)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("right", "slip"),
    [
        ("best = number\n", "best = best\n"),
        ("return best", "return number"),
        ("numbers[1:]", "numbers[1:-1]"),
    ],
)
def test_what_undoes_a_slip_is_told_and_makes_the_function_right(
    examine: Examiner, examine_whole: Examiner, right: str, slip: str
) -> None:
    asked = exercise(LARGEST, "largest")
    wrong = LARGEST.replace(right, slip)
    report = examine_whole(asked, wrong)
    assert report.verdict == "refuted"
    fix = told(report, "fix")
    assert examine(asked, put_right(wrong, fix.text)).verdict.right, fix.text


@pytest.mark.thorough
def test_two_mistakes_are_mended_together(examine_whole: Examiner) -> None:
    wrong = LARGEST.replace("number > best", "number < best").replace("return best", "return best + 2")
    asked = exercise(LARGEST, "largest")
    fix = told(examine_whole(asked, wrong), "fix")
    assert fix.text.startswith("With these changes every test passes:\n")
    assert examine_whole(asked, patched(wrong, fix.text)).verdict.right, fix.text


def patched(program: str, told: str) -> str:
    """The program with the diff that is told."""
    lines, new, at = program.split("\n"), list[str](), 0
    for line in told.split("\n")[1:]:
        if line.startswith("@@"):
            found = re.match(r"@@ -(\d+)", line)
            assert found
            first = int(found[1]) - 1
            new, at = new + lines[at:first], first
        elif line.startswith("+"):
            new.append(line[1:])
        else:
            assert lines[at] == line[1:], (lines[at], line)
            new += [] if line.startswith("-") else [line[1:]]
            at += 1
    return "\n".join(new + lines[at:])


def test_the_pieces_of_a_fix_put_in_one_after_the_other_make_the_program_that_is_told() -> None:
    """Several new lines at one place among them: an editor shows them in this order, and a page line by line."""
    subject, asked = read_exercise(EXERCISES / "functions" / "balanced")
    wrong = (EXERCISES / "functions/balanced/examples/wrong/difference.py").read_text()
    report = check(subject, asked, Submission.from_text(wrong, "difference.py"), Terms())
    fix = told(report, "fix")
    pieces = [change.before for change in fix.changes]
    assert len(pieces) > len(set(pieces)) > 1
    made, lines, at = "", wrong.split("\n"), 0
    for change in fix.changes:
        where = change.before
        assert isinstance(where, Passage) and change.text is not None
        begin, end = (
            sum(len(text) + 1 for text in lines[: (line or 1) - 1]) + (column or 1) - 1
            for line, column in ((where.line, where.column), (where.end_line, where.end_column))
        )
        made, at = made + wrong[at:begin] + change.text, end
    assert made + wrong[at:] == patched(wrong, fix.text)
    shown = as_page(outline(report))
    assert "<ins>+    open_ones = 0</ins>\n<ins>+    wrong = 0</ins>" in shown
    assert "@@" not in shown


@pytest.mark.thorough
def test_comments_and_layout_stay_as_they_are(examine_whole: Examiner) -> None:
    asked = exercise(LARGEST, "largest")
    wrong = (
        "def largest(numbers):   # mine\n    best=0      # so far\n"
        "    for  number in numbers:\n        # look\n        if number>best: best = numbers[0]\n    return  best\n"
    )
    report = examine_whole(asked, wrong)
    fix = told(report, "fix")
    assert fix.witness is not None
    mended = patched(wrong, f"-\n{fix.witness.fields['diff']}")
    assert examine_whole(asked, mended).verdict.right, fix.text
    for kept in ("# mine", "# look", "for  number", "return  best"):
        assert kept in mended


def test_a_fix_for_every_number_that_only_the_reference_names_comes_from_the_reference(examine_whole: Examiner) -> None:
    reference = "def f(n: int) -> int:\n    return n if n != 1234 else 0\n"
    asked = exercise(reference)
    wrong = "def f(n):\n    return n + 1\n"
    fix = told(examine_whole(asked, wrong), "fix")
    assert examine_whole(asked, put_right(wrong, fix.text)).verdict.right


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "body",
    [
        "pass", "...", "return", "return None", '"""To do."""', "# later\n    return",
        "raise NotImplementedError", "raise NotImplementedError('later')", "print('to do')", "best = 0\n    pass",
    ],
)  # fmt: skip
def test_what_is_not_started_is_told_so_on_every_rung_and_gets_no_program(examine_whole: Examiner, body: str) -> None:
    report = examine_whole(exercise(LARGEST, "largest"), f"def largest(numbers):\n    {body}\n")
    assert told(report, "hint").text.startswith("The function is not written yet.")
    fix = told(report, "fix")
    assert fix.text == "The function is not written yet, so there is nothing to change in it."
    assert fix.witness is None
    assert not any(finding.rung == "place" for finding in report.findings)
    assert not any(word in finding.text for finding in report.findings for word in ("for number", "number > best"))
    assert {finding.signature for finding in report.findings if finding.rung} == {"not_started"}


@pytest.mark.parametrize("body", ["return []", "return 0"])
def test_a_constant_gets_a_hint_but_no_program(examine_whole: Examiner, body: str) -> None:
    report = examine_whole(exercise(LARGEST, "largest"), f"def largest(numbers):\n    {body}\n")
    assert "not written yet" not in told(report, "hint").text
    assert told(report, "fix").text == "The function is not written yet, so there is nothing to change in it."


@pytest.mark.some(1)
@pytest.mark.parametrize("body", ["return numbers", "for number in numbers:\n        pass", "return max(numbers) + 1"])
def test_what_looks_at_its_argument_is_started(examine_whole: Examiner, body: str) -> None:
    report = examine_whole(exercise(LARGEST, "largest"), f"def largest(numbers):\n    {body}\n")
    assert "not written yet" not in told(report, "hint").text


@pytest.mark.thorough
def test_nothing_forbidden_comes_in_with_a_fix(examine_whole: Examiner) -> None:
    reference = "def f(xs: list[int]) -> list[int]:\n    return sorted(xs)\n"
    free = told(examine_whole(exercise(reference), "def f(xs):\n    return list(xs)\n"), "fix")
    assert "sorted" in free.text
    asked = exercise(reference, settings='forbid = { functions = ["sorted"], methods = ["sort"] }\n')
    told_then = [
        found.text
        for found in examine_whole(asked, "def f(xs):\n    return list(xs)\n").findings
        if found.rung == "fix"
    ]
    assert not any("sort" in text for text in told_then)


def test_holes_are_told_where_the_exercise_wants_them(examine_whole: Examiner) -> None:
    asked = exercise(LARGEST, "largest", settings='fix = "holes"\n')
    fix = told(examine_whole(asked, LARGEST.replace("number > best", "number < best")), "fix")
    assert "if ___:" in fix.text
    assert "number > best" not in fix.text


@pytest.mark.thorough
def test_a_fix_says_how_sure_it_is(examine_whole: Examiner) -> None:
    asked, wrong = exercise(LARGEST, "largest"), LARGEST.replace("number > best", "number < best")
    fix = told(examine_whole(asked, wrong), "fix")
    assert put_right(wrong, fix.text) == LARGEST
    assert fix.witness is not None
    assert fix.witness.kind == "repair"
    assert fix.witness.fields["certainty"] == "proved"  # by an invariant of its loop
    assert fix.witness.fields["bound"] is None
    straight = "def f(a: int, b: int) -> int:\n    return a + 2 * b\n"
    fix = told(examine_whole(exercise(straight), straight.replace("+", "-")), "fix")
    assert fix.witness is not None and fix.witness.fields["certainty"] == "proved"
    averaging = "def f(xs: list[float]) -> float:\n    t = 0.0\n    for x in xs:\n        t += x\n    return t\n"
    fix = told(examine_whole(exercise(averaging), averaging.replace("t += x", "t -= x")), "fix")
    assert fix.witness is not None and fix.witness.fields["certainty"] == "bounded"
    assert fix.witness.fields["bound"]


@pytest.mark.thorough
def test_a_right_program_of_the_corpus_is_learnt_from(examine_whole: Examiner) -> None:
    reference = "def f(xs: list[int]) -> int:\n    return xs[0] + f(xs[1:]) if xs else 0\n"
    other = (
        "def f(xs):\n    total = 0\n    i = 0\n"
        "    while i < len(xs):\n        total += xs[i]\n        i += 1\n    return total\n"
    )
    wrong = other.replace("total += xs[i]", "total = len(xs) * i").replace("i += 1", "i += 2")
    alone = told(examine_whole(exercise(reference), wrong), "fix")
    asked = exercise(reference, settings='corpus = "right"\n', **{"right/one": other})
    with_corpus = told(examine_whole(asked, wrong), "fix")
    assert alone.witness is not None and with_corpus.witness is not None
    assert examine_whole(asked, patched(wrong, with_corpus.text)).verdict.right
    sizes = [found.fields["size"] for found in (with_corpus.witness, alone.witness)]
    assert isinstance(sizes[0], float) and isinstance(sizes[1], float) and sizes[0] < sizes[1]


def test_a_repair_is_looked_for_only_where_a_place_or_a_fix_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = exercise(LARGEST, "largest")
    monkeypatch.setattr("viva.subjects.functions.fix.Search", None)
    terms = Terms(budget=Budget(seconds=300.0), rung=Rung.EXAMPLE)
    wrong = Submission.from_text(LARGEST.replace("number > best", "number < best"), "submission.py")
    assert check(Functions(), asked, wrong, terms).verdict == "refuted"


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("reference", "program"),
    [
        (
            "def f(s: str) -> bool:\n    return s != '' and all(c in '0123456789' for c in s)\n",
            "def f(s):\n    ok = s != ''\n    for c in s:\n        ok = ok and c.isdigit()\n    return ok\n",
        ),
        (
            "def f(xs: list[int]) -> int:\n    best = 0\n    for i in range(len(xs)):\n        total = 0\n"
            "        for x in xs[i:]:\n            total += x\n            best = max(best, total)\n    return best\n",
            "def f(xs):\n    best = 0\n    for x in xs:\n        best = max(best, x)\n    return best\n",
        ),
        (
            "def f(xs: list[int]) -> int:\n    return sum(1 for x in xs if xs.count(x) == 1)\n",
            "def f(xs):\n    n = 0\n    for x in xs:\n        n += len(set(xs)) - len(xs) + 1\n    return n\n",
        ),
    ],
)
def test_no_fix_pastes_the_loop_of_the_reference_into_the_program(
    examine_whole: Examiner, reference: str, program: str
) -> None:
    report = examine_whole(exercise(reference), program)
    fixes = [finding for finding in report.findings if finding.rung is Rung.FIX]
    loops = reference.count("for ")
    for fix in fixes:
        assert fix.witness is not None
        new = [line[1:] for line in str(fix.witness.fields["diff"]).split("\n") if re.match(r"\+(?!\+)", line)]
        kept = [line[1:] for line in str(fix.witness.fields["diff"]).split("\n") if re.match(r"-(?!-)", line)]
        brought = sum(line.count("for ") for line in new) - sum(line.count("for ") for line in kept)
        assert fix.witness.fields["way"] == "whole" or brought < loops or len(new) < 2, fix.text
