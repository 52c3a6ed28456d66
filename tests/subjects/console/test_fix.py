"""Fixes: each is one small change, and the program with it passes."""

import pytest

from tests.examining import Examiner
from viva.core.ladder import Rung

SUM = "[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]"
LIMIT = '[>x]^Z ( [{"low"} >] <x_C > 4711> [{"high"} >] )'


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("notation", "program", "fix"),
    [
        (LIMIT, "x = int(input())\nprint('high' if x >= 4711 else 'low')", "Line 2: `x >= 4711` → `x > 4711`"),
        (LIMIT, "x = int(input())\nprint('high' if x > 4771 else 'low')", "Line 2: `4771` → `4711`"),
        (LIMIT, "x = int(input())\nprint('High' if x > 4711 else 'low')", "Line 2: `'High'` → `'high'`"),
        (SUM, "n = int(input())\nprint(sum([int(input()) for _ in range(n - 1)]))", "Line 2: `n - 1` → `n`"),
        (SUM, "n = int(input())\nt = 0\nfor _ in range(n):\n    t -= int(input())\nprint(t)", "`t -= int(input())` →"),
        (
            SUM,
            "n = int(input())\nprint(sum([int(input()) for _ in range(n)]))\nprint('end')",
            "Line 3: take out `print('end')`",
        ),
        ("[>a]^Z [>b]^Z [{b_C} >]", "b = int(input())\nprint(b)", "put in `b = int(input())`"),
        ("[>a]^Z [{a_C} >] [>b]^Z [{a_C} >]", "a = int(input())\nb = int(input())\nprint(a)\nprint(a)", "Line 2:"),
    ],
)
def test_a_slip_of_the_pen_is_mended(examine_whole: Examiner, notation: str, program: str, fix: str) -> None:
    found = [finding for finding in examine_whole(notation, program).findings if finding.rung == Rung.FIX]
    assert len(found) == 1
    assert fix in found[0].text


LOOP = '[>n]^N ( [>x]^N ( [{"odd"} >] <x_C mod 2 = 0> [{"even"} >] ) <len(x_A) = n_C> E )->E'


@pytest.mark.parametrize(
    ("notation", "program", "hint", "fix"),
    [
        (
            LIMIT,
            'x = int(input())\nif x > 4711:\n    print("low")\nelif x > 5000:\n    print("high")\nelse:\n'
            '    print("low")',
            "right words, but in the wrong cases",
            'Line 3: `"low"` → `"high"`',
        ),
        (
            "[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{max(x_A)} >]",
            "n = int(input())\nm = int(input())\nfor _ in range(n - 1):\n    x = int(input())\n    if x > m:\n"
            "        m = m\nprint(m)",
            "names",
            "Line 6: `m = m` → `m = x`",
        ),
    ],
)
def test_the_hint_is_made_from_the_fix(
    examine_whole: Examiner, notation: str, program: str, hint: str, fix: str
) -> None:
    told = {finding.rung: finding.text for finding in examine_whole(notation, program).findings}
    assert hint in told[Rung.HINT]
    assert fix in told[Rung.FIX]


def test_a_program_that_is_all_wrong_gets_no_fix(examine_whole: Examiner) -> None:
    report = examine_whole(SUM, "print('hello')")
    rungs = [*dict.fromkeys(finding.rung for finding in report.findings)]
    assert rungs == [Rung.HINT, Rung.PATTERN, Rung.EXAMPLE, Rung.PLACE]


@pytest.mark.thorough
def test_the_hint_names_what_failing_inputs_have_in_common(examine_whole: Examiner) -> None:
    negative = examine_whole(SUM, "n = int(input())\nprint(sum(max(0, int(input())) for _ in range(n)))")
    assert "negative" in negative.findings[0].text
    large = examine_whole("[>x]^Z [{x_C} >]", "x = int(input())\nprint(x if abs(x) < 30000 else 0)")
    assert "very large" in large.findings[0].text


def test_the_nearest_passing_run_stands_beside_the_failing_one(examine_whole: Examiner) -> None:
    report = examine_whole(LIMIT, "x = int(input())\nprint('high' if x >= 4711 else 'low')")
    shown = next(finding for finding in report.findings if finding.rung == Rung.EXAMPLE)
    assert shown.witness
    assert shown.witness.fields["inputs"] == ["4711"]
    assert shown.witness.fields["nearest"] in (["4710"], ["4712"])


def test_a_change_that_takes_for_ever_does_not_end_the_search(examine_whole: Examiner) -> None:
    """10 ** 1000000000 is one of the changes tried before the right one."""
    program = "s = 0\nwhile s < 10 ** 9:\n    s += int(input())"
    report = examine_whole("( [>x]^Z <sum(x_A) = 1000000000> E )->E", program)
    assert "Line 2: `s < 10 ** 9` → `s != 10 ** 9`" in next(f for f in report.findings if f.rung == Rung.FIX).text
