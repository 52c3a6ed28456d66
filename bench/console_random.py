"""Suites of random specifications: how many wrong programs they find, and how many sides of conditions they take.

A program is the specification changed in one place; wrong is one that plain runs on random inputs show to be so, apart
from any suite (`tests/engines/dialogues/mutants.py`). The conditions are those of `tests/engines/dialogues/suites`.
"""

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from measure import few, fewer

sys.path.insert(0, str(Path(__file__).parents[1]))

import viva
from tests.engines.dialogues.mutants import differs, fails, mutants, random_case, random_exercise
from tests.engines.dialogues.suites.conditions import CONDITIONS, FUNCTIONS, LOOPS, spec_of
from viva.engines.dialogues.foreign import bind, load
from viva.engines.dialogues.notations.readable import parse
from viva.engines.dialogues.suites.suite import suite

_SEEDS = few((1, 7, 11))
_SPECIFICATIONS = fewer(20, 2)
_PROGRAMS = 25
_RUNS = 250


@dataclass(frozen=True, slots=True)
class Programs:
    what: str
    wrong: int
    found: int
    percent: float
    suite_cpu_s: float


@dataclass(frozen=True, slots=True)
class Sides:
    what: str
    sides: int
    taken: int
    suite_cpu_s: float


def versions() -> dict[str, str]:
    return {"viva": viva.__version__}


def rows() -> Iterator[Programs | Sides]:
    for seed in _SEEDS:
        yield _programs(seed)
    yield _sides()


def _programs(seed: int) -> Programs:
    randomness = random.Random(seed)
    wrong = found = 0
    spent = 0.0
    for _ in range(_SPECIFICATIONS):
        spec = random_exercise(randomness)
        began = time.process_time()
        tests = suite(spec, 0).tests
        spent += time.process_time() - began
        cases = [case for _ in range(_RUNS) if (case := random_case(spec, randomness))]
        programs = list(dict.fromkeys(mutants(spec)))
        randomness.shuffle(programs)
        for other in programs[:_PROGRAMS]:
            if differs(other, cases):
                wrong += 1
                found += any(fails(other, case) for case in tests)
    share = round(100 * found / wrong, 2)
    return Programs(f"{_SPECIFICATIONS} specifications, seed {seed}", wrong, found, share, spent / _SPECIFICATIONS)


def _sides() -> Sides:
    functions = load(FUNCTIONS, "functions.py")
    texts = few([*(spec_of(*one) for one in CONDITIONS), *LOOPS], 2)
    began = time.process_time()
    made = [suite(bind(parse(text), functions), 0) for text in texts]
    spent = time.process_time() - began
    taken = sum(one.sides_taken for one in made)
    return Sides(f"{len(texts)} conditions", sum(one.sides for one in made), taken, spent / len(texts))
