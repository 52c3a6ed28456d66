"""`viva explore`: a session about one file, or a table of many."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol, runtime_checkable

import click

from viva.core.records import dataclass

try:
    import readline
except ImportError:  # where Python was built without it, lines are read without history and completion
    readline = None  # type: ignore[assignment]

from viva.commands.files import read_bytes
from viva.commands.options import PATH, json_option, seed_option
from viva.commands.output import complain, write, write_document, write_file
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.terms import ENGLISH
from viva.core.text.escape import visible_line
from viva.core.texts import Catalogue, catalogue
from viva.engines.calls import Compiled, Question, Voice, sandbox_of
from viva.engines.coverage import LEGEND, figures
from viva.exploring.document import as_json
from viva.exploring.page import as_page
from viva.exploring.reporting import as_json as figures_as_json
from viva.exploring.session import COMMANDS, Misused, Session, needed_inputs
from viva.exploring.suites import FOLDER, Suites
from viva.languages.finding import language_for, suffixes
from viva.languages.program import NoProgram
from viva.languages.protocol import reads_of
from viva.languages.sites import Hooks
from viva.services.registry import read_exercise

EXPLORED = ("python", "javascript", "haskell")
"""Languages of files that are explored without an exercise, by their endings."""
_PROMPT = "> "
_RANDOM = 20


@runtime_checkable
class Asks(Protocol):
    """What is to be known of an exercise, whatever its subject: the question about its function."""

    @property
    def question(self) -> Question: ...
    @property
    def languages(self) -> tuple[str, ...]: ...


@click.command("explore")
@click.argument("file", type=PATH)
@click.argument("function", required=False)
@click.option("--exercise", type=PATH, metavar="DIR", help="Take types and the model solution from this exercise.")
@seed_option("Fixes the random inputs")
@click.option("--html", type=PATH, metavar="FILE", help="Write what was covered as a page, at the end.")
@json_option("what was covered, at the end,")
def command(
    file: Path, function: str | None, *, exercise: Path | None, seed: int, html: Path | None, as_document: bool
) -> int:
    """Try out functions and see what was never evaluated.

    A session about one file: random inputs, inputs of your own, and after each the source with what was never
    evaluated, always true or always false. Inputs that cover something new are kept beside the exercise and used
    again for the next file. With a folder of submissions: a table of those that needed new inputs.
    Commands can also be piped in, one a line; `h` lists them.

    \b
    Example:
      viva explore submission.py is_sublist --exercise exercises/functions/sublist
    """
    model = _model(exercise)
    folder = (exercise if exercise and exercise.is_dir() else exercise.parent if exercise else file.parent) / FOLDER
    if file.is_dir():
        folder = folder if exercise else file / FOLDER
    store = Suites(folder)
    with ExitStack() as sandboxes:
        if file.is_dir():
            function = function or (model.question.function if model else None)
            if function is None:
                raise Fault("a folder is explored for one function", remedy="name it, or give --exercise")
            return _table(file, _Folder(sandboxes, function, store, model, seed), as_document)
        session = _session(sandboxes, file, store, model)
        session.seed = seed
        if function or model:
            session.named(_known(session, function or (model.question.function if model else "")))
        session.colour = sys.stdout.isatty() and not as_document
        wrong = _converse(session, silent=as_document, history=folder / ".history")
        first, last = session.lines(session.current) if session.current else (1, None)
        if as_document:
            suite: list[Json] = (
                [session.writing.call(session.current, kept.arguments) for kept in session.inputs_of(session.current)]
                if session.current
                else []
            )
            document = {"function": session.current or None, "suite": suite, **as_json(session.shown, first, last)}
            by_function: dict[str, Json] = {row.name: figures_as_json(row.figures) for row in session.rows()}
            whole: dict[str, Json] = figures_as_json(figures(session.shown))
            write_document({**document, "figures": whole, "functions": by_function})
        if html:
            write_file(html, as_page(session.shown, session.rows(), file.name, session.voice))
        return 2 if wrong and not sys.stdin.isatty() else 0


def _texts() -> Catalogue:
    return catalogue("viva.exploring", ENGLISH)


def _known(session: Session, function: str) -> str:
    if function not in session.functions:
        names = ", ".join(session.functions) or "none"
        raise Fault(f"the file defines no function {function!r}", remedy=f"its functions are {names}")
    return function


def _model(exercise: Path | None) -> Asks | None:
    if exercise is None:
        return None
    _, asked = read_exercise(exercise)
    if not (isinstance(asked.task, Asks) and isinstance(asked.task.question, Question)):
        raise Fault("this exercise does not ask for a function", str(exercise), remedy="leave --exercise out")
    return asked.task


def _session(sandboxes: ExitStack, file: Path, store: Suites, model: Asks | None) -> Session:
    source = read_bytes(file)
    language = language_for(file.name, model.languages if model else EXPLORED)
    reads_of(language)  # a session is about what is in a source
    sandbox = sandboxes.enter_context(sandbox_of(language))
    compiled = Compiled(language, sandbox, source, "", str(file))
    program = compiled.program(Hooks(expressions=True, branches=True))
    if isinstance(program, NoProgram):
        told = language.runs.explain(program, ENGLISH)
        raise Fault(told.text, file=str(file), line=told.line, column=told.column)
    voice = Voice(_texts().say, compiled.calls)
    return Session(compiled, program, store, voice, model.question if model else None)


def _converse(session: Session, silent: bool, history: Path) -> bool:
    """Follows commands until there are no more; whether one of them could not be followed."""
    wrong = False
    say = _texts().say
    if sys.stdin.isatty():
        _prepare_line_editing(session, history)
        write(f"{LEGEND}\n")
    for line in _lines(say("explore_prompt"), history):
        if not line.strip():
            continue
        try:
            answer = session.follow(line)
        except Misused as misuse:
            wrong = True
            if silent:
                complain(str(misuse))
            else:
                write(f"{misuse}\n")
            continue
        if not silent:
            write(answer)
        if session.finished:
            break
    return wrong


def _lines(prompt: str, history: Path) -> Iterator[str]:
    """From a person with line editing, or from a pipe."""
    if not sys.stdin.isatty():
        yield from iter(sys.stdin.readline, "")  # `yield from` the file itself would close it with the generator
        return
    while True:
        write(f"{prompt}\n")
        try:
            yield input(_PROMPT)
        except EOFError:
            write("\n")
            return
        finally:
            _save_history(history)


def _prepare_line_editing(session: Session, history: Path) -> None:
    """History and completion, where Python has readline."""
    if readline is None:
        return
    words = [*COMMANDS, *session.functions]

    def complete(text: str, state: int) -> str | None:
        found = [word for word in words if word.startswith(text)]
        return f"{found[state]} " if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    if history.is_file():
        readline.read_history_file(history)


def _save_history(history: Path) -> None:
    if readline is None:
        return
    history.parent.mkdir(parents=True, exist_ok=True)
    readline.set_history_length(1000)
    readline.write_history_file(history)


@dataclass(frozen=True, slots=True)
class _Folder:
    """What is the same for all files of a folder."""

    sandboxes: ExitStack
    function: str
    store: Suites
    model: Asks | None
    seed: int


def _table(folder: Path, asked: _Folder, as_document: bool) -> int:
    """Chapter 5 of the paper: which submissions still needed new inputs, in the order of their names."""
    endings = suffixes(asked.model.languages if asked.model else EXPLORED)
    files = sorted(file for file in folder.iterdir() if file.name.endswith(endings) and file.is_file())
    if not files:
        raise Fault(f"there is no {' or '.join(endings)} file in this folder", file=str(folder))
    say = _texts().say
    rows: list[Json] = []
    for file in files:
        fresh, covered, comment = _row(file, asked)
        rows.append({"file": file.name, "new": list(fresh), "covered": covered, "comment": comment})
        if not as_document:
            needs = "; ".join(fresh) or say("explore_no_new")
            write(f"{visible_line(file.name):<24}  {covered:>5}  {needs}\n")
            if comment:
                write(f"{'':<24}  {'':>5}  {comment}\n")
    if as_document:
        write_document({"function": asked.function, "submissions": rows})
    return 0


def _row(file: Path, asked: _Folder) -> tuple[list[str], str, str]:
    """The inputs that the file needed, the share that is covered then, and a comment."""
    say = _texts().say
    function = asked.function
    try:
        session = _session(asked.sandboxes, file, asked.store, asked.model)
        session.seed = asked.seed
        _known(session, function)
        fresh, broken = needed_inputs(session, function, _RANDOM)
        reached, total = session.shown.shares(*session.lines(function))
        comment = ""
        if asked.model is not None and asked.model.question.function == function:
            differences, _, _ = session.differences(function)
            if differences:
                arguments, expected, actual = differences[0]
                call = session.writing.call(function, arguments)
                comment = say("explore_differs", call=call, expected=expected, actual=actual)
        elif broken:
            comment = say("explore_error", call=session.writing.call(function, broken[0][0]), problem=broken[0][1])
        return (
            [session.writing.call(function, arguments) for arguments in fresh],
            f"{100 * reached // total} %",
            comment,
        )
    except (Fault, Misused) as problem:
        return [], "-", visible_line(str(problem))
