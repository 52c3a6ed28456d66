"""What a proof consists of: measures, lemmas in order, and the induction that uses them."""

from __future__ import annotations

from dataclasses import dataclass

from viva.engines.proofs.claims import Measures
from viva.engines.proofs.induction import Induction
from viva.engines.proofs.terms import Term


@dataclass(frozen=True, slots=True)
class Lemma:
    """Two folds that are equal for all values of their variables; `induction` says why."""

    left: Term
    right: Term
    induction: Induction


@dataclass(frozen=True, slots=True)
class Certificate:
    measures: Measures
    lemmas: tuple[Lemma, ...]
    induction: Induction
