"""`viva convert`: a model in another notation, whichever kind of model it is."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from viva.cli.plugins import load
from viva.commands.files import read_bytes
from viva.commands.options import PATH
from viva.commands.output import complain, write, write_file
from viva.core.fault import Fault
from viva.core.text.escape import visible
from viva.core.text.reading import Misread
from viva.engines.hybrid import formats
from viva.engines.hybrid.expressions import read_number
from viva.engines.hybrid.formats import spaceex
from viva.engines.hybrid.model import System
from viva.engines.hybrid.pairing import forbidden_states, pair

_ENDINGS = {".xml": "spaceex", ".json": "json", ".hybrid": "text", ".txt": "text"}
_HORIZON = "40"


@click.command("convert", context_settings={"ignore_unknown_options": True})
@click.argument("file", type=PATH)
@click.argument("more", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF ITS KIND]…")
@click.option("-o", "--out", type=PATH, metavar="FILE", help="Write it there; the ending names the notation.")
@click.option("--to", "form", metavar="NOTATION", help="The notation, where no file names it.")
@click.option("--horizon", metavar="TIME", help=f"How long SpaceEx is to look; {_HORIZON} without it.")
@click.option("--against", type=PATH, metavar="FILE", help="For SpaceEx: this system beside it, to be told apart.")
@click.option("--threshold", metavar="D", help="With --against: outputs differ from here on; 0.5 without it.")
@click.pass_context
def command(
    called: click.Context,
    /,
    file: Path,
    *,
    more: tuple[str, ...],
    out: Path | None,
    form: str | None,
    horizon: str | None,
    against: Path | None,
    threshold: str | None,
) -> int:
    """Write a model in another notation: an automaton, a state machine, a hybrid system.

    Hybrid systems are read from Ptolemy's MoML, SpaceEx, JSON and text, and written as spaceex (with its .cfg beside
    it), json or text. What there is for automata and state machines stands in `viva automaton --help` and
    `viva machine --help`; here the same options are understood.

    \b
    Example:
      viva convert drawn.jff -o answer.fa.json
      viva convert students.moml -o students.xml --horizon 60
      viva convert students.moml --against reference.hybrid -o pair.xml --threshold 0.5
    """
    system = _hybrid(file)
    if system is None:
        only = {"--horizon": horizon, "--against": against, "--threshold": threshold}
        for option, value in only.items():
            if value is not None:
                raise Fault(f"{option} is for hybrid systems, which this is not", str(file))
        return _other(called, file, out, form, more)
    if more:
        raise Fault(f"{more[0]} has no part in writing a hybrid system", remedy="look at `viva convert --help`")
    if threshold is not None and against is None:
        raise Fault("--threshold says when two systems differ", remedy="name the other one with --against")
    wanted = form or (_ENDINGS.get(out.suffix.lower()) if out else "spaceex" if against else "text")
    if wanted is None or wanted not in _ENDINGS.values():
        raise Fault(
            f"{wanted or (out and out.suffix)!r} is no notation for hybrid systems",
            remedy="use --to spaceex, json or text",
        )
    if against is not None and wanted != "spaceex":
        raise Fault("only SpaceEx is asked about a pair", remedy="write it to a file that ends in .xml")
    unsafe = ""
    if against is not None:
        asked = _read(against)
        shared = [name for name in asked.outputs if name in system.outputs]
        if not shared:
            raise Fault(
                "the two systems have no output in common", str(against), remedy="an output has one name in both"
            )
        unsafe = forbidden_states(shared, _number(threshold or "0.5", "--threshold"))
        _refuse_inputs(system, file)
        _refuse_inputs(asked, against)
        system = pair(system, asked)
    configuration = spaceex.write_configuration(system, _number(horizon or _HORIZON, "--horizon"), unsafe)
    return _write(system, wanted, out, configuration, file)


def _write(system: System, form: str, out: Path | None, configuration: str, file: Path) -> int:
    try:
        text = spaceex.write(system) if form == "spaceex" else formats.write(system, form)
    except Misread as problem:
        raise problem.fault(str(file)) from None
    if out is None:
        write(visible(text))
        return 0
    write_file(out, text)
    complain(f"wrote {out}")
    if form == "spaceex":
        beside = out.with_suffix(".cfg")
        write_file(beside, configuration)
        complain(f"wrote {beside}")
    return 0


def _hybrid(file: Path) -> System | None:
    """None for what is a model of another kind: by its ending, or since it is no hybrid system but something else."""
    name, content = file.name.lower(), read_bytes(file)
    if ".machine." in name or ".fa." in name or not name.endswith(formats.ENDINGS):
        return None
    if name.endswith(".hybrid") or ".hybrid." in name or spaceex.is_spaceex(content.decode("utf-8", "replace")):
        return _read(file)
    try:
        return _read(file)
    except Fault:
        if b"Integrator" in content:
            raise  # a hybrid system of Ptolemy, with something that is not read
        return None


def _read(file: Path) -> System:
    try:
        beside = file.with_suffix(".cfg")
        configuration = read_bytes(beside).decode("utf-8-sig") if beside.is_file() else ""
        return formats.read(read_bytes(file).decode("utf-8-sig"), configuration=configuration)
    except UnicodeDecodeError:
        raise Fault("this file is not UTF-8 text", str(file)) from None
    except Misread as problem:
        raise problem.fault(str(file)) from None


def _refuse_inputs(system: System, file: Path) -> None:
    if system.inputs.names:
        names = ", ".join(system.inputs.names)
        raise Fault(
            f"SpaceEx has no inputs from outside, such as {names}", str(file), remedy="make them automata of their own"
        )


def _number(text: str, option: str) -> Fraction:
    try:
        found = read_number(text)
    except Misread as problem:
        raise Fault(f"{option}: {problem.problem}", remedy=problem.remedy) from None
    if found <= 0:
        raise Fault(f"{option} must be above 0")
    return found


def _other(called: click.Context, file: Path, out: Path | None, form: str | None, more: tuple[str, ...]) -> int:
    """As the command of its kind does it."""
    machine = ".machine." in file.name.lower() or b"<entity" in read_bytes(file)[:20_000]
    other = load("machine" if machine else "automaton")
    assert other is not None
    arguments = [str(file), *(("-o", str(out)) if out else ()), *(("--to", form) if form else ()), *more]
    with other.make_context(called.info_name, arguments, parent=called.parent) as context:
        status = other.invoke(context)
    return status if isinstance(status, int) else 0
