"""What a proof may say."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proved:
    """`paths` of both together; `cases` where an argument may have several shapes."""

    paths: int
    cases: int


@dataclass(frozen=True, slots=True)
class Differs:
    """An input on which the two should differ; to be confirmed by running them."""

    arguments: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """What is not covered, in a few words."""

    reason: str


Proof = Proved | Differs | Unknown
