"""`viva step`: the run that shows what is wrong, step by step."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import click
from markupsafe import Markup

from viva.commands.options import exercise_argument, json_option, submission_argument
from viva.commands.output import complain, write, write_document, write_file
from viva.commands.status import of
from viva.core.drawing import Frames
from viva.core.submission import Submission
from viva.core.terms import ENGLISH, Terms
from viva.core.text.escape import visible
from viva.core.texts import catalogue
from viva.services.checking import check, handed_in
from viva.services.registry import read_exercise
from viva.services.stepping import example_told, frames_of_witness

_BUTTONS = "steps.button."


@click.command("step")
@exercise_argument
@submission_argument
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with a slider there.")
@click.option("--pictures", is_flag=True, help="Show with each step what there is to see, in characters.")
@json_option("the witness and its steps")
def command(exercise: Path, submission: Path, *, out: Path | None, pictures: bool, as_document: bool) -> int:
    """Show the run that is told as the example, step by step: what a program does line by line, how an automaton reads
    a word, how a robot drives.

    \b
    Example:
      viva step exercises/assembly/fill-with-zero answer.inv -o run.html
    """
    subject, asked = read_exercise(exercise)
    given = handed_in(submission)
    report = check(subject, asked, given, Terms())
    say = catalogue("viva.cli", report.locale or ENGLISH).say
    told = example_told(report)
    if told is None or told.witness is None or not isinstance(given, Submission):
        write(visible(say("step_none")) + "\n")
        return of(report.verdict)
    frames = frames_of_witness(subject, asked, given, told.witness, Terms(locale=report.locale))
    if as_document:
        write_document({**told.witness.to_json(), "frames": frames.to_json() if frames else None})
    elif frames is None:
        write(visible(f"{told.text}\n\n{say('step_none')}") + "\n")
    elif out is None:
        write(visible(f"{told.text}\n\n{_in_words(frames, pictures=pictures)}"))
    if out is not None and frames is not None:
        write_file(out, _page(asked.title, told.text, frames, report.locale or ENGLISH))
        complain(f"wrote {out}")
    return of(report.verdict)


def _in_words(frames: Frames, *, pictures: bool) -> str:
    rows = []
    for number, still in enumerate(frames.stills, 1):
        rows.append(f"{number}. {still.text}")
        if pictures:
            rows += ["", *(f"   {line}".rstrip() for line in still.words.split("\n")), ""]
    return "\n".join(rows) + "\n"


def _page(title: str, told: str, frames: Frames, locale: str) -> str:
    """One file that carries everything it needs. Its script is the player of the site, known by its hash; where that
    was not built the steps are a list."""
    from viva.showing.frames import player_of
    from viva.showing.page import render

    texts = catalogue("viva.web", locale).templates
    words = {key.removeprefix(_BUTTONS): text for key, text in texts.items() if key.startswith(_BUTTONS)}
    script = _script()
    return render(
        "steps.html",
        locale=locale,
        title=title,
        told=[part for part in told.split("\n\n") if not part.startswith("    ")],
        film=player_of(frames),
        words=json.dumps(words),
        script=Markup(script),
        digest=b64encode(sha256(script.encode()).digest()).decode() if script else "",
    )


def _script() -> str:
    """Without importing the site, which a terminal does not need."""
    found = find_spec("viva.web")
    folder = Path(found.origin).parent / "static" if found and found.origin else None
    built = sorted(folder.glob("frames-*.js")) if folder else []
    return built[0].read_text("utf-8") if built else ""
