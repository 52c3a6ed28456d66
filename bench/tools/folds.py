"""All that the translation makes of the programs of tests and benches and of 2,000 random ones, one line each.

For changes that should leave it as it is: run `.venv/bin/python -m bench.tools.folds FILE` in two trees and compare the
files. Folds, measures, refusals and the effort of the solver have to be the same, byte by byte.
"""

from __future__ import annotations

import ast
import dataclasses
import random
import sys
import textwrap
import time
import tomllib
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.engines.proofs import mixed
from tests.engines.proofs.effects import Effects
from tests.engines.proofs.kinds import NAMES, Kinds
from tests.engines.proofs.shrinking import Shrinking
from tests.engines.proofs.sources import Writer, program
from viva.engines.proofs.checking.claims import argument
from viva.engines.proofs.query import Exhausted, Solver
from viva.engines.proofs.terms import Term, TooLarge, digest_of
from viva.engines.proofs.translation.translate import translate
from viva.engines.proofs.translation.values import Fresh, State
from viva.engines.shapes import Many, Plain, Shape, Table
from viva.engines.syntax.tree import Uncovered

ROOT = Path(__file__).parents[2]
EFFORT, SHOWN, EACH = 150_000, 2_000, 400
INT, TEXT = Plain("int"), Plain("str")
INTS, TEXTS, ROWS = Many("list", INT), Many("list", TEXT), Many("list", Many("list", INT))
SHAPES: dict[int, list[tuple[Shape, ...]]] = {
    0: [()],
    1: [(INTS,), (INT,), (TEXT,), (TEXTS,), (ROWS,)],
    2: [(INTS, INT), (INT, INT), (INTS, INTS), (TEXT, TEXT), (INT, INTS), (Table(INT, INT), INT), (ROWS, INT)],
    3: [(INTS, INT, INT), (INT, INT, INT), (INTS, INTS, INTS), (INTS, INT, ROWS), (TEXT, TEXT, TEXT)],
    4: [(INTS, INT, INT, INT), (INT, INT, INT, INT)],
}


def sources() -> Iterator[str]:
    """Every text in the tests and tables of proofs that may be a program, and the programs of exercises."""
    for path in sorted((ROOT / "tests/engines/proofs").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield textwrap.dedent(node.value)
    for path in sorted((ROOT / "bench").rglob("*.toml")):
        yield from texts_in(tomllib.loads(path.read_text()))
    for folder in ("bench/functions", "exercises/functions"):
        yield from (path.read_text() for path in sorted((ROOT / folder).rglob("*.py")))


def texts_in(table: object) -> Iterator[str]:
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict | list):
        for each in table.values() if isinstance(table, dict) else table:
            yield from texts_in(each)


def questions() -> Iterator[tuple[str, str, Sequence[Shape]]]:
    """Programs, the names of functions in them, and shapes for their arguments."""
    known: dict[tuple[str, str], int] = {}
    for source in sources():
        try:
            body = ast.parse(source).body
        except (SyntaxError, ValueError):
            continue
        functions = [each for each in body if isinstance(each, ast.FunctionDef)]
        known |= {(source, each.name): len(each.args.args) for each in functions if len(each.args.args) in SHAPES}
    for (source, name), count in known.items():
        yield from ((source, name, shapes) for shapes in SHAPES[count])
    rng = random.Random(29)
    for seed in rng.sample(range(10**6), EACH):
        for writer in (Writer, Effects, Shrinking):
            yield writer(seed).function(), "f", (INTS, INT)
        yield mixed.function(seed), "f", (INTS, INT, ROWS)
        yield Kinds(seed).function(), "f", tuple(NAMES.values())


def shown(value: object) -> str:
    """In a writing that does not name classes, so that these may get other names."""
    if isinstance(value, Term):
        text = repr(value) if value.size < SHOWN else ""
        return f"{text}~{digest_of(value)}"
    if hasattr(value, "digest"):
        return f"~{value.digest}"
    if dataclasses.is_dataclass(value):
        fields = [each.name for each in dataclasses.fields(value) if each.name not in ("sharing", "shared")]
        return f"({', '.join(shown(getattr(value, name)) for name in fields)})"
    if isinstance(value, frozenset | set):
        return f"{{{', '.join(sorted(map(shown, value)))}}}"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{shown(key)}: {shown(each)}' for key, each in value.items())}}}"
    return f"[{', '.join(map(shown, value))}]" if isinstance(value, list | tuple) else repr(value)


def translated(source: str, name: str, shapes: Sequence[Shape], *, equations: bool) -> str:
    state, fresh, solver = State(), Fresh(), Solver(EFFORT)
    arguments, known = [], list[Term]()
    for place, shape in enumerate(shapes):
        _, value, holds = argument(shape, f"in{place}", state, fresh)
        arguments.append(value)
        known += holds
    state.path = tuple(known)
    try:
        tree = program(source).tree
        found = translate(tree, name, arguments, state, solver, equations=equations)
        text = shown(found)
        if found.measures:
            text += shown(translate(tree, name, arguments, state, solver, found.measures, equations=equations).measures)
    except (Uncovered, TooLarge, Exhausted, RecursionError, SyntaxError) as refused:
        text = str(refused) if isinstance(refused, Uncovered) else type(refused).__name__
    return f"{text} | {solver.asked} {solver.spent}"


def main(path: str) -> None:
    warnings.simplefilter("ignore")
    count, begun = 0, time.process_time()
    with Path(path).open("w") as file:
        for source, name, shapes in questions():
            calls_itself = source.count(f"{name}(") > 1
            for equations in (False, True) if calls_itself else (False,):
                count += 1
                file.write(f"{count} {translated(source, name, shapes, equations=equations)}\n")
    print(f"{count} translations, {time.process_time() - begun:.0f} s of a processor")


if __name__ == "__main__":
    main(*sys.argv[1:])
