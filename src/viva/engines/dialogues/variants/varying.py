"""Whether another specification is a variant: different, about as difficult, and with nothing idle in it.

All is seen on runs. `sampled` finds a few hundred of each specification, which is enough to tell two apart and cheap
enough to make many variants; that two differ is always shown by one of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import field
from functools import lru_cache
from itertools import pairwise

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import Undefined
from viva.engines.dialogues.outputs import Output
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.semantics import Diverges, Path, Way, begin, give, parts_with_paths
from viva.engines.dialogues.suites.cases import sides
from viva.engines.dialogues.suites.samples import sample_ways
from viva.engines.dialogues.traces import covers
from viva.engines.dialogues.variants.difficulty import Difficulty, measure_difficulty

_LITERAL = (m.Text, m.AnyText, m.Integer, m.DecimalNumber, m.Truth)
_SEEN = 5
_FEWEST_RUNS = 10


@dataclass(slots=True)
class Promises:
    """Keeps the specifications of variants that were given out. `level` asks of them that they are as difficult."""

    original: m.Spec
    level: bool = True
    known: list[m.Spec] = field(default_factory=list)

    def keep(self, spec: m.Spec) -> bool:
        """Whether it is another variant: a right program for the original, or for a variant before, is wrong for it."""
        if not self.is_like_the_original(spec) or not fails(self.original, spec):
            return False
        if any(not differ(spec, other) for other in self.known):
            return False
        self.known.append(spec)
        return True

    def is_like_the_original(self, spec: m.Spec) -> bool:
        ours, theirs = profile(self.original), profile(spec)
        return (
            (not self.level or ours.difficulty.near(theirs.difficulty))
            and theirs.sides_missed <= ours.sides_missed
            and theirs.constant <= ours.constant
            and theirs.doubled <= ours.doubled
            and theirs.idle <= ours.idle
            and theirs.runs >= min(ours.runs, _FEWEST_RUNS)
        )


@dataclass(frozen=True, slots=True)
class Profile:
    """What a variant must not be worse in. `sides_missed` are sides of branches that no run takes; `constant` outputs
    are computed and always the same; `doubled` ones say again what was just said; `idle` terms compute nothing."""

    difficulty: Difficulty
    runs: int
    sides_missed: int
    constant: int
    doubled: int
    idle: int


@lru_cache(maxsize=256)
def profile(spec: m.Spec) -> Profile:
    found = sample_ways(spec)
    taken = {side for way in found for side in way.sides}
    outputs = [list(_outputs(spec, way)) for way in found]
    return Profile(
        difficulty=measure_difficulty(spec),
        runs=len(found),
        sides_missed=sides(spec) - len(taken),
        constant=_constant(spec, outputs),
        doubled=_doubled(spec, outputs),
        idle=sum(is_idle(part) for term in m.terms(spec) for part in m.subterms(term)),
    )


def differ(spec: m.Spec, other: m.Spec) -> bool:
    """Whether a program that is right for one is wrong for the other."""
    return fails(spec, other) or fails(other, spec)


def fails(program: m.Spec, spec: m.Spec) -> bool:
    """Whether the program made from one specification is wrong for the other, on a run that is sampled from it."""
    return any(fails_on(program, way) for way in sample_ways(spec))


def fails_on(program: m.Spec, wanted: Way) -> bool:
    """Numbers that `program` is never given, and inputs that it has no value for, say nothing about it. A word that it
    has never heard of is something new."""
    try:
        way = begin(program)
        for value in wanted.inputs:
            if way.asks is None:
                break
            longer = give(way, value)
            if longer is None:
                return isinstance(value, str) and isinstance(way.asks.read.values, m.OneOf)
            way = longer
    except (Undefined, Diverges):
        return False
    if way.asks is not None or len(way.inputs) < len(wanted.inputs):
        return True
    return not covers(wanted.general, right_run(way.general))


def is_idle(term: m.Term) -> bool:
    """Whether a constant in it, or all of it, computes nothing: `x * 1`, `x + 0`, `x - x`, `x * 9 / 9`."""
    match term:
        case m.Operation("*" | "/", _, m.Integer(1)) | m.Operation("*", m.Integer(1), _):
            return True
        case m.Operation("+" | "-", _, m.Integer(0)) | m.Operation("+", m.Integer(0), _):
            return True
        case (
            m.Operation("*", _, m.Integer(0))
            | m.Operation("*", m.Integer(0), _)
            | m.Call("mod" | "div", (_, m.Integer(1)))
        ):
            return True
        case m.Operation("/", m.Operation("*", _, left), right) if left == right:
            return True
        case m.Operation("-", m.Operation("+", _, left), right) | m.Operation(
            "+", m.Operation("-", _, left), right
        ) if left == right:
            return True
        case m.Operation("-" | "/", left, right):
            return left == right
        case m.Call("div" | "mod", (m.Operation("*", _, m.Integer(left)), m.Integer(right))):
            return left == right
        case _:
            return False


def _constant(spec: m.Spec, outputs: list[list[tuple[Path, str]]]) -> int:
    computed = {
        path
        for path, part in parts_with_paths(spec)
        if isinstance(part, m.Write)
        and any(not isinstance(item, _LITERAL) for items in part.alternatives for item in items)
    }
    lines: dict[Path, list[str]] = defaultdict(list)
    for path, line in (output for written in outputs for output in written):
        if path in computed:
            lines[path].append(line)
    return sum(len(seen) >= _SEEN and len(set(seen)) == 1 for seen in lines.values())


def _doubled(spec: m.Spec, outputs: list[list[tuple[Path, str]]]) -> int:
    """Items of one line that are the same, and lines that are always the same as the line before."""
    inside = sum(
        len(computed) - len(set(computed))
        for _, part in parts_with_paths(spec)
        if isinstance(part, m.Write)
        for items in part.alternatives
        if (computed := [item for item in items if not isinstance(item, _LITERAL)])
    )
    seen, same = Counter[tuple[Path, Path]](), Counter[tuple[Path, Path]]()
    for written in outputs:
        for (path, line), (after, following) in pairwise(written):
            if path != after:
                seen[path, after] += 1
                same[path, after] += line == following
    return inside + sum(same[pair] == count for pair, count in seen.items() if count >= _SEEN)


def _outputs(spec: m.Spec, way: Way) -> Iterator[tuple[Path, str]]:
    """Where each line of a run was written, and the line; what may be left out is."""
    writes = {path for path, part in parts_with_paths(spec) if isinstance(part, m.Write)}
    passed = (path for path in way.passed if path in writes)
    steps = [step for block in way.blocks for step in block if isinstance(step, Output)]
    lines = (line for block in right_run(way.general).blocks for line in block.text.split("\n")[:-1])
    for path, step in zip(passed, steps, strict=True):
        if not step.optional:
            yield path, next(lines)
