"""Whether a submission is proved equal to the reference, or to one of the further references."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.terms import ENGLISH
from viva.engines.calls.oracle import Case
from viva.engines.calls.programs import Compiled
from viva.engines.calls.proving.evaluation import evaluate_claim, run_some, runs_of
from viva.engines.calls.proving.widening import alternatives
from viva.engines.calls.question import Arguments, Question
from viva.engines.calls.trial import Trial
from viva.engines.syntax.paths import paths_through
from viva.engines.syntax.tree import Uncovered, read_tree

if TYPE_CHECKING:
    from viva.engines.proofs import Claim, Differs, Evaluated, Program, Proved, Unknown

_MOST_LINES = 40
_REPEATING = frozenset({"for", "while", "comprehension", "recursion"})


@dataclass(frozen=True, slots=True)
class ProvedEqual:
    """`reference` is the number of the one that it is equal to; `words` say why, a sentence each. `loops` are those of
    that reference and of the submission, as they stand in the source, `folds` what they compute, and `facts` the kinds
    of facts that were needed. `total`: the reference never raises anything. `paths` are the ways through both programs,
    where neither has a loop; else there are none. `claim` is what was proved, and `evaluated` on how many inputs its
    translations gave what the programs did. Where the question was asked in parts, these are its `parts`, each with a
    claim of its own about the question `asked`; what is said above is then the first part's, or that of all."""

    reference: int
    certificate: dict[str, Json]
    words: tuple[str, ...]
    loops: tuple[str, str]
    folds: tuple[Json, ...]
    facts: tuple[str, ...]
    total: bool
    claim: Claim
    evaluated: Evaluated
    asked: Question
    paths: int = 0
    parts: tuple[ProvedEqual, ...] = ()


@dataclass(frozen=True, slots=True)
class NotProved:
    """`word` is `compared` (more than values is compared), `unread` (the source could not be looked at), `seconds` (the
    safety net ended it), `evaluated` (what was translated gave something else than a run) or `engine`, which says why
    in `detail`. `arguments` are an input on which the two should differ: a proposal, to be run."""

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
    from viva.engines.proofs import Differs, Mistranslated, Proved, Unknown, missing, prove  # noqa: PLC0415 z3

    told = NotProved("unread")
    for number, reference in enumerate(references):
        known = program_of(reference)
        if known is None:
            continue

        def prove_one(
            one: Question, number: int = number, reference: Compiled = reference, known: Program = known
        ) -> ProvedEqual | Differs | Unknown:
            answer = prove(
                known, given, one.shapes,
                requires=asked, strict=one.comparison.strict, effort=effort,
            )  # fmt: skip
            if not isinstance(answer, Proved):
                return answer
            held = [case for case in cases if one.holds(case.arguments)]
            runs = [*run_some(one, reference, requires, submission), *runs_of(one, submission, held)]
            try:
                evaluated = evaluate_claim(answer.claim, one, runs)
            except Mistranslated as mistake:
                return Unknown("broken", type(mistake).__name__)
            return _proved(one, reference, number, submission, answer, evaluated, locale)

        whole = prove_one(question)
        if isinstance(whole, ProvedEqual):
            return whole
        found = _in_parts(question, prove_one)
        if found is not None:
            return found
        if told.word != "engine":
            arguments = whole.arguments if isinstance(whole, Differs) else None
            told = NotProved("engine", missing(whole, locale), arguments)
    return told


def _in_parts(question: Question, prove_one: Callable[[Question], object]) -> ProvedEqual | None:
    """The proof for each of the alternatives that together are the question: by larger types, or by single values."""
    ways = [alternatives(question), alternatives(question, single=True)]
    for asked in ways[: 1 + (ways[0] != ways[1])]:
        proved: list[ProvedEqual] = []
        for one in asked:
            answer = prove_one(one)
            if not isinstance(answer, ProvedEqual):
                break
            proved.append(answer)
        if asked and len(proved) == len(asked):
            return _together(question, proved)
    return None


def _together(question: Question, proved: Sequence[ProvedEqual]) -> ProvedEqual:
    first = proved[0]
    evaluated = first.evaluated
    for each in proved[1:]:
        evaluated += each.evaluated
    return replace(
        first,
        certificate={"alternatives": [each.certificate for each in proved]},
        words=tuple(dict.fromkeys(word for each in proved for word in each.words)),
        folds=tuple(fold for each in proved for fold in each.folds),
        facts=tuple(dict.fromkeys(fact for each in proved for fact in each.facts)),
        total=all(each.total for each in proved),
        evaluated=evaluated,
        asked=question,
        paths=sum(each.paths for each in proved) if all(each.paths for each in proved) else 0,
        parts=tuple(proved),
    )


def evaluated_further(proved: ProvedEqual, submission: Compiled, cases: Sequence[Case]) -> ProvedEqual | None:
    """The proof, where both translations give what the programs gave for inputs that were run after it, too."""
    from viva.engines.proofs import Mistranslated  # noqa: PLC0415 it needs z3

    further = proved.evaluated
    for part in proved.parts or (proved,):
        held = [case for case in cases if part.asked.holds(case.arguments)]
        try:
            further += evaluate_claim(part.claim, part.asked, runs_of(part.asked, submission, held))
        except Mistranslated:
            return None
    return replace(proved, evaluated=further)


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
        tuple(folds_told(claim, question.names)), claim.facts, never_raises(claim), claim, evaluated, question, paths,
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
