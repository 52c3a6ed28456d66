"""Whether a program does in every run what its specification allows. Start reading here.

An invariant is looked for in runs of both, and checked by a solver that knows nothing of the search. Before anyone says
`proved`, the specification and the program as they were followed are held against what both did in runs of a check.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.json import Json
from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.machine_numbers import bits_of_spec
from viva.engines.dialogues.proving.flattening import flatten
from viva.engines.dialogues.proving.guessing import Refuted, guess
from viva.engines.dialogues.proving.held import Mistranslated, holds_on
from viva.engines.dialogues.proving.product import is_shown, side_by_side
from viva.engines.dialogues.proving.specified import write_out
from viva.engines.dialogues.suites.cases import Case
from viva.engines.dialogues.trials.judging import Observed
from viva.engines.proofs import Unknown, missing
from viva.engines.proofs.query import Exhausted, Solver
from viva.engines.proofs.terms import TooLarge
from viva.engines.syntax.tree import Uncovered, read_tree

EFFORT = 6_000_000
_LEAST_HELD = 0.5
_OWN_MISTAKES = (AssertionError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


@dataclass(frozen=True, slots=True)
class ProvedRuns:
    """Every run is right. `points` are the pairs of reads at which something was shown, `invariants` how many
    conditions hold there, and `held` how many runs of the check the two were held against."""

    points: int
    invariants: int
    held: int


@dataclass(frozen=True, slots=True)
class NotProvedRuns:
    """What is missing; never that the program is wrong. `word` is `uncovered`, `no_invariant`, `exhausted`, `large`,
    `deep` or `broken` (a mistake of this engine)."""

    word: str
    detail: str = ""

    def say_why(self, locale: str) -> str:
        """Why there is no proof, as a part of a sentence."""
        return missing(Unknown(self.word, self.detail), locale)


def prove_runs(
    spec: m.Spec, tree: Json, runs: Sequence[tuple[Case, Observed]], *, effort: int = EFFORT
) -> ProvedRuns | NotProvedRuns:  # fmt: skip
    """`tree` is the syntax of the program as its sandbox sent it; `runs` are some that were right."""
    if not runs:
        return NotProvedRuns("broken", "no runs")
    return shown_of(spec, tree, runs, effort=effort)


def shown_of(
    spec: m.Spec, tree: Json, runs: Sequence[tuple[Case, Observed]] = (), *, effort: int = EFFORT
) -> ProvedRuns | NotProvedRuns:  # fmt: skip
    """The same; without runs nobody has looked whether the two were followed as they are."""
    try:
        if bits_of_spec(spec) is not None:
            raise Uncovered("numbers of so many bits")
        solver = Solver(effort)
        made = side_by_side(write_out(spec), flatten(read_tree(tree)), solver)
        invariants = guess(made, solver)
        if not is_shown(made, invariants, Solver(effort)):
            return NotProvedRuns("no_invariant")
        held = sum(holds_on(made, case, observed) for case, observed in runs)
    except Uncovered as uncovered:
        return NotProvedRuns("uncovered", str(uncovered))
    except Refuted:
        return NotProvedRuns("no_invariant")
    except Exhausted:
        return NotProvedRuns("exhausted")
    except TooLarge:
        return NotProvedRuns("large")
    except RecursionError:
        return NotProvedRuns("deep")
    except Mistranslated as mistake:
        return NotProvedRuns("broken", str(mistake))
    except _OWN_MISTAKES as mistake:  # a search can only lose a proof: a check goes on without it
        return NotProvedRuns("broken", type(mistake).__name__)
    if held < _LEAST_HELD * len(runs):
        return NotProvedRuns("broken", "few runs")
    return ProvedRuns(len(made.points), sum(map(len, invariants.values())), held)


__all__ = ["NotProvedRuns", "ProvedRuns", "prove_runs", "shown_of"]
