"""What is told where there is no answer to compare: the file stops before there is a function, an input takes too long,
or two calls with the same arguments differ.
"""

from __future__ import annotations

from viva.core import outcome
from viva.core.escape import visible_line
from viva.core.ladder import Rung
from viva.core.report import Finding, Report, Witness
from viva.core.where import Passage
from viva.engines.calls import Failure, Trial, Unsteady, Voice, steps_for
from viva.engines.calls.showing import raised


def inconsistent(report: Report, function: str, found: Unsteady, voice: Voice) -> Report:
    """Two calls with the same arguments that differ: it is no function of its arguments."""
    first, second = voice.answer(found.first), voice.answer(found.second)
    text = voice.say("inconsistent", call=voice.call(function, found.case.arguments), first=first, second=second)
    witness = Witness("runs", {"input": voice.inputs(found.case.arguments), "first": first, "second": second})
    return outcome.inconsistent(report, text, witness)


def slow(function: str, failure: Failure, voice: Voice) -> dict[str, object]:
    """What is told of an input without an answer."""
    return {
        "call": voice.call(function, failure.case.arguments),
        "limit": voice.say(f"limit_{failure.kind}", "limit_other", steps=steps_for(failure.case)),
        "reference": failure.case.steps,
    }


def loading(trial: Trial, failure: Failure, voice: Voice) -> tuple[Finding, ...]:
    """What is told where the file stops before there is a function to call."""
    problem = failure.outcome.problem
    assert problem is not None
    said = visible_line(f"{problem.kind}: {problem.message}" if problem.kind else problem.reason.replace("_", " "))
    where = Passage(str(trial.submission.file), problem.line) if problem.line else None
    witness = Witness("call", {"function": trial.question.function, "input": [], "actual": raised(failure.outcome)})
    return (
        Finding(voice.say(f"hint_{failure.kind}", "hint_other"), rung=Rung.HINT, signature=failure.kind),
        Finding(voice.say("example_not_loaded", said=said), rung=Rung.EXAMPLE, signature=failure.kind, witness=witness),
        Finding(voice.say("place_loading"), rung=Rung.PLACE, signature=failure.kind, where=where),
    )
