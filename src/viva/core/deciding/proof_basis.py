"""What `proved` may rest on: a finite domain that was walked whole, with the count to show for it, or a decision.

Nobody says `proved` without one of these: `outcome.proved` asks for it, and takes no walk that is not whole.
"""

from __future__ import annotations

from viva.core.records import dataclass

SMALL = 10_000
"""Domains up to here are walked twice: the second time in the other order, in fresh processes."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What was counted while the values of a finite domain were run.

    `cardinality` is computed from the description of the domain, never by walking it; `outside` are those of its values
    that were seen to be excluded; `ran` are the different values that were run, ended by themselves and came out right;
    `again` are those for which the second run in the other order and in a fresh process came out the same; `impure`
    names what was seen that makes one run say nothing about the next: state that is kept, the time, randomness, the
    identity of objects, arguments that are changed.
    """

    cardinality: int
    ran: int
    again: int = 0
    impure: tuple[str, ...] = ()
    outside: int = 0

    @property
    def whole(self) -> bool:
        inside = self.cardinality - self.outside
        twice = self.again == inside or inside > SMALL
        return self.ran == inside and twice and not self.impure


@dataclass(frozen=True, slots=True)
class Decision:
    """Decided outside the sandbox for all behaviours at once, and by what: an equality of languages, a solver that
    closed every path, the specification itself run on an answer that is data."""

    by: str


Ground = Walk | Decision
