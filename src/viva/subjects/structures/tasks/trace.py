"""Follow a method by hand: what does it make of this structure?

The questions are written by the teacher, or chosen so that the fewest of them go all the ways of the algorithm. An
answer is a line: the structure afterwards, what is returned, or both. It is data, and is compared with what the
reference does, so that a right one is proved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.kinds import Asked as Read
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.report import About, Evidence, Finding, Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table
from viva.core.terms import ENGLISH, Terms
from viva.core.text.escape import clip, visible_line
from viva.core.texts import Say, catalogue
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.drawing import tree
from viva.engines.calls.programs import sandbox_of
from viva.engines.heaps.building.legality import keeps
from viva.engines.heaps.comparing.judging import Expected
from viva.engines.heaps.domain import answers
from viva.engines.heaps.invariants import LIBRARY
from viva.engines.heaps.layout import Layout, language_of
from viva.engines.heaps.parts import element, is_instance, items
from viva.engines.heaps.running import Runner
from viva.engines.heaps.schemas.generalising import generalise
from viva.engines.heaps.schemas.questions import Question, call_of
from viva.engines.heaps.view import View, view
from viva.engines.heaps.written import Unclear, nest, show
from viva.engines.heaps.written import read as read_structure
from viva.engines.syntax.effort import effort
from viva.languages.finding import default_language
from viva.languages.heap import Heap, Reference, Slot
from viva.languages.protocol import calls_of
from viva.services.varying import slots
from viva.services.varying.variants import Changes, Names
from viva.subjects.structures import draw as drawing
from viva.subjects.structures.model import Task
from viva.subjects.structures.notation import read_task
from viva.subjects.structures.pattern import describe_schemas, looked_at
from viva.subjects.structures.score import score
from viva.subjects.structures.suite import prepare
from viva.subjects.structures.traces.asking import FILE, chosen_questions, names, read_questions
from viva.subjects.structures.traces.steps import walkthrough

PACKAGE = "viva.subjects.structures"
ANSWERS = (".txt",)
_NUMBERED = re.compile(r"\s*(\d{1,3})\s*[.:)]\s+(?=\S)")
_RETURNS = re.compile(r"\s*;?\s*\breturns\b\s*", re.IGNORECASE)
_NODES = 4
_SEEDS = 40


@dataclass(frozen=True, slots=True)
class Tracing:
    """`questions` are numbered from 1 in their order; `file` is where they stand."""

    write: Task
    questions: tuple[Question, ...]
    file: str = FILE

    def execution_tree(self, name: str | None, source: str | None, nodes: int) -> tuple[Drawing, str]:
        return self.write.execution_tree(name, source, nodes)


@dataclass(frozen=True, slots=True)
class Answer:
    """What should be written for a question: the structure afterwards where it counts, and what is returned."""

    expected: Expected
    structure: View | None
    value: Heap | None

    @property
    def written(self) -> str:
        parts = [] if self.structure is None else [show(self.structure)]
        if self.value is not None:
            parts.append(f"returns {_value(self.value)}" if parts else _value(self.value))
        return " ".join(parts)


def read(settings: Table, source: Source) -> Read:
    task = read_task(settings, source)
    file = FILE
    if settings.has("questions"):
        file = settings.string("questions")
        questions = read_questions(task, source.text(file), file)
    else:
        questions = chosen_questions(task, settings.integer("nodes", _NODES), 0)
    tracing = Tracing(task, questions, file)
    listed = _listed(questions, catalogue(PACKAGE, ENGLISH).say)
    nodes = sum(len(each.before.cells) for each in questions)
    return Read(
        tracing, float(nodes * effort(task.outline, task.methods)), partial(_stated, tracing), {"questions": listed}
    )


def _listed(questions: Sequence[Question], say: Say) -> str:
    return "\n".join(
        say("trace_question", number=number, before=show(each.before), call=each.written.rpartition(": ")[2])
        for number, each in enumerate(questions, 1)
    )


def _stated(tracing: Tracing, locale: str) -> str:
    say = catalogue(PACKAGE, locale).say
    trees = len(names(tracing.write.layout)) > 1
    return say("trace_statement_tree" if trees else "trace_statement_list", questions=_listed(tracing.questions, say))


def _answers(tracing: Tracing, terms: Terms) -> tuple[Answer, ...]:
    """What the reference does. Raises Fault for a question that cannot be asked."""
    task = tracing.write
    ready = prepare(task, 0, terms.isolation)
    domain = ready.domain
    language = language_of(task.file)
    found: list[Answer] = []
    with sandbox_of(language, terms.isolation) as sandbox:
        runner = Runner(language, sandbox, ready.program, task.cls)
        for question in tracing.questions:
            call = call_of(domain, question)
            if call is None:
                raise _unfit(tracing.file, question, "no such structure can be made from the fields of the reference")
            if not all(keeps(domain, element(call, number)) for number in _structures(call)):
                seen = view(element(call, 0), domain.layout)
                broken = [name for name in domain.kept if not LIBRARY[name](seen)] or list(domain.kept)
                raise _unfit(
                    tracing.file, question, f"the structure breaks what the reference keeps ({', '.join(broken)})"
                )
            expected = answers(runner, question.method, [call])
            if not expected:
                raise _unfit(tracing.file, question, "the reference stops with an error there, or does not end")
            found.append(_answer(ready.methods[question.method].expected, expected[0], domain.layout))
    return tuple(found)


def _structures(call: Heap) -> list[int]:
    return [number for number, slot in enumerate(items(call)) if isinstance(slot, Reference)]


def _unfit(file: str, question: Question, problem: str) -> Fault:
    return Fault(
        f"the question `{question.written}` cannot be asked: {problem}", file, question.line, None, "change it"
    )


def _answer(usual: Sequence[Expected], expected: Expected, layout: Layout) -> Answer:
    """What counts is the same for all calls of a method: whether it ever returns or changes something."""
    if layout.main == layout.node and any(is_instance(each.value, layout.main) for each in usual):
        return Answer(expected, view(expected.value, layout), None)
    returns = any(each.value.root is not None for each in usual)
    changes = any(nest(view(element(each.call, 0), layout)) != nest(view(each.left, layout)) for each in usual)
    structure = view(expected.left, layout) if changes or not returns else None
    return Answer(expected, structure, expected.value if returns else None)


def _value(heap: Heap) -> str:
    return calls_of(default_language()).show(heap, 200)


@dataclass(frozen=True, slots=True)
class _Given:
    text: str
    line: int
    column: int


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    file, text = submission.text(ANSWERS)
    say = catalogue(PACKAGE, terms.locale).say
    _given(text, len(exercise.task_as(Tracing).questions), file, say)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    tracing = exercise.task_as(Tracing)
    say = catalogue(PACKAGE, terms.locale).say
    file, text = submission.text(ANSWERS)
    given = _given(text, len(tracing.questions), file, say)
    answers = _answers(tracing, terms)
    begun = outcome.begun(exercise, terms, say("method_trace"))
    begun = replace(
        begun, evidence=replace(begun.evidence, tests=len(answers), covered=say("covered_trace", count=len(answers)))
    )
    checked = _Checked(tracing, file, terms, say)
    parts = [
        checked.part(begun, number, question, answer, given.get(number))
        for number, (question, answer) in enumerate(zip(tracing.questions, answers, strict=True), 1)
    ]
    wrong = [part for part in parts if part.verdict is not Verdict.PROVED]
    if len(parts) > 1:
        begun = replace(begun, parts=tuple(replace(part, findings=()) for part in parts))
    if not wrong:
        return outcome.proved(begun, Decision("each answer was compared with what the reference does"))
    begun = replace(begun, evidence=replace(begun.evidence, failed=len(wrong)))
    findings = [*_patterns(tracing, answers, parts, terms), *(finding for part in wrong for finding in part.findings)]
    return outcome.refuted(begun, "wrong", score(parts), findings)


def _patterns(tracing: Tracing, answers: Sequence[Answer], parts: Sequence[Report], terms: Terms) -> Iterator[Finding]:
    """For each method what sets the questions with a wrong answer apart from those with a right one. It speaks of these
    questions only, so one of each is enough to say something."""
    say = catalogue(PACKAGE, terms.locale).say
    domain = prepare(tracing.write, 0, terms.isolation).domain
    for method in dict.fromkeys(question.method for question in tracing.questions):
        failing, right = [], []
        for question, answer, part in zip(tracing.questions, answers, parts, strict=True):
            if question.method != method:
                continue
            if part.verdict is Verdict.PROVED:
                right.append(looked_at(domain, answer.expected))
            elif any(finding.rung is Rung.EXAMPLE for finding in part.findings):
                failing.append(looked_at(domain, answer.expected))
        found = generalise(failing, right)
        if found.schemas and found.complete and (right or len(failing) > 1):
            told = describe_schemas(found, domain, method, failing[0].view.names, say, about="trace_pattern")
            yield from Ladder(f"trace:{method}:pattern", pattern=told).findings()


def _given(text: str, count: int, file: str, say: Say) -> dict[int, _Given]:
    """Answers by the number of their question: numbered, or in the order of the questions."""
    found: dict[int, _Given] = {}
    upcoming = 1
    for line_number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        numbered = _NUMBERED.match(line)
        number = int(numbered[1]) if numbered else upcoming
        start = numbered.end() if numbered else 0
        if number > count or number < 1 or number in found:
            key = "trace_too_many" if number > count or number < 1 else "trace_twice"
            told = say(key, number=number, count=count)
            raise Unreadable(
                "type_error", [Finding(told, About.POLICY, signature=key, where=Passage(file, line_number))]
            )
        found[number] = _Given(line[start:], line_number, start)
        upcoming = number + 1
    return found


@dataclass(frozen=True, slots=True)
class _Checked:
    tracing: Tracing
    file: str
    terms: Terms
    say: Say

    def part(self, begun: Report, number: int, question: Question, answer: Answer, given: _Given | None) -> Report:
        say = self.say
        title = say("trace_part", number=number, call=question.written)
        own = replace(begun, title=title, parts=(), evidence=Evidence(say("method_trace"), 1, ""))
        if given is None:
            ladder = Ladder("trace:missing", hint=say("trace_missing", number=number))
            return outcome.refuted(own, "wrong", 0.0, ladder.findings())
        try:
            structure, value = self._read(answer, given)
        except Unclear as unclear:
            where = Passage(self.file, given.line, given.column + unclear.column)
            links = len(names(self.tracing.write.layout))
            told = Finding(
                say("trace_unclear", number=number, problem=say(f"unclear_{unclear.kind}", links=links)),
                About.POLICY,
                signature="trace:unclear",
                where=where,
            )
            return outcome.refuted(own, "wrong", 0.0, (told,))
        kinds = self._wrong(answer, structure, value)
        if not kinds:
            return outcome.proved(own, Decision("the answer was compared with what the reference does"))
        ladder = self._ladder(number, question, answer, given, kinds=kinds, structure=structure)
        return outcome.refuted(own, "wrong", 0.0, ladder.findings())

    def _read(self, answer: Answer, given: _Given) -> tuple[View | None, str | None]:
        text, value = given.text, None
        if answer.value is not None:
            if answer.structure is None:
                return None, _RETURNS.sub("", text, count=1).strip()
            found = _RETURNS.search(text)
            if found is None:
                raise Unclear("returns", len(text) + 1)
            text, value = text[: found.start()], text[found.end() :].strip()
        return read_structure(text, names(self.tracing.write.layout)), value

    def _wrong(self, answer: Answer, structure: View | None, value: str | None) -> tuple[str, ...]:
        """What differs, in one word each: `lost`, `added`, `swapped`, `left` (the same keys otherwise), `result`."""
        found: list[str] = []
        if answer.structure is not None and structure is not None:
            wanted, got = nest(answer.structure), nest(structure)
            if wanted != got:
                found.append(_kind(answer.structure.keys(), structure.keys()))
        if answer.value is not None and value is not None and not _same(answer.value, value):
            found.append("result")
        return tuple(found)

    def _ladder(
        self,
        number: int,
        question: Question,
        answer: Answer,
        given: _Given,
        *,
        kinds: tuple[str, ...],
        structure: View | None,
    ) -> Ladder:
        say = self.say
        shown = visible_line(clip(given.text.strip()))
        example = say("trace_example", number=number, question=question.written, expected=answer.written, actual=shown)
        witness = Witness(
            "structure",
            {"method": question.method, "before": show(question.before), "call": question.written.rpartition(": ")[2],
             "expected": answer.written, "actual": shown},
        )  # fmt: skip
        trees = drawing.structure(say("draw_before"), question.before)
        if answer.structure is not None and structure is not None:
            plain = _same_entry(answer.structure, structure)
            trees += drawing.structure(say("draw_expected"), answer.structure)
            trees += drawing.structure(say("draw_actual"), plain, answer.structure)
        return Ladder(
            f"trace:{question.method}:{'+'.join(kinds)}",
            hint=" ".join(say(f"trace_hint_{kind}", number=number) for kind in kinds),
            example=Clue(example, witness=witness, drawing=tree.draw(shown, trees, wrap=True)),
            place=Clue(say("trace_place", number=number), Passage(self.file, given.line)),
            fix=walkthrough(self.tracing.write, question.method, answer.expected.call, say),
        )


def _same_entry(wanted: View, got: View) -> View:
    """What was written, as the beginning of the structure that it should be."""
    return replace(got, entries=((wanted.entries[0][0] if wanted.entries else "", got.root),))


def _kind(wanted: Sequence[Slot], got: Sequence[Slot]) -> str:
    one, two = sorted(map(repr, wanted)), sorted(map(repr, got))
    gone = any(one.count(key) > two.count(key) for key in one)
    new = any(two.count(key) > one.count(key) for key in two)
    return "swapped" if gone and new else "lost" if gone else "added" if new else "left"


def _same(value: Heap, written: str) -> bool:
    if not isinstance(value.root, Reference):
        try:
            single = read_structure(written, ("next",))
        except Unclear:
            return False
        if value.root is None:
            return not single.cells
        if len(single.cells) != 1:
            return False
        key = single.cells[0].key
        return type(key) in (type(value.root), int, float) and key == value.root
    return "".join(_value(value).split()) == "".join(written.split())


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Other questions that go the same ways."""
    tracing = exercise.task_as(Tracing)
    titles = Names(exercise, seed, catalogue(PACKAGE, ENGLISH).say)
    source = slots.first(exercise.source)
    known = {tuple(each.written for each in tracing.questions)}
    for number in range(1, _SEEDS + 1):
        questions = chosen_questions(tracing.write, _NODES, 1 + seed * _SEEDS + number)
        written = tuple(each.written for each in questions)
        if written in known:
            continue
        known.add(written)
        other = Tracing(tracing.write, questions)
        files = {
            FILE: ("\n".join(written) + "\n").encode(),
            "examples/right/model.txt": _model(other).encode(),
            "examples/wrong/original.txt": _model(tracing).encode(),
        }
        yield titles.named(source, Changes(files, settings={"questions": FILE}))


