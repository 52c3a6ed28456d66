"""What is to be mended where cases are calls of a function: quick questions out of the cases, and the whole judgement
by running all of them anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from viva.engines.calls import Case, Failure, Searcher, Trial
from viva.engines.calls.failures.trying import as_probe, loosely
from viva.engines.repair.checking import check_repair, failing
from viva.engines.repair.model import Checked, Wrong
from viva.engines.shapes import size
from viva.languages.edits import Probe
from viva.languages.outcome import Outcome
from viva.languages.program import NoProgram

_FEW = 5  # of the smallest and of the other tests, failing and passing ones each
_STEPS = 1_200
_MOST_STEPS = 50_000


def of_calls(
    trial: Trial,
    searcher: Searcher,
    cases: Sequence[Case],
    failures: Sequence[Failure],
    others: Sequence[str],
    *,
    forbidden: frozenset[str] = frozenset(),
    confirmed: Callable[[Trial], Case | bool] | None = None,
    prove: bool = True,
) -> Wrong | None:
    """`failures` are those among the `cases`; `others` are right programs, the reference first. `prove`: it is asked
    whether a repair is right for all inputs. `confirmed` examines a changed submission in full, and says whether it is
    right or on which input it is not: it has the last word on what is not proved. None where the language offers no
    changes."""
    reads, mends = trial.submission.language.reads, trial.submission.language.mends
    if reads is None or mends is None:
        return None
    telling = _telling(cases, failures)
    probes = [as_probe(trial, case) for case in telling]
    seen = list(trial.failures(telling))

    def judged(text: str) -> Checked | Probe | None:
        changed = trial.submission.edited(text.encode())
        program = changed.program()
        if isinstance(program, NoProgram):
            return None
        again = replace(trial, submission=changed, program=program)
        found = failing(again, cases) or check_repair(again, searcher, cases, prove=prove)
        if not isinstance(found, Case):
            last = confirmed(again) if confirmed is not None and found.certainty != "proved" else True
            if not isinstance(last, Case):
                return found if last else None
            found = last
        known = (probe for case, probe in zip(telling, probes, strict=True) if case is found)
        return next(known, None) or as_probe(trial, found)

    return Wrong(
        reads, mends, trial.submission.sandbox, trial.program.text, trial.submission.function,
        tuple(probes), tuple(others), judged, trial.meter, forbidden, (*loosely(trial), *_kinds(seen)),
        any(case.drained for case in telling), _patience(seen),
    )  # fmt: skip


Seen = Sequence[tuple[Case, Outcome, Failure | None]]


def _patience(seen: Seen) -> int:
    """Steps for one quick test: a repair may take longer than the reference, and somewhat longer than what it mends."""
    steps = [max(20 * case.steps, 2 * (outcome.steps or 0)) for case, outcome, _ in seen]
    return min(max(_STEPS, *steps), _MOST_STEPS) if steps else _STEPS


def _kinds(seen: Seen) -> list[str]:
    """Whether quick tests tell a truth value from a number: a repair keeps the kind of result, unless the submission
    itself answers in another kind and is right with it."""
    right = [(case, outcome) for case, outcome, failure in seen if failure is None]
    return ["kinds"] if all(_same_kind(case, outcome) for case, outcome in right) else []


def _same_kind(case: Case, outcome: Outcome) -> bool:
    expected = case.expected.value if case.expected else None
    if expected is None or outcome.value is None:
        return True
    return isinstance(expected.root, bool) is isinstance(outcome.value.root, bool)


def _telling(cases: Sequence[Case], failures: Sequence[Failure]) -> list[Case]:
    """A few tests: failing and passing ones, small ones and others from all over."""
    wrong = {id(failure.case) for failure in failures}
    failing = [failure.case for failure in failures if failure.case.expected is not None]
    passing = [case for case in cases if id(case) not in wrong]
    chosen: list[Case] = []
    for group in (failing, passing):
        by_size = sorted({id(case): case for case in group}.values(), key=lambda case: size(list(case.arguments)))
        rest = by_size[_FEW:]
        spread = [rest[number * len(rest) // _FEW] for number in range(_FEW)] if len(rest) > _FEW else rest
        chosen += [*by_size[:_FEW], *spread]
    return chosen
