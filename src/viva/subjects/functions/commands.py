"""`viva certify`: a proof as a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from viva.commands import status
from viva.commands.files import read_text
from viva.commands.options import PATH
from viva.commands.output import write, write_file
from viva.core.fault import Fault
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import ENGLISH, Terms
from viva.core.text import jsontext
from viva.core.text.escape import visible_line
from viva.core.text.reading import Misread
from viva.core.texts import catalogue
from viva.engines.calls import Compiled, programs_of, sandbox_of
from viva.engines.calls.programs import submitted_as
from viva.engines.calls.proving.certifying import document, refusal_of
from viva.engines.calls.proving.equality import NotProved, prove_equal
from viva.languages.finding import language_for, suffixes
from viva.services.checking import check
from viva.services.registry import exercise_folder
from viva.showing.document import as_json as as_text
from viva.showing.outline import headline
from viva.subjects.functions.evidence import further_references
from viva.subjects.functions.model import Task
from viva.subjects.functions.subject import Functions


@click.command("certify")
@click.argument("exercise", type=PATH)
@click.argument("submission", type=PATH)
@click.argument("file", type=PATH)
@click.option("--smt2", type=PATH, help="A folder for what the solver was asked, for another solver to answer.")
def certify(exercise: Path, submission: Path, file: Path, smt2: Path | None) -> int:
    """Write why a submission is right for every input.

    The proof is written to FILE as JSON, read from there and checked again: every step of it, and nothing else. Where
    FILE is there already, it is checked as it stands, and not written. Exit status 0 if it is proved, 3 if not, 1 if
    the submission is wrong or FILE is refused.

    \b
    Example:
      viva certify exercises/functions/keep-first my_solution.py proof.json
      viva certify exercises/functions/keep-first my_solution.py proof.json --smt2 obligations
    """
    asked = Functions().read(Source.from_folder(exercise_folder(exercise)))
    task = asked.task_as(Task)
    question, say = task.question, catalogue(__package__ or "viva.subjects.functions", ENGLISH).say
    given = Submission.from_path(submission)
    name, source = given.single(suffixes(task.languages))
    language = language_for(name, task.languages)
    with programs_of(question) as programs, sandbox_of(language) as sandbox:
        if programs.reference is None:
            raise Fault(say("certify_no_reference"), str(exercise))
        submitted = submitted_as(question, Compiled(language, sandbox, source, question.function, name))
        references = [programs.reference, *further_references(task, programs.reference)]
        if not file.exists():
            report = check(Functions(), asked, given, Terms())
            if not report.verdict.right:
                write(say("certify_not_right", headline=headline(report)) + "\n")
                return status.of(report.verdict)
            found = report.evidence.details.get("certificate")
            if not found:
                answer = prove_equal(question, references, programs.requires, submitted)
                if isinstance(answer, NotProved):
                    reason = say(f"certify_not_{answer.word}", detail=answer.detail)
                    write(say("certify_not_proved", reason=reason) + "\n")
                    return status.UNDECIDED
                found = document(answer, references, programs.requires, submitted)
            write_file(file, as_text(found) + "\n")
        try:
            told = jsontext.load(read_text(file))
        except Misread as problem:
            raise problem.fault(str(file)) from None
        refuted: list[str] = []
        why = refusal_of(question, references, programs.requires, submitted, told, refuted=refuted if smt2 else None)
    if why is not None or not isinstance(told, dict):
        write(say("certify_refused", file=str(file), reason=why) + "\n")
        return status.WRONG
    write(say("certify_written", file=str(file)) + "\n")
    for line in told["words"]:
        write(f"  {visible_line(str(line))}\n")
    if smt2 is not None:
        _write_obligations(smt2, refuted)
        write(say("certify_smt2", count=len(refuted), folder=str(smt2)) + "\n")
    return status.RIGHT


def _write_obligations(folder: Path, refuted: Sequence[str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        reason = (problem.strerror or "unknown reason").lower()
        raise Fault(f"this folder cannot be made: {reason}", str(folder), remedy="name another folder") from None
    width = len(str(len(refuted)))
    for number, text in enumerate(refuted, 1):
        write_file(folder / f"{number:0{width}}.smt2", text)
