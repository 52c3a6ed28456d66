"""A mistake at a value that only the submission mentions is found, too."""

import pytest

from tests.examining import Examiner
from viva.core.verdict import Verdict

TWO = "[>a]^Z [>b]^Z [{a_C + b_C} >]"
SUM = "[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]"
BILLION = "( [>x]^Z <sum(x_A) = 1000000000> E )->E"
NAME = '[>w]^S [{"Hello " ++ w_C} >]'


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("notation", "program", "reason", "inputs"),
    [
        (TWO, "a = int(input())\nb = int(input())\n1 // (a - 77777)\nprint(a + b)", "crash", ["77777", "0"]),
        (TWO, "a = int(input())\nb = int(input())\nwhile b == 12: pass\nprint(a + b)", "no_end", ["0", "12"]),
        (TWO, "a = int(input())\nb = int(input())\nprint(a + b if b < 5 * 10**6 else b)", "wrong", None),
        (
            SUM,
            "s = sum(int(input()) for _ in range(int(input())))\nprint(0 if s == 4242 else s)",
            "wrong",
            ["1", "4242"],
        ),
        (BILLION, "s = 0\nwhile s != 10**9:\n    x = int(input())\n    s += x\n    1 // (x - 31337)", "crash", None),
        (NAME, "w = input()\nprint('Hello', 'you' if w == 'Mallory' else w)", "wrong", ["Mallory"]),
        (TWO, "a = input()\nb = int(input())\nprint(0 if a == '815' else int(a) + b)", "wrong", ["815", "0"]),
    ],
)
def test_a_mistake_at_a_constant_of_the_submission_is_met(
    examine: Examiner, notation: str, program: str, reason: str, inputs: list[str] | None
) -> None:
    report = examine(notation, program)
    assert (report.verdict, report.reason) == (Verdict.REFUTED, reason)
    witness = next(finding.witness for finding in report.findings if finding.witness)
    assert inputs is None or witness.fields["inputs"] == inputs


@pytest.mark.parametrize(
    "program",
    [
        "w = input()\nprint('Hello', w % ())",
        "w = input()\nprint('Hello', ' '.join(w.split()))",
        "w = input()\nprint('Hello', w[:7] + w[7:10][::-1] + w[10:] if len(w) == 17 and w[:7] == w[:-8:-1] else w)",
    ],
)
def test_texts_that_hardly_any_suite_has_are_given_too(examine: Examiner, program: str) -> None:
    assert examine(NAME, program).verdict is Verdict.REFUTED


def test_a_right_program_with_constants_of_its_own_passes_and_the_evidence_counts_them(examine: Examiner) -> None:
    report = examine(TWO, "a = int(input())\nb = int(input())\nprint(a + b + 500 - 500)")
    assert report.verdict.right
    assert "with values that the program mentions, and with rare ones" in report.evidence.covered
    again = examine(TWO, "a = int(input())\nb = int(input())\nprint(a + b + 500 - 500)")
    assert (report.evidence, report.score) == (again.evidence, again.score)
