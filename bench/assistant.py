"""The tables of the assistant for introductory Python programs (Phothilimthana and Nguyen 2014) once more: its
mutations and strategies on its eight benchmarks, with the places of the faults given, as it has them.

Table 2 has the candidate fixes, how many are run by priority and by priority in reverse, and the sizes of the search
space of the candidate that is found, with any constant counted as one choice in the second. Figures 6 and 7 have the
time of each strategy: here the processor time, the judgement of the fix included, and programs that were tried. The
paper ran on four cores and printed curves only; its mean for mixer-priority is 11.9 s, its median 7.5 s.
"""

import statistics
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from measure import few
from repair import Setting

from tests.engines.assistant_paper import BENCHMARKS
from tests.engines.repair.strategies import STRATEGIES, Found, Strategy, candidates, mutate

# Where the faults are: what stands there in the wrong program, and in which piece of it.
PLACES: dict[str, tuple[tuple[str, str], ...]] = {
    "everyOther-s1": (("range(l)", "range(l)"),),
    "evalPoly-s2": (("x ** (i + 1)", "i + 1"),),
    "evalPoly-s4": (("range(1, len(poly))", "1"),),
    "hailstone": (("n != 2", "2"),),
    "product": (("total, k = 0", "0"), ("* total, total + 1", "total + 1")),
    "multIA": (("result = 1", "1"), ("result = result * m", "result * m")),
    "computeDeriv": (("i = 2", "2"), ("(i + 1) * poly[i]", "i + 1")),
    "everyOther-s2": (("range(1, len(l))", "1"), ("i % 2 == 1", "1"), ("l[i + 1]", "i + 1")),
}


@dataclass(frozen=True, slots=True)
class Table2:
    benchmark: str
    candidates: int
    run_by_priority: int
    run_in_reverse: int
    space: int
    without_constants: int
    mutations: str


@dataclass(frozen=True, slots=True)
class Figure6:
    benchmark: str
    parallel_s: float
    mixer_s: float
    priority_s: float
    priority_reverse_s: float
    mixer_priority_s: float
    tried: str


def rows() -> Iterator[Table2 | Figure6]:
    figures: list[Figure6] = []
    for each in few(BENCHMARKS):
        places = [_place(each.wrong, around, part) for around, part in PLACES[each.name]]
        found: dict[Strategy, tuple[Found, float]] = {}
        with Setting(each.name, each.function, each.reference, each.requires).wrong(each.wrong) as (wrong, spent):
            total = len(candidates(wrong, places))
            for strategy in STRATEGIES:
                begun = spent()
                told = mutate(wrong, places, strategy)
                found[strategy] = told, spent() - begun
        forwards, backwards = found["priority"][0], found["priority-reverse"][0]
        chosen = forwards.candidate
        yield Table2(
            each.name, total, forwards.begun, backwards.begun, chosen.size if chosen else 0,
            chosen.without_constants if chosen else 0,
            ", ".join(mutation.name for mutation in chosen.mutations) if chosen else "none",
        )  # fmt: skip
        tried = [str(told.tried) if told.repair else "–" for told, _ in found.values()]
        figures.append(
            _figure(each.name, {strategy: seconds for strategy, (_, seconds) in found.items()}, " / ".join(tried))
        )
    yield from figures
    medians: dict[Strategy, float] = {
        "parallel": statistics.median(row.parallel_s for row in figures),
        "mixer": statistics.median(row.mixer_s for row in figures),
        "priority": statistics.median(row.priority_s for row in figures),
        "priority-reverse": statistics.median(row.priority_reverse_s for row in figures),
        "mixer-priority": statistics.median(row.mixer_priority_s for row in figures),
    }
    yield _figure("median", medians, "the paper: 7.5 s with mixer-priority, on four cores")


def _figure(name: str, seconds: Mapping[Strategy, float], tried: str) -> Figure6:
    return Figure6(
        name, seconds["parallel"], seconds["mixer"], seconds["priority"], seconds["priority-reverse"],
        seconds["mixer-priority"], tried,
    )  # fmt: skip


def _place(text: str, around: str, part: str) -> tuple[int, int]:
    begin = text.index(around) + around.rindex(part)
    return begin, begin + len(part)


def versions() -> dict[str, str]:
    return {}
