"""Write a counterpoint of the first species against a cantus. The rules are those of `viva.engines.music.species`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from viva.core import outcome
from viva.core.exercise import Exercise
from viva.core.ground import Decision
from viva.core.kinds import Asked
from viva.core.ladder import Rung
from viva.core.reading import Misread
from viva.core.report import About, Finding, Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.core.where import Bar
from viva.engines.music import Key, Octave, Voice, parse
from viva.engines.music.parsing import wrong
from viva.engines.music.species import RULES, Line, broken, composed
from viva.subjects.harmony import draw as drawing
from viva.subjects.harmony.examine import PACKAGE, stated
from viva.subjects.harmony.model import Question, Task, difficulty
from viva.subjects.harmony.notation import answers, given, key_of, misread, settled, voices_of
from viva.subjects.harmony.vary import moved_in_order


def read(settings: Table, source: Source) -> Asked:
    key = key_of(settings)
    where = settings.choice("place", ("above", "below"), "above")
    items, _ = given(settings, source)
    notes = tuple(word for item in items for word in item.split())
    model = settled(settings, "given", partial(_model, key, where), " ".join(notes))
    questions = tuple(
        Question(note, (str(answer),), (parse(Voice, note),), bar)
        for bar, (note, answer) in enumerate(zip(notes, model, strict=True), 1)
    )
    task = Task(where, notes, questions, key)
    shown = {"given": f"`{' '.join(notes)}`", "key": str(key)}
    return Asked(task, difficulty(questions), partial(stated, f"counterpoint_{where}"), shown)


def _model(key: Key, where: str, text: str) -> tuple[Voice, ...]:
    cantus = voices_of(text)
    centre = sum(voice.pitch for voice in cantus) // max(1, len(cantus))
    every = [Voice(note, Octave(octave)) for note in key.scale.notes for octave in range(1, 7)]
    near = [voice for voice in every if abs(voice.pitch - centre) <= 24]
    found = composed(cantus, near, where == "above") if len(cantus) > 2 else None
    if found is None:
        raise wrong("no_counterpoint", notes=text)
    return found


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    say = catalogue(PACKAGE, terms.locale).say
    file, found = answers(submission, len(task.given), say, terms.locale)
    report = outcome.begun(exercise, terms, say("method_voices"))
    covered = say("covered_voices", rules=len(RULES), chords=len(found))
    report = replace(report, evidence=replace(report.evidence, tests=len(RULES) * len(found), covered=covered))
    if len(found) != len(task.given):
        name = "too_few" if len(found) < len(task.given) else "too_many"
        said = say(name, there=len(found), wanted=len(task.given))
        return outcome.rejected(report, name, (Finding(said, About.POLICY, signature=name),))
    counter = []
    for line, text in found:
        try:
            counter.append(parse(Voice, text))
        except Misread as problem:
            raise misread(problem, file, say, terms.locale, line) from None
    cantus = tuple(parse(Voice, note) for note in task.given)
    breaches = list(broken(Line(cantus, tuple(counter), task.what == "above")))
    if not breaches:
        return outcome.proved(report, Decision("every rule was looked at for every note"))
    rule, at = breaches[0]
    signature = f"harmony:{rule}"
    before = f"{counter[at - 1]} " if at else ""
    fields = {"bar": at + 1, "beat": None, "voice": "counterpoint", "rule": rule, "expected": rule,
              "actual": f"{before}{counter[at]}", "question": at + 1}  # fmt: skip
    rules = dict.fromkeys(name for name, _ in breaches)
    findings = (
        Finding(say(f"hint_{rule}"), rung=Rung.HINT, signature=signature),
        Finding(" ".join(say(f"rule_{name}") for name in rules), rung=Rung.PATTERN, signature=signature),
        Finding(
            say("example_counterpoint", note=str(counter[at]), cantus=task.given[at], rule=say(f"rule_{rule}")),
            rung=Rung.EXAMPLE,
            signature=signature,
            witness=Witness("bar", fields),
        ),
        Finding(say("place_counterpoint", number=at + 1), rung=Rung.PLACE, signature=signature, where=Bar(at + 1)),
    )
    right = len(counter) - len({number for _, number in breaches})
    return outcome.refuted(report, "wrong", right / len(counter), findings)


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    return moved_in_order(exercise, seed, f"counterpoint_{exercise.task_as(Task).what}")


def solve(exercise: Exercise) -> Submission:
    notes = " ".join(question.accepted[0] for question in exercise.task_as(Task).questions)
    return Submission.from_text(f"{notes}\n", "answer.txt")


draw = drawing.asked
