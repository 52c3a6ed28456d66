"""`viva automaton`: an automaton, an expression or a formula in another notation."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import click

from viva.commands.files import read_bytes
from viva.commands.options import PATH, Word
from viva.commands.output import complain, write, write_file
from viva.core.fault import Fault
from viva.core.source import Source
from viva.core.text.escape import visible
from viva.core.text.reading import Misread
from viva.engines.automata import (
    Explosion,
    Machine,
    expression_of,
    formats,
    name_states,
    named_nfa,
    regex,
)
from viva.engines.automata.constructions import subset_construction
from viva.subjects.automata.model import Language
from viva.subjects.automata.notation import is_expression, read_language

_FORMS = (*formats.FORMATS, "regex")
_SUFFIXES = {**formats.SUFFIXES, ".regex": "regex", ".re": "regex"}


@click.command("automaton")
@click.argument("file", type=PATH)
@click.option("-o", "--out", type=PATH, metavar="FILE", help="Write it there; the ending names the notation.")
@click.option("--to", "form", type=Word(_FORMS), help="The notation, where no file names it; table without it.")
@click.option("--alphabet", metavar="LETTERS", help="The letters, where the file does not name them all.")
@click.option("--deterministic", is_flag=True, help="Make it deterministic first.")
@click.option("--minimal", is_flag=True, help="Make it deterministic and minimal first.")
def automaton(
    file: Path, *, out: Path | None, form: str | None, alphabet: str | None, deterministic: bool, minimal: bool
) -> int:
    """Write an automaton, an expression or a formula in another notation.

    \b
    Example:
      viva automaton drawn.jff -o answer.fa.json
      viva automaton language.mosel --alphabet ab --to dot
    """
    source = Source(file.parent.name, {file.name: read_bytes(file)})
    language = read_language(source, file.name, tuple(alphabet) if alphabet else None)
    wanted = form or (_SUFFIXES.get(PurePosixPath(out.name).suffix.lower()) if out else "table")
    if wanted is None:
        raise Fault("the ending of this name says no notation", str(out), remedy=f"use --to {'|'.join(_FORMS)}")
    try:
        text = _written(language, wanted, deterministic, minimal)
    except Misread as problem:
        raise Fault(problem.problem, file.name, remedy=problem.remedy or "choose --to json, jff or dot") from None
    except Explosion as explosion:
        raise Fault(str(explosion), file.name) from None
    if out:
        write_file(out, text)
        complain(f"wrote {out}")
    else:
        write(visible(text))
    return 0


def _written(language: Language, form: str, deterministic: bool, minimal: bool) -> str:
    if form == "regex":
        described = language.description
        keep = is_expression(described) and not (deterministic or minimal)
        return regex.show(described if keep and is_expression(described) else expression_of(language.minimal)) + "\n"
    return formats.write(_machine(language, deterministic, minimal), form)


def _machine(language: Language, deterministic: bool, minimal: bool) -> Machine:
    given = language.description
    if minimal or not (isinstance(given, Machine) or is_expression(given)):
        return name_states(language.minimal)
    machine = given if isinstance(given, Machine) else named_nfa(regex.automaton_of(given, language.alphabet))
    if not deterministic:
        return machine
    built = subset_construction(machine, language.alphabet)
    return name_states(built.result, built.names)
