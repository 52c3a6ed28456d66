"""Say where a sentence and a formula differ: a word that one of them allows and the other does not.

Somebody wanted to say the sentence (`language`) and wrote a formula or an expression that says something else
(`written`). What is asked for are words of the symmetric difference of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import partial
from itertools import islice
from pathlib import PurePosixPath

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.drawing import Drawing
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
from viva.drawing import listing
from viva.engines.automata import DFA, Explosion, expression_of, minimise, minus, regex, symmetric_difference
from viva.engines.automata import words as words_of
from viva.subjects.automata.explain import the_word
from viva.subjects.automata.model import Language, Task, difficulty
from viva.subjects.automata.notation import WORDS, named_language, read_language, read_task, read_words, show_word
from viva.subjects.automata.statement import describe_language
from viva.subjects.automata.vary import Change, chance, change_files, languages_near

_PACKAGE = "viva.subjects.automata"
_MOST_WRONG = 10
_MOST_WORDS = 20


@dataclass(frozen=True, slots=True)
class Pair(Task):
    """The language is that of the sentence; `written` is the other one, and `text` how it was written."""

    written: Language | None = None
    text: str = ""

    @property
    def apart(self) -> DFA:
        return minimise(symmetric_difference(self.asked, self.other))

    @property
    def other(self) -> DFA:
        assert self.written is not None
        return self.written.minimal


def read(settings: Table, source: Source) -> Asked:
    sentence = named_language(settings, source)
    file = settings.string("written")
    written = read_language(source, file, sentence.alphabet)
    wanted = settings.integer("words", 1)
    if not 1 <= wanted <= _MOST_WORDS:
        raise settings.fault("words", f"must be from 1 to {_MOST_WORDS}")
    task = replace(read_task(settings, sentence), inside=wanted)
    values = {each.name: getattr(task, each.name) for each in fields(Task)}
    pair = Pair(**values, written=written, text=source.text(file).strip())
    there = sum(1 for _ in islice(words_of(pair.apart), wanted))
    if there < wanted:
        raise settings.fault("written", f"differs from the language on {there} words only, and {wanted} are asked for")
    return Asked(pair, difficulty(pair.apart), partial(_state, pair))


def _state(pair: Pair, locale: str) -> str:
    say = catalogue(_PACKAGE, locale).say
    described = describe_language(pair, say)
    if described is None:
        return ""
    letters = ", ".join(f"`{letter}`" for letter in pair.alphabet)
    opening = say("statement_difference", letters=letters, language=described)
    asked = say("statement_difference_words", count=pair.inside)
    return f"{opening}\n\n```\n{pair.text}\n```\n\n{asked} {say('hand_in_words')}\n"


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    file, text = submission.text(WORDS)
    _given(exercise.task_as(Pair), text, file, catalogue(_PACKAGE, terms.locale).say)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    pair = exercise.task_as(Pair)
    say = catalogue(_PACKAGE, terms.locale).say
    file, text = submission.text(WORDS)
    given = _given(pair, text, file, say)
    wrong = [(line, word) for line, word in given if not pair.apart.accepts(word)]
    report = outcome.begun(exercise, terms, say("method_difference"))
    report = replace(report, evidence=replace(report.evidence, tests=len(given), covered=say("covered_difference")))
    lacking = pair.inside - len(given)
    missing = [
        Finding(say("too_few_difference", there=len(given), wanted=pair.inside), About.POLICY, signature="too_few")
    ]
    if not wrong:
        right = Decision("every word was run through the automata of both languages")
        return outcome.rejected(report, "too_few", missing) if lacking > 0 else outcome.proved(report, right)
    agreed = {pair.asked.accepts(word) for _, word in wrong}
    way = _way(pair)
    ladder = Ladder(
        f"difference:{'+'.join(sorted('both' if each else 'neither' for each in agreed))}",
        hint=say("hint_difference"),
        pattern=say(f"pattern_difference_{way}"),
        example=[_example(pair, line, word, file, say) for line, word in wrong[:_MOST_WRONG]],
        fix=say("fix_difference", word=the_word(next(iter(words_of(pair.apart))), say)),
    )
    share = (len(given) - len(wrong)) / max(len(given), pair.inside)
    return outcome.refuted(report, "wrong", share, (*ladder.findings(), *(missing if lacking > 0 else ())))


def _way(pair: Pair) -> str:
    """Of which kind the words are on which both differ."""
    sentence, written = pair.asked, pair.other
    less = next(iter(words_of(minus(sentence, written))), None) is not None
    more = next(iter(words_of(minus(written, sentence))), None) is not None
    return "both" if less and more else "less" if less else "more"


def _given(pair: Pair, text: str, file: str, say: Say) -> list[tuple[int, str]]:
    seen: dict[str, int] = {}
    for line, word in read_words(pair, text, file, say):
        if word in seen:
            said = say("word_twice", word=clip(show_word(word)), line=line, first=seen[word])
            where = Passage(file, line)
            raise Unreadable("repeated", [Finding(said, About.POLICY, signature="repeated", where=where)])
        seen[word] = line
    return [(line, word) for word, line in seen.items()]


def _example(pair: Pair, line: int, word: str, file: str, say: Say) -> Clue:
    allowed = pair.asked.accepts(word)
    text = say("example_both_allow" if allowed else "example_both_forbid", word=the_word(word, say), line=line)
    return Clue(text, Passage(file, line), Witness("word", {"word": word, "allowed": allowed}))


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Other sentences near this one. What was written then says one that was near, too, or this one."""
    pair = exercise.task_as(Pair)
    assert pair.written is not None
    file = pair.written.file
    earlier = [(pair.text + "\n", pair.other)]
    for change in languages_near(pair, chance(exercise, seed)):
        text = _as_written(pair, file, change)
        for written, other in reversed(earlier):
            apart = symmetric_difference(change.asked, other)
            if sum(1 for _ in islice(words_of(apart), pair.inside)) == pair.inside:
                yield change_files(exercise, {**change.files, file: written})
                break
        if text is not None:
            earlier.append((text, change.asked))


def _as_written(pair: Pair, file: str, change: Change) -> str | None:
    """The language in the notation of what was written."""
    if PurePosixPath(file).suffix == PurePosixPath(pair.language.file).suffix:
        return change.files[pair.language.file]
    if PurePosixPath(file).suffix in (".regex", ".re"):
        try:
            return regex.show(expression_of(change.asked)) + "\n"
        except Explosion:
            return None
    return None


def solve(exercise: Exercise) -> Submission:
    task = exercise.task_as(Pair)
    return Submission.from_text(
        "".join(f"{show_word(word)}\n" for word in islice(words_of(task.apart), task.inside)), "answer.txt"
    )


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    """What was written, or the words."""
    text = exercise.task_as(Pair).text
    if isinstance(thing, Submission):
        _, text = thing.text(WORDS)
    return listing.draw(exercise.title, listing.lines_of(text, 20, 120))
