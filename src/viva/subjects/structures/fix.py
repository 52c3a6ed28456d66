"""A smallest change that makes a method right: found by `engines.repair`, along the reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viva.engines.heaps.judging import Asked, Expected
from viva.engines.heaps.parts import element, items, joined
from viva.engines.heaps.running import wasteful
from viva.engines.repair import Checked, Repair, Search, Wrong
from viva.languages.edits import Probe
from viva.languages.heap import Reference
from viva.languages.program import Program
from viva.subjects.structures.judge import Bench
from viva.subjects.structures.model import Judged

_FEW = 6
_STEPS = (400, 3_000)
_MOST = 160
_MOST_OTHERS = 40
_LONGEST = 12_000


def repaired(
    bench: Bench, judged: Judged, reference: str, begin: int, others: Sequence[tuple[Asked, Sequence[Expected]]]
) -> Repair | None:
    """None where no small one is found within the budget. Nothing is changed before the character `begin`: what stands
    there was put in, and is not in the repair that is told. `others` are the other methods, with calls of them: what is
    right of these has to stay right."""
    text = bench.submission.program.text
    asked = judged.asked
    failing = [failure.expected for failure in judged.failures]
    if len(text) > _LONGEST or any(wasteful(failure.outcome) for failure in judged.failures):
        return None
    stride = len(judged.right) // _MOST + 1
    cases = [*failing[:_MOST], *judged.right[::stride]]

    def right(changed: str) -> Checked | Probe | None:
        program = bench.submission.language.prepare(bench.submission.sandbox, changed.encode())
        if not isinstance(program, Program):
            return None
        runner = replace(bench.submission, program=program)
        again = replace(bench, submission=runner).judged(asked, cases)
        if again.failures:
            return _probe(bench, judged, again.failures[0].expected)
        if again.tests < len(cases) or not _others_stay(bench, replace(bench, submission=runner), others):
            return None
        return Checked("tested", again.tests)

    probes = [probe for each in failing[:_FEW] if (probe := _probe(bench, judged, each)) is not None]
    if not probes:
        return None
    probes += _kept(bench, judged)
    wrong = Wrong(
        bench.submission.language, bench.submission.sandbox, text, f"{bench.submission.cls}.{asked.method}",
        tuple(probes), (reference,), right, bench.meter, begin=begin,
        steps=min(max(_STEPS[0], 20 * max(each.steps for each in failing)), _STEPS[1]),
    )  # fmt: skip
    found = Search(wrong).repair()
    return _without_beginning(found, begin) if found is not None and found.is_small else None


def _others_stay(before: Bench, now: Bench, others: Sequence[tuple[Asked, Sequence[Expected]]]) -> bool:
    for asked, expected in others:
        few = expected[:: len(expected) // _MOST_OTHERS + 1]
        right = before.judged(asked, few).right
        if right and now.judged(asked, right).failures:
            return False
    return True


def _kept(bench: Bench, judged: Judged) -> list[Probe]:
    """Calls that come out right as they are: another shape than the reference's may be right too."""
    stride = max(1, len(judged.right) // _FEW)
    calls = [bench.fitting.given(each.call, judged.asked.layout) for each in judged.right[::stride][:_FEW]]
    found = []
    for call, outcome in zip(calls, bench.submission.run(judged.asked.method, calls), strict=False):
        if outcome.problem is None:
            value = outcome.value if judged.asked.result else None
            found.append(Probe(call, value, outcome.arguments if judged.asked.left else None))
    return found


def _probe(bench: Bench, judged: Judged, expected: Expected) -> Probe | None:
    """A call as the submission has it, with what should come of it."""
    asked, fitting = judged.asked, bench.fitting
    given = items(expected.call)
    if any(isinstance(slot, Reference) for slot in given[1:]):
        return None
    call = fitting.given(expected.call, asked.layout)
    changed = None
    if asked.left:
        parts = [expected.left, *(element(expected.call, number).root for number in range(1, len(given)))]
        changed = fitting.given(joined(parts), asked.layout)  # type: ignore[arg-type]  # keys
    value = element(fitting.given(joined([expected.value]), asked.layout), 0) if asked.result else None
    return Probe(call, value, changed)


def _without_beginning(found: Repair, begin: int) -> Repair:
    if not begin:
        return found
    changes = tuple(
        replace(
            change,
            pieces=tuple(replace(piece, begin=piece.begin - begin, end=piece.end - begin) for piece in change.pieces),
        )
        for change in found.changes
    )
    return replace(found, before=found.before[begin:], changes=changes)
