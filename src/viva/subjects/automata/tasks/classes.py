"""Give a representative of each Myhill–Nerode class: as many words as classes, no two of them equivalent."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.report import Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.text.escape import clip
from viva.core.texts import catalogue
from viva.core.where import Passage
from viva.engines.automata import DFA, access_words, difference
from viva.subjects.automata import draw as drawing
from viva.subjects.automata.model import Task, difficulty
from viva.subjects.automata.notation import WORDS, named_language, read_task, read_words, show_word
from viva.subjects.automata.statement import state_task
from viva.subjects.automata.vary import variants

_MOST = 5


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, named_language(settings, source))
    return Asked(task, difficulty(task.asked), partial(state_task, "classes", task, hand_in="words"))


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    file, text = submission.text(WORDS)
    read_words(exercise.task_as(Task), text, file, catalogue("viva.subjects.automata", terms.locale).say)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    say = catalogue("viva.subjects.automata", terms.locale).say
    file, text = submission.text(WORDS)
    given = read_words(task, text, file, say)
    first: dict[int, tuple[int, str]] = {}
    double: list[tuple[int, str, str]] = []
    for line, word in given:
        state = task.asked.run(word)[-1]
        if state in first:
            double.append((line, first[state][1], word))
        else:
            first[state] = (line, word)
    named = access_words(task.asked)
    missing = [word for state, word in named.items() if state not in first]
    twice = sorted({named[task.asked.run(word)[-1]] for _, _, word in double})
    classes = len(task.asked.moves)
    report = outcome.begun(exercise, terms, say("method_classes"))
    covered = say("covered_classes", count=classes)
    report = replace(report, evidence=replace(report.evidence, tests=len(given), covered=covered))
    if not double and not missing:
        return outcome.proved(report, Decision("one word was given for each class"))
    counted = (("pattern_double", len(double)), ("pattern_missing_class", len(missing)))
    examples = [
        Clue(
            say("words_equivalent", one=_shown(one), other=_shown(other)),
            Passage(file, line),
            Witness("equivalent", {"words": [one, other]}),
        )
        for line, one, other in double[:_MOST]
    ]
    for word in missing[:1]:
        lines = [say("class_missing", word=_shown(word))]
        for _, other in list(first.values())[:_MOST]:
            end = _separation(task.asked, word, other) or ""
            lines.append(say("class_apart" if end else "class_apart_already", word=_shown(other), end=_shown(end)))
        examples.append(Clue("\n".join(lines), witness=Witness("class", {"word": word})))
    ladder = Ladder(
        f"classes:twice={','.join(twice)};missing={','.join(missing)}",
        hint=say("hint_double" if double else "hint_missing_class"),
        pattern=[Clue(say(key, count=number)) for key, number in counted if number],
        example=examples,
    )
    return outcome.refuted(report, "wrong", (len(first) - len(double)) / classes, ladder.findings())


def _separation(asked: DFA, one: str, other: str) -> str | None:
    """A shortest ending that is in the language after one word and not after the other."""
    states = [asked.run(word)[-1] for word in (one, other)]
    left, right = (DFA(asked.alphabet, asked.moves, state, asked.accepting) for state in states)
    return difference(left, right)


def _shown(word: str) -> str:
    return clip(show_word(word), 60)


def solve(exercise: Exercise) -> Submission:
    words = "\n".join(show_word(word) for word in access_words(exercise.task_as(Task).asked).values())
    return Submission.from_text(words + "\n", "answer.txt")


vary = variants
draw = partial(drawing.draw, submitted=drawing.words)
