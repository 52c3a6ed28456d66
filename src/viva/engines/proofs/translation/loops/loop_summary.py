"""What the loops of a source are, for people and certificates."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.records import dataclass
from viva.engines.proofs import terms as t
from viva.engines.proofs.terms.recursive import Recursive
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.values import State, Value


@dataclass(frozen=True, slots=True)
class LoopSummary:
    """A loop of the source, for people and certificates: where it is, what it changes, and why it ends.

    `names` are what the variables of the measure are called in the source. Folds that are no variable of the source are
    called `=returned`, `=left`, `=raised` and `=result`. A `function` that calls itself has a name there, too.
    """

    line: int
    folds: tuple[tuple[str, t.Term], ...]
    rounds: t.Term
    measure: t.Term | None = None
    names: tuple[tuple[str, str], ...] = ()
    function: tuple[str, Recursive] | None = None


def named_folds(state: State) -> tuple[tuple[str, t.Term], ...]:
    """What the names of the source stand for, where that is a fold."""
    terms = [(name, term) for name, value in sorted(state.names.items()) for term in _terms(value, state)]
    return only_folds([(name, term) for name, term in terms if not name.endswith("^")])


def only_folds(named: Sequence[tuple[str, t.Term]]) -> tuple[tuple[str, t.Term], ...]:
    """Those that are folds, in one case or in all; each once."""
    found: dict[t.Term, str] = {}
    for name, term in named:
        for each in _cases(term):
            if each.op == "fold":
                found.setdefault(each, name)
    return tuple((name, term) for term, name in found.items())


def _cases(term: t.Term) -> list[t.Term]:
    return [each for part in term.args[1:] for each in _cases(part)] if term.op == "ite" else [term]


def named_variables(head: State) -> tuple[tuple[str, str], ...]:
    found = [(term, name) for name, value in sorted(head.names.items()) for term in _terms(value, head)]
    own = [(term.data, name) for term, name in found if term.op == "var" and not name.endswith("^")]
    return tuple((data, "place" if name.startswith("=place") else name) for data, name in own)


def _terms(value: Value, state: State) -> Sequence[t.Term]:
    return state.heap[value.number].terms if isinstance(value, v.Ref) else v.flat(value)
