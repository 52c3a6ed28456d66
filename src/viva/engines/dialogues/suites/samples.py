"""Runs and inputs to ask about, made from a specification: right runs, runs that are nearly right, other inputs."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.engines.dialogues.model import Spec, Value
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.semantics import accept
from viva.engines.dialogues.suites.cases import Case, numbers_in
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.terms import as_line
from viva.engines.dialogues.traces import Input, Line, Run, Trace

_LONGEST = 6
_LARGEST = 1000
_TRIES = 40


def presentable(spec: Spec, seed: int = 0) -> list[Case]:
    """Tests that a person can follow: few inputs and small numbers."""
    return [
        case
        for case in suite(spec, seed).tests
        if len(case.inputs) <= _LONGEST and all(abs(number) <= _LARGEST for number in numbers_in(case.inputs))
    ]


def varied_inputs(spec: Spec, inputs: Sequence[Value], seed: int) -> Iterator[list[str]]:
    """Other inputs, about as many as these."""
    cases = [case for case in presentable(spec, seed) if case.inputs != tuple(inputs)]
    random.Random(f"{seed} {inputs}").shuffle(cases)
    cases.sort(key=lambda case: abs(len(case.inputs) - len(inputs)))
    for case in cases:
        yield [as_line(value) for value in case.inputs]


def mixed_runs(spec: Spec, randomness: random.Random, count: int) -> list[str]:
    """Runs of which about half can occur, none twice."""
    cases = presentable(spec)
    runs: dict[str, None] = {}
    for _ in range(_TRIES * count):
        if len(runs) == count or not cases:
            break
        run = right_run(randomness.choice(cases).general)
        if len(runs) % 2:
            changed = _changed(run, randomness)
            if changed is None or accept(spec, _trace(changed)):
                continue
            run = changed
        runs.setdefault(run.show())
    found = list(runs)
    randomness.shuffle(found)
    return found


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
