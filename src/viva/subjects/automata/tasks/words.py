"""Give words inside a language, and outside of it: one a line, `<empty>` for the empty word.

Where both are asked for, the first `inside` lines are inside and the rest outside, unless lines `in:` and `out:` say
which are which.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.report import About, Finding, Report, Witness
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.engines.automata import complement
from viva.engines.automata import words as words_of
from viva.engines.automata.machine import clipped
from viva.subjects.automata.answer import Rejected
from viva.subjects.automata.examine import blank
from viva.subjects.automata.judge import ACCEPTED, REJECTED
from viva.subjects.automata.model import Task
from viva.subjects.automata.notation import EMPTY_WORD, WORDS, read_words, show_word

_HEADINGS = {"in:": True, "inside:": True, "out:": False, "outside:": False, "not in:": False}
_MOST_WRONG = 10
_TEXTS = catalogue("viva.subjects.automata")


@dataclass(frozen=True, slots=True)
class Given:
    """A word of the answer: its line, and whether it was given as one inside the language."""

    word: str
    line: int
    inside: bool


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    file, text = submission.text(WORDS)
    given = _given(task, text, file)
    wrong = [each for each in given if task.asked.accepts(each.word) != each.inside]
    report = blank(exercise, terms, "method_words")
    report = replace(report, evidence=replace(report.evidence, tests=len(given), covered=_TEXTS.say("covered_words")))
    missing = _missing(task, given)
    if not wrong and not missing:
        return replace(report, verdict=Verdict.PROVED, score=1.0)
    if not wrong:
        findings = tuple(Finding(text, About.POLICY, signature="too_few") for text in missing)
        return replace(report, verdict=Verdict.REJECTED, reason="too_few", score=0.0, findings=findings)
    wanted = max(len(given), task.inside + task.outside)
    marks = round(min(0.99, (len(given) - len(wrong)) / wanted), 4)
    findings = (
        Finding(_TEXTS.say("hint_words"), rung=Rung.HINT, signature="words"),
        Finding(
            _TEXTS.say("pattern_wrong_words", count=len(wrong), all=len(given)), rung=Rung.PATTERN, signature="words"
        ),
        *(_example(each, file) for each in wrong[:_MOST_WRONG]),
        *(Finding(text, About.POLICY, signature="too_few") for text in missing),
    )
    return replace(report, verdict=Verdict.REFUTED, reason="wrong", score=marks, findings=findings)


def read_lines(task: Task, text: str, file: str) -> list[tuple[int, str]]:
    """The words of an answer with their lines; `Rejected` for a letter outside the alphabet."""
    found: list[tuple[int, str]] = []
    for line, shown in read_words(text):
        word = "" if shown in (EMPTY_WORD, "ε", "λ") and shown not in task.alphabet else shown
        unknown = next((index for index, letter in enumerate(word) if letter not in task.alphabet), None)
        if unknown is not None:
            said = _TEXTS.say(
                "word_letter", word=clipped(word), letter=word[unknown], alphabet=" ".join(task.alphabet), line=line
            )
            finding = Finding(said, About.POLICY, signature="unknown_letter", where=Passage(file, line, unknown + 1))
            raise Rejected("unknown_letter", (finding,))
        found.append((line, word))
    return found


def _given(task: Task, text: str, file: str) -> list[Given]:
    lines = text.splitlines()
    headings = {
        number: _HEADINGS[line.strip().lower()]
        for number, line in enumerate(lines, 1)
        if line.strip().lower() in _HEADINGS
    }
    plain = "\n".join("" if number in headings else line for number, line in enumerate(lines, 1))
    words = read_lines(task, plain, file)
    seen: dict[str, int] = {}
    found = []
    above: list[int] = []
    upcoming = sorted(headings, reverse=True)
    for index, (line, word) in enumerate(words):
        while upcoming and upcoming[-1] < line:
            above = [upcoming.pop()]
        if word in seen:
            said = _TEXTS.say("word_twice", word=clipped(show_word(word)), line=line, first=seen[word])
            raise Rejected("repeated", (Finding(said, About.POLICY, signature="repeated", where=Passage(file, line)),))
        seen[word] = line
        inside = headings[above[0]] if above else (index < task.inside or not task.outside) and task.inside > 0
        found.append(Given(word, line, inside))
    return found


def _missing(task: Task, given: list[Given]) -> list[str]:
    found = []
    for key, wanted, inside in (("inside", task.inside, True), ("outside", task.outside, False)):
        there = sum(each.inside == inside for each in given)
        if there < wanted:
            found.append(_TEXTS.say(f"too_few_{key}", there=there, wanted=wanted))
    return found


def _example(each: Given, file: str) -> Finding:
    """A word given as one inside is one the student accepts."""
    word = _TEXTS.say("the_empty_word") if not each.word else _TEXTS.say("the_word", word=clipped(each.word, 60))
    key = "word_not_inside" if each.inside else "word_not_outside"
    witness = Witness("word", {"word": each.word, "direction": ACCEPTED if each.inside else REJECTED})
    text = _TEXTS.say(key, word=word, line=each.line)
    return Finding(text, rung=Rung.EXAMPLE, signature="words", witness=witness, where=Passage(file, each.line))


def solve(task: Task) -> Submission:
    inside = list(islice(words_of(task.asked), task.inside))
    outside = list(islice(words_of(complement(task.asked)), task.outside))
    lines = (
        ["in:", *map(show_word, inside), "out:", *map(show_word, outside)] if outside else list(map(show_word, inside))
    )
    return Submission.from_text("\n".join(lines) + "\n", "answer.txt")
