"""Exercises made at random: a specification that is new, with a statement in each language and a model answer."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.source import MANIFEST, Source
from viva.core.table import suggestion
from viva.core.terms import ENGLISH, LOCALES
from viva.engines.dialogues.evaluation import FUNCTIONS
from viva.engines.dialogues.making.make import Made, Wanted, make_tasks
from viva.engines.dialogues.making.measures import LOOPS, functions_of, measure
from viva.engines.dialogues.making.mistakes import find_mistake
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.programs.writing import program

_FREE = ("len",)  # what nobody has to be taught


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a teacher asks for. `like` is the specification of an exercise: what is not asked for is as there."""

    difficulty: int | None = None
    reads: int | None = None
    nesting: int | None = None
    remembered: int | None = None
    loops: str | None = None
    like: Spec | None = None

    def wanted(self) -> Wanted:
        kinds = None if self.loops is None else tuple(sorted(_kinds(self.loops)))
        if self.like is None:
            return Wanted(self.difficulty, self.reads, self.nesting, self.remembered, kinds)
        seen = measure(self.like)
        as_there = (seen.reads, seen.nesting, seen.remembered) if self.difficulty is None else (None, None, None)
        asked = (self.reads, self.nesting, self.remembered)
        reads, nesting, remembered = (
            wish if wish is not None else there for wish, there in zip(asked, as_there, strict=True)
        )
        loops = seen.loops if kinds is None else kinds
        functions = {*functions_of(self.like), *_FREE} & {*FUNCTIONS, *_FREE}
        return Wanted(self.difficulty, reads, nesting, remembered, loops, functions)


def _kinds(text: str) -> Iterator[str]:
    for word in text.replace(",", " ").split():
        if word not in LOOPS:
            raise Fault(f"--loops: there is no kind of loop {word!r}", remedy=suggestion(word, [*LOOPS]))
        yield word


def exercises_of(wishes: Wishes, seed: int, locale: str) -> Iterator[tuple[Spec, Source]]:
    """None of them asks for what another one asks for, nor for what the exercise does that they are to be like."""
    others = [wishes.like] if wishes.like else []
    for task in make_tasks(wishes.wanted(), seed, others):
        yield task.spec, _source(task, seed, locale)


def _source(task: Made, seed: int, locale: str) -> Source:
    seen = task.measure
    loops = ", ".join(seen.loops) or "none"
    remark = f"difficulty {seen.level}: {seen.reads} reads, nesting {seen.nesting}, {seen.remembered} remembered"
    lines = [f"# made at random with seed {seed}; {remark}, loops: {loops}", 'subject = "console"',
             f'title = "{task.title.told(locale)}"', f'statement = "{_file(locale)}"',
             f"points = {2 * seen.level}", ""]  # fmt: skip
    if locale != ENGLISH:
        lines += ["[feedback]", f'language = "{locale}"', ""]
    lines += ["[console]", 'spec = "spec.txt"', ""]
    statements = {_file(each): task.statement(each).encode() + b"\n" for each in LOCALES}
    wrong = find_mistake(task.spec)
    answers = {"right/solution.py": task.spec} | ({"wrong/slip.py": wrong} if wrong else {})
    files = {MANIFEST: "\n".join(lines).encode(), "spec.txt": task.text.encode()}
    examples = {f"examples/{path}": program(spec).encode() for path, spec in answers.items()}
    return Source("generated", files | statements | examples)


def _file(locale: str) -> str:
    return "statement.md" if locale == ENGLISH else f"statement.{locale}.md"
