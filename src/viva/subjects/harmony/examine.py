"""Compares each answer with all that are right there, and tells the first that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.report import About, Finding, Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.text.escape import clip
from viva.core.text.reading import Misread
from viva.core.texts import catalogue
from viva.core.where import Passage
from viva.engines.music import Key
from viva.subjects.harmony import explain
from viva.subjects.harmony.model import Mistake, Question, Task, Wrong
from viva.subjects.harmony.naming import languages, languages_left, show_name, ways_to_read
from viva.subjects.harmony.notation import answers
from viva.subjects.harmony.score import score

if TYPE_CHECKING:
    from viva.engines.music.part_writing import Wanted
    from viva.engines.music.voice_leading import Rule

Judge = Callable[[Task, int, str], Mistake | None]
PACKAGE = "viva.subjects.harmony"


def examine(exercise: Exercise, submission: Submission, terms: Terms, judge: Judge) -> Report:
    """`judge` says what is wrong with the answer to the question of a number, counted from 0."""
    task = exercise.task_as(Task)
    say = catalogue(PACKAGE, terms.locale).say
    asked = len(task.questions)
    given = answers(submission, asked, say, terms.locale, task.key)
    if not given.spelled:
        task = replace(task, enharmonic=True)
    report = outcome.begun(exercise, terms, say("method"))
    accepted: list[Json] = [[*question.accepted] for question in task.questions]
    evidence = replace(
        report.evidence, tests=asked, covered=say("covered", count=asked), details={"accepted": accepted}
    )
    report = replace(report, evidence=evidence)
    if len(given.found) != asked:
        key = "too_few" if len(given.found) < asked else "too_many"
        said = say(key, there=len(given.found), wanted=asked)
        return outcome.rejected(report, key, (Finding(said, About.POLICY, signature=key),))
    texts = [text for _, text in given.found]
    wrong: list[Wrong] = []
    unread: list[Finding] = []
    names = languages_left(texts, languages(exercise, terms.locale))
    for number, (line, text) in enumerate(given.found):
        question = task.questions[number]
        meant = [text] if given.score else ways_to_read(text, names, question.kind)
        mistake = _judged(judge, task, number, meant)
        if isinstance(mistake, Misread):
            said = say("misread_answer", number=number + 1, problem=mistake.told(terms.locale))
            where = Passage(given.file, mistake.line or line, mistake.column)
            unread.append(Finding(said, About.POLICY, signature=mistake.reason, where=where))
        elif mistake:
            wrong.append(Wrong(number, question, clip(text), mistake, given.file, line))
    if unread:  # what can be read is scored all the same
        marks = score(len(wrong) + len(unread), texts)
        return outcome.rejected(report, unread[0].signature or "", tuple(unread), marks)
    if not wrong:
        return outcome.proved(report, Decision("every answer was compared with all that are right"))
    report = replace(report, evidence=replace(report.evidence, failed=len(wrong)))
    told = explain.findings(wrong, asked, say, names[0])
    return outcome.refuted(report, "wrong", score(len(wrong), texts), told)


def _judged(judge: Judge, task: Task, number: int, meant: Sequence[str]) -> Mistake | Misread | None:
    """Nothing where one of the ways to read an answer is right; otherwise what is wrong with the first that can be
    read."""
    found: list[Mistake | Misread] = []
    for text in dict.fromkeys(meant):
        try:
            mistake = judge(task, number, text)
        except Misread as problem:
            found.append(problem)
            continue
        if mistake is None:
            return None
        found.append(mistake)
    return next((each for each in found if isinstance(each, Mistake)), found[0])


def proofread_parts(exercise: Exercise, submission: Submission, terms: Terms, asked: Sequence[Wanted]) -> None:
    from viva.subjects.harmony.diagnosis import understood_parts  # noqa: PLC0415 of no use for names

    say = catalogue(PACKAGE, terms.locale).say
    understood_parts(submission, asked, say, terms.locale, languages(exercise, terms.locale))


def examine_parts(
    exercise: Exercise, submission: Submission, terms: Terms, asked: Sequence[Wanted], rules: Sequence[Rule]
) -> Report:
    """Whether four parts are the chords that are asked for, and keep the rules."""
    from viva.subjects.harmony.diagnosis import diagnose, understood_parts  # noqa: PLC0415 of no use for names

    say = catalogue(PACKAGE, terms.locale).say
    names = languages(exercise, terms.locale)
    sung = understood_parts(submission, asked, say, terms.locale, names)
    there = len(sung.chords)
    report = outcome.begun(exercise, terms, say("method_voices"))
    covered = say("covered_voices", rules=len(rules), chords=there)
    report = replace(report, evidence=replace(report.evidence, tests=len(rules) * there, covered=covered))
    if there != len(asked):
        key = "too_few" if there < len(asked) else "too_many"
        said = say(f"{key}_chords", there=there, wanted=len(asked))
        return outcome.rejected(report, key, (Finding(said, About.POLICY, signature=key),))
    why = diagnose(sung, asked, rules)
    if not why.found:
        return outcome.proved(report, Decision("every rule was looked at for every chord and every two in a row"))
    report = replace(report, evidence=replace(report.evidence, failed=len(why.found)))
    told = explain.findings_of_parts(why, exercise.task_as(Task).given, say, names[0])
    marks = score(len({each.chord for each in why.found}), sung.chords)
    return outcome.refuted(report, "wrong", marks, told)


def state_task(key: str, locale: str) -> str:
    """The statement for teachers who wrote none; `{given}` in it stands for the questions."""
    say = catalogue(PACKAGE, locale).say
    return "\n\n".join((say(f"statement_{key}", key="{key}"), "{given}", say("statement_answer"))) + "\n"


def fields(questions: Sequence[Question], key: Key | None, locale: str) -> Mapping[str, str]:
    """What stands for `{given}` and `{key}` in a statement."""
    lines = [
        f"{number}. " + ("…" if question.hidden else f"`{show_name(question.given, locale, question.asked)}`")
        for number, question in enumerate(questions, 1)
    ]
    return {"given": "\n".join(lines)} | key_field(key, locale)


def in_line(given: str, key: Key | None, locale: str) -> Mapping[str, str]:
    """The same, for what is one line."""
    return {"given": f"`{show_name(given, locale)}`"} | key_field(key, locale)


def key_field(key: Key | None, locale: str) -> dict[str, str]:
    return {"key": show_name(str(key), locale, "key")} if key else {}
