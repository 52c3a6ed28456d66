"""A smallest change that makes a method right: found by `engines.repair`, along the reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from viva.core.rungs import Clue
from viva.engines.heaps.comparing.judging import Asked, Expected
from viva.engines.heaps.domain import expectations
from viva.engines.heaps.parts import element, items, join_arguments
from viva.engines.heaps.running import wasteful
from viva.engines.heaps.schemas.lazy_initialization import compile_lazily
from viva.engines.repair import Checked, Repair, Search, Wrong, repair_clue
from viva.languages.edits import Probe
from viva.languages.heap import Heap, Node, Reference
from viva.languages.program import Program
from viva.subjects.structures.judge import Bench
from viva.subjects.structures.model import Judged, Shown
from viva.subjects.structures.suite import Prepared, Proposed, further_expected, proposals

_FEW = 4
_STEPS = (400, 3_000)
_MOST = 160
_MOST_OTHERS = 40
_LONGEST = 12_000


def fix(repair: Repair, shown: Shown) -> Clue:
    return repair_clue(repair, shown.file, shown.locale)


def find_repair(
    bench: Bench,
    ready: Prepared,
    judged: Judged,
    reference: str,
    begin: int,
    *,
    others: Sequence[tuple[Asked, Sequence[Expected]]],
) -> Repair | None:
    """None where no small one is found within the budget. Nothing is changed before the character `begin`: what stands
    there was put in, and is not in the repair that is told. `others` are the other methods, with calls of them: what is
    right of these has to stay right."""
    text = bench.submission.program.text
    asked = judged.asked
    if len(text) > _LONGEST or any(wasteful(failure.outcome) for failure in judged.failures):
        return None
    probes = failing_probes(bench, judged, _FEW)
    reads, mends = bench.submission.language.reads, bench.submission.language.mends
    if not probes or reads is None or mends is None:
        return None
    wrong = Wrong(
        reads, mends, bench.submission.sandbox, text, f"{bench.submission.cls}.{asked.method}",
        (*probes, *right_probes(bench, judged, _FEW)), (reference,), judgement(bench, judged, others, ready),
        bench.meter, begin=begin, steps=steps_for(judged),
    )  # fmt: skip
    found = Search(wrong).repair()
    return _without_beginning(found, begin) if found is not None and found.is_small else None


def judgement(
    bench: Bench, judged: Judged, others: Sequence[tuple[Asked, Sequence[Expected]]], ready: Prepared | None = None
) -> Callable[[str], Checked | Probe | None]:
    """Runs all calls of the method anew with a changed text, as the submission's own were, and some of the others.
    With what is `ready`, a text that makes these right is also held against those it would be judged on itself."""
    asked = judged.asked
    stride = len(judged.right) // _MOST + 1
    cases = [*(failure.expected for failure in judged.failures[:_MOST]), *judged.right[::stride]]

    def right(changed: str) -> Checked | Probe | None:
        program = bench.submission.language.runs.prepare(bench.submission.sandbox, changed.encode())
        if not isinstance(program, Program):
            return None
        now = replace(bench, submission=replace(bench.submission, program=program))
        again = now.judged(asked, cases)
        if again.failures:
            return _probe(bench, judged, again.failures[0].expected)
        if again.tests < len(cases) or not _others_stay(bench, now, others):
            return None
        if ready is not None:
            again = now.judged(asked, _of_its_own(now, ready, judged))
            if again.failures:
                return _probe(bench, judged, again.failures[0].expected)
        return Checked("tested", len(cases))

    return right


def _of_its_own(now: Bench, ready: Prepared, judged: Judged) -> list[Expected]:
    """All calls of the method, and those that the changed text itself proposes."""
    method, submission = judged.asked.method, now.submission
    lazily = compile_lazily(submission.language, submission.sandbox, submission.program.text.encode())
    found = proposals(replace(now, lazily=lazily), ready, method) if lazily is not None else Proposed()
    known = ready.methods[method]
    more = expectations(now.reference, ready.domain.methods[method], found.calls)
    seen = [*judged.right, *(failure.expected for failure in judged.failures)]
    return [*seen, *known.expected, *known.proposed, *more, *further_expected(now, ready, method)]


def steps_for(judged: Judged) -> int:
    """How many steps a quick trial has."""
    return min(max(_STEPS[0], 20 * max(failure.expected.steps for failure in judged.failures)), _STEPS[1])


def _others_stay(before: Bench, now: Bench, others: Sequence[tuple[Asked, Sequence[Expected]]]) -> bool:
    for asked, expected in others:
        few = expected[:: len(expected) // _MOST_OTHERS + 1]
        right = before.judged(asked, few).right
        if right and now.judged(asked, right).failures:
            return False
    return True


def failing_probes(bench: Bench, judged: Judged, most: int) -> list[Probe]:
    """Failing calls as quick tests: the smallest ones."""
    found = (_probe(bench, judged, failure.expected) for failure in judged.failures[:most])
    return [probe for probe in found if probe is not None]


def right_probes(bench: Bench, judged: Judged, most: int) -> list[Probe]:
    """Calls that come out right as they are: another shape than the reference's may be right too."""
    stride = max(1, len(judged.right) // most)
    few = judged.right[::stride][:most]
    calls = [bench.fitting.given(each.call, judged.asked.layout) for each in few]
    found = []
    for each, call, outcome in zip(few, calls, bench.submission.run(judged.asked.method, calls), strict=False):
        if outcome.problem is None and outcome.arguments is not None:
            value = outcome.value if judged.asked.result else None
            changed = _afterwards(each.call, element(outcome.arguments, 0), judged.asked)
            found.append(Probe(call, value, changed))
    return found


def _probe(bench: Bench, judged: Judged, expected: Expected) -> Probe | None:
    """A call as the submission has it, with what should come of it."""
    asked, fitting = judged.asked, bench.fitting
    call = fitting.given(expected.call, asked.layout)
    left = element(fitting.given(join_arguments([expected.left]), asked.layout), 0)
    changed = _afterwards(expected.call, left, asked)
    if asked.left and changed is None:
        return None
    value = element(fitting.given(join_arguments([expected.value]), asked.layout), 0) if asked.result else None
    return Probe(call, value, changed)


def _afterwards(call: Heap, left: Heap, asked: Asked) -> Heap | None:
    """The arguments of a call as they should be afterwards, if that counts. What becomes of other structures does not:
    an object without fields is like any other. None where it cannot be told apart from the first, because a node of one
    may have become a node of the other."""
    given = items(call)
    if not asked.left or (
        asked.layout.main == asked.layout.node and any(isinstance(slot, Reference) for slot in given[1:])
    ):
        return None
    anything = Heap(Reference(0), (Node("object", "", (), ()),))
    keys = [anything if isinstance(slot, Reference) else slot for slot in given[1:]]
    return join_arguments([left, *keys])  # type: ignore[list-item]  # what is no structure is a key


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
