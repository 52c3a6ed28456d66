"""What Hypothesis and leancheck make of the same types, per second of processor time; run in the peers' environment,
with the names of those that are there."""

from __future__ import annotations

import dataclasses
import enum
import json
import os
import sys
import tempfile
import time


class Colour(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


@dataclasses.dataclass(frozen=True)
class Leaf:
    pass


@dataclasses.dataclass(frozen=True)
class Node:
    left: Tree
    value: int
    right: Tree


Tree = Leaf | Node


@dataclasses.dataclass
class Cell:
    left: Cell | None
    value: int
    right: Cell | None


@dataclasses.dataclass
class Record:
    colour: Colour
    number: int
    flag: bool


KINDS = {
    "list[int]": list[int],
    "frozen tree": Tree,
    "mutable tree": Cell,
    "record": Record,
    "set[int]": set[int],
}


# Hypothesis writes into the working folder otherwise, also without a database.
os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.mkdtemp()


def hypothesis_rate(kind: object, seconds: float = 2.0) -> float:
    from hypothesis import HealthCheck, Phase, given, settings  # noqa: PLC0415 only who has it asks
    from hypothesis import strategies as st  # noqa: PLC0415

    made = 0
    stop = time.process_time() + seconds
    began = time.process_time()
    while time.process_time() < stop:

        @settings(
            max_examples=200,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(st.from_type(kind))
        def run(value: object) -> None:  # noqa: ARG001
            nonlocal made
            made += 1

        run()
    return made / (time.process_time() - began)


def leancheck_rate(kind: object, seconds: float = 2.0) -> float | None:
    from leancheck import Enumerator  # noqa: PLC0415 only who has it asks

    try:
        values = iter(Enumerator(kind))
        made, began = 0, time.process_time()
        for _ in values:
            made += 1
            if made % 10 == 0 and time.process_time() - began > seconds:
                break
            if made >= 300_000:
                break
        return made / (time.process_time() - began)
    except Exception:  # noqa: BLE001 - it raises many kinds of errors for types it does not know
        return None


def main() -> None:
    rates = {"hypothesis": hypothesis_rate, "leancheck": leancheck_rate}
    told = {name: {peer: rates[peer](kind) for peer in sys.argv[1:]} for name, kind in KINDS.items()}
    json.dump(told, sys.stdout)


main()
