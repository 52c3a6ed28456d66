"""Whether a submission with loops is proved equal to the reference, or to one of the further references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viva.core.json import Json
from viva.core.terms import ENGLISH
from viva.engines.calls.programs import Compiled
from viva.engines.calls.question import Question

if TYPE_CHECKING:
    from viva.engines.proofs import Program


@dataclass(frozen=True, slots=True)
class ProvedEqual:
    """`reference` is the number of the one that it is equal to; `words` say why, a sentence each."""

    reference: int
    certificate: dict[str, Json]
    words: tuple[str, ...]


def proof_of_loops(
    question: Question,
    references: Sequence[Compiled],
    requires: Compiled | None,
    submission: Compiled,
    locale: str = ENGLISH,
) -> ProvedEqual | None:
    """The references are tried in order. None where nothing was proved, or nothing could be asked: more than values is
    compared, or it is no Python."""
    if not question.comparison.of_values_only:
        return None
    given, asked = program_of(submission), program_of(requires)
    if given is None or (requires is not None and asked is None):
        return None
    from viva.engines.proofs import Proved, in_words, prove, written  # noqa: PLC0415 it needs z3

    for number, reference in enumerate(references):
        known = program_of(reference)
        if known is None:
            continue
        strict = question.comparison.strict
        answer = prove(known, given, question.shapes, requires=asked, strict=strict)
        if isinstance(answer, Proved):
            words = in_words(answer.claim, answer.certificate, locale)
            return ProvedEqual(number, written(answer.certificate), tuple(words))
    return None


def why_not(question: Question, reference: Compiled, requires: Compiled | None, submission: Compiled) -> str:
    """What is missing for a proof, in a few words."""
    known, given, asked = program_of(reference), program_of(submission), program_of(requires)
    if not question.comparison.of_values_only:
        return "more than the returned value is compared"
    if known is None or given is None or (requires is not None and asked is None):
        return "the program could not be read"
    from viva.engines.proofs import Unknown, prove  # noqa: PLC0415 it needs z3

    answer = prove(known, given, question.shapes, requires=asked, strict=question.comparison.strict)
    return answer.reason if isinstance(answer, Unknown) else ""


def recheck(
    question: Question, reference: Compiled, requires: Compiled | None, submission: Compiled, certificate: Json
) -> None:
    """Checks a certificate as it was written. Raises `Refused` or `Malformed` of the engine."""
    from viva.engines.proofs import checked, read_certificate  # noqa: PLC0415 it needs z3

    known, given = program_of(reference), program_of(submission)
    assert known is not None, "it was proved"
    assert given is not None, "it was proved"
    strict = question.comparison.strict
    checked(read_certificate(certificate), known, given, question.shapes, program_of(requires), strict=strict)


def program_of(compiled: Compiled | None) -> Program | None:
    """The syntax of a program, as the sandbox sent it."""
    target = compiled.target if compiled is not None else None
    if target is None:
        return None
    from viva.engines.proofs import Program  # noqa: PLC0415 it needs z3
    from viva.engines.symbolic.proof.tree import Uncovered, read_tree  # noqa: PLC0415

    try:
        return Program(read_tree(target.tree), target.function)
    except Uncovered:
        return None
