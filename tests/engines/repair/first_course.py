"""The questions in `first_course.toml`."""

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Attempt:
    """`lines` are those that are wrong, from 1; `most` words and signs should be enough to mend it."""

    text: str
    lines: tuple[int, ...]
    most: int


@dataclass(frozen=True, slots=True)
class Asked:
    name: str
    reference: str
    requires: str
    attempts: tuple[Attempt, ...]


def _read() -> tuple[Asked, ...]:
    told = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return tuple(
        Asked(
            each["name"], each["reference"], each.get("requires", ""),
            tuple(Attempt(one["text"], tuple(one["lines"]), one["most"]) for one in each["attempt"]),
        )
        for each in told["question"]
    )  # fmt: skip


QUESTIONS = _read()
