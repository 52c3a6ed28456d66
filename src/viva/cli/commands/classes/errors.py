"""`viva errors`: the mistakes of a graded class, what mends them, and texts for them (an error model, learnt)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import field
from pathlib import Path

import click

from viva.commands.options import COUNT, PATH, Word, exercise_argument, json_option
from viva.commands.output import complain, write, write_document, write_file
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.report import Report
from viva.core.subject import LearnsMistakes, Subject
from viva.core.text.escape import visible_line
from viva.core.texts import Say, catalogue
from viva.core.verdict import Verdict
from viva.grading.grade import RESULTS, read_rows
from viva.grading.row import signature_of
from viva.services.known import FILE, read_known
from viva.services.registry import exercise_folder, read_exercise

_SHOWN = 8
_MOST_EDITS = 5
_PLACE = re.compile(r"^(?:Line|Zeile) \d+: ")


@dataclass(slots=True)
class Mistake:
    """Equal mistakes: who made them, and what mends each, as far as a smallest change was found."""

    name: str
    report: Report
    known: bool
    students: list[str] = field(default_factory=list)
    edits: Counter[str] = field(default_factory=Counter)

    def proposal(self, say: Say) -> str | None:
        """A sentence that most who made it could use: what mends at least half of them."""
        best = self.edits.most_common(1)
        if not best or 2 * best[0][1] < len(self.students):
            return None
        return say("errors_proposal", edit=best[0][0])


@click.command("errors")
@exercise_argument
@click.option("--from", "folder", type=PATH, metavar="DIR", help="The --out folder of viva grade.")
@click.option("--add", "number", type=COUNT, metavar="N", help="Write a text for the N-th of the mistakes shown.")
@click.option("--text", metavar="TEXT", help="What students with this mistake are told; without it what is proposed.")
@click.option(
    "--rung", type=Word(tuple(Rung)), help="Where it is told; the pattern without it, or the fix if proposed."
)
@json_option("the mistakes")
def command(
    exercise: Path, *, folder: Path | None, number: int | None, text: str | None, rung: str | None, as_document: bool
) -> int:
    """Show which mistakes a class makes and what mends them, and add texts for those that have none.

    The mistakes of wrong submissions that have no text yet, the most frequent first, and the changes that mend most of
    all wrong submissions. With --add, students who make the mistake are told the text from then on.

    \b
    Example:
      viva errors exercises/hybrid/thermostat --from graded
      viva errors exercises/hybrid/thermostat --from graded --add 1 --text "Check the rates."
    """
    subject, found = read_exercise(exercise)
    if folder is None:
        raise Fault(
            "nothing says where the results are", remedy="name the --out folder of `viva grade` with --from DIR"
        )
    everything = _mistakes(subject, found, folder)
    mistakes = [each for each in everything if not each.known]
    say = catalogue("viva.cli").say
    if number is not None:
        if number > len(mistakes):
            raise Fault(f"there is no mistake {number}", remedy=f"there are {len(mistakes)}")
        _add(subject, found, exercise_folder(exercise), mistakes[number - 1], text, rung, say)
        return 0
    if as_document:
        write_document([_told(each, say) for each in mistakes])
        return 0
    for place, each in enumerate(mistakes, 1):
        write(f"{place}. {len(each.students)} × {visible_line(each.name)}\n")
        names = ", ".join(each.students[:_SHOWN])
        write(f"   {visible_line(names)}\n")
        for edit, count in each.edits.most_common(2):
            write(f"   {say('errors_mended', count=count, of=len(each.students), edit=visible_line(edit))}\n")
        if (proposed := each.proposal(say)) is not None:
            write(f"   {say('errors_proposed', text=visible_line(proposed))}\n")
    if not mistakes:
        write(say("errors_none") + "\n")
    wrong = sum(len(each.students) for each in everything)
    edits = sum((each.edits for each in everything), Counter[str]())
    if edits:
        write("\n" + say("errors_edits", count=wrong) + "\n")
        for edit, count in edits.most_common(_MOST_EDITS):
            write(f"  {count} × {visible_line(edit)}\n")
    return 0


def _mistakes(subject: Subject, exercise: Exercise, folder: Path) -> list[Mistake]:
    file = folder / RESULTS
    if not file.is_file():
        raise Fault("there are no results here", str(file), remedy="name the --out folder of `viva grade`")
    texts = {each.signature for each in read_known(exercise.source)}
    found: dict[str, Mistake] = {}
    for row in read_rows(file):
        report = row.report
        if row.exercise != exercise.name or report is None or report.verdict is not Verdict.REFUTED:
            continue
        own = subject.mistake_of(report) if isinstance(subject, LearnsMistakes) else None
        signature = signature_of(report)
        if own is None and signature is None:
            continue
        name, known = own if own is not None else (signature or "", signature in texts)
        mistake = found.setdefault(name, Mistake(name, report, known))
        mistake.students.append(row.student)
        if (edit := _edit(report)) is not None:
            mistake.edits[edit] += 1
    return sorted(found.values(), key=lambda each: (-len(each.students), each.name))


def _edit(report: Report) -> str | None:
    """What mends an answer, wherever it stands."""
    told = [each.text for each in report.findings if each.rung is Rung.FIX]
    if told:
        lines = [line.strip() for line in told[0].splitlines() if not line.rstrip().endswith(":")]
        return _PLACE.sub("", lines[0] if lines else told[0])
    return next((edit for part in report.parts if (edit := _edit(part)) is not None), None)


def _told(each: Mistake, say: Say) -> dict[str, Json]:
    edits: list[Json] = [{"edit": edit, "count": count} for edit, count in each.edits.most_common()]
    return {"mistake": each.name, "students": [*each.students], "edits": edits, "proposed": each.proposal(say)}


def _add(  # noqa: PLR0917 what the options say
    subject: Subject,
    exercise: Exercise,
    folder: Path,
    mistake: Mistake,
    text: str | None,
    rung: str | None,
    say: Say,
) -> None:
    rung = rung or (Rung.PATTERN if text else Rung.FIX)
    text = text or mistake.proposal(say)
    if not text:
        raise Fault("there is no text to add, and none is proposed", remedy='say it with --text "…"')
    if isinstance(subject, LearnsMistakes) and subject.mistake_of(mistake.report) is not None:
        files = subject.learn(exercise, mistake.report, text)
    else:
        files = {FILE: _with_row(exercise, mistake.name, text, rung)}
    for name, content in files.items():
        write_file(folder / name, content)
        complain(f"wrote {folder / name}")


def _with_row(exercise: Exercise, signature: str, text: str, rung: str) -> str:
    import tomlkit

    source = exercise.source
    library = tomlkit.parse(source.text(FILE)) if FILE in source.files else tomlkit.document()
    rows = library.get("mistake") or tomlkit.aot()
    row = tomlkit.table()
    row.update({"signature": signature, "text": text, "rung": str(rung)})
    rows.append(row)
    library["mistake"] = rows
    return tomlkit.dumps(library)
