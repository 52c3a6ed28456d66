"""Hypothesis on two functions: `RIGHT WRONG NAME`; values by type hints, a thousand examples, no shrinking."""

import importlib
import json
import sys
import time
import typing

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st


class Found(Exception):
    pass


def main(right_folder: str, wrong_folder: str, name: str) -> None:
    sys.path[:0] = [right_folder, wrong_folder]
    right = importlib.import_module(f"right_{name}")
    wrong = importlib.import_module(f"wrong_{name}")
    hints = typing.get_type_hints(getattr(right, name))
    hints.pop("return", None)
    strategies = [st.from_type(hint) for hint in hints.values()]

    @settings(
        max_examples=1000,
        database=None,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @seed(0)
    @given(st.tuples(*strategies))
    def test(arguments: tuple[object, ...]) -> None:
        try:
            expected = getattr(right, name)(*_copied(arguments))
        except Exception:  # noqa: BLE001 outside of the domain
            return
        try:
            if getattr(wrong, name)(*_copied(arguments)) == expected:
                return
        except Exception as error:
            raise Found from error
        raise Found

    start = time.process_time()
    found = False
    try:
        test()
    except Found:
        found = True
    print(json.dumps({"seconds": time.process_time() - start, "found": found}))


def _copied(arguments: tuple[object, ...]) -> list[object]:
    import copy  # noqa: PLC0415

    return [copy.deepcopy(argument) for argument in arguments]


main(*sys.argv[1:])
