"""Give words inside a language, and outside of it: one a line, `<empty>` for the empty word.

Where both are asked for, the first `inside` lines are inside and the rest outside, unless `in:` and `out:` say which
are which, on lines of their own or before the words.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import islice

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.records import dataclass
from viva.core.report import About, Finding, Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.text.escape import clip
from viva.core.texts import Say, catalogue
from viva.core.where import Passage
from viva.engines.automata import complement
from viva.engines.automata import words as words_of
from viva.subjects.automata import draw as drawing
from viva.subjects.automata.explain import the_word
from viva.subjects.automata.judge import ACCEPTED, REJECTED
from viva.subjects.automata.model import Task, difficulty
from viva.subjects.automata.notation import WORDS, named_language, read_task, read_words, show_word
from viva.subjects.automata.statement import state_task
from viva.subjects.automata.vary import variants

_HEADINGS = {"in": True, "inside": True, "out": False, "outside": False, "not in": False}
_HEADING = re.compile(rf"\s*({'|'.join(_HEADINGS)})\s*:", re.IGNORECASE)
_MOST_WRONG = 10


@dataclass(frozen=True, slots=True)
class Given:
    """A word of the answer: its line, and whether it was given as one inside the language."""

    word: str
    line: int
    inside: bool


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, named_language(settings, source))
    task = replace(task, inside=_count(settings, "inside", 1), outside=_count(settings, "outside", 0))
    for key, wanted, language in (
        ("inside", task.inside, task.asked),
        ("outside", task.outside, complement(task.asked)),
    ):
        there = sum(1 for _ in islice(words_of(language), wanted))
        if there < wanted:
            raise settings.fault(key, f"asks for {wanted} words, and there are only {there}")
    if not task.inside and not task.outside:
        raise settings.fault("inside", "and `outside` are both 0, so nothing is asked for")
    return Asked(task, difficulty(task.asked), partial(state_task, "words", task, hand_in="words"))


def _count(settings: Table, key: str, default: int) -> int:
    number = settings.integer(key, default)
    if not 0 <= number <= 1000:
        raise settings.fault(key, "must be from 0 to 1000")
    return number


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    file, text = submission.text(WORDS)
    _given(exercise.task_as(Task), text, file, catalogue("viva.subjects.automata", terms.locale).say)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    say = catalogue("viva.subjects.automata", terms.locale).say
    file, text = submission.text(WORDS)
    given = _given(task, text, file, say)
    wrong = [each for each in given if task.asked.accepts(each.word) != each.inside]
    report = outcome.begun(exercise, terms, say("method_words"))
    report = replace(report, evidence=replace(report.evidence, tests=len(given), covered=say("covered_words")))
    missing = tuple(Finding(text, About.POLICY, signature="too_few") for text in _missing(task, given, say))
    if not wrong:
        right = Decision("every word was run through the automaton that was asked for")
        return outcome.rejected(report, "too_few", missing) if missing else outcome.proved(report, right)
    kinds = sorted({ACCEPTED if each.inside else REJECTED for each in wrong})
    ladder = Ladder(
        f"words:{'+'.join(kinds)}",
        hint=say("hint_words"),
        pattern=say("pattern_wrong_words", count=len(wrong)),
        example=[_example(each, file, say) for each in wrong[:_MOST_WRONG]],
    )
    wanted = max(len(given), task.inside + task.outside)
    return outcome.refuted(report, "wrong", (len(given) - len(wrong)) / wanted, (*ladder.findings(), *missing))


def _given(task: Task, text: str, file: str, say: Say) -> list[Given]:
    lines = text.splitlines()
    headings: dict[int, bool] = {}
    for number, written in enumerate(lines, 1):
        heading = _HEADING.match(written)
        if heading and (":" not in task.alphabet or heading.end() == len(written.rstrip())):
            headings[number] = _HEADINGS[heading[1].lower()]
            lines[number - 1] = " " * heading.end() + written[heading.end() :]
    plain = "\n".join(lines)
    seen: dict[str, int] = {}
    found = []
    above: list[int] = []
    upcoming = sorted(headings, reverse=True)
    for index, (line, word) in enumerate(read_words(task, plain, file, say)):
        while upcoming and upcoming[-1] <= line:
            above = [upcoming.pop()]
        if word in seen:
            said = say("word_twice", word=clip(show_word(word)), line=line, first=seen[word])
            where = Passage(file, line)
            raise Unreadable("repeated", [Finding(said, About.POLICY, signature="repeated", where=where)])
        seen[word] = line
        inside = headings[above[0]] if above else (index < task.inside or not task.outside) and task.inside > 0
        found.append(Given(word, line, inside))
    return found


def _missing(task: Task, given: list[Given], say: Say) -> list[str]:
    found = []
    for key, wanted, inside in (("inside", task.inside, True), ("outside", task.outside, False)):
        there = sum(each.inside == inside for each in given)
        if there < wanted:
            found.append(say(f"too_few_{key}", there=there, wanted=wanted))
    return found


def _example(each: Given, file: str, say: Say) -> Clue:
    """A word given as one inside is one the student accepts."""
    key = "word_not_inside" if each.inside else "word_not_outside"
    witness = Witness("word", {"word": each.word, "direction": ACCEPTED if each.inside else REJECTED})
    text = say(key, word=the_word(each.word, say), line=each.line)
    return Clue(text, Passage(file, each.line), witness)


def solve(exercise: Exercise) -> Submission:
    task = exercise.task_as(Task)
    inside = list(islice(words_of(task.asked), task.inside))
    outside = list(islice(words_of(complement(task.asked)), task.outside))
    lines = (
        ["in:", *map(show_word, inside), "out:", *map(show_word, outside)] if outside else list(map(show_word, inside))
    )
    return Submission.from_text("\n".join(lines) + "\n", "answer.txt")


vary = variants
draw = partial(drawing.draw, submitted=drawing.words)
