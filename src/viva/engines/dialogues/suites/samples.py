"""Runs and inputs to look at or to ask about, made from a specification at little cost: a few hundred ways, right runs,
runs that are nearly right, other inputs."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from viva.engines.dialogues.evaluation import Undefined, as_line, is_valid
from viva.engines.dialogues.model import Mode, Spec, Value
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.semantics import Asks, Diverges, Way, accept, begin, give, ways
from viva.engines.dialogues.suites.cases import case_of_way, numbers_in
from viva.engines.dialogues.suites.values import Pool, draw, pool
from viva.engines.dialogues.traces import Input, Line, Run, Trace

_LONGEST = 6
_LARGEST = 1000
_TRIES = 40
_READS = 4
_SIMPLEST = 5
_LOOKED_AT = 150
_WALKS = 80
_READS_OF_WALKS = 200
_THRESHOLDS = 16
_FEW_STEPS = 6
_STEPS = 30
_INVALID = 1 / 6
_HALF = 1 / 2


@lru_cache(maxsize=256)
def sample_ways(spec: Spec) -> tuple[Way, ...]:
    """Ways to the end, none twice: the first with simple values, then some at random. Enough to see what a
    specification does; its tests are looked for with far more care."""
    constants = pool(spec)

    def choose(asks: Asks) -> tuple[Value, ...]:
        refused = constants.invalid(asks)[:1] if asks.read.mode != Mode.ASSUME else ()
        return (*constants.few(asks, _SIMPLEST), *refused)

    simple = [way for _, way in islice(ways(spec, choose, _READS), _LOOKED_AT) if isinstance(way, Way)]
    randomness = random.Random("sampled")
    walked: list[Way | None] = []
    for threshold in constants.thresholds[:_THRESHOLDS]:
        walked += [_with_one(threshold, place, spec, constants, randomness) for place in (0, 1)]
    reads = 0
    for _ in range(_WALKS):
        walked.append(_walk(spec, constants, randomness))
        reads += len(walked[-1].inputs) if walked[-1] else _STEPS
        if reads > _READS_OF_WALKS:
            break
    found = {way.inputs: way for way in (*simple, *walked) if way is not None and case_of_way(way)}
    return tuple(found.values())


def _walk(spec: Spec, constants: Pool, randomness: random.Random) -> Way | None:
    """A way with values at random, if it ends within a few dozen reads."""
    try:
        way: Way | None = begin(spec)
        for _ in range(_STEPS):
            if way is None or way.asks is None:
                return way
            asks = way.asks
            refused = constants.invalid(asks) if asks.read.mode != Mode.ASSUME else ()
            if refused and randomness.random() < _INVALID:
                way = give(way, randomness.choice(refused))
            else:
                way = give(way, draw(asks, constants.candidates(asks), randomness))
    except (Undefined, Diverges):
        return None
    return way


def _with_one(number: int, place: int, spec: Spec, constants: Pool, randomness: random.Random) -> Way | None:
    """A way that hangs on one number: it is read there, and all else is simple and soon over."""
    try:
        way: Way | None = begin(spec)
        for step in range(_FEW_STEPS):
            if way is None or way.asks is None:
                return way
            simple: tuple[Value, ...] = constants.few(way.asks, _SIMPLEST)
            if step == place and is_valid(number, way.asks.read, way.asks.environment):
                way = give(way, number)
            elif not simple:
                return None
            elif step > place:
                further = [give(way, value) for value in simple]
                way = next((one for one in further if one and one.asks is None), None) or randomness.choice(further)
            else:
                way = give(way, randomness.choice(simple))
    except (Undefined, Diverges):
        return None
    return way


def presentable(spec: Spec) -> list[Way]:
    """Ways that a person can follow: few inputs and small numbers."""
    return [
        way
        for way in sample_ways(spec)
        if len(way.inputs) <= _LONGEST and all(abs(number) <= _LARGEST for number in numbers_in(way.inputs))
    ]


def varied_inputs(spec: Spec, inputs: Sequence[Value], seed: str) -> Iterator[list[str]]:
    """Other inputs, about as many as these; first those on which the most different lines are written."""
    found = [way for way in presentable(spec) if way.inputs != tuple(inputs)]
    random.Random(f"{seed} {inputs}").shuffle(found)
    found.sort(key=lambda way: (abs(len(way.inputs) - len(inputs)), -_different_lines(way)))
    for way in found:
        yield [as_line(value) for value in way.inputs]


def _different_lines(way: Way) -> int:
    return len({line for block in right_run(way.general).blocks for line in block.text.splitlines()})


def mixed_runs(spec: Spec, randomness: random.Random, count: int) -> list[str]:
    """Runs of which about half can occur, none twice; in about half of them all is written that may be."""
    found = presentable(spec)
    runs: dict[str, None] = {}
    for _ in range(_TRIES * count):
        if len(runs) == count or not found:
            break
        run = right_run(randomness.choice(found).general, all_that_may_be=randomness.random() < _HALF)
        if len(runs) % 2:
            changed = _changed(run, randomness)
            if changed is None or accept(spec, _trace(changed)):
                continue
            run = changed
        runs.setdefault(run.show())
    shown = list(runs)
    randomness.shuffle(shown)
    return shown


def _changed(run: Run, randomness: random.Random) -> Run | None:
    """One output another number, left out or doubled; or one input less."""
    written = [n for n, block in enumerate(run.blocks) if block.text]
    if not written:
        return None
    number = randomness.choice(written)
    lines = run.blocks[number].text.splitlines()
    place = randomness.randrange(len(lines))
    match randomness.randrange(3):
        case 0 if lines[place].lstrip("-").isdigit():
            lines[place] = str(int(lines[place]) + randomness.choice((1, -1, 2)))
        case 1:
            del lines[place]
        case _:
            lines.insert(place, lines[place])
    block = replace(run.blocks[number], text="".join(f"{line}\n" for line in lines))
    return Run(run.inputs, (*run.blocks[:number], block, *run.blocks[number + 1 :]))


def _trace(run: Run) -> Trace:
    events: list[Input | Line] = []
    for number, block in enumerate(run.blocks):
        events.extend(Line(line) for line in block.text.splitlines())
        events.extend(Input(value) for value in run.inputs[number : number + 1])
    return tuple(events)
