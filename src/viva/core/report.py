"""The answer to a check: verdict, evidence, findings. The same JSON everywhere.

`viva.showing.schema` holds its JSON Schema; FORMATS and the design fix the keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from types import MappingProxyType
from typing import cast

from viva.core.deciding.marks import round_points
from viva.core.drawing import Drawing
from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.terms import ENGLISH
from viva.core.verdict import Verdict
from viva.core.where import Replacement, Where, where_from_json, where_to_json

_NOTHING: Mapping[str, Json] = MappingProxyType({})
_NO_RUNGS: Mapping[str, Rung] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why the verdict: the method, how many tests were run, what they covered in words, how many of them failed (None
    where nobody counted), figures of the subject's own, and why it holds for every input where that can be said.

    `seen_from` names the rungs from which on details may be seen; the others are the teacher's. `covered` is seen by
    everyone, unless a rung is named for it too. `viva.core.deciding.leaving` holds to that.
    """

    method: str
    tests: int | None = None
    covered: str = ""
    details: Mapping[str, Json] = field(default_factory=lambda: _NOTHING)
    failed: int | None = None
    proof: Proof | None = None
    seen_from: Mapping[str, Rung] = field(default_factory=lambda: _NO_RUNGS)

    def to_json(self) -> dict[str, Json]:
        own: dict[str, Json] = {
            "method": self.method,
            "tests": self.tests,
            "failed": self.failed,
            "covered": self.covered,
        }
        shown: dict[str, Json] = {"proof": self.proof.to_json()} if self.proof else {}
        if self.seen_from:
            shown["seen_from"] = {key: rung.value for key, rung in self.seen_from.items()}
        return own | shown | dict(self.details)

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Evidence:
        own = ("method", "tests", "failed", "covered", "proof", "seen_from")
        proof = cast("dict[str, Json] | None", data.get("proof"))
        seen_from = cast("dict[str, str]", data.get("seen_from", {}))
        return cls(
            method=str(data["method"]),
            tests=cast(int | None, data["tests"]),
            covered=str(data["covered"]),
            details={key: value for key, value in data.items() if key not in own},
            failed=cast(int | None, data["failed"]),
            proof=Proof.from_json(proof) if proof else None,
            seen_from={key: Rung(rung) for key, rung in seen_from.items()},
        )


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a verdict holds for every input, for people: `claim` is the sentence at the top, `reasons` say why a sentence
    each, and `beside` has the two things that are the same."""

    claim: str
    reasons: tuple[str, ...] = ()
    beside: Comparison | None = None

    def to_json(self) -> dict[str, Json]:
        beside = self.beside.to_json() if self.beside else None
        return {"claim": self.claim, "reasons": [*self.reasons], "beside": beside}

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Proof:
        beside = cast("dict[str, Json] | None", data["beside"])
        reasons = tuple(map(str, cast("list[Json]", data["reasons"])))
        return cls(str(data["claim"]), reasons, Comparison.from_json(beside) if beside else None)


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
class Comparison:
    """What was asked for and what came, side by side in the last two columns of a table.

    `here` is the row in which they part, counted from 0. The caption is said above the table, the note below it.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    here: int | None = None
    note: str = ""

    def to_json(self) -> dict[str, Json]:
        return {
            "caption": self.caption,
            "columns": [*self.columns],
            "rows": [[*row] for row in self.rows],
            "here": self.here,
            "note": self.note,
        }

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Comparison:
        columns, rows = cast("list[str]", data["columns"]), cast("list[list[str]]", data["rows"])
        here = cast(int | None, data["here"])
        return cls(str(data["caption"]), tuple(columns), tuple(tuple(row) for row in rows), here, str(data["note"]))


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that can be told. Only findings about correctness stand on a rung; the others are always shown.

    `signature` is equal for equal mistakes, so that a class of submissions can be grouped by it. `text` says everything
    in words; where there is a comparison, people are shown it instead. The witness is for machines. `teacher` says that
    no student is told it, whatever their rung. `changes` are what a fix changes, for who shows it in the answer.
    """

    text: str
    about: About = About.CORRECTNESS
    rung: Rung | None = None
    signature: str | None = None
    where: Where | None = None
    witness: Witness | None = None
    comparison: Comparison | None = None
    drawing: Drawing | None = None
    teacher: bool = False
    changes: tuple[Replacement, ...] = ()

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
        if self.comparison:
            data["comparison"] = self.comparison.to_json()
        if self.drawing:
            data["drawing"] = {"svg": self.drawing.svg, "text": self.drawing.text}
        if self.teacher:
            data["teacher"] = True
        if self.changes:
            data["changes"] = [change.to_json() for change in self.changes]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Finding:
        where, witness, comparison, drawing = (cast("dict[str, Json] | None", data.get(key)) for key in _OBJECTS)
        return cls(
            text=str(data["text"]),
            about=About(str(data["about"])),
            rung=Rung(str(data["rung"])) if "rung" in data else None,
            signature=cast(str | None, data.get("signature")),
            where=where_from_json(where) if where else None,
            witness=Witness.from_json(witness) if witness else None,
            comparison=Comparison.from_json(comparison) if comparison else None,
            drawing=Drawing(str(drawing["svg"]), str(drawing["text"])) if drawing else None,
            teacher=bool(data.get("teacher", False)),
            changes=tuple(map(Replacement.from_json, cast("list[dict[str, Json]]", data.get("changes", [])))),
        )


_OBJECTS = ("where", "witness", "comparison", "drawing")


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a check. `str(report)` is the short form; a notebook shows the page.

    `score` is in 0..1, or None where nothing was decided. `worth` is what a right answer is worth, and None for a part;
    points come in steps of `step`, unless it is 0.
    `missed` tells in a few words each which kinds of input or which requirements are not met; where something was
    refuted, it is on the rung of the pattern. `isolation` is None where no submitted code ran. `locale` is the language
    of all texts here.
    """

    verdict: Verdict
    subject: str
    exercise: str
    evidence: Evidence
    title: str = ""
    reason: str | None = None
    score: float | None = None
    worth: float | None = None
    step: float = 0.0
    missed: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    parts: tuple[Report, ...] = ()
    isolation: Isolation | None = None
    seed: int = 0
    attempt: int | None = None
    version: str = ""
    seconds: float = 0.0
    locale: str = ENGLISH

    @property
    def points(self) -> float | None:
        """What was gained, as a teacher gives it."""
        if self.score is None or self.worth is None:
            return None
        return round_points(self.score * self.worth, self.worth, self.step, right=self.verdict.right)

    def __str__(self) -> str:
        """The verdict and the first thing to think about, on one screen."""
        from viva.showing.brief import in_short

        return in_short(self)

    def _repr_html_(self) -> str:
        """What a notebook shows of it."""
        from viva.showing.brief import as_html

        return as_html(self)

    def to_json(self) -> dict[str, Json]:
        return {
            "verdict": self.verdict.value,
            "reason": self.reason,
            "score": self.score,
            "points": self.points,
            "worth": self.worth,
            "step": self.step,
            "subject": self.subject,
            "exercise": self.exercise,
            "title": self.title,
            "missed": [*self.missed],
            "evidence": self.evidence.to_json(),
            "findings": [finding.to_json() for finding in self.findings],
            "parts": [part.to_json() for part in self.parts],
            "isolation": self.isolation.value if self.isolation else None,
            "seed": self.seed,
            "attempt": self.attempt,
            "version": self.version,
            "seconds": self.seconds,
            "locale": self.locale,
        }

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Report:
        isolation = data["isolation"]
        return cls(
            verdict=Verdict(str(data["verdict"])),
            subject=str(data["subject"]),
            exercise=str(data["exercise"]),
            evidence=Evidence.from_json(cast("dict[str, Json]", data["evidence"])),
            title=str(data["title"]),
            reason=cast(str | None, data["reason"]),
            score=cast(float | None, data["score"]),
            worth=cast(float | None, data["worth"]),
            step=cast(float, data["step"]),
            missed=tuple(str(text) for text in cast("list[Json]", data["missed"])),
            findings=tuple(Finding.from_json(item) for item in cast("list[dict[str, Json]]", data["findings"])),
            parts=tuple(cls.from_json(item) for item in cast("list[dict[str, Json]]", data["parts"])),
            isolation=Isolation(str(isolation)) if isolation else None,
            seed=cast(int, data["seed"]),
            attempt=cast(int | None, data["attempt"]),
            version=str(data["version"]),
            seconds=cast(float, data["seconds"]),
            locale=str(data["locale"]),
        )
