"""What came out, as a value first: verdict, counterexample, labels, what was covered. Printing comes second."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.verdict import Verdict
from viva.engines.enumeration.space import Value
from viva.engines.properties.telling import headline, lines


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Arguments for which the property does not hold: as values, and as source that rebuilds them.

    `bound` are the values of variables inside the property, `note` both sides of a comparison or the exception.
    `minimal`: every smaller argument was tried and is none. `replay` is what makes this one test again: the arguments,
    or their place where no source makes them. `types` are those of the parameters when it was found. There are no
    values where they could not even be built.
    """

    values: Mapping[str, Value]
    arguments: Mapping[str, str]
    minimal: bool
    replay: str
    bound: tuple[tuple[str, str], ...] = ()
    note: str = ""
    types: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        extra: dict[str, Json] = {"note": self.note} if self.note else {}
        if self.bound:
            extra["inside"] = dict(self.bound)
        return {"arguments": dict(self.arguments), "minimal": self.minimal, "replay": self.replay, **extra}


@dataclass(frozen=True, slots=True)
class Result:
    """The result of examining one property.

    `covered` spells out what the verdict rests on. `reason` is one word where something is wrong: `wrong`,
    `exception`, `crash`, `exit`, `memory_limit` when refuted; `time_limit`, `limit`, `budget`, `nothing_tested` when
    undecided; `no_type`, `no_property`, `inconsistent` … when rejected; `sentence` says it for people.
    """

    name: str
    verdict: Verdict
    tests: int = 0
    discarded: int = 0
    counterexample: Counterexample | None = None
    labels: Mapping[str, int] = field(default_factory=dict)
    covered: str = ""
    reason: str | None = None
    sentence: str = ""
    remarks: Sequence[str] = ()
    seconds: float = 0.0

    def __bool__(self) -> bool:
        return self.verdict.right

    def to_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "verdict": self.verdict.value,
            "tests": self.tests,
            "discarded": self.discarded,
            "counterexample": self.counterexample.to_json() if self.counterexample else None,
            "labels": dict(self.labels),
            "seconds": round(self.seconds, 3),
            "reason": self.reason,
            "covered": self.covered,
            "sentence": self.sentence,
            "remarks": list(self.remarks),
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Result:
        """A result without a counterexample, as a worker tells it."""
        assert data["counterexample"] is None
        return Result(
            data["name"], Verdict(data["verdict"]), data["tests"], data["discarded"], None, data["labels"],
            data["covered"], data["reason"], data["sentence"], tuple(data["remarks"]), data["seconds"],
        )  # fmt: skip

    def with_remark(self, remark: str) -> Result:
        return replace(self, remarks=(*self.remarks, remark))

    def headline(self) -> str:
        return headline(self.to_json())

    def lines(self) -> list[str]:
        return lines(self.to_json())

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        """For a notebook."""
        colour = {Verdict.PROVED: "#1a7f37", Verdict.PASSED: "#1a7f37", Verdict.REFUTED: "#cf222e"}.get(
            self.verdict, "#9a6700"
        )
        first, *rest = (html.escape(line) for line in self.lines())
        body = "".join(f"<div>{line.strip()}</div>" for line in rest)
        return (
            f'<div style="border-left:4px solid {colour};padding-left:.6em"><b>{first}</b>'
            f'<div style="font-family:monospace">{body}</div></div>'
        )
