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

_MOST_LINES = 40


@dataclass(frozen=True, slots=True)
class ProvedEqual:
    """`reference` is the number of the one that it is equal to; `words` say why, a sentence each. `loops` are those of
    that reference and of the submission, as they stand in the source, `folds` what they compute, and `facts` the kinds
    of facts that were needed. `total`: the reference never raises anything."""

    reference: int
    certificate: dict[str, Json]
    words: tuple[str, ...]
    loops: tuple[str, str]
    folds: tuple[Json, ...]
    facts: tuple[str, ...]
    total: bool


@dataclass(frozen=True, slots=True)
class NotProved:
    """`word` is `compared` (more than values is compared), `unread` (the source could not be looked at) or `engine`,
    which says why in `detail`."""

    word: str
    detail: str = ""


def proof_of_loops(
    question: Question,
    references: Sequence[Compiled],
    requires: Compiled | None,
    submission: Compiled,
    locale: str = ENGLISH,
    *,
    effort: int | None = None,
) -> ProvedEqual | NotProved:
    """The references are tried in order; what is missing is told of the first. `effort` is what the search may cost,
    if not as much as a proof is usually worth."""
    if not question.comparison.of_values_only:
        return NotProved("compared")
    given, asked = program_of(submission), program_of(requires)
    if given is None or (requires is not None and asked is None):
        return NotProved("unread")
    from viva.engines.proofs import (  # noqa: PLC0415 it needs z3
        EFFORT,
        Proved,
        folds_told,
        in_words,
        loop_lines,
        missing,
        never_raises,
        prove,
        written,
    )  # fmt: skip

    told = NotProved("unread")
    for number, reference in enumerate(references):
        known = program_of(reference)
        if known is None:
            continue
        answer = prove(
            known, given, question.shapes,
            requires=asked, strict=question.comparison.strict, effort=EFFORT if effort is None else effort,
        )  # fmt: skip
        if isinstance(answer, Proved):
            other = f"`{reference.file}`" if number else ""
            words = in_words(answer.claim, answer.certificate, locale, question.names, other)
            lines = zip((reference, submission), loop_lines(answer.claim), strict=True)
            one, two = (_loops(program.source, found) for program, found in lines)
            folds = tuple(folds_told(answer.claim, question.names))
            certificate, total = written(answer.certificate), never_raises(answer.claim)
            return ProvedEqual(number, certificate, tuple(words), (one, two), folds, answer.claim.facts, total)
        if told.word != "engine":
            told = NotProved("engine", missing(answer, locale))
    return told


def _loops(source: bytes, lines: Sequence[int]) -> str:
    """The loops that begin in these lines, each line with its number."""
    text = source.decode("utf-8", "replace").split("\n")
    shown: list[int] = []
    for line in lines:
        if line in shown or not 0 < line <= len(text):
            continue
        depth = _depth(text[line - 1])
        shown.append(line)
        for number in range(line + 1, len(text) + 1):
            if text[number - 1].strip() and _depth(text[number - 1]) <= depth:
                break
            shown.append(number)
    kept = [number for number in shown if text[number - 1].strip()][:_MOST_LINES]
    width = len(str(kept[-1])) if kept else 0
    return "\n".join(f"{number:>{width}}  {text[number - 1].rstrip()}" for number in kept)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def program_of(compiled: Compiled | None) -> Program | None:
    """The syntax of a program, as the sandbox sent it."""
    target = compiled.target if compiled is not None else None
    if target is None:
        return None
    from viva.engines.proofs import Program  # noqa: PLC0415 it needs z3
    from viva.engines.syntax.tree import Uncovered, read_tree  # noqa: PLC0415

    try:
        return Program(read_tree(target.tree), target.function)
    except Uncovered:
        return None
