"""Start reading here: what an exercise about machine code asks for, as frozen values."""

from __future__ import annotations

from dataclasses import field

from viva.core.records import dataclass
from viva.engines.x86.obligations.theory import START
from viva.engines.x86.program import Program


@dataclass(frozen=True, slots=True)
class Rules:
    """What a program that is handed in must keep to besides doing what was asked: which instructions it may use, how
    many, and registers that must be at the end what they were at the start."""

    allowed: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    most_instructions: int | None = None
    most_bytes: int | None = None
    preserved: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """`[assembly]` of an exercise. `program` is what is given, or a program that does what is asked for.

    `contract` is the text of the property. `total`: loops must be shown to end. `unrolled` False: each must have an
    invariant, also one that goes round a few times only. `solution` are the model annotations; `models` are these, or
    else others that are known to be right.
    `results` are the registers, and `memory` the pieces of memory, in which a program is compared with the one that is
    given, where there is no property that says more.
    """

    program: Program
    program_file: str
    text: str
    syntax: str
    contract: str
    contract_file: str | None
    start: str = START
    exit: str | None = None
    total: bool = False
    solution: str | None = None
    rules: Rules = field(default_factory=Rules)
    results: tuple[str, ...] = ()
    memory: bool = False
    unrolled: bool = True
    models: tuple[str, ...] = ()
