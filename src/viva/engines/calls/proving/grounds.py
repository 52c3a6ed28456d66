"""The one place that asks whether a submission is proved: what `proved` may rest on, and what stands against it.

`equality` is asked for while tests are still run, because a proof saves most of a search, and an input on which the two
should differ is one more test. `grounds` says at the end, when all tests came out right, what the verdict rests on.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from viva.core.deciding.proof_basis import Walk
from viva.core.records import dataclass
from viva.core.terms import ENGLISH, Ended
from viva.engines.calls.oracle import Case
from viva.engines.calls.programs import Compiled
from viva.engines.calls.proving.equality import Equality, NotProved, ProvedEqual, evaluated_further, prove_equal
from viva.engines.calls.proving.walking import Doubt, effects, impurities, other_calls, walk
from viva.engines.calls.testing.flaky import Again
from viva.engines.calls.trial import Trial


@dataclass(frozen=True, slots=True)
class Prover:
    """`references` are those that the submission may be equal to. `by_name`: parameters may be given by their names."""

    trial: Trial
    references: Sequence[Compiled]
    by_name: bool = False
    locale: str = ENGLISH

    def equality(self, cases: Sequence[Case]) -> Equality:
        """Of the `cases` it is not known that the submission is wrong on one."""
        trial = self.trial
        requires = trial.oracle.programs.requires
        with suppress(Ended), trial.meter.apart():  # its effort is counted, and its seconds cost no verdict of tests
            return prove_equal(trial.question, self.references, requires, trial.submission, self.locale, cases=cases)
        return NotProved("seconds")

    def borne_out(self, equality: Equality | None, cases: Sequence[Case]) -> Equality | None:
        """The same, without a proof that runs of these cases speak against."""
        if not isinstance(equality, ProvedEqual):
            return equality
        return evaluated_further(equality, self.trial.submission, cases) or NotProved("evaluated")

    def of_all_inputs(self, right: Sequence[Case], again: Again) -> Walk | ProvedEqual | Sequence[Doubt]:
        """Where all inputs were run: that they were, or else a proof, or else what stands against it."""
        calls = other_calls(self.trial, self.by_name)
        doubts = [*calls, *impurities(self.trial, again)]
        walked = walk(self.trial, right, again, doubts)
        if walked is not None and walked.whole:
            return walked
        proved: Equality | None = None
        with suppress(Ended):  # all of them were right, whether or not there is time for a proof
            against = [*calls, *effects(self.trial, again)]
            proved = None if against else self.equality(right)
        return proved if isinstance(proved, ProvedEqual) else doubts

    def of_some_inputs(self, equality: Equality | None, again: Again) -> ProvedEqual | Sequence[Doubt]:
        """Where some inputs were run: the proof, or else what stands against it, if there was one."""
        if not isinstance(equality, ProvedEqual):
            return ()
        return [*other_calls(self.trial, self.by_name), *effects(self.trial, again)] or equality
