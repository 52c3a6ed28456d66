"""Certificates as documents: what a proof about two programs looks like in a file, and why such a file is refused.

A document names the programs that it is about, says the proof in words, and holds the certificate of the engine. What
is read from a file is believed in nothing: the checker makes every query anew, the words and formulas are written
again, and at the end the document must be the one that Viva writes for this proof.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

from viva.core.json import Json
from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.engines.calls.programs import Compiled
from viva.engines.calls.proving.equality import ProvedEqual, program_of
from viva.engines.calls.proving.evaluation import evaluate_claim, run_some
from viva.engines.calls.proving.widening import alternatives
from viva.engines.calls.question import Question
from viva.engines.syntax.tree import Uncovered

_TEXTS = "viva.engines.proofs"


def document(
    proved: ProvedEqual,
    references: Sequence[Compiled],
    requires: Compiled | None,
    submission: Compiled,
    locale: str = ENGLISH,
) -> dict[str, Json]:
    reference = references[proved.reference]
    return _sealed(
        {
            "equal_to": reference.file or reference.function,
            "programs": _digests(reference, requires, submission),
            "locale": locale,
            "words": list(proved.words),
            "loops": list(proved.folds),
            "facts": list(proved.facts),
            **proved.certificate,
        }
    )


def _sealed(content: Mapping[str, Json]) -> dict[str, Json]:
    return {**content, "sha256": sha256(repr(_ordered(dict(content))).encode()).hexdigest()}


def _ordered(value: Json) -> Json:
    """The same for every order of keys."""
    match value:
        case dict():
            return [[key, _ordered(value[key])] for key in sorted(value)]
        case list():
            return [_ordered(each) for each in value]
    return value


def _digests(reference: Compiled, requires: Compiled | None, submission: Compiled) -> dict[str, Json]:
    def digest(program: Compiled | None) -> Json:
        return sha256(program.source).hexdigest() if program is not None else None

    return {"reference": digest(reference), "submission": digest(submission), "requires": digest(requires)}


def refusal_of(
    question: Question,
    references: Sequence[Compiled],
    requires: Compiled | None,
    submission: Compiled,
    told: object,
    *,
    locale: str = ENGLISH,
    refuted: list[str] | None = None,
) -> str | None:
    """Why a document proves nothing about these programs, as a sentence; None if it is the certificate of a proof.
    Then `refuted` has what z3 was trusted in."""
    from z3 import Z3Exception  # noqa: PLC0415

    from viva.engines.proofs import (  # noqa: PLC0415 it needs z3
        Malformed,
        Mistranslated,
        Refused,
        read_certificate,
        refusal,
    )
    from viva.engines.proofs.query import Exhausted  # noqa: PLC0415
    from viva.engines.proofs.showing.refusing import not_covered  # noqa: PLC0415
    from viva.engines.proofs.terms import TooLarge  # noqa: PLC0415

    say = catalogue(_TEXTS, locale).say
    if not isinstance(told, dict):
        return say("refused_malformed")
    named = [each.file or each.function for each in references]
    if told.get("equal_to") not in named:
        return say("refused_reference")
    reference = references[named.index(told["equal_to"])]
    digests = _digests(reference, requires, submission)
    claimed = told.get("programs")
    for which, digest in digests.items():
        if not isinstance(claimed, dict) or claimed.get(which) != digest:
            return say("refused_programs", which=say(f"which_{which}"))
    try:
        parts = told.get("alternatives")
        certificates = (
            [read_certificate(each) for each in parts] if isinstance(parts, list) else [read_certificate(told)]
        )
        asked = _asked(question, len(certificates)) if isinstance(parts, list) else [[question]]
        if not asked:
            return say("refused_malformed")
        for number, questions in enumerate(asked):
            found: list[str] = []
            try:
                again = _again(
                    questions, reference, requires, submission, certificates, str(told.get("locale")), named[0],
                    in_parts=isinstance(parts, list), refuted=found if refuted is not None else None,
                )  # fmt: skip
                if refuted is not None:
                    refuted += found
                break
            except Refused:
                if number + 1 == len(asked):
                    raise
    except (Malformed, Z3Exception):
        return say("refused_malformed")
    except Refused as problem:
        return refusal(problem, locale)
    except Mistranslated as problem:
        return say("unknown_broken", detail=type(problem).__name__)
    except (Exhausted, TooLarge, RecursionError):
        return say("refused_large")
    except Uncovered as problem:
        return say("refused_measure", reason=not_covered(str(problem), say))
    changed = [key for key in sorted(again.keys() | told.keys()) if again.get(key) != told.get(key)]
    return say("refused_written", field=changed[0]) if changed else None


def _asked(question: Question, many: int) -> list[list[Question]]:
    """The ways in which a question is asked in so many parts."""
    ways = [alternatives(question, single=single) for single in (False, True)]
    return [way for number, way in enumerate(ways) if len(way) == many and way not in ways[:number]]


def _again(  # noqa: PLR0917 the programs and what is said of them
    questions: Sequence[Question],
    reference: Compiled,
    requires: Compiled | None,
    submission: Compiled,
    certificates: Sequence[object],
    locale: str,
    first: str,
    *,
    in_parts: bool,
    refuted: list[str] | None,
) -> dict[str, Json]:
    """The document that Viva writes for certificates, one for each part of the question, which are checked on the way,
    and held against runs."""
    from viva.engines.proofs import Certificate, check_certificate, folds_told, in_words, write_certificate  # noqa: PLC0415 it needs z3

    known, given = program_of(reference), program_of(submission)
    if known is None or given is None:
        raise Uncovered("a program that could not be looked at")
    asked = program_of(requires)
    name = reference.file or reference.function
    words: list[str] = []
    folds: list[Json] = []
    facts: list[str] = []
    written: list[dict[str, Json]] = []
    for question, certificate in zip(questions, certificates, strict=True):
        assert isinstance(certificate, Certificate)
        claim = check_certificate(
            certificate, known, given, question.shapes, asked, strict=question.comparison.strict, refuted=refuted
        )
        evaluate_claim(claim, question, run_some(question, reference, requires, submission))
        words += in_words(claim, certificate, locale, question.names, f"`{name}`" if name != first else "")
        folds += folds_told(claim, question.names)
        facts += claim.facts
        written.append(write_certificate(certificate))
    return _sealed(
        {
            "equal_to": name,
            "programs": _digests(reference, requires, submission),
            "locale": locale,
            "words": list[Json](dict.fromkeys(words)),
            "loops": folds,
            "facts": list[Json](dict.fromkeys(facts)),
            **({"alternatives": list[Json](written)} if in_parts else written[0]),
        }
    )
