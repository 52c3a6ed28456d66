"""`viva machine`: a state machine in another notation, flat, or run on inputs step by step."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import click

from viva.commands.files import read_bytes, read_text
from viva.commands.options import PATH, Word
from viva.commands.output import complain, write, write_file
from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.source import Source
from viva.core.text.escape import visible
from viva.core.text.reading import Misread
from viva.core.texts import catalogue
from viva.engines.machines import formats
from viva.engines.machines.diagram import run_frames, show_reaction
from viva.engines.machines.formats import dot, smv
from viva.engines.machines.logic import ltl
from viva.engines.machines.model import System
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.flatten import flatten
from viva.engines.machines.running.input_classes import Explosion
from viva.engines.machines.semantics import Nondeterministic, OutOfRange
from viva.subjects.machines.notation import read_machine
from viva.subjects.machines.runs import letter

_FORMS = ("text", "json", "moml", "smv", "dot")
_SUFFIXES = {**formats.SUFFIXES, ".smv": "smv", ".dot": "dot", ".gv": "dot"}


@click.command("machine")
@click.argument("file", type=PATH)
@click.option("-o", "--out", type=PATH, metavar="FILE", help="Write it there; the ending names the notation.")
@click.option("--to", "form", type=Word(_FORMS), help="The notation, where no file names it; text without it.")
@click.option("--against", type=PATH, metavar="FILE", help="For SMV: this machine beside it; are all outputs equal?")
@click.option("--requirements", type=PATH, metavar="FILE", help="For SMV: formulas in temporal logic, one a line.")
@click.option("--flat", is_flag=True, help="Flatten and minimise it first.")
@click.option(
    "--run", "inputs", metavar="INPUTS", help='Run it instead: reactions with ";" between, as in "a, b; ; c".'
)
@click.option("--animated", is_flag=True, help="Draw a run as one picture that moves.")
def machine(
    file: Path,
    *,
    out: Path | None,
    form: str | None,
    against: Path | None,
    requirements: Path | None,
    flat: bool,
    inputs: str | None,
    animated: bool,
) -> int:
    """Write a state machine in another notation, flatten it, or run it.

    \b
    Example:
      viva machine problem.machine.txt -o problem.xml
      viva machine problem.xml --flat
      viva machine students.xml --against reference.machine.txt --requirements rules.ltl -o pair.smv
      viva machine problem.machine.txt --run "press; more; press, more" -o run.svg
    """
    system = _read(file)
    asked = None if against is None else _read(against)
    try:
        system = flatten(system) if flat else system
        text = (
            _run(system, inputs, out, file.name, animated)
            if inputs is not None
            else _written(system, form, out, _Asked(asked, requirements))
        )
    except Misread as problem:
        raise problem.fault(file.name) from None
    except Explosion:
        raise Fault("this machine has too many states for that", file.name) from None
    if out:
        write_file(out, text)
        complain(f"wrote {out}")
    else:
        write(visible(text))
    return 0


def _read(file: Path) -> System:
    return read_machine(Source(file.parent.name, {file.name: read_bytes(file)}), file.name)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a model checker is to be asked: whether the machine is equal to another one, and requirements."""

    machine: System | None
    file: Path | None

    def requirements(self, system: System) -> list[ltl.Requirement]:
        if self.file is None:
            return []
        try:
            return list(ltl.read(read_text(self.file), system.types))
        except Misread as problem:
            raise problem.fault(str(self.file)) from None


def _written(system: System, form: str | None, out: Path | None, asked: _Asked) -> str:
    wanted = form or (_SUFFIXES.get(PurePosixPath(out.name).suffix.lower()) if out else "text")
    if wanted != "smv" and asked != _Asked(None, None):
        raise Fault("only SMV is asked anything", remedy="write it with --to smv, or to a file that ends in .smv")
    match wanted:
        case "smv" if asked.machine is not None:
            if (system.inputs, system.outputs) != (asked.machine.inputs, asked.machine.outputs):
                raise Fault(
                    "the two machines do not have the same inputs and outputs", remedy="give them the same signals"
                )
            return smv.write_pair(system, asked.machine, asked.requirements(system))
        case "smv":
            return smv.write(system, asked.requirements(system))
        case "dot":
            return dot.write(system)
        case None:
            raise Fault("the ending of this name says no notation", str(out), remedy=f"use --to {'|'.join(_FORMS)}")
        case other:
            return formats.write(system, other)


def _run(system: System, inputs: str, out: Path | None, file: str, animated: bool) -> str:
    """The reactions as lines, or as pictures where a file is asked for."""
    word = [letter(system, piece) for piece in inputs.split(";")]
    behaviour = Behaviour(system)
    try:
        if out:
            title = catalogue("viva.subjects.machines").say("drawing_file", file=file)
            return run_frames(behaviour, word, title, animated=animated).svg
        run = behaviour.run(word)
    except (Nondeterministic, OutOfRange):
        raise Fault("two transitions are enabled at once, or a value leaves its bounds, in this run", file) from None
    return "".join(f"{show_reaction(number, reaction)}  ({reaction.state})\n" for number, reaction in enumerate(run, 1))
