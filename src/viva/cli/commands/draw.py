"""`viva draw`: an exercise or a submission as a picture."""

from pathlib import Path

import click

from viva.commands.options import PATH
from viva.commands.output import complain, write, write_file
from viva.core.drawing import Drawing
from viva.core.fault import Fault
from viva.core.source import MANIFEST
from viva.core.subject import DrawsFiles
from viva.core.submission import Submission, Unreadable
from viva.core.text.escape import visible
from viva.services.registry import SUBJECTS, installed_entries, read_exercise, subject_named

_NAME_IT = "name the exercise first: viva draw EXERCISE FILE"


@click.command("draw")
@click.argument("exercise", type=PATH, metavar="EXERCISE|FILE")
@click.argument("submission", type=PATH, required=False)
@click.option("-o", "--out", type=PATH, metavar="FILE.svg", help="Write the picture there, as SVG.")
def command(exercise: Path, submission: Path | None, out: Path | None) -> int:
    """Draw an exercise, or a submission to it. A terminal gets the drawing in characters, a file the SVG.

    FILE is a file of an exercise: one of its examples is drawn as a submission, any other as the exercise. An automaton
    in a file of its own needs no exercise.

    \b
    Example:
      viva draw exercises/console/sum-of-n -o sum.svg
      viva draw drawn.dot -o drawn.svg
    """
    try:
        drawing = _drawn(exercise, submission)
    except Unreadable as unreadable:
        raise Fault(str(unreadable)) from None
    if out:
        write_file(out, drawing.svg)
        complain(f"wrote {out}")
    else:
        lines = visible(drawing.text).rstrip("\n").split("\n")
        write("".join(f"{line.rstrip()}\n" for line in lines))
    return 0


def _drawn(exercise: Path, submission: Path | None) -> Drawing:
    folder = _folder_around(exercise)
    if folder is None:
        return _alone(exercise)
    if submission is None and _is_example(exercise, folder):
        submission = exercise
    subject, asked = read_exercise(folder)
    return subject.draw(asked, Submission.from_path(submission) if submission else None)


def _folder_around(path: Path) -> Path | None:
    """The exercise folder that a file lies in, if any; a folder is taken as it is."""
    if not path.is_file():
        return path
    return next((folder for folder in path.resolve().parents if (folder / MANIFEST).is_file()), None)


def _alone(path: Path) -> Drawing:
    """By the subject that knows most of its ending: `.machine.json` says more than `.json`."""
    file = path.name.lower()
    known = [
        (max(len(ending) for ending in subject.drawn_endings if file.endswith(ending)), subject)
        for subject in map(subject_named, installed_entries(SUBJECTS))
        if isinstance(subject, DrawsFiles) and file.endswith(subject.drawn_endings)
    ]
    if not known:
        raise Fault("this file lies in no exercise folder", file=str(path), remedy=_NAME_IT)
    _, subject = max(known, key=lambda each: each[0])
    try:
        return subject.draw_file(Submission.from_path(path))
    except Unreadable as unreadable:
        raise Fault(str(unreadable).removesuffix("."), remedy=_NAME_IT) from None


def _is_example(path: Path, folder: Path) -> bool:
    return path.is_file() and (folder / "examples").resolve() in path.resolve().parents
