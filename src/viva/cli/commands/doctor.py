"""`viva doctor`: what this machine can and cannot do, and how to get the rest."""

import importlib
import importlib.metadata
import platform
import shutil
import sys
from dataclasses import asdict
from pathlib import Path

import click

from viva.cli.engine import engine_options
from viva.commands.options import json_option
from viva.commands.output import paper, write, write_document
from viva.commands.status import WRONG_CALL
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.text.escape import visible_line
from viva.core.timing import waiting
from viva.sandbox.probe import Piece, survey
from viva.services.executors.address import Address, kind, read_address
from viva.services.registry import SUBJECTS, installed_entries, subject_named

_ISOLATION = {
    "full": "is full: submitted code runs in namespaces of its own, and sees nothing of this machine.",
    "limited": "is limited: submitted code is kept in with fewer walls; see below what would bring full isolation.",
    None: "cannot be had: submitted code is not run unless `--isolation none` is asked for by name.",
}

# extra -> (module, what is lost without it)
_EXTRAS = {
    "signals": ("numpy", "`viva monitor` says what is missing and stops"),
    "parquet": ("pyarrow", "`viva monitor` reads no Parquet files"),
    "labs": ("numpy", "labs say what is missing and stop"),
    "assembly": ("capstone", "exercises in assembly say what is missing and stop"),
    "cluster": ("distributed", "`--engine` says what is missing and stops"),
    "web": ("fastapi", "`viva serve` says what is missing and stops"),
    "javascript": ("_quickjs", "exercises in JavaScript say what is missing and stop"),
    "harmony": ("verovio", "music is shown as names of notes, not engraved"),
}
_PACKAGES = {"_quickjs": "quickjs-ng"}  # module -> its package, where that has another name


@click.command("doctor")
@engine_options
@json_option("the findings")
def command(as_document: bool, engine: str | None, tls: Path | None) -> int:
    """Say what this machine can and cannot do, and how to get the rest. Everything is tried, nothing is guessed.

    With --engine the workers of a cluster are tried instead: each examines the same small program.

    \b
    Example:
      viva doctor
    """
    if engine is not None:
        return _of_engine(read_address(engine, tls), as_document)
    found = survey()
    isolation = found.isolation.value if found.isolation else None
    groups = {
        "Sandbox": found.pieces,
        "Load": (_load(),),
        "Subjects": _subjects(),
        "Extras": _extras(),
        "Python": (_python(),),
    }
    if as_document:
        document: dict[str, Json] = {"isolation": isolation}
        for heading, pieces in groups.items():
            document[heading.lower()] = [_as_json(piece) for piece in pieces]
        write_document(document)
        return 0
    sheet = paper()
    write(f"{sheet.paint('Isolation', 'heading')} {_ISOLATION[isolation]}\n")
    for heading, pieces in groups.items():
        write(f"\n{sheet.paint(heading, 'heading')}\n")
        width = max((len(piece.name) for piece in pieces), default=0)
        for piece in pieces:
            mark = sheet.paint("✓ yes", "good") if piece.present else sheet.paint("✗ no ", "open")
            write(f"  {mark}  {visible_line(piece.name).ljust(width)}  {visible_line(piece.detail)}\n")
            if not piece.present:
                indent = " " * (width + 11)
                for line in sheet.fold(f"Without it: {visible_line(piece.cost)}.", indent):
                    write(f"{line}\n")
                if piece.remedy:
                    for line in sheet.fold(f"To get it: {visible_line(piece.remedy)}", indent):
                        write(f"{line}\n")
    return 0


def _of_engine(address: Address, as_document: bool) -> int:
    """What the workers of a cluster are, and whether they report what this machine reports: the status is 0 if there
    is one and all of them do."""
    from viva.grading.trying import try_workers

    tried = list(try_workers(address))
    fine = bool(tried) and not any(each.problem for each in tried)
    if as_document:
        write_document({"engine": str(address), "kind": kind(), "workers": [asdict(each) for each in tried]})
        return 0 if fine else WRONG_CALL
    sheet = paper()
    write(f"{sheet.paint('Engine', 'heading')} {address}: this machine has {kind()}\n")
    if not tried:
        write("  There are no workers. To get one: viva worker --engine …\n")
    for each in tried:
        mark = sheet.paint("✗ no ", "open") if each.problem else sheet.paint("✓ yes", "good")
        told = each.problem or f"has the same, with {each.isolation} isolation, and reports the same"
        for line in sheet.fold(visible_line(told if each.problem else f"{each.address} {told}"), " " * 9):
            write(f"  {mark}  {line.strip()}\n")
            mark = "     "
    return 0 if fine else WRONG_CALL


def _as_json(piece: Piece) -> dict[str, Json]:
    return {
        "name": piece.name,
        "present": piece.present,
        "detail": piece.detail,
        "cost": piece.cost,
        "remedy": piece.remedy,
    }


def _load() -> Piece:
    return Piece(
        name="waiting for a core",
        present=waiting.is_told(),
        detail="told by the kernel" if waiting.is_told() else "the kernel does not tell it",
        cost="the clock on the wall decides, so that a machine under heavy load may leave more undecided",
        remedy="use a kernel with CONFIG_SCHED_INFO and CONFIG_PROC_CHILDREN",
    )


def _python() -> Piece:
    return Piece(
        name="Python",
        present=sys.version_info >= (3, 11),
        detail=f"{platform.python_version()} at {sys.executable}",
        cost="Viva needs Python 3.11 or newer",
        remedy="install Python 3.11 or newer",
    )


def _subjects() -> list[Piece]:
    pieces = []
    for name in installed_entries(SUBJECTS):
        try:
            subject_named(name)
            pieces.append(Piece(name, True, "installed", "", ""))
        except Fault as fault:
            pieces.append(Piece(name, False, fault.problem, f"no exercises of {name}", fault.remedy or ""))
    return pieces


def _extras() -> list[Piece]:
    pieces = []
    for extra, (module, cost) in _EXTRAS.items():
        package = _PACKAGES.get(module, module)
        try:
            importlib.import_module(module)
            detail, present = f"{package} {importlib.metadata.version(package)}", True
        except ImportError as problem:
            detail, present = str(problem), False
        pieces.append(Piece(extra, present, detail, cost, f"pip install 'viva[{extra}]'"))
    return [*pieces, _assembler(), _node()]


def _node() -> Piece:
    """JavaScript runs without it."""
    found = shutil.which("node")
    cost = "tests of JavaScript are not compared with what Node does; nothing else"
    return Piece("node", found is not None, found or "not found", cost, "install it, as with `apt install nodejs`")


def _assembler() -> Piece:
    """The two programs that make machine code of text; they are foreign programs, which the sandbox must be able to
    run."""
    missing = [name for name in ("as", "ld") if shutil.which(name) is None]
    detail = f"{' and '.join(missing)} not found" if missing else "as and ld, run as foreign programs in the sandbox"
    cost = "exercises in assembly take ELF files only"
    return Piece("assembler", not missing, detail, cost, "install binutils, as with `apt install binutils`")
