"""Who has chosen German is told in German what cannot be read, in every subject."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.services.checking import check
from viva.services.registry import read_exercise

EXERCISES = Path(__file__).parents[2] / "exercises"
# What is quoted is the student's own, or a word of the notation.
QUOTED = re.compile(r"```.*?```|`[^`]*`|'[^'\n]*'|\"[^\"\n]*\"|„[^“\n]*“|<[^>]*>", re.DOTALL)
ENGLISH = re.compile(
    r"\b(the|is|of|not|and|or|there|which|has|have|this|are|expected|found|cannot|write|with|should|does|you)\b"
)
READ_HERE = (
    *((f"automata/{name}", ending) for name in ("ends-in-00", "in-and-out") for ending in (".txt", ".json")),
    ("automata/even-number-of-a", ".txt"),
    *((f"machines/{name}", ending) for name in ("every-fourth", "radio") for ending in (".txt", ".json", ".xml")),
    ("machines/say-ends", ".txt"),
    *((f"hybrid/{name}", ending) for name in ("thermostat", "ring") for ending in (".txt", ".json", ".xml")),
    ("hybrid/heater-numbers", ".txt"),
    *((f"harmony/{name}", ".txt") for name in ("intervals", "write-chords", "four-parts", "first-species")),
    ("assembly/length-of-text", ".inv"),
    ("console/trace-the-sum", ".txt"),
    ("structures/follow-delete", ".txt"),
)
RUN = (
    ("console/average", ".py"),
    ("functions/mean", ".py"),
    ("structures/list-delete", ".py"),
    ("assembly/write-sum", ".s"),
    ("labs/keep-a-level", ".py"),
)
NONSENSE = ("", "\n", "???", "{", "}", "[1, 2", "{}", "[]", "<a/>", "<entity/>", "a = = b", "mode", "x" * 300, "\0")


def in_german(name: str) -> tuple[Subject, Exercise]:
    subject, exercise = read_exercise(EXERCISES / name)
    return subject, replace(exercise, feedback=replace(exercise.feedback, locale="de"))


def broken(text: str, count: int) -> list[str]:
    """The text with small faults: a line gone or twice, a word gone, doubled or swapped for another."""
    chance = random.Random(7)
    found = []
    words = re.findall(r"\w+|[^\w\s]", text)
    for _ in range(count if words else 0):
        tokens = re.findall(r"\s+|\w+|[^\w\s]", text)
        at = chance.choice([index for index, token in enumerate(tokens) if not token.isspace()])
        match chance.randrange(4):
            case 0:
                tokens[at] = ""
            case 1:
                tokens[at] += " " + tokens[at]
            case 2:
                tokens[at] = chance.choice(words)
            case _:
                tokens[at] = chance.choice(("?", "zzz", "0", "-1", "(", '"'))
        found.append("".join(tokens))
    return found


def english_in(text: str) -> list[str]:
    return ENGLISH.findall(QUOTED.sub("", text))


def complaints(subject: Subject, exercise: Exercise, text: str, ending: str) -> list[str]:
    report = check(subject, exercise, Submission.from_text(text, f"answer{ending}"), Terms(rung=Rung.HINT))
    return [finding.text for finding in report.findings]


def said_in_english(name: str, ending: str, count: int) -> list[tuple[str, str]]:
    subject, exercise = in_german(name)
    answers = [content.decode() for content in subject.solve(exercise).files.values()]
    texts = [*NONSENSE, *(each for answer in answers[:1] for each in broken(answer, count))]
    return [(text, told) for text in texts for told in complaints(subject, exercise, text, ending) if english_in(told)]


@pytest.mark.parametrize(("name", "ending"), READ_HERE)
def test_what_cannot_be_read_is_told_in_german(name: str, ending: str) -> None:
    assert said_in_english(name, ending, 25) == []


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "ending"), RUN)
def test_what_cannot_be_run_is_told_in_german(name: str, ending: str) -> None:
    assert said_in_english(name, ending, 3) == []


def test_english_would_be_noticed() -> None:
    assert english_in("antwort.txt: Zeile 2: there is no mode 'the'")
    assert not english_in("antwort.txt: Zeile 2: es gibt keinen Modus 'the'")
