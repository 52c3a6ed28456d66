"""What is learnt from the model solution alone: which of its loops give a sorted list.

It is looked for once for each model solution, with an effort of its own, and kept by what that computes. So it depends
on no submission: whoever asks first or last, and whatever is kept, a proof begins with the same lemmas, and has as much
left for its own loops. They are part of its certificate, and checked with it.
"""

from __future__ import annotations

from collections import OrderedDict

from viva.engines.proofs.checking.certificate import Lemma
from viva.engines.proofs.checking.claims import Claim
from viva.engines.proofs.query import EFFORT, Exhausted, Solver
from viva.engines.proofs.search.lemmas import closed_forms, results
from viva.engines.proofs.terms import TooLarge, digest_of, tuple_of

LEARNING = 2 * EFFORT
_KEPT = 64

_learnt: OrderedDict[str, tuple[Lemma, ...]] = OrderedDict()


def learnt_of(claim: Claim) -> tuple[Lemma, ...]:
    """Lemmas about the loops of the model solution; what else is claimed has no part in them."""
    computed = tuple_of([claim.reference.error, results(claim)[0]])
    key = digest_of(computed)
    if key not in _learnt:
        try:
            _learnt[key] = tuple(closed_forms(Solver(LEARNING), computed))
        except (Exhausted, TooLarge, RecursionError):
            _learnt[key] = ()
        if len(_learnt) > _KEPT:
            _learnt.popitem(last=False)
    _learnt.move_to_end(key)
    return _learnt[key]
