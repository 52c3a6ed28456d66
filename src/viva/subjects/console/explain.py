"""Findings for the ladder: what to tell of a failure, from a hint to the line that went wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from viva.core.escape import clipped, visible_line
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Finding, Witness
from viva.core.texts import Say
from viva.engines.dialogues.describe import in_words
from viva.engines.dialogues.judging import Failure, Observed, lines
from viva.engines.dialogues.outputs import Output
from viva.engines.dialogues.outputs import Pattern as Line
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.semantics import follow
from viva.engines.dialogues.suites.cases import Case
from viva.engines.dialogues.traces import General
from viva.engines.dialogues.trial import PATIENT_STEPS
from viva.engines.edits import told as tell_edit
from viva.languages.edits import Edit
from viva.subjects.console import places
from viva.subjects.console.diagnosis import BY_CHANCE, Diagnosis
from viva.subjects.console.draw import draw_way
from viva.subjects.console.judge import outcome
from viva.subjects.console.model import Task
from viva.subjects.console.pattern import way_in_words
from viva.subjects.console.places import Located
from viva.subjects.console.transcript import side_by_side, transcript

_LONGEST = 400
# Kinds of failure of which no more is known: there it helps to know when in the run they come, and what to do.
_PLACED = ("wrong_output", "missing_output", "extra_output", "reads_ahead")
_ADVISED = (*_PLACED, "ends_early", "reads_on")


def two_runs(say: Say, failure: Failure, again: Observed) -> tuple[str, Witness]:
    """Two runs on the same input that differ: the program cannot be examined."""
    inputs = _inputs(failure)
    runs = [clipped(visible_line(observed.show()), _LONGEST) for observed in (failure.observed, again)]
    text = (
        say("inconsistent") + "\n" + say("inconsistent_runs", inputs=", ".join(inputs), first=runs[0], second=runs[1])
    )
    return text, Witness("runs", {"inputs": list(inputs), "first": runs[0], "second": runs[1]})


@dataclass(frozen=True, slots=True)
class Refutation:
    """All that can be told of a failing program. `nearest` is the passing run whose inputs are nearest to the failing
    ones; `slowest` are the most steps that a run took which ended; `settings` those of the exercise with which the
    program would pass. `chart` says that the flow chart may be shown, and `student` that a student reads this."""

    task: Task
    file: str
    text: str
    failure: Failure
    diagnosis: Diagnosis
    locale: str
    nearest: Case | None = None
    slowest: int | None = None
    settings: tuple[str, ...] = ()
    place: Located = field(default_factory=Located)
    fix: Edit | None = None
    chart: bool = False
    student: bool = True

    @property
    def general(self) -> General:
        """What is right for these inputs. Of a secret specification students see one run only, as section 6.1 of the
        paper proposes."""
        general = self.failure.case.general
        if not (self.task.secret and self.student):
            return general
        blocks = (
            tuple(Output((Line((line,)),)) for line in block.text.splitlines()) for block in right_run(general).blocks
        )
        return General(general.inputs, tuple(blocks))


def findings(say: Say, told: Refutation) -> tuple[Finding, ...]:
    """One for each rung that can be filled, lowest first."""
    found = [
        Finding(_hint(say, told), rung=Rung.HINT),
        _pattern(say, told),
        _example(say, told),
        places.finding(say, told.file, told.failure, told.place, told.locale),
        tell_edit(told.fix, told.text, told.file, told.locale) if told.fix else None,
        _settings(say, told),
    ]
    return tuple(replace(finding, signature=told.diagnosis.signature) for finding in found if finding)


def missed(say: Say, told: Refutation) -> tuple[str, ...]:
    """The kind of input on which it fails, where that is known."""
    found = told.diagnosis.pattern
    return (found.condition.words(say, told.locale),) if found else ()


def _hint(say: Say, told: Refutation) -> str:
    """What the failing runs show, and a question about the inputs that they have in common, if they do."""
    seen = told.diagnosis
    condition = seen.pattern.condition if seen.pattern else None
    key = seen.mistake.key
    asked = seen.mistake.condition
    if asked is not None and told.task.secret and told.student:
        hint = say("hint_chosen_secret")
    elif asked is not None:
        hint = say(f"hint_{key}", condition=in_words(told.locale).condition(asked), **dict(seen.mistake.slots))
    else:
        hint = say(f"hint_{key}", "hint_other", **dict(seen.mistake.slots))
    if seen.share == "all" and seen.when and key in _PLACED:
        hint += " " + say("hint_when", when=say(f"when_{seen.when}"))
    if key in _ADVISED and condition is None:
        hint += " " + say(f"advice_{key}")
    if seen.share != "all":
        hint = say(f"hint_of_{seen.share}", hint=hint)
    if key not in (*_ADVISED, *BY_CHANCE) and not key.startswith("error_"):
        return hint
    if condition and condition.key == "meets":
        hint += " " + say("hint_situation", situation=say("situation_equal_sides"))
    elif condition and not condition.of_specification and not condition.count and condition.key != "some_round":
        hint += " " + say("hint_situation", situation=condition.words(say, told.locale))
    return hint


def _pattern(say: Say, told: Refutation) -> Finding:
    """On how many of the runs the program fails, and on which, as far as that was checked. Words and picture of the
    specification come later, or not at all where it is secret."""
    seen, task = told.diagnosis, told.task
    text = _counts(say, seen, told.failure)
    if seen.pattern:
        slots = {
            name: getattr(seen.pattern, name) for name in ("failed_with", "all_with", "failed_without", "all_without")
        }
        words = seen.pattern.condition.words(say, told.locale)
        text = say("pattern_exact" if seen.pattern.exact else "pattern_mostly", situation=words, run=seen.run, **slots)
    taken = follow(task.spec, told.failure.case.inputs)
    if taken is None or not told.chart or (task.secret and told.student):
        return Finding(text, rung=Rung.PATTERN)
    way = way_in_words(task.spec, told.failure.case.inputs, say, told.locale)
    words = say("pattern_way", way=say("pattern_then").join(way)) if way else text
    return Finding(text, rung=Rung.PATTERN, drawing=draw_way(task.spec, taken, words, told.locale))


def _counts(say: Say, seen: Diagnosis, failure: Failure) -> str:
    if not seen.failed:
        return say("pattern_endless" if failure.kind == "step_limit" else "pattern_rare", run=seen.run)
    return say("pattern_all" if seen.failed == seen.run else "pattern_some", failed=seen.failed, run=seen.run)


def _settings(say: Say, told: Refutation) -> Finding | None:
    """For teachers: what they would have to allow."""
    if not told.settings:
        return None
    named = [say(f"setting_{name}") for name in told.settings]
    text = say("would_pass" if len(named) == 1 else "would_pass_together", settings=say("and_setting").join(named))
    return Finding(text)


def _example(say: Say, told: Refutation) -> Finding:
    failure = told.failure
    observed = failure.observed
    inputs = _inputs(failure)
    # Prompts are shown only where the specification asks for an output: elsewhere they are free.
    blocks = failure.case.general.blocks
    prompts = [number < len(blocks) and bool(blocks[number]) for number in range(len(observed.run.blocks))]
    actual = clipped(visible_line(observed.show(prompts)), _LONGEST)
    caption = say(
        "example",
        input=say("input_some", inputs=_shown(inputs)) if inputs else say("input_none"),
        what=_what(say, failure) + _slowest(say, told),
    )
    fields: dict[str, Json] = {
        "inputs": list(inputs),
        "expected": told.general.show(),
        "actual": actual,
        "outcome": outcome(failure),
    }
    note = ""
    if told.nearest:
        near = lines(told.nearest.inputs)
        fields["nearest"] = list(near)
        note = say("nearest_some" if near else "nearest_none", inputs=_shown(near))
    compared = side_by_side(say, failure, told.general, caption, note)
    text = transcript(say, compared)
    return Finding(text, rung=Rung.EXAMPLE, witness=Witness("run", fields), comparison=compared)


def _what(say: Say, failure: Failure) -> str:
    key = f"what_{failure.kind}"
    if failure.difference:
        expected, got = failure.difference.expected[1:], clipped(visible_line(failure.difference.got[1:]), _LONGEST)
        return say(key, expected=expected, got=got)
    error = failure.observed.error
    if error is None and failure.kind == "crash":
        return say("what_crash_of_python")
    return say(
        key,
        "what_other",
        kind=visible_line(error.kind if error else failure.kind),
        message=clipped(visible_line(error.message), _LONGEST) if error else "",
        steps=PATIENT_STEPS,
    )


def _slowest(say: Say, told: Refutation) -> str:
    """Beside the steps of a run without an end, the most that others took."""
    if told.failure.kind != "step_limit" or told.slowest is None:
        return ""
    return " " + (say("slowest", most=told.slowest) if told.slowest else say("slowest_none"))


def _shown(inputs: Sequence[str]) -> str:
    """In quotes where one would not see what a line is."""
    return ", ".join(line if line and line == line.strip() else f'"{line}"' for line in inputs)


def _inputs(failure: Failure) -> tuple[str, ...]:
    return tuple(lines(failure.case.inputs))
