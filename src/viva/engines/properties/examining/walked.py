"""A finite domain that was walked whole, and what makes `proved` of it: a second walk in the other order, elsewhere.

The first walk counts the different arguments that it ran and notes how each came out. The second one begins at the
other end, in a process in which the property was never run, and is watched (`purity.py`). Only if both agree on all
arguments there are, as many as were counted apart (`enumeration.counting`), and nothing was seen that makes one run say
nothing about the next, is the property proved.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from typing import Any

from viva.core.deciding.proof_basis import Walk
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.verdict import Verdict
from viva.engines.properties.result import Result
from viva.services.workers.copies import Copy, Say


@dataclass(frozen=True, slots=True)
class Walked:
    """One walk: `ran` different arguments came out well or were discarded, `outcomes` says how each did."""

    ran: int
    outcomes: str
    impure: tuple[str, ...] = ()
    failed: str = ""  # the arguments for which it does not hold

    def to_json(self) -> dict[str, Json]:
        return {**asdict(self), "impure": list(self.impure)}

    @staticmethod
    def from_json(data: dict[str, Any]) -> Walked:
        return Walked(int(data["ran"]), str(data["outcomes"]), tuple(data["impure"]), str(data["failed"]))


@dataclass(frozen=True, slots=True)
class Claim:
    """That a property holds for all arguments there are, as far as one walk can tell."""

    cardinality: int
    first: Walked

    def to_json(self) -> dict[str, Json]:
        return {"cardinality": self.cardinality, "first": self.first.to_json()}

    @staticmethod
    def from_json(data: dict[str, Any]) -> Claim:
        return Claim(int(data["cardinality"]), Walked.from_json(data["first"]))


def digest(outcomes: dict[str, str]) -> str:
    """How each argument came out, in whatever order they were run."""
    return hashlib.sha256(json.dumps(sorted(outcomes.items())).encode()).hexdigest()


def settle_result(result: Result, claim: Claim, again: Walked | None) -> Result:
    """What the two walks make of a result that passed."""
    if again is not None and again.failed:
        sentence = (
            f"it holds, and in another order and another process it fails for the same arguments ({again.failed}); "
            "a property must depend on its arguments only"
        )
        return replace(result, verdict=Verdict.REJECTED, reason="inconsistent", sentence=sentence)
    first = claim.first
    same = again is not None and again.outcomes == first.outcomes
    impure = tuple(dict.fromkeys((*first.impure, *(again.impure if again else ()))))
    walk = Walk(claim.cardinality, first.ran, again.ran if again is not None and same else 0, impure)
    if walk.whole and again is not None and same:
        return replace(result, verdict=Verdict.PROVED)
    if impure:
        why = f"it {_joined(impure)}"
    elif again is None:
        why = "the second run did not come to its end"
    else:
        why = "two runs did not agree" if not same else f"{first.ran:,} of {claim.cardinality:,} could be told apart"
    return replace(result, remarks=(*result.remarks, f"all arguments were tried, but that proves nothing: {why}"))


def _joined(impure: tuple[str, ...]) -> str:
    return " and ".join(
        each if each.startswith(("changes", "keeps", "comes", "uses")) else f"asks for {each}" for each in impure
    )


Go = Callable[[float], Walked | None]


@contextlib.contextmanager
def standing_by(walk: Callable[[], Walked]) -> Iterator[Go]:
    """A process that is a copy of this one as it is now, and walks when it is told to: None if it does not come back
    in so many seconds. It is gone when the block is left."""
    told, tell = os.pipe()

    def wait_and_walk(say: Say) -> None:
        os.close(tell)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        if os.read(told, 1):
            answer: Json = None
            with contextlib.suppress(BaseException):
                answer = walk().to_json()
            say(answer)

    with Copy(wait_and_walk) as copy:
        os.close(told)

        def go(seconds: float) -> Walked | None:
            with contextlib.suppress(BrokenPipeError):
                os.write(tell, b"!")
            answer = copy.first(seconds)
            return Walked.from_json(answer) if isinstance(answer, dict) else None

        try:
            yield go
        finally:
            os.close(tell)
