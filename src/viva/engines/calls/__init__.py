"""Calls of functions: what a reference answers, and whether a submission answers the same. It knows no exercise and no
language but by its protocol.

Start reading in `question.py` (what is asked), then `oracle.py` (what the reference answers), `trial.py` (runs of the
submission) and `judge.py` (whether an answer is right). `inputs` finds what to ask, `testing` runs it, `failures` says
what is wrong and where, and `proving` whether it is right for every input. `docs/calls.md` has an example.
"""

from viva.engines.calls.inputs.behaviour import Behaviour, behaviour, kinds, look_at_classes, representatives
from viva.engines.calls.inputs.concolic import drive
from viva.engines.calls.inputs.searching import Searcher
from viva.engines.calls.inputs.suite import Proposals, Suite, distinct, proposals, suite
from viva.engines.calls.judge import Failure, Judge, plain
from viva.engines.calls.making import load_module, maker
from viva.engines.calls.nearness import Nearness, nearness
from viva.engines.calls.oracle import Case, Oracle
from viva.engines.calls.programs import Compiled, Programs, programs_of, sandbox_of
from viva.engines.calls.proving.grounds import Prover
from viva.engines.calls.proving.walking import Doubt
from viva.engines.calls.question import TOLERANCE, Arguments, Comparison, InputClass, Parameter, Question, Source
from viva.engines.calls.testing.endless import Endless, ending_of
from viva.engines.calls.testing.flaky import Again, Unsteady, second_run
from viva.engines.calls.testing.growth import Growth, Measured, measure_growth
from viva.engines.calls.testing.slow import was_cut_off, wrong
from viva.engines.calls.testing.tested import Tested
from viva.engines.calls.trial import Trial, steps_for
from viva.engines.calls.voice import Voice

__all__ = [
    "TOLERANCE", "Again", "Arguments", "Behaviour", "Case", "Comparison", "Compiled", "Doubt", "Endless", "Failure",
    "Growth", "InputClass", "Judge", "Measured", "Nearness", "Oracle", "Parameter", "Programs",
    "Proposals", "Prover", "Question", "Searcher", "Source", "Suite", "Tested", "Trial",
    "Unsteady", "Voice", "behaviour", "distinct", "drive", "ending_of",
    "kinds", "load_module", "look_at_classes", "maker", "measure_growth", "nearness", "plain", "programs_of",
    "proposals",
    "representatives", "sandbox_of", "second_run", "steps_for", "suite", "was_cut_off", "wrong",
]  # fmt: skip