def _model(tracing: Tracing) -> str:
    answers = _answers(tracing, Terms())
    return "".join(f"{number}. {answer.written}\n" for number, answer in enumerate(answers, 1))


def solve(exercise: Exercise) -> Submission:
    return Submission.from_text(_model(exercise.task_as(Tracing)), "answers.txt")


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    """The questions, or the answers that were handed in as far as they can be read."""
    tracing = exercise.task_as(Tracing)
    say = catalogue(PACKAGE, ENGLISH).say
    match thing:
        case Witness():
            return drawing.witness(exercise, thing)
        case Submission():
            file, text = thing.text(ANSWERS)
            trees = []
            for number, given in sorted(_given(text, len(tracing.questions), file, say).items()):
                try:
                    plain = _RETURNS.split(given.text)[0]
                    trees += drawing.structure(f"{number}.", read_structure(plain, names(tracing.write.layout)))
                except Unclear:
                    trees.append(tree.Tree(f"{number}. {visible_line(clip(given.text))}", tree.Node("?")))
            return tree.draw(file, trees, wrap=True)
    trees = [
        each
        for number, question in enumerate(tracing.questions, 1)
        for each in drawing.structure(f"{number}. {question.written.rpartition(': ')[2]}", question.before)
    ]
    return tree.draw(exercise.title, trees, wrap=True)
