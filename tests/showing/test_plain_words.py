"""Students read plain words: no text for them holds a word that only those know who made Viva."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import viva
from viva.core.report import Report
from viva.core.texts import SLOT
from viva.showing.outline import Outline, outline
from viva.showing.terminal import Paper, as_text

ROOT = Path(__file__).parents[2]
SOURCE = Path(viva.__file__).parent
JARGON = re.compile(
    r"\b(?:refut\w*|rungs?|class(?:es)? of behaviour|sandbox\w*|made concrete|concretis\w*|witness\w*|counterexamples?"
    r"|symbolic\w*|paths?|spectr\w+|oracles?|goals?|domains?|(?<!key )signatures?|hopcroft\w*|subset construction"
    r"|ochiai|(?:breaks?|broke) off|(?:do|did) not parse|does not parse|budgets?|solvers?|evidence|invariants?|mutants?"
    r"|the reference|isolation|seeds?)\b",
    re.IGNORECASE,
)
# Keys of texts that explain how something was decided, and of commands that are for teachers.
TECHNICAL = re.compile(r"method|covered|doubt|details|footer$|spec_|explore_|certify_|class\.|summary|untaken")
# Not for students at all: what `viva monitor` says.
OF_TOOLS = ("engines/signals",)
CATALOGUES = [
    file for file in sorted(SOURCE.rglob("texts/en.toml")) if str(file.relative_to(SOURCE).parents[1]) not in OF_TOOLS
]


# Words that students of a subject learn there: an invariant is what they are asked to write, a goal what a robot has,
# or what a program that is asked for has to reach.
TAUGHT = {
    "subjects/assembly": r"\binvariants?\b", "subjects/labs": r"\bgoals?\b", "showing": r"\ban invariant\b",
    "engines/dialogues/making": r"\bgoal\b", "engines/hybrid": r"\binvariants?\b", "engines/x86": r"\binvariants?\b",
}  # fmt: skip


def for_students(file: Path) -> dict[str, str]:
    texts = tomllib.loads(file.read_text("utf-8"))
    taught = re.compile(TAUGHT.get(str(file.relative_to(SOURCE).parents[1]), r"(?!)"))
    return {key: taught.sub("", SLOT.sub("", text)) for key, text in texts.items() if not TECHNICAL.match(key)}


def test_the_list_knows_its_words() -> None:
    for text in ("It was refuted.", "it breaks off with an error", "it broke off", "This rung", "class of behaviour"):
        assert JARGON.search(text), text
    for text in ("pathetic", "It stops with an error.", "a list of domain-free words"[:9], "break it off"):
        assert not JARGON.search(text), text


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_text_for_students_holds_a_word_of_the_trade(file: Path) -> None:
    found = {key: word[0] for key, text in for_students(file).items() if (word := JARGON.search(text))}
    assert found == {}


SHIPPED = {
    "functions": ("second-largest/counts-twice.py", "mean/empty.py"),
    "console": ("sum-of-n/average-of-none.py", "sum-of-n/reads-one-more.py", "sum-of-n/no-colon.py"),
    "automata": ("exactly-two/at-least.txt", "even-number-of-a/bracket.regex", "in-and-out/too-few.txt"),
    "hybrid": ("thermostat/sign.hybrid", "thermostat/back-and-forth.hybrid", "ring/no-reset.hybrid"),
}


def reports(subject: str, locale: str) -> list[tuple[Report, viva.Submission]]:
    """What students are told at the third attempt, when the whole ladder is there."""
    found = []
    for path in SHIPPED[subject]:
        exercise, _, example = path.partition("/")
        folder = ROOT / "exercises" / subject / exercise
        submission = viva.Submission.from_path(folder / "examples" / "wrong" / example)
        found.append((viva.check(folder, submission, attempt=3, locale=locale), submission))
    return found


OF_TEACHERS = [
    row["text"]
    for file in ROOT.glob("exercises/hybrid/*/errors.toml")
    for row in tomllib.loads(file.read_text("utf-8"))["error"]
]
"""What a teacher wrote is told in the teacher's language."""


def without_details(report: Report, submission: viva.Submission) -> str:
    """What is shown before the details are opened, without the code in it and without words of the exercise."""
    shown: Outline = replace(outline(replace(report, title=""), submission), details=(), title="", footer="")
    text = as_text(shown, Paper())
    for words in OF_TEACHERS:
        text = text.replace(words, "")
    return re.sub(r"`[^`]*`", "", text)


@pytest.mark.thorough
@pytest.mark.parametrize("subject", SHIPPED)
def test_no_report_for_students_holds_a_word_of_the_trade(subject: str) -> None:
    for report, submission in reports(subject, "en"):
        assert not report.verdict.right
        assert JARGON.findall(without_details(report, submission)) == []


ENGLISH = re.compile(r"\b(?:the|is|are|of|and|with|not|should|it|your|that|for|this|what|when|which)\b", re.IGNORECASE)
GERMAN = [subject for subject in SHIPPED if (SOURCE / "subjects" / subject / "texts" / "de.toml").is_file()]


@pytest.mark.some(2)
@pytest.mark.parametrize("subject", GERMAN)
def test_a_report_in_german_holds_no_english_sentence(subject: str) -> None:
    """What a notation of automata complains of is still said in English, so a report on that is left out."""
    for report, submission in reports(subject, "de"):
        if report.reason == "syntax_error" and subject == "automata":
            continue
        text = without_details(report, submission)
        mixed = [line for line in text.splitlines() if len(ENGLISH.findall(line)) > 1 and " | " not in line]
        assert mixed == []
        assert report.locale == "de"
