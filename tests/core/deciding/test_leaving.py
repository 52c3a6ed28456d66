"""What leaves for whom (`viva.core.deciding.leaving`)."""

from dataclasses import replace

import pytest

from tests.core.test_report import FULL, SMALL
from viva.core.deciding.leaving import Reader, leaving
from viva.core.json import Json
from viva.core.ladder import Policy, Rung
from viva.core.report import Comparison, Evidence, Finding, Proof, Report, Witness
from viva.core.verdict import Verdict

EVERYTHING = Policy(ladder=tuple(Rung), per_attempt=1)


def test_what_was_missed_is_told_together_with_the_pattern() -> None:
    assert leaving(FULL, Reader(Policy(), 10, 1)).missed == ()
    assert leaving(FULL, Reader(Policy(), 10, 2)).missed == FULL.missed
    assert leaving(FULL, Reader(Policy(), 10)).missed == FULL.missed


def test_rungs_that_are_not_due_are_gone_and_the_rest_stays() -> None:
    shown = leaving(FULL, Reader(Policy(per_attempt=2), 10, 1))
    assert [finding.text for finding in shown.findings] == ["a hint", "forbidden"]
    assert shown.attempt == 1


def test_parts_keep_to_the_policy_too() -> None:
    nested = replace(SMALL, parts=(FULL,))
    shown = leaving(nested, Reader(Policy(ladder=(Rung.VERDICT,)), 10, 1))
    assert [finding.text for finding in shown.parts[0].findings] == ["forbidden"]


def test_the_score_pays_for_rungs_shown_before_and_never_goes_below_zero() -> None:
    policy = Policy(per_attempt=2, cost={Rung.HINT: 1.0})
    assert leaving(FULL, Reader(policy, 10, 1)).score == 0.4
    assert leaving(FULL, Reader(policy, 10, 2)).score == pytest.approx(0.3)
    assert leaving(FULL, Reader(policy, 1, 2)).score == 0.0
    assert leaving(SMALL, Reader(policy, 10, 2)).score is None


def test_what_was_really_paid_counts_and_where_there_are_no_points_nothing_is_paid() -> None:
    policy = Policy(per_attempt=2, cost={Rung.HINT: 1.0, Rung.PATTERN: 1.0})
    for attempt in (1, 2, 3):
        for paid in (0.0, 1.0, 2.5, 9.0):
            assert leaving(FULL, Reader(policy, 10, attempt, paid=paid)).score == pytest.approx(max(0, 0.4 - paid / 10))
        assert leaving(FULL, Reader(policy, 0, attempt)).score == 0.4
        assert leaving(FULL, Reader(policy, 0, attempt, paid=1.0)).score == 0.4


def test_a_student_gets_no_signature_and_nothing_that_is_for_teachers() -> None:
    for attempt in range(1, 9):
        shown = leaving(FULL, Reader(EVERYTHING, 10, attempt))
        assert not any(finding.signature or finding.teacher for finding in shown.findings)
    assert leaving(FULL, Reader(EVERYTHING, 10)).findings == FULL.findings


def test_a_detail_leaves_with_its_rung_and_without_one_only_for_who_sees_everything() -> None:
    details: dict[str, Json] = {"pairs": 7, "differs": ["x"], "features": "all"}
    seen_from = {"pairs": Rung.VERDICT, "differs": Rung.EXAMPLE, "covered": Rung.PATTERN}
    report = replace(FULL, evidence=Evidence("m", 1, "far", details, seen_from=seen_from))

    def told(attempt: int | None, highest: Rung | None = None) -> tuple[set[str], str]:
        evidence = leaving(report, Reader(EVERYTHING, 10, attempt, highest)).evidence
        return {*evidence.details}, evidence.covered

    assert told(1) == told(2) == told(None, Rung.HINT) == ({"pairs"}, "")
    assert told(3) == ({"pairs"}, "far")
    assert told(6) == told(None, Rung.PLACE) == ({"pairs", "differs"}, "far")
    assert told(None) == told(None, Rung.FIX) == ({*details}, "far")


def _scrambled(report: Report, above: Rung) -> Report:
    """The report with everything changed that is told above a rung."""
    evidence = report.evidence
    details = {
        key: value if key in evidence.seen_from and evidence.seen_from[key].height <= above.height else "changed"
        for key, value in evidence.details.items()
    }
    findings = tuple(
        Finding("changed", rung=each.rung, signature="changed", witness=Witness("changed", {}), teacher=each.teacher)
        if each.teacher or (each.rung and each.rung.height > above.height) else replace(each, signature="changed")
        for each in report.findings
    )  # fmt: skip
    return replace(
        report,
        evidence=replace(evidence, details=details),
        missed=report.missed if Rung.PATTERN.height <= above.height else ("changed",),
        findings=findings,
        parts=tuple(_scrambled(part, above) for part in report.parts),
    )


@pytest.mark.parametrize("rung", list(Rung))
def test_what_is_told_above_a_rung_changes_nothing_on_it(rung: Rung) -> None:
    report = replace(FULL, verdict=Verdict.REFUTED, parts=(FULL, replace(SMALL, parts=(FULL,))))
    reader = Reader(EVERYTHING, 10, rung.height + 1)
    assert reader.rungs[-1] is rung
    assert leaving(_scrambled(report, rung), reader).to_json() == leaving(report, reader).to_json()


def test_of_a_proof_a_student_gets_the_claim_and_nothing_of_the_model_solution() -> None:
    beside = Comparison("", ("model solution", "your program"), (("total += x", "s += x"),))
    proof = Proof("Right for every list", ("`total` of the model solution and `s` are equal",), beside)
    report = replace(SMALL, verdict=Verdict.PROVED, evidence=Evidence("m", proof=proof))
    for attempt in range(1, 9):
        assert leaving(report, Reader(EVERYTHING, 10, attempt)).evidence.proof == Proof("Right for every list")
    assert leaving(report, Reader(EVERYTHING, 10)).evidence.proof == proof
