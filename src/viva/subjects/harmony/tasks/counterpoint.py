"""Write a counterpoint of the first species against a cantus. The rules are those of `viva.engines.music.species`.

An answer is a text with one note for each of the cantus, or a score: one part, or two of which the other is the cantus.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.report import About, Finding, Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.text.reading import Misread
from viva.core.texts import Say, catalogue
from viva.core.where import Bar
from viva.engines.music import Key, Octave, Voice, parse
from viva.engines.music.formats.abc import write_abc
from viva.engines.music.formats.engraving import engrave
from viva.engines.music.parsing import wrong
from viva.engines.music.score import Event, Part, Score, slices
from viva.engines.music.species import RULES, Line, broken_rules, compose, mend_note, random_cantus
from viva.services.varying.variants import Changes
from viva.subjects.harmony import draw as drawing
from viva.subjects.harmony.examine import PACKAGE, in_line, state_task
from viva.subjects.harmony.model import Question, Task, difficulty
from viva.subjects.harmony.naming import languages, read_voice, show_name
from viva.subjects.harmony.notation import answers, misread, read_setting, read_task, voices_of
from viva.subjects.harmony.pattern import pattern_of_rules
from viva.subjects.harmony.score import score
from viva.subjects.harmony.solve import scores_of
from viva.subjects.harmony.vary import keys_wished, variants, word_variant

_WIDER = 3  # half steps by which the cantus of a variant may go over the range


def read(settings: Table, source: Source) -> Asked:
    where = settings.choice("place", ("above", "below"), "above")
    task = read_task(settings, source, where, words=True)
    key, notes = task.key, task.given
    assert key is not None
    model = read_setting(settings, "given", partial(_model, key, where), " ".join(notes))
    questions = tuple(
        Question(note, (str(answer),), (parse(Voice, note),), bar)
        for bar, (note, answer) in enumerate(zip(notes, model, strict=True), 1)
    )
    task = replace(task, questions=questions)
    return Asked(
        task,
        difficulty(questions),
        partial(state_task, f"counterpoint_{where}"),
        partial(in_line, " ".join(notes), key),
    )


def _model(key: Key, where: str, text: str) -> tuple[Voice, ...]:
    cantus = voices_of(text)
    found = compose(cantus, _near(key, cantus), where == "above") if len(cantus) > 2 else None
    if found is None:
        raise wrong("no_counterpoint", notes=text)
    return found


def _near(key: Key, cantus: Sequence[Voice]) -> list[Voice]:
    """The notes of the key within two octaves of the cantus; in minor the leading tone too."""
    centre = sum(voice.pitch for voice in cantus) // max(1, len(cantus))
    notes = dict.fromkeys(note for scale in key.scales for note in scale.notes)
    every = [Voice(note, Octave(octave)) for note in notes for octave in range(1, 7)]
    return [voice for voice in every if abs(voice.pitch - centre) <= 24]


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    say = catalogue(PACKAGE, terms.locale).say
    _counter(submission, exercise.task_as(Task), say, terms.locale, languages(exercise, terms.locale))


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    say = catalogue(PACKAGE, terms.locale).say
    spoken = languages(exercise, terms.locale)
    counter = _counter(submission, task, say, terms.locale, spoken)
    report = outcome.begun(exercise, terms, say("method_voices"))
    covered = say("covered_voices", rules=len(RULES), chords=len(counter))
    report = replace(report, evidence=replace(report.evidence, tests=len(RULES) * len(counter), covered=covered))
    if len(counter) != len(task.given):
        name = "too_few" if len(counter) < len(task.given) else "too_many"
        said = say(name, there=len(counter), wanted=len(task.given))
        return outcome.rejected(report, name, (Finding(said, About.POLICY, signature=name),))
    line = Line(_cantus(task), counter, task.what == "above")
    breaches = list(broken_rules(line))
    if not breaches:
        return outcome.proved(report, Decision("every rule was looked at for every note"))
    report = replace(report, evidence=replace(report.evidence, failed=len(breaches)))
    marks = score(len({number for _, number in breaches}), counter)
    return outcome.refuted(report, "wrong", marks, _findings(task, line, breaches, say, spoken[0]))


def _cantus(task: Task) -> tuple[Voice, ...]:
    return tuple(parse(Voice, note) for note in task.given)


def _counter(submission: Submission, task: Task, say: Say, locale: str, spoken: Sequence[str]) -> tuple[Voice, ...]:
    """In the first language of names in which no rule is broken, or else the first that can read it."""
    found = answers(submission, len(task.given), say, locale, task.key)
    if found.score:
        return _of_score(found.score, task, say)
    read: list[tuple[Voice, ...]] = []
    problem: Unreadable | None = None
    for language in spoken:
        counter = []
        for line, text in found.found:
            try:
                counter.append(read_voice(text, language))
            except Misread as misreading:
                problem = problem or misread(misreading, found.file, say, locale, line)
                break
        else:
            read.append(tuple(counter))
    if not read:
        assert problem is not None
        raise problem
    fitting = [each for each in read if len(each) == len(task.given)]
    good = (
        each for each in fitting if next(broken_rules(Line(_cantus(task), each, task.what == "above")), None) is None
    )
    return next(good, read[0])


def _of_score(score: Score, task: Task, say: Say) -> tuple[Voice, ...]:
    """The part that is not the cantus; of more notes at once than two nobody knows which is meant."""
    lines = [tuple(event.voices for event in part.notes) for part in score.parts]
    cantus = [(voice.pitch,) for voice in _cantus(task)]
    sounding = [[tuple(voice.pitch for voice in voices) for voices in line] for line in lines]
    others = [line for line, sounds in zip(lines, sounding, strict=True) if sounds != cantus] or lines[:1]
    if len(others) == 1 and all(len(voices) == 1 for voices in others[0]):
        return tuple(voices[0] for voices in others[0])
    both = [each.voices for each in slices(score)]
    crowded = next((each for each in slices(score) if len(each.voices) != 2), None)
    if crowded is not None:
        raise Unreadable("wrong_parts", say("two_sound", bar=crowded.bar, there=len(crowded.voices)))
    return tuple(voices[1 if task.what == "above" else 0] for voices in both)


def _findings(task: Task, line: Line, breaches: list[tuple[str, int]], say: Say, locale: str) -> tuple[Finding, ...]:
    rule, at = breaches[0]
    counter = line.counter
    before = f"{counter[at - 1]} " if at else ""
    fields = {"bar": at + 1, "beat": None, "voice": "counterpoint", "rule": rule, "expected": rule,
              "actual": f"{before}{counter[at]}", "question": at + 1}  # fmt: skip
    rules = dict.fromkeys(name for name, _ in breaches)
    example = say("example_counterpoint", note=show_name(str(counter[at]), locale),
                  cantus=show_name(task.given[at], locale), rule=say(f"rule_{rule}"))  # fmt: skip
    change = mend_note(line, at, _near(task.key, line.cantus)) if task.key else None
    # What goes wrong between two notes may be mended at either: the place names the one that the fix changes.
    mended = at if change is None else change[0]
    place = say("place_counterpoint" if mended == at else "place_between", number=at + 1, before=mended + 1)
    others = list(dict.fromkeys(number + 1 for _, number in breaches if number not in (at, mended)))
    if others:
        place += " " + say("place_others", numbers=", ".join(map(str, others)))
    drawn = _drawn(line, task.key, "", frozenset(number for _, number in breaches))
    return Ladder(
        f"harmony:{rule}",
        hint=say(f"hint_{rule}"),
        pattern=pattern_of_rules(rules, say),
        example=Clue(example, witness=Witness("bar", fields)),
        place=Clue(place, Bar(mended + 1), drawing=drawn),
        fix=_fix(task, line, change, say, locale),
    ).findings()


def _fix(task: Task, line: Line, change: tuple[int, Voice] | None, say: Say, locale: str) -> str:
    """The nearest note that mends it, or a whole counterpoint that keeps all rules."""
    if change is None:
        whole = " ".join(question.accepted[0] for question in task.questions)
        return say("fix_counterpoint_whole", notes=show_name(whole, locale))
    number, voice = change
    said = say("fix_counterpoint", number=number + 1, old=show_name(str(line.counter[number]), locale),
               new=show_name(str(voice), locale))  # fmt: skip
    left = len({place for _, place in broken_rules(line.changed(number, voice))})
    return f"{said} {say('fix_notes_left', count=left)}" if left else said


def _score(line: Line, key: Key | None, title: str) -> Score:
    both = [("1", line.counter), ("2", line.cantus)] if line.above else [("1", line.cantus), ("2", line.counter)]
    parts = []
    for name, voices in both:
        events = tuple(
            Event(Fraction(at), Fraction(1), (voice,), at + 1, Fraction(1)) for at, voice in enumerate(voices)
        )
        low = sum(voice.pitch for voice in voices) / len(voices) < 60
        parts.append(Part(name, events, "bass" if low else "treble"))
    return Score(tuple(parts), key.fifths if key else 0, (4, 4), title)


def _drawn(line: Line, key: Key | None, title: str, wrong_notes: frozenset[int]) -> Drawing:
    score = _score(line, key, title)
    part = 0 if line.above else 1
    return engrave(score, title, write_abc(score), frozenset((part, Fraction(at)) for at in wrong_notes))


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Another cantus of as many notes within its range, in a key of the same kind with as many accidentals, against
    which there is a counterpoint."""
    task = exercise.task_as(Task)
    assert task.key is not None
    keys, pitches = keys_wished(task.key, exercise.wish), [voice.pitch for voice in _cantus(task)]
    low, high = min(pitches) - _WIDER, max(pitches) + _WIDER
    statement = word_variant(exercise, f"counterpoint_{task.what}")

    def draw(chosen: random.Random) -> Changes | None:
        key = chosen.choice(keys)
        every = [Voice(note, Octave(octave)) for note in key.scale.notes for octave in range(8)]
        scale = [voice for voice in every if low <= voice.pitch <= high]
        if key.tonic not in {voice.note for voice in scale}:
            return None
        cantus = random_cantus(scale, key.tonic, len(task.given), chosen)
        if cantus is None or compose(cantus, _near(key, cantus), task.what == "above") is None:
            return None
        return Changes(settings={"given": [*map(str, cantus)], "key": str(key)}, statement=statement)

    return variants(exercise, seed, draw, (*task.given, str(task.key)))


def solve(exercise: Exercise) -> Submission:
    task = exercise.task_as(Task)
    notes = [question.accepted[0] for question in task.questions]
    line = Line(_cantus(task), tuple(parse(Voice, note) for note in notes), task.what == "above")
    text = show_name(" ".join(notes), exercise.feedback.locale)
    return replace(Submission.from_text(f"{text}\n", "answer.txt"), also=scores_of(_score(line, task.key, "")))


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    """The cantus, or both parts of what was handed in."""
    task = exercise.task_as(Task)
    if not isinstance(thing, Submission):
        return drawing.draw(exercise, thing)
    locale = exercise.feedback.locale
    say = catalogue(PACKAGE, locale).say
    counter = _counter(thing, task, say, locale, languages(exercise, locale))
    if len(counter) != len(task.given):
        name = "too_few" if len(counter) < len(task.given) else "too_many"
        raise Unreadable(name, say(name, there=len(counter), wanted=len(task.given)))
    line = Line(_cantus(task), counter, task.what == "above")
    return _drawn(line, task.key, exercise.title, frozenset(at for _, at in broken_rules(line)))
