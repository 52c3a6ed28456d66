"""Whether a submission is proved equal to the reference, or to one of the further references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from viva.core.json import Json
from viva.core.terms import ENGLISH
from viva.engines.calls.oracle import Case
from viva.engines.calls.programs import Compiled
from viva.engines.calls.proving.evaluation import evaluate_claim, run_some, runs_of
from viva.engines.calls.question import Arguments, Question
from viva.engines.calls.trial import Trial
from viva.engines.syntax.paths import paths_through
from viva.engines.syntax.tree import Uncovered, read_tree

if TYPE_CHECKING:
    from viva.engines.proofs import Claim, Evaluated, Program, Proved

_MOST_LINES = 40
_REPEATING = frozenset({"for", "while", "comprehension", "recursion"})


@dataclass(frozen=True, slots=True)
class ProvedEqual:
    """`reference` is the number of the one that it is equal to; `words` say why, a sentence each. `loops` are those of
    that reference and of the submission, as they stand in the source, `folds` what they compute, and `facts` the kinds
    of facts that were needed. `total`: the reference never raises anything. `paths` are the ways through both programs,
    where neither has a loop; else there are none. `claim` is what was proved, and `evaluated` on how many inputs its
    translations gave what the programs did."""

    reference: int
    certificate: dict[str, Json]
    words: tuple[str, ...]
    loops: tuple[str, str]
    folds: tuple[Json, ...]
    facts: tuple[str, ...]
    total: bool
    claim: Claim
    evaluated: Evaluated
    paths: int = 0


@dataclass(frozen=True, slots=True)
class NotProved:
    """`word` is `compared` (more than values is compared), `unread` (the source could not be looked at) or `engine`,
    which says why in `detail`. `arguments` are an input on which the two should differ: a proposal, to be run."""

    word: str
    detail: str = ""
    arguments: Arguments | None = None


Equality = ProvedEqual | NotProved


def prove_equal(
    question: Question,
    references: Sequence[Compiled],
    requires: Compiled | None,
    submission: Compiled,
    locale: str = ENGLISH,
    *,
    effort: int | None = None,
    cases: Sequence[Case] = (),
) -> Equality:
    """The references are tried in order; what is missing is told of the first. `effort` is what the search may cost,
    if not as much as a proof is usually worth. `cases` are inputs of which the answer of the reference is known, and
    that of the submission is not known to be another."""
    if not question.comparison.of_values_only:
        return NotProved("compared")
    given, asked = program_of(submission), program_of(requires)
    if given is None or (requires is not None and asked is None):
        return NotProved("unread")
    from viva.engines.proofs import EFFORT, Differs, Mistranslated, Proved, Unknown, missing, prove  # noqa: PLC0415 z3

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
            runs = [*run_some(question, reference, requires, submission), *runs_of(question, submission, cases)]
            try:
                evaluated = evaluate_claim(answer.claim, question, runs)
            except Mistranslated as mistake:
                answer = Unknown("broken", type(mistake).__name__)
            else:
                return _proved(question, reference, number, submission, answer, evaluated, locale)
        if told.word != "engine":
            arguments = answer.arguments if isinstance(answer, Differs) else None
            told = NotProved("engine", missing(answer, locale), arguments)
    return told


def evaluated_further(
    proved: ProvedEqual, question: Question, submission: Compiled, cases: Sequence[Case]
) -> ProvedEqual | None:
    """The proof, where both translations give what the programs gave for inputs that were run after it, too."""
    from viva.engines.proofs import Mistranslated  # noqa: PLC0415 it needs z3

    try:
        found = evaluate_claim(proved.claim, question, runs_of(question, submission, cases))
    except Mistranslated:
        return None
    return replace(proved, evaluated=proved.evaluated + found)


def has_no_loops(trial: Trial) -> bool:
    """Whether submission and reference neither repeat anything nor call themselves: then a proof costs little."""
    programs, source = trial.oracle.programs, trial.question.reference
    if programs.reference is None or source is None:
        return False
    reads = programs.reference.language.reads
    if reads is None or trial.submission.language.reads is None:
        return False
    teachers = reads.survey_trusted(source.text, source.file or source.function)
    return _REPEATING.isdisjoint(mention.name for mention in (*teachers.syntax, *trial.submission.facts.syntax))


def _proved(  # noqa: PLR0917 the programs and what is known of them
    question: Question,
    reference: Compiled,
    number: int,
    submission: Compiled,
    answer: Proved,
    evaluated: Evaluated,
    locale: str,
) -> ProvedEqual:
    from viva.engines.proofs import folds_told, in_words, is_without_loops, loop_lines, never_raises, write_certificate  # noqa: PLC0415

    claim = answer.claim
    words = in_words(claim, answer.certificate, locale, question.names, f"`{reference.file}`" if number else "")
    lines = zip((reference, submission), loop_lines(claim), strict=True)
    one, two = (_loops(program.source, found) for program, found in lines)
    paths = sum(map(_paths, (reference, submission))) if is_without_loops(claim) else 0
    return ProvedEqual(
        number, write_certificate(answer.certificate), tuple(words), (one, two),
        tuple(folds_told(claim, question.names)), claim.facts, never_raises(claim), claim, evaluated, paths,
    )  # fmt: skip


def _paths(compiled: Compiled) -> int:
    program = program_of(compiled)
    assert program is not None, "it was proved something about"
    return paths_through(program.tree, program.function)


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

    try:
        return Program(read_tree(target.tree), target.function)
    except Uncovered:
        return None
