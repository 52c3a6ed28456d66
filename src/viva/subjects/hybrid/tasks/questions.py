"""Answer questions about a system with numbers: how often it switches, how far a quantity goes.

The answers are computed from an exact run of the reference up to the horizon.
"""

from __future__ import annotations

from dataclasses import field, replace
from fractions import Fraction

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.records import dataclass
from viva.core.report import Finding, Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.text.reading import Misread
from viva.core.texts import Say, catalogue
from viva.core.where import Passage
from viva.engines.hybrid import Summary, System
from viva.engines.hybrid.curves import Number, size
from viva.engines.hybrid.expressions import read_number, show_number
from viva.subjects.hybrid import draw as drawing
from viva.subjects.hybrid.model import Task, difficulty
from viva.subjects.hybrid.notation import exact, json_number, parameter_words, read_task, spoken_number
from viva.subjects.hybrid.vary import variants

KINDS = ("switches", "entries", "least", "greatest", "first", "value")
_ENDINGS = (".txt", ".answers")

Answers = dict[str, tuple[Fraction, int]]
"""The numbers that were given, and in which line each stands."""


@dataclass(frozen=True, slots=True)
class Question:
    """`kind` is what is asked; `of` names the mode or the variable, `at` a time. Answers may be off by `within`."""

    name: str
    kind: str
    answer: Fraction
    within: Fraction
    of: str = ""


@dataclass(frozen=True, slots=True)
class Questions(Task):
    questions: tuple[Question, ...] = field(default=())


def read(settings: Table, source: Source) -> Asked:
    rows = settings.tables("questions")
    if not rows:
        raise settings.fault("questions", "is missing", 'ask with [[hybrid.questions]] name = "n" ask = "switches"')
    task = read_task(settings, source)
    assert task.summary is not None
    asked = tuple(_question(row, task) for row in rows)
    names = [each.name for each in asked]
    if len(set(names)) != len(names):
        raise settings.fault("questions", "asks for one name twice")
    plain = {key: getattr(task, key) for key in Task.__dataclass_fields__}
    return Asked(Questions(**plain, questions=asked), difficulty(task), fields=parameter_words(task))


def _question(row: Table, task: Task) -> Question:
    assert task.summary is not None
    kind = row.choice("ask", KINDS)
    of = row.string("of", "") if kind == "switches" else row.string("of")
    within = exact(row, "within", 0.0)
    system = task.reference
    names = system.variables if kind in ("least", "greatest", "value") else _modes(system)
    if of and of not in names:
        raise row.fault("of", f"names {of!r}, which is not there", f"there is {', '.join(names)}")
    at = exact(row, "at") if kind == "value" else Fraction(0)
    if at < 0 or at > task.horizon:
        raise row.fault("at", "is not between 0 and the horizon")
    found = answer(system, task.summary, kind, of, at)
    if found is None:
        raise row.fault("of", f"asks when {of!r} is first reached, and up to the horizon it is not")
    question = Question(row.string("name"), kind, Fraction(found), within, of)
    row.finish()
    if isinstance(found, float) and not within:
        raise row.fault("within", "is needed: the answer is no round number", "say how far off an answer may be")
    return question


def _modes(system: System) -> tuple[str, ...]:
    return tuple(mode.name for automaton in system.automata for mode in automaton.modes)


def answer(system: System, summary: Summary, kind: str, of: str, at: Fraction) -> Number | None:
    """The answer to a question, from a run."""
    entered = [
        jump.time
        for jump in summary.jumps
        if of in system.mode_names(jump.after) and of not in system.mode_names(jump.before)
    ]
    match kind:
        case "switches":
            return Fraction(sum(jump.before != jump.after for jump in summary.jumps))
        case "entries":
            return Fraction(len(entered))
        case "first":
            begun = of in system.mode_names(tuple(each.initial for each in system.automata))
            return Fraction(0) if begun else entered[0] if entered else None
        case "least" | "greatest":
            return summary.bounds[system.position(of)][kind == "greatest"]
    for piece in summary.pieces:
        if piece.start <= at and (piece.end is None or at < piece.end or piece is summary.pieces[-1]):
            return piece.flow.values(at - piece.start)[system.position(of)]
    return None


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    file, text = submission.text(_ENDINGS)
    _answers(exercise.task_as(Questions), file, text, catalogue("viva.subjects.hybrid", terms.locale).say)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Questions)
    say = catalogue("viva.subjects.hybrid", terms.locale).say
    file, text = submission.text(_ENDINGS)
    given = _answers(task, file, text, say)
    report = outcome.begun(exercise, terms, say("method_answers"))
    report = replace(
        report, evidence=replace(report.evidence, tests=len(task.questions), covered=say("covered_answers"))
    )
    wrong = [each for each in task.questions if each.name not in given or not _right(each, given[each.name][0])]
    if not wrong:
        return outcome.proved(report, Decision("every answer is the one that the exact run gives"))
    right = 1 - len(wrong) / len(task.questions)
    return outcome.refuted(report, "wrong", right, _findings(wrong, given, file, say))


def _right(question: Question, given: Fraction) -> bool:
    return size(question.answer - given) <= question.within


def _answers(task: Questions, file: str, text: str, say: Say) -> Answers:
    """Lines `name = number`. Raises Unreadable."""
    found: Answers = {}
    names = [each.name for each in task.questions]
    for line, written in enumerate(text.splitlines(), 1):
        bare = written.split("#", 1)[0].strip()
        if not bare:
            continue
        name, equals, value = bare.partition("=")
        if not equals or name.strip() not in names:
            told = say("answer_unknown", file=file, line=line, names=", ".join(names))
            raise Unreadable("syntax_error", told)
        try:
            found[name.strip()] = (read_number(value), line)
        except Misread as problem:
            raise Unreadable(
                "syntax_error", say("answer_unreadable", file=file, line=line, problem=problem.sentence)
            ) from None
    return found


def _findings(wrong: list[Question], given: Answers, file: str, say: Say) -> list[Finding]:
    return [each for question in wrong for each in _ladder(question, given, file, say).findings()]


def _ladder(question: Question, given: Answers, file: str, say: Say) -> Ladder:
    name = question.name
    signature, hint = f"answer {name}", say(f"hint_{question.kind}", of=question.of)
    if name not in given:
        return Ladder(signature, hint=hint, pattern=say("pattern_no_answer", name=name))
    value, line = given[name]
    fields = {"question": name, "expected": json_number(question.answer), "actual": json_number(value)}
    told = {"expected": spoken_number(question.answer, say), "actual": spoken_number(value, say)}
    text = say("example_answer", name=name, **told)
    return Ladder(
        signature,
        hint=hint,
        pattern=say("pattern_too_much" if value > question.answer else "pattern_too_little", name=name),
        example=Clue(text, Passage(file, line), Witness("answer", fields)),
    )


def solve(exercise: Exercise) -> Submission:
    lines = [f"{each.name} = {show_number(each.answer)}" for each in exercise.task_as(Questions).questions]
    return Submission.from_text("\n".join(lines) + "\n", "answers.txt")


vary = variants


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    return drawing.draw(exercise, None if isinstance(thing, Submission) else thing)
