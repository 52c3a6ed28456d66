"""Calls of functions: what a reference answers, and whether a submission answers the same. It knows no exercise and no
language but by its protocol.

Start reading in `question.py` (what is asked), then `oracle.py` (what the reference answers), `trial.py` (runs of the
submission) and `judge.py` (whether an answer is right). `suite` and `driven` find inputs, `testing` runs them, `slow`
says what it means that there is no answer, `shrink` and `replay` make a counterexample small and see it again, `places`
ranks the lines that may be to blame, `differences` says how answers are wrong, and `around` has inputs by which what is
said of failures in general is checked. `features` and `facts` are what can be said of inputs, and `slips` of a source.
`docs/calls.md` has an example.
"""

from viva.engines.calls.around import Seen, Surroundings, surroundings
from viva.engines.calls.behaviour import Behaviour, behaviour, kinds, look_at_classes, representatives
from viva.engines.calls.differences import Group, grouped
from viva.engines.calls.driven import drive
from viva.engines.calls.endless import Endless, ending_of
from viva.engines.calls.growth import Growth, Measured, measured
from viva.engines.calls.judge import Failure, Judge, plain
from viva.engines.calls.making import loaded, maker
from viva.engines.calls.nearness import Nearness, nearness
from viva.engines.calls.oracle import Case, Oracle
from viva.engines.calls.places import Suspects, executed, suspects
from viva.engines.calls.programs import Compiled, Programs, programs_of, sandbox_of
from viva.engines.calls.question import TOLERANCE, Arguments, Comparison, InputClass, Parameter, Question, Source
from viva.engines.calls.replay import Again, Unsteady, replayed, second_run
from viva.engines.calls.searching import Searcher
from viva.engines.calls.shrink import smallest
from viva.engines.calls.slow import unanswered, wrong
from viva.engines.calls.suite import Proposals, Suite, distinct, proposals, suite
from viva.engines.calls.testing import Tested
from viva.engines.calls.trial import Trial, steps_for
from viva.engines.calls.voice import Voice
from viva.engines.calls.walking import Doubt, impurities, other_calls, walk

__all__ = [
    "TOLERANCE", "Again", "Arguments", "Behaviour", "Case", "Comparison", "Compiled", "Doubt", "Endless", "Failure",
    "Group", "Growth", "InputClass", "Judge", "Measured", "Nearness", "Oracle", "Parameter", "Programs",
    "Proposals", "Question", "Searcher", "Seen", "Source", "Suite", "Surroundings", "Suspects", "Tested", "Trial",
    "Unsteady", "Voice", "behaviour", "distinct", "drive", "ending_of", "executed", "grouped", "impurities",
    "kinds", "loaded", "look_at_classes", "maker", "measured", "nearness", "other_calls", "plain", "programs_of",
    "proposals",
    "replayed", "representatives", "sandbox_of", "second_run", "smallest", "steps_for", "suite", "surroundings",
    "suspects", "unanswered", "walk", "wrong",
]  # fmt: skip
