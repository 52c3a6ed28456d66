"""What the commands about signals share: the formula, its parameters, and where traces come from."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from viva.commands.files import read_text
from viva.commands.options import Command, Word
from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.text.reading import Misread
from viva.engines.signals.model import Formula
from viva.engines.signals.notation import parse
from viva.engines.signals.reader import number_text
from viva.engines.signals.reading import Missing, read_batches, read_trace
from viva.engines.signals.robustness import Semantics
from viva.engines.signals.trace import Trace

FILES = (".stl", ".txt")


def trace_options(command: Command) -> Command:
    """How traces are meant and read."""
    options = [
        click.option(
            "--semantics", type=Word(list(Semantics)), default="points", metavar="WORD", help="points, linear or hold."
        ),
        click.option(
            "--time", "column", metavar="COLUMN", help="The column of the times, where its name does not say so."
        ),
        click.option(
            "--missing",
            type=Word(list(Missing)),
            default=Missing.REFUSE,
            metavar="WORD",
            help="What becomes of missing values: hold, skip, linear or refuse.",
        ),
        click.option("-p", "--param", "given", multiple=True, metavar="NAME=VALUE", help="The value of a parameter."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class File:
    name: str
    time: str | None
    missing: Missing

    def whole(self, wanted: Sequence[str]) -> Trace:
        return read_trace(self.name, wanted, time=self.time, missing=self.missing)

    def batches(self, wanted: Sequence[str]) -> Iterator[Trace]:
        return read_batches(self.name, wanted, time=self.time, missing=self.missing)


def chosen_formula(text: str, parameters: dict[str, float], name: str | None) -> Formula:
    """A file, if there is one of that name."""
    file = Path(text)
    try:
        is_file = file.is_file()
    except (OSError, ValueError):  # too long for a name, or a character no name may have
        is_file = False
    if is_file:
        return parsed(read_text(file), parameters, name, text)
    if text.endswith(FILES) and " " not in text:
        raise Fault("there is no such file", text, remedy="name a file of formulas, or give a formula in quotes")
    return parsed(text, parameters, name, "formula")


def parsed(text: str, parameters: dict[str, float], name: str | None, file: str) -> Formula:
    try:
        return parse(text, parameters, name)
    except Misread as problem:
        raise problem.fault(file) from None


def given_numbers(given: tuple[str, ...]) -> dict[str, float]:
    found = {}
    for one in given:
        name, equals, value = one.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not equals or not name.strip() or not math.isfinite(number):
            raise Fault(f"--param {one!r} does not give a number to a name", remedy="write --param limit=3.5")
        found[name.strip()] = number
    return found


def short_text(value: float) -> str:
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return number_text(float(f"{value:.6g}") + 0.0)
