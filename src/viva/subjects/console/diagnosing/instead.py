"""What a wrong program does instead: the specification that it follows, put beside the asked one as a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.engines.dialogues.describe import in_words
from viva.engines.dialogues.inferring.beside import put_beside
from viva.engines.dialogues.inferring.infer import Followed, infer_specification
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.suites.cases import Case
from viva.engines.dialogues.trials.judging import Failure
from viva.engines.dialogues.trials.trial import Trial

_LONGEST = 320


def find_followed(spec: Spec, tests: Sequence[Case], failing: Sequence[Failure], trial: Trial) -> Followed | None:
    """Seen on tests of its own, each of which the program passes. These say nothing of the asked specification."""
    own = replace(trial, passed={}, took={})

    def agrees(cases: Iterator[Case]) -> int | None:
        runs = 0
        for _, failure in own.failures(cases):
            if failure is not None or own.tired:
                return None
            runs += 1
        return runs

    if trial.uncertain or trial.tired:
        return None
    return infer_specification(spec, failing, tests, trial.rules, agrees, constants=trial.program.constants)


def instead(say: Say, followed: Followed, locale: str) -> Clue | None:
    """Nothing where more differs than a person takes in at once."""
    found = put_beside(followed.asked, followed.own, in_words(locale))
    if found is None:
        return None
    key = (
        f"instead_{found.key}_first"
        if found.key in ("more", "elsewhere") and not found.after
        else f"instead_{found.key}"
    )
    text = say(key, asked=found.asked, own=found.own, after=found.after, runs=followed.runs)
    return Clue(text) if len(text) <= _LONGEST else None
