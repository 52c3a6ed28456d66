"""The questions of an exercise to follow by hand: as a teacher wrote them, or chosen from the reference."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from viva.core.fault import Fault
from viva.core.table import suggestion
from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.engines.calls.programs import sandbox_of
from viva.engines.heaps.layout import Layout, language_of, read_layout
from viva.engines.heaps.running import Runner
from viva.engines.heaps.schemas.lazy_initialization import compile_lazily
from viva.engines.heaps.schemas.questions import Question, asked_by, call_of, fewest_questions, read_question, renumber
from viva.engines.heaps.written import Unclear
from viva.languages.heap import Heap
from viva.languages.protocol import reads_of
from viva.subjects.structures.model import Task
from viva.subjects.structures.suite import prepare

FILE = "questions.txt"
_MOST_QUESTIONS = 40


def read_questions(task: Task, text: str, file: str) -> tuple[Question, ...]:
    kinds = {
        name: [parameter.kind for parameter in method.parameters if not parameter.optional]
        for name in task.methods
        if (method := task.layout.of_main.method(name)) is not None
    }
    found: list[Question] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found.append(read_question(line, names(task.layout), kinds, number))
        except Unclear as unclear:
            raise _fault(unclear, line, number, file, task) from None
    if not found:
        raise Fault("there are no questions here", file, 1, remedy="write one in a line: 2(1, 3): insert(4)")
    if len(found) > _MOST_QUESTIONS:
        raise Fault(f"there are {len(found)} questions", file, found[_MOST_QUESTIONS].line, None, "ask at most 40")
    return tuple(found)


def _fault(unclear: Unclear, line: str, number: int, file: str, task: Task) -> Fault:
    say = catalogue("viva.subjects.structures", ENGLISH).say
    remedy = say("remedy_question")
    if unclear.kind == "method":
        name = line.rpartition(":")[2].partition("(")[0].strip()
        remedy = suggestion(name, list(task.methods))
    return Fault(say(f"unclear_{unclear.kind}", links=len(names(task.layout))), file, number, unclear.column, remedy)


def names(layout: Layout) -> tuple[str, ...]:
    return layout.links or ("next",)


@lru_cache(maxsize=16)
def _made(text: tuple[str, str], methods: tuple[str, ...], cls: str, nodes: int, seed: int) -> tuple[Question, ...]:
    file, reference = text
    outline = reads_of(language_of(file)).outline(reference).text
    task = Task(reference, file, cls, methods, read_layout(reference, cls, file), outline)
    ready = prepare(task, 0, None)
    domain = ready.domain
    found: list[Question] = []
    language = language_of(file)
    with sandbox_of(language) as sandbox:
        runner = Runner(language, sandbox, ready.program, cls)
        program = compile_lazily(language, sandbox, reference.encode())
        for method in methods:
            chosen = fewest_questions(runner, program, domain, method, nodes=nodes, seed=seed)
            for _, call in chosen.calls:
                question = asked_by(domain, method, call)
                other = renumber(question, seed) if seed else question
                moved = call_of(domain, other)
                # Where keys are more than compared, other numbers may lead another way: then they stay.
                same = moved is not None and _ways(runner, method, [call]) == _ways(runner, method, [moved])
                found.append(other if same else question)
    return tuple(found[:_MOST_QUESTIONS])


def _ways(runner: Runner, method: str, calls: Sequence[Heap]) -> list[tuple[object, object]]:
    return [(outcome.problem is None, outcome.coverage.branches) for outcome in runner.run(method, calls, ticks=True)]


def chosen_questions(task: Task, nodes: int, seed: int) -> tuple[Question, ...]:
    found = _made((task.file, task.reference), task.methods, task.cls, nodes, seed)
    if not found:
        raise Fault(
            "no questions could be made: the methods do nothing on small structures",
            task.file,
            remedy="write them into a file, and name it with the key questions",
        )
    return found
