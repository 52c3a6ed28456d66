"""What a verdict rests on where all inputs were run."""

from pathlib import Path
from typing import Any, cast

import pytest

import viva
from viva.core.terms import Ended
from viva.core.verdict import Verdict
from viva.engines.calls import Again, Prover, Trial
from viva.engines.calls.proving import grounds
from viva.engines.calls.proving.walking import Doubt


def test_what_was_right_on_all_inputs_stays_so_where_there_is_no_time_for_a_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_late(*_: Any, **__: Any) -> None:
        raise Ended

    unordered = Doubt("unordered")
    monkeypatch.setattr(grounds, "other_calls", lambda *_: [])
    monkeypatch.setattr(grounds, "impurities", lambda *_: [unordered])
    monkeypatch.setattr(grounds, "walk", lambda *_: None)
    monkeypatch.setattr(Prover, "equality", too_late)
    assert Prover(cast(Trial, None), []).of_all_inputs([], Again()) == [unordered]


def test_a_proof_for_which_there_is_no_time_costs_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "largest"
    folder.mkdir()
    (folder / "reference.py").write_text("def largest(xs: list[int]) -> int:\n    return max(xs, default=0)\n")
    (folder / "exercise.toml").write_text(
        'subject = "functions"\n[functions]\nreference = "reference.py"\nfunction = "largest"\n'
    )
    (tmp_path / "largest.py").write_text("def largest(xs):\n    return sorted(xs)[-1] if xs else 0\n")
    exercise, asked = viva.read(folder), []

    def too_late(*_: Any, **__: Any) -> None:
        asked.append(True)
        raise Ended

    monkeypatch.setattr(grounds, "prove_equal", too_late)
    report = viva.check(exercise, tmp_path / "largest.py")
    assert (report.verdict, report.score, asked) == (Verdict.PASSED, 1.0, [True])


def test_a_function_with_a_cache_takes_what_the_function_inside_takes(tmp_path: Path) -> None:
    folder = tmp_path / "added"
    folder.mkdir()
    (folder / "reference.py").write_text("def added(n: int) -> int:\n    return sum(range(n + 1))\n")
    (folder / "requires.py").write_text("def requires(n):\n    return n >= 0\n")
    (folder / "exercise.toml").write_text(
        'subject = "functions"\n[functions]\nreference = "reference.py"\nfunction = "added"\nrequires = "requires.py"\n'
    )
    (tmp_path / "added.py").write_text(
        "from functools import lru_cache\n\n\n@lru_cache(maxsize=None)\ndef added(n):\n"
        "    if n <= 0:\n        return 0\n    return n + added(n - 1)\n"
    )
    assert viva.check(viva.read(folder), tmp_path / "added.py").verdict == Verdict.PROVED
