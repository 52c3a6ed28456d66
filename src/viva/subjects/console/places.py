"""Where a console program goes wrong, for the rung `place`: the line of a change that makes every test pass, if there
is one, the line that wrote, read or failed, and the lines that this depends on in the failing run."""

from __future__ import annotations

from dataclasses import replace

from viva.core.records import dataclass
from viva.core.rungs import Clue
from viva.core.text.escape import visible_line
from viva.core.texts import Say
from viva.core.where import Passage
from viva.engines.dialogues.trials.judging import Failure, lines, place
from viva.engines.dialogues.trials.trial import OUTPUT, STEPS, Trial
from viva.engines.edits import blamed_line
from viva.engines.faults import Place, sources
from viva.engines.faults import place_clue as tell_place
from viva.languages.edits import Edit
from viva.languages.program import Program
from viva.languages.sites import Hooks
from viva.languages.survey import Survey
from viva.sandbox import Limits

_WATCHED = Hooks(expressions=True)
_LIMITS = Limits(cpu_seconds=2.0, wall_seconds=10.0)
_TRACED = ("wrong_output", "extra_output", "crash")
_FEW = 3


@dataclass(frozen=True, slots=True)
class Located:
    """`line` wrote, read or failed; `others` had a part in that, the nearest first. A change in `mended` makes every
    test pass; `added` says that it only puts something in."""

    line: int | None = None
    others: tuple[int, ...] = ()
    mended: int | None = None
    added: bool = False


def locate(trial: Trial, failure: Failure, facts: Survey, fix: Edit | None) -> Located:
    """What happens in a line depends on those that gave its values and that decided whether it is reached, as far as
    the failing run was in them."""
    last = trial.program.text.count("\n") + 1
    # Lines were said inside of the box, so they are only shown if the file has them.
    line = next((one for one in (place(failure),) if one is not None and 1 <= one <= last), None)
    mended = blamed_line(fix) if fix and 1 <= blamed_line(fix) <= last else None
    added = fix is not None and not fix.old and "\n" in fix.new
    program = trial.language.runs.prepare(trial.sandbox, trial.program.text.encode(), _WATCHED)
    if line is None or failure.kind not in _TRACED or trial.tired or not isinstance(program, Program):
        return Located(line, (), mended, added)
    run = trial.language.runs.run_console(
        trial.sandbox, program, lines(failure.case.inputs), steps=STEPS, output=OUTPUT, limits=_LIMITS
    )
    trial.meter.charge(min(max(run.steps or 1, 1), STEPS), run.cpu_seconds)
    covered = {program.sites[site].line for site in run.coverage.expressions if site < len(program.sites)}
    away = sources(facts.flow, covered, line)
    others = sorted((other for other in away if other != line), key=lambda other: (away[other], -other))
    return Located(line, tuple(others[:_FEW]), mended, added)


def places(say: Say, file: str, failure: Failure, here: Located, locale: str) -> Clue | None:
    line, mended = here.line, here.mended
    said = _what(say, failure, line, [] if mended else list(here.others)) if line else ""
    if mended is None:
        return Clue(said, Passage(file, line)) if line else None
    found = tell_place(Place("mended", mended), Passage(file, mended), locale)
    found = replace(found, text=say("place_added", line=mended)) if here.added else found
    return replace(found, text=f"{found.text} {said}") if said and mended != line else found


def _what(say: Say, failure: Failure, line: int, others: list[int]) -> str:
    error = failure.observed.error
    said = say(f"place_{failure.kind}", "place_other", line=line, kind=visible_line(error.kind) if error else "")
    if not others:
        return said
    ordered = sorted(others)
    known = say("place_line", line=ordered[0]) if len(ordered) == 1 else say(
        "place_lines", first=", ".join(map(str, ordered[:-1])), last=ordered[-1]
    )  # fmt: skip
    return f"{said} {say('place_depends', lines=known)}"
