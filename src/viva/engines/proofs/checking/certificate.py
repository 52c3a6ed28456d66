"""What a proof consists of: measures, lemmas in order, and the induction that uses them."""

from __future__ import annotations

from viva.core.records import dataclass
from viva.engines.proofs.checking.claims import Measures
from viva.engines.proofs.terms import Term


@dataclass(frozen=True, slots=True)
class Induction:
    """How a claim was proved: which loops go in step, which of them one round ahead, and what holds in every round.
    What is said of `each` holds for all values. Without an invariant and a way the claim follows at once, or
    it was tried for all inputs; then `ahead` has the bounds of each. By the way `smaller` it follows from the same
    claim for values with a smaller `measure`."""

    way: str
    ahead: tuple[str, ...]
    invariant: tuple[Term, ...]
    measure: Term | None = None


DIRECT = Induction("", (), ())


@dataclass(frozen=True, slots=True)
class Lemma:
    """Two terms that are equal for all values of their variables for which `known` holds; `induction` says why."""

    left: Term
    right: Term
    induction: Induction
    known: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Certificate:
    measures: Measures
    lemmas: tuple[Lemma, ...]
    induction: Induction
