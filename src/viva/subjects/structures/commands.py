"""Commands of structures: how they are found (`compare-techniques`), what to ask about them
(`questions`), and how a method changes one step by step (`animate`)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from viva.commands.options import PATH, json_option, seed_option
from viva.commands.output import write, write_document, write_file
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.terms import ENGLISH
from viva.core.texts import Say, catalogue
from viva.engines.calls.programs import sandbox_of
from viva.engines.heaps.schemas.lazy_initialization import compile_lazily
from viva.engines.heaps.schemas.questions import call_of
from viva.engines.heaps.schemas.techniques import Measured, measure_techniques
from viva.languages.finding import language_named
from viva.services.registry import read_exercise
from viva.subjects.structures.model import Task
from viva.subjects.structures.suite import prepare
from viva.subjects.structures.tasks.trace import Tracing
from viva.subjects.structures.traces.asking import chosen_questions, read_questions
from viva.subjects.structures.traces.schemas import all_cases, as_page, as_text
from viva.subjects.structures.traces.steps import draw_steps, steps_of


def _task(exercise: Path) -> Task:
    subject, read = read_exercise(exercise)
    if subject.name != "structures":
        raise Fault(f"this exercise is of the subject {subject.name}", str(exercise), remedy="name one of structures")
    task = read.task
    if isinstance(task, Tracing):
        return task.write
    return read.task_as(Task)


@click.command("compare-techniques")
@click.argument("exercise", type=PATH)
@click.option("--method", metavar="NAME", help="The method to look at; without it the last one asked for.")
@click.option("--nodes", type=click.IntRange(1, 8), default=3, show_default=True, help="How large structures may be.")
@json_option("the measurements")
def compare_techniques(exercise: Path, *, method: str | None, nodes: int, as_document: bool) -> int:
    """Measure the techniques of test data generation on a method of a reference.

    \b
    Example:
      viva compare-techniques exercises/structures/duplicates-left --method delete
    """
    task = _task(exercise)
    name = task.method_named(method)
    say = catalogue(__package__, ENGLISH).say
    ready = prepare(task, 0, None)
    language = language_named(task.languages[0])
    with sandbox_of(language) as sandbox:
        program = compile_lazily(language, sandbox, task.reference.encode())
        if program is None:
            raise Fault(
                f"runs in {language.name} cannot be followed with fields that are made when they are read",
                task.file,
                remedy="take an exercise in Python",
            )
        rows = list(measure_techniques(sandbox, program, ready.domain, ready.domain.methods[name], nodes))
    if as_document:
        techniques: list[Json] = [_json(row) for row in rows]
        write_document({"method": name, "nodes": nodes, "techniques": techniques})
        return 0
    for table in ("annotation", "generality", "abstractness"):
        write(say(f"summary_{table}", method=name, nodes=nodes) + "\n")
        write(_table(table, rows, say))
    if any(row.schemas is None for row in rows):
        write(say("summary_unfollowed", method=name) + "\n")
    return 0


def _json(row: Measured) -> dict[str, Json]:
    way = row.way
    return {
        "technique": f"{way.group}: {way.name}", "annotation": way.annotation, "generality": way.generality,
        "abstractness": way.abstractness, "schemas": row.schemas, "traces": row.traces,
        "redundancy": None if row.redundancy is None else round(row.redundancy, 3), "branches": row.branches,
        "followed": row.followed, "seconds": row.seconds, "whole": row.whole,
    }  # fmt: skip


def _table(table: str, rows: list[Measured], say: Say) -> str:
    head = [say("summary_technique"), say(f"summary_paper_{table}"), *say(f"summary_columns_{table}").split("|")]
    cells = [head, *([f"{row.way.group}: {row.way.name}", *_cells(table, row)] for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(head))]
    lines = ["  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)) for line in cells]
    return "\n".join(line.rstrip() for line in lines) + "\n\n"


def _cells(table: str, row: Measured) -> list[str]:
    def shown(value: float | None, digits: int = 2) -> str:
        return "-" if value is None else str(value) if isinstance(value, int) else f"{value:.{digits}f}"

    way = row.way
    match table:
        case "annotation":
            return [way.annotation, "none", shown(row.seconds, 3)]
        case "generality":
            return ["*" * way.generality, shown(row.followed), shown(row.branches)]
    return ["*" * way.abstractness, shown(row.schemas), shown(row.traces), shown(row.redundancy)]


@click.command("schemas")
@click.argument("exercise", type=PATH)
@click.option("--method", metavar="NAME", help="The method to look at; without it the last one asked for.")
@click.option("--nodes", type=click.IntRange(1, 6), default=2, show_default=True, help="How large structures may be.")
@click.option("--file", type=PATH, help="A submission: its schemas, and on which of them it fails.")
@click.option("-o", "--out", type=PATH, metavar="FILE.html", help="Write a page with pictures there.")
def schemas(exercise: Path, *, method: str | None, nodes: int, file: Path | None, out: Path | None) -> int:
    """Draw all schemas of a method, each with its constraints and with structures made from it.

    A schema is what one path of the method looks at. Of a submission it is also told on which schemas it fails.

    \b
    Example:
      viva schemas exercises/structures/duplicates-left --method delete -o delete.html
    """
    task = _task(exercise)
    say = catalogue(__package__, ENGLISH).say
    source = None if file is None else file.read_text("utf-8", "replace")
    found = all_cases(task, task.method_named(method), source, nodes)
    if out is None:
        write(as_text(found, say) + "\n")
    else:
        write_file(out, as_page(found, file.name if file else task.cls, say))
    return 0


@click.command("questions")
@click.argument("exercise", type=PATH)
@click.option("--method", metavar="NAME", help="The method to ask about; without it all that are asked for.")
@click.option("--nodes", type=click.IntRange(1, 5), default=4, show_default=True, help="How large structures may be.")
@seed_option("Fixes which questions are chosen")
@click.option("-o", "--out", type=PATH, metavar="FILE.txt", help="Write them there.")
def ask_questions(exercise: Path, *, method: str | None, nodes: int, seed: int, out: Path | None) -> int:
    """Make questions of the kind "what does insert make of this tree": the fewest that go all the ways of a method.

    \b
    Example:
      viva questions exercises/structures/duplicates-left --method delete
    """
    task = _task(exercise)
    methods = task.methods if method is None else (task.method_named(method),)
    found = chosen_questions(replace(task, methods=methods), nodes, seed)
    text = "".join(f"{question.written}\n" for question in found)
    if out is None:
        write(text)
    else:
        write_file(out, text)
    return 0


@click.command("animate")
@click.argument("exercise", type=PATH)
@click.argument("question")
@click.option("--file", type=PATH, help="A file with the class, instead of the reference.")
@click.option("-o", "--out", type=PATH, metavar="FILE.svg", help="Write the picture there.")
def animate(exercise: Path, question: str, *, file: Path | None, out: Path | None) -> int:
    """Show a call of a method step by step: the structure, and where the method is in it.

    \b
    Example:
      viva animate exercises/structures/duplicates-left "2(1, 3(3, -)): delete(2)" -o delete.svg
    """
    task = _task(exercise)
    say = catalogue(__package__, ENGLISH).say
    (asked,) = read_questions(task, question.replace("\n", " "), "QUESTION")
    domain = prepare(task, 0, None).domain
    call = call_of(domain, asked)
    if call is None:
        raise Fault("no such structure can be made from the fields of the reference", "QUESTION")
    source = task.reference if file is None else file.read_text("utf-8", "replace")
    found = steps_of(task, domain.layout, asked.method, call, source)
    if not found:
        raise Fault(f"the class {task.cls} cannot be run", str(file or task.file), remedy="see what viva check says")
    drawing = draw_steps(say("draw_run", call=asked.written), found, say)
    if out is not None:
        write_file(out, drawing.svg)
    else:
        write(drawing.text + "\n")
    return 0
