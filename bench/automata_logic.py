"""Formulas: how fast textbook languages are compiled, explained and varied; and figures 4 and 5 of "Problem Generation
for DFA Construction" on the same languages."""

import random
import time
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path

from measure import few, fewer, timed

from viva.core.drawing import Drawing
from viva.drawing.plot import Mark, Panel, Plot, draw
from viva.engines.automata import DFA
from viva.engines.logic import Formula, Options, compile, explaining_formula, parse, variants
from viva.engines.logic.choice import abstract
from viva.engines.logic.constraints import concretisations
from viva.engines.logic.variants import Judge

LANGUAGES = few(tomllib.loads((Path(__file__).parent / "textbook.toml").read_text())["language"], 2)
# The figures stop after this many concretisations; the paper's own run is not bounded.
MOST = fewer(300)
ANSWERS = fewer(50)


@dataclass(frozen=True, slots=True)
class Varied:
    """Up to ten variants by few changes: with exactly as many states, and within a quarter of them (for languages that
    are asked for as NFAs: of the states of the NFA that guesses)."""

    what: str
    states: int
    same_states: int
    same_states_per_core_second: float
    within_a_quarter: int
    within_a_quarter_per_core_second: float
    goal: str


@dataclass(frozen=True, slots=True)
class Figure4:
    """Problems from the paper's constraints: their number and the processor time of the whole run, for both filters."""

    what: str
    variables: int
    concretised: int
    all_of_them: str
    lenient: int
    lenient_seconds: float
    strict: int
    strict_seconds: float


@dataclass(frozen=True, slots=True)
class Figure5:
    """The relation between the number of variables and the run time (of the strict run)."""

    variables: int
    seconds: float
    per_concretisation_ms: float


def rows() -> Iterator[object]:
    languages = [_read(language) for language in LANGUAGES]
    yield timed(
        f"compile {len(LANGUAGES)} textbook languages",
        1,
        lambda: [compile(*each) for each in languages],
        "< 200 ms for all",
    )
    yield from _explanations()
    for language in LANGUAGES:
        yield _varied(language)
    figure4 = [_figure4(language) for language in LANGUAGES]
    yield from figure4
    for row in sorted(figure4, key=lambda row: row.variables):
        yield Figure5(row.variables, row.strict_seconds, 1000 * row.strict_seconds / row.concretised)


def pictures(rows: Iterable[object]) -> dict[str, Drawing]:
    """Figures 4 and 5 as the paper has them: a point for each language."""
    found = [row for row in rows if isinstance(row, Figure4)]
    both = (
        ("lenient", [(row.lenient_seconds, row.lenient) for row in found]),
        ("strict", [(row.strict_seconds, row.strict) for row in found]),
    )
    problems = tuple(
        Panel(f"problems, {name} filter", tuple(Mark(seconds, number) for seconds, number in points), 180.0)
        for name, points in both
    )
    most = max((seconds for _, points in both for seconds, _ in points), default=1.0)
    times = Panel("seconds, strict filter", tuple(Mark(row.variables, row.strict_seconds) for row in found), 180.0)
    variables = max((row.variables for row in found), default=1)
    told = "; ".join(
        f"{row.what}: lenient {row.lenient} in {row.lenient_seconds:.2f} s, "
        f"strict {row.strict} in {row.strict_seconds:.2f} s"
        for row in found
    )
    drawn = "; ".join(f"{row.what}: {row.variables} variables, {row.strict_seconds:.2f} s" for row in found)
    return {
        "figure-4": draw(Plot(problems, 0.0, most, "processor seconds"), "Problems and time", told),
        "figure-5": draw(Plot((times,), 0.0, variables + 1.0, "variables"), "Variables and time", drawn),
    }


def _read(language: dict[str, str]) -> tuple[Formula, tuple[str, ...]]:
    return parse(language["formula"], language["alphabet"]), tuple(language["alphabet"])


def _explanations() -> Iterator[object]:
    """For answers with one or two moves of the right automaton redirected."""
    asked = parse("|indOf('a')| % 3 = 1 and |indOf('b')| % 2 = 0", "ab")
    right = compile(asked, "ab")
    source = random.Random(0)
    answers = [_broken(right, source) for _ in range(ANSWERS)]
    yield timed("the first explanation by a formula", 1, lambda: explaining_formula(right, asked))
    yield timed(
        "explain by a formula", ANSWERS, lambda: [explaining_formula(answer, asked) for answer in answers], "< 100 ms"
    )


def _broken(automaton: DFA, source: random.Random) -> DFA:
    moves = [list(row) for row in automaton.moves]
    for _ in range(source.randint(1, 2)):
        moves[source.randrange(len(moves))][source.randrange(2)] = source.randrange(len(moves))
    return DFA(automaton.alphabet, tuple(map(tuple, moves)), automaton.start, automaton.accepting)


def _varied(language: dict[str, str]) -> Varied:
    formula, alphabet = _read(language)
    guess = bool(language.get("nondeterministic", False))
    figures: list[float] = []
    for band in (Fraction(0), Fraction(1, 4)):
        start = time.process_time()
        found = list(islice(variants(formula, alphabet, 0, Options(nondeterministic=guess, band=band)), 10))
        figures += [len(found), len(found) / (time.process_time() - start)]
    states = len(compile(formula, alphabet))
    same, same_rate, within, within_rate = figures
    return Varied(language["name"], states, int(same), same_rate, int(within), within_rate, ">= 10 per second")


def _figure4(language: dict[str, str]) -> Figure4:
    formula, alphabet = _read(language)
    choice = abstract(formula, alphabet)
    figures: list[float] = []
    number = 0
    for options in (Options(filter="lenient"), Options(band=Fraction(1, 5))):
        start = time.process_time()
        judge = Judge(formula, alphabet, options)
        number = kept = 0
        for candidate in islice(concretisations(choice), MOST):
            number += 1
            kept += judge.variant(candidate, None) is not None
        figures += [kept, time.process_time() - start]
    lenient, lenient_seconds, strict, strict_seconds = figures
    return Figure4(
        what=language["name"],
        variables=len(choice.slots),
        concretised=number,
        all_of_them="yes" if number < MOST else f"the first {MOST}",
        lenient=int(lenient),
        lenient_seconds=lenient_seconds,
        strict=int(strict),
        strict_seconds=strict_seconds,
    )
