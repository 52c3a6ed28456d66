"""Findings for the ladder: what to tell of a failure, from a hint to the line that went wrong."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import field, replace

from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.report import Finding, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.text.escape import clip, visible_line
from viva.core.texts import Say
from viva.engines.dialogues.describe import in_words
from viva.engines.dialogues.inferring.infer import Followed
from viva.engines.dialogues.model import AnyText
from viva.engines.dialogues.outputs import Output
from viva.engines.dialogues.outputs import Pattern as Line
from viva.engines.dialogues.predicates import Chosen
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.suites.cases import Case
from viva.engines.dialogues.traces import General
from viva.engines.dialogues.trials.judging import Failure, Observed, lines
from viva.engines.dialogues.trials.trial import PATIENT_STEPS
from viva.languages.edits import Edit
from viva.subjects.console.diagnosing.diagnosis import BY_CHANCE, Diagnosis
from viva.subjects.console.diagnosing.instead import instead
from viva.subjects.console.fix import asked_by_fix, fix
from viva.subjects.console.judge import outcome
from viva.subjects.console.model import Task
from viva.subjects.console.pattern import pattern, situation, way
from viva.subjects.console.places import Located, places
from viva.subjects.console.transcript import side_by_side, transcript

_LONGEST = 400
# Kinds of failure of which no more is known: there it helps to know when in the run they come, and what to do.
_OF_PYTHON = ("advice_extra_output", "hint_prompts", "hint_in_a_loop", "hint_as_text")
_CALLS = re.compile(r"\b(?:input|print)\s*\(")
_PLACED = ("wrong_output", "missing_output", "extra_output", "reads_ahead", "missing_flush")
_ADVISED = (*_PLACED, "ends_early", "reads_on")
_ANOTHER_CASE = "another_case"
_OF_WORDS = ("other_words", "spelling")  # a word may be the answer: then what mends it is no text
_PRINTED = ("printed", "printed_of", "missing_print")


def two_runs(say: Say, failure: Failure, again: Observed) -> tuple[str, Witness]:
    """Two runs on the same input that differ: the program cannot be examined."""
    inputs = _inputs(failure)
    runs = [clip(visible_line(observed.show()), _LONGEST) for observed in (failure.observed, again)]
    text = (
        say("inconsistent") + "\n" + say("inconsistent_runs", inputs=", ".join(inputs), first=runs[0], second=runs[1])
    )
    return text, Witness("runs", {"inputs": list(inputs), "first": runs[0], "second": runs[1]})


@dataclass(frozen=True, slots=True)
class Refutation:
    """All that can be told of a failing program. `nearest` is the passing run whose inputs are nearest to the failing
    ones; `slowest` are the most steps that a run took which ended; `settings` those of the exercise with which the
    program would pass; `followed` the specification that it follows instead. `hidden` says that no words and no
    pictures of the specification are told."""

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
    followed: Followed | None = None
    hidden: bool = False

    @property
    def general(self) -> General:
        """What is right for these inputs. Of a hidden specification one run only, as section 6.1 of the paper
        proposes."""
        general = self.failure.case.general
        if not self.hidden:
            return general
        blocks = (
            tuple(Output((Line((line,)),)) for line in block.text.splitlines()) for block in right_run(general).blocks
        )
        return General(general.inputs, tuple(blocks))


def findings(say: Say, told: Refutation, wanted: Container[Rung]) -> tuple[Finding, ...]:
    """What is told of a failing program. Its way through the specification stands on the rung of the place, unless the
    exercise shows the flow chart anyway; so does the step of the task that it does otherwise."""
    chart = told.task.chart and not told.hidden
    here = places(say, told.file, told.failure, told.place, told.locale)
    taken = None if chart or told.hidden else way(say, told.task, told.failure, told.locale)
    other = instead(say, told.followed, told.locale) if told.followed and not told.hidden else None
    ladder = Ladder(
        told.diagnosis.signature,
        hint=_hint(say, told),
        pattern=pattern(say, told.task, told.failure, told.diagnosis, drawn=chart, locale=told.locale),
        example=_example(say, told),
        place=[clue for clue in (here, other, taken) if clue],
        fix=fix(told.fix, told.text, told.file, told.locale),
    )
    return (*ladder.findings(wanted), *_settings(say, told))


def only_for_teachers(found: Iterable[Finding], told: Sequence[Finding]) -> tuple[Finding, ...]:
    """What of `found` students are not told already."""
    return tuple(replace(each, teacher=True) for each in found if each not in told)


def missed(say: Say, told: Refutation) -> tuple[str, ...]:
    """The kind of input on which it fails, where that is known."""
    found = told.diagnosis.distinction
    return (situation(found.condition, say, told.locale),) if found else ()


def _hint(say: Say, told: Refutation) -> str:
    """What the failing runs show, or where they show nothing more telling, what a change is about that mends the
    program; and a question about the inputs that they have in common, if they do."""
    seen = told.diagnosis
    key = seen.mistake.key
    when = _when(say, told)
    about, names = asked_by_fix(told.fix, told.text) if told.fix else ("", {})
    is_worked_out = key in _OF_WORDS and about not in ("word", *_PRINTED)
    is_decided = key == _ANOTHER_CASE and about not in _PRINTED
    if about and (key in _ADVISED or is_worked_out or is_decided or (key in BY_CHANCE and seen.share != "all")):
        hint = say(f"hint_fix_{about}", **names)
    else:
        hint = _of_mistake(say, told, advised=when is None)
        if key not in (*_ADVISED, _ANOTHER_CASE, *BY_CHANCE) and not key.startswith("error_"):
            return hint
    return f"{hint} {when}" if when else hint


def _when(say: Say, told: Refutation) -> str | None:
    """A question about the inputs that the failing runs have in common; none where that would give them away."""
    found = told.diagnosis.distinction
    condition = found.condition if found else None
    if condition is None:
        return None
    if condition.key in ("meets", "ends_meeting"):
        return say("hint_situation", situation=say("situation_equal_sides"))
    if condition.named:
        return say("hint_limits")
    if condition.of_specification or condition.count or condition.key == "some_round":
        return None
    return say("hint_situation", situation=situation(condition, say, told.locale))


def _of_mistake(say: Say, told: Refutation, *, advised: bool) -> str:
    seen = told.diagnosis
    key, asked, slots = seen.mistake.key, seen.mistake.condition, dict(seen.mistake.slots)
    if asked is not None and told.hidden:
        hint = say("hint_chosen_secret")
    elif asked is not None:
        hint = say(f"hint_{key}", condition=in_words(told.locale).condition(asked), **slots)
    else:
        hint = say(_spoken(f"hint_{key}", told.text), "hint_other", **slots)
    if seen.share == "all" and seen.when and key in _PLACED:
        hint += " " + say("hint_when", when=say(f"when_{seen.when}"))
    if key in _ADVISED and advised:
        hint += " " + say(_spoken(f"advice_{key}", told.text))
    return f"{hint} {say('hint_others')}" if seen.share == "some" else hint


def _spoken(key: str, source: str) -> str:
    """The sentence that speaks of `input()` and `print` only to who calls them: others write `scanf` and `println`."""
    return f"{key}_elsewhere" if key in _OF_PYTHON and not _CALLS.search(source) else key


def _settings(say: Say, told: Refutation) -> tuple[Finding, ...]:
    """For teachers: what they would have to allow."""
    if not told.settings:
        return ()
    named = [say(f"setting_{name}") for name in told.settings]
    text = say("would_pass" if len(named) == 1 else "would_pass_together", settings=say("and_setting").join(named))
    return (Finding(text, signature=told.diagnosis.signature, teacher=True),)


def _example(say: Say, told: Refutation) -> Clue:
    failure = told.failure
    observed = failure.observed
    inputs = _inputs(failure)
    # Prompts are shown only where the specification asks for an output: elsewhere they are free.
    blocks = failure.case.general.blocks
    prompts = [number < len(blocks) and bool(blocks[number]) for number in range(len(observed.run.blocks))]
    actual = clip(visible_line(observed.show(prompts)), _LONGEST)
    caption = say(
        "example",
        input=say("input_some", inputs=_shown(inputs)) if inputs else say("input_none"),
        what=_what(say, failure, hidden=told.hidden) + _slowest(say, told),
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
    return Clue(text, witness=Witness("run", fields), comparison=compared)


def _what(say: Say, failure: Failure, *, hidden: bool) -> str:
    key = f"what_{failure.kind}"
    if failure.difference:
        expected, got = failure.difference.expected[1:], clip(visible_line(failure.difference.got[1:]), _LONGEST)
        if failure.kind == "wrong_output":
            patterns = failure.difference.patterns
            fixed = [piece for piece in patterns[0].pieces if not isinstance(piece, AnyText)] if patterns else []
            free = not patterns or len(fixed) < len(patterns[0].pieces)
            if hidden or len(patterns) != 1 or (free and (len(fixed) != 1 or isinstance(fixed[0], Chosen))):
                return say("what_wrong_output_free", got=got)
            shown = replace(patterns[0], pieces=tuple(fixed)).show()
            expected = clip(visible_line(shown), _LONGEST)
            key = f"{key}{'_within' if free else ''}{'' if failure.difference.needed else '_optional'}"
        return say(key, expected=expected, got=got)
    error = failure.observed.error
    if error is None and failure.kind == "crash":
        return say("what_crash_of_python")
    more = f"{key}_silent" if error and not error.message else key
    return say(
        f"{key}_{error.kind}" if error else key,
        more,
        key,
        "what_other",
        kind=visible_line(error.kind if error else failure.kind),
        message=clip(visible_line(error.message), _LONGEST) if error else "",
        steps=PATIENT_STEPS,
    )


def _slowest(say: Say, told: Refutation) -> str:
    """Beside the steps of a run without an end, the most that others took."""
    error = told.failure.observed.error
    by_the_clock = error is not None and error.kind == "seconds"
    if told.failure.kind != "step_limit" or told.slowest is None or by_the_clock:
        return ""
    return " " + (say("slowest", most=told.slowest) if told.slowest else say("slowest_none"))


def _shown(inputs: Sequence[str]) -> str:
    """In quotes where one would not see what a line is."""
    return ", ".join(line if line and line == line.strip() else f'"{line}"' for line in inputs)


def _inputs(failure: Failure) -> tuple[str, ...]:
    return tuple(lines(failure.case.inputs))
