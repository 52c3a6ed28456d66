"""How a check ends: the report to begin with, and what each verdict makes of it.

A subject begins with `begun`, puts its evidence there as it finds it, and ends with one of the others. So the score of
a verdict, its reason and where its findings stand are the same in every subject.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from viva.core.deciding.proof_basis import Ground, Walk
from viva.core.exercise import Exercise
from viva.core.isolation import Isolation
from viva.core.ladder import Rung
from viva.core.report import About, Evidence, Finding, Report, Witness
from viva.core.terms import Terms
from viva.core.text.escape import visible_line
from viva.core.texts import catalogue
from viva.core.verdict import Verdict

BUDGET = "budget"
INCONSISTENT = "inconsistent"
LACKING = "lacking"
ANOTHER_PROCESS = "another process"

# The reasons for which a run was ended from outside, and what each means. That a language has a bound of its own, such
# as the depth of a recursion, is none of them: there the program ended itself.
LIMITS: Mapping[str, str] = MappingProxyType(
    {
        "step_limit": "more steps than a run may take",
        "time_limit": "more time than a run may take: the safety net below the steps",
        "memory_limit": "more memory than a run may use",
        "output_limit": "more output than is read",
        "disk_limit": "more files, or larger ones, than a run may write",
        "process_limit": "more processes than a run may start",
        "killed": "ended by a signal: mostly by the machine, for want of memory",
    }
)

_HIGHEST_PARTIAL = 0.99


def begun(exercise: Exercise, terms: Terms, method: str, isolation: Isolation | None = None) -> Report:
    """The report to begin with: nothing is decided yet. `isolation` is None where no submitted code runs."""
    return Report(
        verdict=Verdict.UNDECIDED,
        subject=exercise.subject,
        exercise=exercise.name,
        evidence=Evidence(method),
        isolation=isolation,
        seed=terms.seed,
    )


def proved(report: Report, ground: Ground) -> Report:
    """It holds for all behaviours, by `ground`."""
    if isinstance(ground, Walk) and not ground.whole:
        raise ValueError(f"a domain that was not walked whole proves nothing: {ground}")
    return replace(report, verdict=Verdict.PROVED, reason=None, score=1.0)


def passed(report: Report) -> Report:
    """No counterexample was found, with the evidence spelled out."""
    return replace(report, verdict=Verdict.PASSED, reason=None, score=1.0)


def refuted(
    report: Report, reason: str, score: float, findings: Iterable[Finding], missed: Iterable[str] = ()
) -> Report:
    """There is a witness. What the report says already comes after what is told of the mistake.

    `missed` names the kinds of input or the requirements that are not met, in a few words each; where the subject names
    none, these are the parts that are not right, or what the pattern says, or else the hint.
    """
    told = tuple(findings)
    parts = [part.title or part.exercise for part in report.parts if not part.verdict.right]
    return replace(
        report,
        verdict=Verdict.REFUTED,
        reason=reason,
        score=partial_score(score),
        missed=tuple(missed) or tuple(parts) or _said(told, Rung.PATTERN) or _said(told, Rung.HINT),
        findings=(*told, *report.findings),
    )


def substantiated(report: Report, rungs: Collection[Rung], sentence: str) -> Report:
    """The report, if it is not a refutation without anything that shows it. Where an example may be told, a refutation
    that tells nothing, neither itself nor in a part, is not one that anybody could check: then it is undecided."""
    if report.verdict is not Verdict.REFUTED or Rung.EXAMPLE not in rungs or _shows_something(report):
        return report
    return undecided(report, sentence, "nothing_shown")


def _shows_something(report: Report) -> bool:
    told = any(finding.about is not About.QUALITY for finding in report.findings)
    return told or any(map(_shows_something, report.parts))


def _said(findings: Iterable[Finding], rung: Rung | None) -> tuple[str, ...]:
    """The first line of what is told on a rung."""
    return tuple(finding.text.strip().partition("\n")[0] for finding in findings if finding.rung is rung)


def partial_score(score: float) -> float:
    """What is wrong never gets full marks, nor less than none."""
    return round(max(0.0, min(score, _HIGHEST_PARTIAL)), 4)


def undecided(report: Report, sentence: str, why: str = BUDGET, reason: str = BUDGET) -> Report:
    """The budget ended first, in one of the ways `why` that a subject tells apart; or for another `reason`."""
    finding = Finding(sentence, About.POLICY, signature=why)
    return replace(report, verdict=Verdict.UNDECIDED, reason=reason, score=None, findings=(finding, *report.findings))


def lacking(report: Report, name: str, locale: str) -> Report:
    """The program asked for what Viva does not have, and nothing else is wrong."""
    key = "lacking_process" if name == ANOTHER_PROCESS else LACKING
    told = catalogue("viva.core", locale).say(key, name=visible_line(name).replace("`", "'"))
    return undecided(report, told, LACKING, LACKING)


def rejected(report: Report, reason: str, findings: Iterable[Finding], score: float | None = 0.0) -> Report:
    """It cannot be examined as asked; the findings say what to do. A subject that can tell how much of it is right all
    the same gives it that score; None where nothing was there that could have one."""
    told = tuple(findings)
    missed = _said((finding for finding in told if finding.about is About.POLICY), None)
    partial = None if score is None else partial_score(score)
    return replace(report, verdict=Verdict.REJECTED, reason=reason, score=partial, missed=missed, findings=told)


def inconsistent(report: Report, sentence: str, witness: Witness) -> Report:
    """Two equal runs came out differently, so that nothing can be said about the third."""
    finding = Finding(sentence, About.POLICY, signature=INCONSISTENT, witness=witness)
    return rejected(report, INCONSISTENT, (finding,))
