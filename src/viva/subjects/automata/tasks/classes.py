"""Give a representative of each Myhill–Nerode class: as many words as classes, no two of them equivalent."""

from __future__ import annotations

from dataclasses import replace

from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.report import Finding, Report, Witness
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.engines.automata import DFA, access_words, difference
from viva.engines.automata.machine import clipped
from viva.subjects.automata.examine import blank
from viva.subjects.automata.model import Task
from viva.subjects.automata.notation import WORDS, show_word
from viva.subjects.automata.tasks.words import read_lines

_MOST = 5
_TEXTS = catalogue("viva.subjects.automata")


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    file, text = submission.text(WORDS)
    given = read_lines(task, text, file)
    first: dict[int, tuple[int, str]] = {}
    double: list[tuple[int, str, str]] = []
    for line, word in given:
        state = task.asked.run(word)[-1]
        if state in first:
            double.append((line, first[state][1], word))
        else:
            first[state] = (line, word)
    missing = [word for state, word in access_words(task.asked).items() if state not in first]
    report = blank(exercise, terms, "method_classes")
    covered = _TEXTS.say("covered_classes", count=len(task.asked.moves))
    report = replace(report, evidence=replace(report.evidence, tests=len(given), covered=covered))
    if not double and not missing:
        return replace(report, verdict=Verdict.PROVED, score=1.0)
    classes = len(task.asked.moves)
    marks = round(max(0.0, min(0.99, (len(first) - len(double)) / classes)), 4)
    findings = [
        Finding(_TEXTS.say("hint_double" if double else "hint_missing_class"), rung=Rung.HINT, signature="classes"),
        Finding(
            _TEXTS.say("pattern_classes", double=len(double), missing=len(missing)),
            rung=Rung.PATTERN,
            signature="classes",
        ),
    ]
    for line, one, other in double[:_MOST]:
        said = _TEXTS.say("words_equivalent", one=_shown(one), other=_shown(other))
        witness = Witness("equivalent", {"words": [one, other]})
        findings.append(
            Finding(said, rung=Rung.EXAMPLE, signature="classes", witness=witness, where=Passage(file, line))
        )
    for word in missing[:1]:
        ends = [
            (given_word, _separation(task.asked, word, given_word) or "")
            for _, given_word in list(first.values())[:_MOST]
        ]
        lines = [_TEXTS.say("class_missing", word=_shown(word))]
        lines += [_TEXTS.say("class_apart", word=_shown(other), end=_shown(end)) for other, end in ends]
        witness = Witness("class", {"word": word})
        findings.append(Finding("\n".join(lines), rung=Rung.EXAMPLE, signature="classes", witness=witness))
    return replace(report, verdict=Verdict.REFUTED, reason="wrong", score=marks, findings=tuple(findings))


def _separation(asked: DFA, one: str, other: str) -> str | None:
    """A shortest ending that is in the language after one word and not after the other."""
    states = [asked.run(word)[-1] for word in (one, other)]
    left, right = (DFA(asked.alphabet, asked.moves, state, asked.accepting) for state in states)
    return difference(left, right)


def _shown(word: str) -> str:
    return clipped(show_word(word), 60)


def solve(task: Task) -> Submission:
    words = "\n".join(show_word(word) for word in access_words(task.asked).values())
    return Submission.from_text(words + "\n", "answer.txt")
