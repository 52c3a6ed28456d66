"""The answer to a check: verdict, evidence, findings. The same JSON everywhere.

`viva.core.schema` holds its JSON Schema; FORMATS and the design fix the keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import cast

from viva.core.drawing import Drawing
from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.core.ladder import Policy, Rung
from viva.core.verdict import Verdict
from viva.core.where import Where, where_from_json, where_to_json

_NOTHING: Mapping[str, Json] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why the verdict: the method, how many tests, what they covered in words, and figures of the subject's own."""

    method: str
    tests: int | None = None
    covered: str = ""
    details: Mapping[str, Json] = field(default_factory=lambda: _NOTHING)

    def to_json(self) -> dict[str, Json]:
        return {"method": self.method, "tests": self.tests, "covered": self.covered, **self.details}

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Evidence:
        rest = {key: value for key, value in data.items() if key not in ("method", "tests", "covered")}
        return cls(str(data["method"]), cast(int | None, data["tests"]), str(data["covered"]), rest)


@dataclass(frozen=True, slots=True)
class Witness:
    """A concrete counterexample that anyone can replay. `kind` says which fields it has."""

    kind: str
    fields: Mapping[str, Json]

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, **self.fields}

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Witness:
        return cls(str(data["kind"]), {key: value for key, value in data.items() if key != "kind"})


class About(StrEnum):
    CORRECTNESS = "correctness"
    POLICY = "policy"
    QUALITY = "quality"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that can be told. Only findings about correctness stand on a rung; the others are always shown.

    `signature` is equal for equal mistakes, so that a class of submissions can be grouped by it. A text of one line
    is followed by the witness wherever a person reads it; a text of several lines shows the witness itself.
    """

    text: str
    about: About = About.CORRECTNESS
    rung: Rung | None = None
    signature: str | None = None
    where: Where | None = None
    witness: Witness | None = None
    drawing: Drawing | None = None

    def to_json(self) -> dict[str, Json]:
        data: dict[str, Json] = {"about": self.about.value, "text": self.text}
        if self.rung:
            data["rung"] = self.rung.value
        if self.signature:
            data["signature"] = self.signature
        if self.where:
            data["where"] = cast(Json, where_to_json(self.where))
        if self.witness:
            data["witness"] = self.witness.to_json()
        if self.drawing:
            data["drawing"] = {"svg": self.drawing.svg, "text": self.drawing.text}
        return data

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Finding:
        where, witness, drawing = (cast("dict[str, Json] | None", data.get(key)) for key in _OBJECTS)
        return cls(
            text=str(data["text"]),
            about=About(str(data["about"])),
            rung=Rung(str(data["rung"])) if "rung" in data else None,
            signature=cast(str | None, data.get("signature")),
            where=where_from_json(where) if where else None,
            witness=Witness.from_json(witness) if witness else None,
            drawing=Drawing(str(drawing["svg"]), str(drawing["text"])) if drawing else None,
        )


_OBJECTS = ("where", "witness", "drawing")


@dataclass(frozen=True, slots=True)
class Report:
    """`score` is in 0..1, or None where nothing was decided. `isolation` is None where no submitted code ran."""

    verdict: Verdict
    subject: str
    exercise: str
    evidence: Evidence
    reason: str | None = None
    score: float | None = None
    findings: tuple[Finding, ...] = ()
    parts: tuple[Report, ...] = ()
    isolation: Isolation | None = None
    seed: int = 0
    attempt: int | None = None
    version: str = ""
    seconds: float = 0.0

    def shown(self, policy: Policy, points: float, attempt: int | None, highest: Rung | None) -> Report:
        """This report as the policy lets it be seen: rungs that are not due are gone, not hidden."""
        rungs = policy.rungs(attempt, highest)
        penalty = policy.penalty(attempt) / points if points else 0.0
        return replace(
            self,
            attempt=attempt,
            score=None if self.score is None else max(0.0, self.score - penalty),
            findings=tuple(finding for finding in self.findings if finding.rung is None or finding.rung in rungs),
            parts=tuple(part.shown(policy, points, attempt, highest) for part in self.parts),
        )

    def to_json(self) -> dict[str, Json]:
        return {
            "verdict": self.verdict.value,
            "reason": self.reason,
            "score": self.score,
            "subject": self.subject,
            "exercise": self.exercise,
            "evidence": self.evidence.to_json(),
            "findings": [finding.to_json() for finding in self.findings],
            "parts": [part.to_json() for part in self.parts],
            "isolation": self.isolation.value if self.isolation else None,
            "seed": self.seed,
            "attempt": self.attempt,
            "version": self.version,
            "seconds": self.seconds,
        }

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Report:
        isolation = data["isolation"]
        return cls(
            verdict=Verdict(str(data["verdict"])),
            subject=str(data["subject"]),
            exercise=str(data["exercise"]),
            evidence=Evidence.from_json(cast("dict[str, Json]", data["evidence"])),
            reason=cast(str | None, data["reason"]),
            score=cast(float | None, data["score"]),
            findings=tuple(Finding.from_json(item) for item in cast("list[dict[str, Json]]", data["findings"])),
            parts=tuple(cls.from_json(item) for item in cast("list[dict[str, Json]]", data["parts"])),
            isolation=Isolation(str(isolation)) if isolation else None,
            seed=cast(int, data["seed"]),
            attempt=cast(int | None, data["attempt"]),
            version=str(data["version"]),
            seconds=cast(float, data["seconds"]),
        )
