"""Whether what is proved is about the programs as they run: both translations are held against runs of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from viva.core import mistake
from viva.engines.calls.oracle import WATCHED, Case, Oracle
from viva.engines.calls.programs import Compiled, Programs
from viva.engines.calls.question import Arguments, Question
from viva.languages.outcome import Outcome

if TYPE_CHECKING:
    from viva.engines.proofs import Claim, Evaluated, Run


def evaluate_claim(claim: Claim, question: Question, runs: Iterable[Run]) -> Evaluated:
    """Raises `Mistranslated` where a translation says something else than its program, and logs it as a mistake of
    ours."""
    from viva.engines.proofs import Mistranslated, evaluate_on  # noqa: PLC0415 it needs z3

    try:
        return evaluate_on(claim, question.shapes, runs)
    except Mistranslated as problem:
        mistake.log(problem)
        raise


def run_some(question: Question, reference: Compiled, requires: Compiled | None, submission: Compiled) -> list[Run]:
    """Both programs, run on some inputs for this purpose."""
    from viva.engines.proofs import STEPS, inputs_for, run_both  # noqa: PLC0415 it needs z3

    def outcomes(program: Compiled, inputs: Sequence[Arguments]) -> Iterator[Outcome]:
        return program.ask(program.trusted(WATCHED), inputs, steps=STEPS)

    proposed = inputs_for(question.shapes, (reference.target, submission.target))
    inputs = Oracle(question, Programs(reference, requires)).admitted(proposed)
    same = partial(submission.calls.equal, strict=question.comparison.strict)
    return run_both(inputs, partial(outcomes, reference), partial(outcomes, submission), same)


def runs_of(question: Question, submission: Compiled, cases: Sequence[Case]) -> Iterator[Run]:
    """Cases on which the submission gave what is called equal to what the reference gave, or should give that by what
    is claimed."""
    from viva.engines.proofs import Run, answer_of  # noqa: PLC0415 it needs z3

    same = partial(submission.calls.equal, strict=question.comparison.strict)
    for case in cases:
        if (
            case.expected is not None
            and case.expected.value is not None
            and len(case.arguments) == len(question.shapes)
        ):
            answer = answer_of(case.expected, same)
            yield Run(case.arguments, answer, answer)
