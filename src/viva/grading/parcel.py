"""What travels to a worker and back, as JSON: exercises, terms, and what was handed in."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, cast

from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.report import Finding
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Budget, Terms
from viva.core.texts import Sentence


@dataclass(frozen=True, slots=True)
class Question:
    """An exercise as it travels to a worker: its files, and the points and the language that the course gives it."""

    source: Source
    points: float
    locale: str = ""

    def to_json(self) -> dict[str, Json]:
        files = files_to_json(self.source.files)
        return {"name": self.source.name, "files": files, "points": self.points, "locale": self.locale}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Question:
        return cls(Source(data["name"], files_from_json(data["files"])), data["points"], data["locale"])


def terms_to_json(terms: Terms) -> dict[str, Json]:
    return cast(dict[str, Json], asdict(terms))


def terms_from_json(data: Mapping[str, Any]) -> Terms:
    rung, isolation = data["rung"], data["isolation"]
    return Terms(
        **{
            **data,
            "budget": Budget(**data["budget"]),
            "rung": None if rung is None else Rung(rung),
            "isolation": None if isolation is None else Isolation(isolation),
        }
    )


def handed_in_to_json(handed_in: Submission | Unreadable) -> dict[str, Json]:
    match handed_in:
        case Submission(name, files):
            return {"name": name, "files": files_to_json(files)}
        case Unreadable(reason=reason, sentence=Sentence(key, slots)):
            return {"reason": reason, "key": key, "slots": cast("dict[str, Json]", dict(slots))}
        case Unreadable(reason=reason, findings=findings, covered=covered):
            return {"reason": reason, "findings": [each.to_json() for each in findings], "covered": covered}


def handed_in_from_json(data: Mapping[str, Any]) -> Submission | Unreadable:
    if "files" in data:
        return Submission(data["name"], files_from_json(data["files"]))
    if "key" in data:
        return Unreadable(data["reason"], Sentence(data["key"], data["slots"]))
    return Unreadable(data["reason"], [Finding.from_json(each) for each in data["findings"]], data["covered"])


def files_to_json(files: Mapping[str, bytes]) -> dict[str, Json]:
    return {name: base64.b64encode(content).decode("ascii") for name, content in files.items()}


def files_from_json(data: Mapping[str, str]) -> dict[str, bytes]:
    return {name: base64.b64decode(content) for name, content in data.items()}
