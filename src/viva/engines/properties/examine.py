"""Examines a property, or makes one test of it again: the functions people call. `examining` does the work."""

from __future__ import annotations

import ast
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from viva.core.fault import Fault
from viva.core.verdict import Verdict
from viva.engines.properties.arguments.replaying import are_still_meant, expressions_in, names_for, values_in
from viva.engines.properties.examining.examination import Examination, reason_of
from viva.engines.properties.examining.tally import Tally
from viva.engines.properties.logic import VALUES_FOR_A_WITNESS, Tried
from viva.engines.properties.places import is_place, parse_place
from viva.engines.properties.result import Counterexample, Result


def examine(
    subject: object,
    *,
    tests: int | None = None,
    arguments: int | None = None,
    exists: int = VALUES_FOR_A_WITNESS,
    seconds: float | None = None,
    seed: int = 0,
    replay: str | None = None,
    given: Mapping[str, object] | None = None,
) -> Result:
    """Examines a property and returns the result as a value.

    `tests` is how many, `arguments` how many with discards (100 times as many without it), `exists` how many values
    are tried for a witness, `seconds` of processor time after which it ends undecided. `given` are spaces or types
    for parameters, and types for type variables, by name. `replay` is one test, as a result shows it: its arguments
    (`x = 3; ys = []`), or its place. Raises `Fault` where the property cannot be tested at all.
    """
    examination = Examination.of(subject, tests=tests, arguments=arguments, exists=exists, seed=seed, given=given)
    return examination.settle(seconds) if replay is None else one_test(examination, replay)


def one_test(examination: Examination, text: str) -> Result:
    """One test: at a place that a result has shown, or with these arguments."""
    began = time.perf_counter()
    tally = Tally()
    example: Counterexample | None = None
    if is_place(text):
        place = parse_place(text)
        code = examination.code_at(place)
        found = tally.count(examination.trial.once(code))
        if found is not None:
            example = examination.example(code, found, place, minimal=False)
    else:
        found = tally.count(examination.trial.on(_values(examination, text)))
        if found is not None:
            example = _example(examination, text, found)
    result = Result(
        examination.name, Verdict.PASSED, tally.tests, tally.discarded, example, covered=f"the one test {text}",
        labels=tally.sorted_labels(), seconds=time.perf_counter() - began,
    )  # fmt: skip
    if found is not None:
        return replace(result, verdict=Verdict.REFUTED, reason=reason_of(found), sentence="a counterexample was found")
    if not tally.tests:
        return replace(result, verdict=Verdict.UNDECIDED, reason="nothing_tested", sentence="it is discarded")
    return result


def on_these(examination: Examination, lines: Sequence[str]) -> Result:
    """The result of tests with arguments that someone proposes; those that are none of the property are passed over."""
    proposed: list[list[object]] = []
    for line in lines:
        with suppress(Fault):
            proposed.append(_values(examination, line))
    return examination.run_on(proposed)


def fails_still(examination: Examination, text: str, types: Sequence[str]) -> Result | None:
    """The result of a test that failed before the code was edited, if it is still meant and still fails."""
    try:
        values = _values(examination, text)
    except Fault:
        return None
    if not are_still_meant(examination.trial.space, values, types):
        return None
    result = one_test(examination, text)
    return result if result.verdict is Verdict.REFUTED else None


def _values(examination: Examination, text: str) -> list[object]:
    trial = examination.trial
    return values_in(text, trial.names, names_for(trial.function, trial.space))


def _example(examination: Examination, text: str, found: Tried) -> Counterexample:
    values = dict(zip(examination.trial.names, _values(examination, text), strict=True))
    sources = {name: ast.unparse(expression) for name, expression in expressions_in(text).items()}
    return Counterexample(values, sources, False, text, found.bound, found.note, examination.types_now())
