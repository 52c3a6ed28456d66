"""Signs of usual mistakes in one run: what a person would say who looks at what is asked for and what was written."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from viva.core.records import dataclass
from viva.engines.dialogues.evaluation import Environment, Undefined
from viva.engines.dialogues.model import ANY, AnyText, Spec, Text, Write, parts
from viva.engines.dialogues.outputs import Output, Pattern, output
from viva.engines.dialogues.predicates import Near, example_line
from viva.engines.dialogues.suites.cases import Case
from viva.engines.dialogues.suites.ways.formulas import Untranslatable
from viva.engines.dialogues.suites.ways.paths import Trail, Writing, environment
from viva.engines.dialogues.traces import Departure, Run, Written
from viva.engines.dialogues.trials.judging import Failure, judge, lines
from viva.engines.dialogues.trials.rules import Rules, allowing

_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\d)")
_DECIMAL = re.compile(r"(?<![\w.])-?\d{1,400}(?:\.\d{1,400}(?:[eE][-+]?\d{1,4})?|[eE][-+]?\d{1,4})(?![\w.]*\d)")
_LETTER = re.compile(r"[^\W\d_]")
_ALIKE = 0.75
LONGEST = 200

SETTINGS = ("capitals", "prompts", "around", "closing", "labels", "one_line", "batch")
"""What an exercise may allow, each by the name of its rule."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A failing run with what is needed to see more in it; `texts` are what the specification writes as it is, and
    `worded` the places where it writes words, also around something computed. `bare` is what would be right if the
    blanks at the ends of its inputs were not there, where there are any."""

    failure: Failure
    trail: Trail | None
    texts: tuple[Pattern, ...]
    worded: tuple[Write, ...]
    rules: Rules
    bare: tuple[Case, ...] = ()

    @property
    def line(self) -> str:
        """The line at fault, as far as anyone would read it."""
        return self.failure.difference.written[:LONGEST].strip() if self.failure.difference else ""

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        return self.failure.difference.patterns if self.failure.difference else ()


def fixed_texts(spec: Spec) -> tuple[Pattern, ...]:
    """The lines that the specification writes with nothing computed in them, free text aside."""
    found = [
        Pattern(tuple(item.value if isinstance(item, Text) else ANY for item in items))
        for part in parts(spec)
        if isinstance(part, Write)
        for items in part.alternatives
        if all(isinstance(item, Text | AnyText) for item in items)
    ]
    return tuple(pattern for pattern in dict.fromkeys(found) if not pattern.may_be_blank)


def worded_outputs(spec: Spec) -> tuple[Write, ...]:
    """Where the specification writes words of its own."""
    return tuple(
        part
        for part in parts(spec)
        if isinstance(part, Write)
        and all(
            any(isinstance(item, Text) and _LETTER.search(item.value) for item in each) for each in part.alternatives
        )
    )


def _blanks_taken_off(seen: Seen) -> bool:
    return any(judge(bare, seen.failure.observed, seen.rules) is None for bare in seen.bare)


def _of_output(shows: Callable[[Seen], bool]) -> Callable[[Seen], bool]:
    """Only where a line was written that is not the one that is asked for."""

    def checked(seen: Seen) -> bool:
        difference = seen.failure.difference
        return difference is not None and difference.kind == Departure.OUTPUT and shows(seen)

    return checked


def _allowed_with(setting: str) -> Callable[[Seen], bool]:
    """Whether the whole run is right where the exercise allows this."""

    def allowed(seen: Seen) -> bool:
        failure = seen.failure
        if setting == "batch" and (seen.rules.batch or not _prints_after_reading(failure)):
            return False
        return judge(failure.case, failure.observed, allowing(seen.rules, [setting])) is None

    return allowed


def _held_prompts(seen: Seen) -> bool:
    """Whether all is right but for lines that fit nothing, one for an input at most, and that all comes when everything
    has been read: the program holds back what it writes."""
    case, observed = seen.failure.case, seen.failure.observed
    if not observed.buffers or not _prints_after_reading(seen.failure):
        return False
    due = [step for block in case.general.blocks for step in block if isinstance(step, Output)]
    written = [line for line in observed.run.blocks[-1].lines if line.strip()]
    fitting = [line for line in written if any(step.fits(line) for step in due)]
    if not 0 < len(written) - len(fitting) <= len(observed.run.inputs):
        return False
    last = Written("".join(f"{line}\n" for line in fitting))
    run = replace(observed.run, blocks=(*observed.run.blocks[:-1], last))
    return judge(case, replace(observed, run=run), allowing(seen.rules, ["batch"])) is None


def _prints_after_reading(failure: Failure) -> bool:
    """Whether the run read all of its input, and only then printed anything."""
    observed = failure.observed
    whole = not observed.asked_for_more and len(observed.run.inputs) == len(failure.case.inputs)
    return whole and not any(block.text.strip() for block in observed.run.blocks[:-1])


def _changed(seen: Seen, change: Callable[[str], str]) -> bool:
    """Whether the line fits when it, and what is asked for, is changed like this."""
    line = change(seen.line)
    for pattern in seen.patterns:
        pieces = tuple(change(piece) if isinstance(piece, str) else piece for piece in pattern.pieces)
        if Pattern(pieces).without_blanks().fits("".join(line.split())):
            return True
    return False


def _whole_number(seen: Seen) -> bool:
    """The number that is asked for, as a decimal. What a decimal is inexact by is not the point here."""
    for pattern in seen.patterns:
        line = seen.line
        for wanted in (piece for piece in pattern.pieces if isinstance(piece, int)):
            found = _DECIMAL.search(line)
            line = line.replace(found[0], _as_asked(found[0], wanted), 1) if found else line
        if line != seen.line and pattern.fits(line):
            return True
    return False


def _as_asked(written: str, wanted: int) -> str:
    try:
        return str(wanted) if float(written) == float(wanted) else written
    except OverflowError:
        return written


def _decimal_comma(seen: Seen) -> bool:
    line = re.sub(r"(\d),(\d)", r"\1.\2", seen.line)
    return line != seen.line and any(pattern.fits(line) for pattern in seen.patterns)


def _quotes(seen: Seen) -> bool:
    """As Python shows several values, or a text, that were put into one pair of brackets too many."""
    return seen.line[:1] in tuple("([{'\"") and _changed(seen, lambda text: re.sub(r"[()\[\]{}'\",]", "", text))


def _punctuation(seen: Seen) -> bool:
    return _changed(seen, lambda text: re.sub(r"(?<!\d)[^\w\s+-]|[^\w\s+-](?!\d)", "", text))


def _values(text: str) -> list[Fraction]:
    return [Fraction(number) for number in _NUMBER.findall(text)]


def _examples(seen: Seen) -> list[str]:
    return [example_line(pattern.pieces) for pattern in seen.patterns]


def _words_missing(seen: Seen) -> bool:
    return not _LETTER.search(seen.line) and any(
        _LETTER.search(wanted) and _values(wanted) == _values(seen.line) != [] for wanted in _examples(seen)
    )


def _spelling(seen: Seen) -> bool:
    """Nearly the words that are asked for, with the same numbers."""
    return any(
        _LETTER.search(wanted)
        and _values(wanted) == _values(seen.line)
        and difflib.SequenceMatcher(None, wanted, seen.line).ratio() >= _ALIKE
        for wanted in _examples(seen)
    )


def _other_words(seen: Seen) -> bool:
    return any(_LETTER.search(wanted) and _values(wanted) == _values(seen.line) != [] for wanted in _examples(seen))


def _another_case(seen: Seen) -> bool:
    """A text that the specification asks for, but not here."""
    return any(pattern.fits(seen.line) for pattern in seen.texts) or any(
        _would_fit(seen, write, environment(event.reads, seen.trail.inputs))
        for event in writings(seen)
        for write in seen.worded
        if seen.trail is not None and write != event.write
    )


def _lines_at_fault(seen: Seen) -> list[str]:
    difference = seen.failure.difference
    if difference is None or difference.line is None:
        return []
    return [line.strip() for line in seen.failure.run.blocks[difference.block].lines[difference.line :] if line.strip()]


def _split(seen: Seen) -> bool:
    """What belongs on one line is on several."""
    rest = _lines_at_fault(seen)
    joined = [joint.join(rest[:count]) for count in range(2, min(len(rest), 5) + 1) for joint in ("", " ")]
    whole = [pattern for pattern in seen.patterns if not any(isinstance(piece, AnyText) for piece in pattern.pieces)]
    return any(pattern.fits(line) for line in joined for pattern in whole)


def _one_line_more(seen: Seen) -> bool:
    """Without the line at fault the run is right."""
    difference, observed = seen.failure.difference, seen.failure.observed
    if difference is None or difference.line is None or seen.rules.batch:
        return False
    written = observed.run.blocks[difference.block]
    kept = [line for number, line in enumerate(written.lines) if number != difference.line]
    blocks = list(observed.run.blocks)
    blocks[difference.block] = Written("\n".join(kept))
    run = Run(observed.run.inputs, tuple(blocks))
    return judge(seen.failure.case, replace(observed, run=run), seen.rules) is None


def _in_a_loop(seen: Seen) -> bool:
    """A value, and no words, where nothing is to be written because more is to be read."""
    return _too_much(seen) and not _asked_there(seen) and not _LETTER.search(seen.line)


def _both_cases(seen: Seen) -> bool:
    """What is asked for, and then something else, before more is read: cases that exclude each other are both taken."""
    return _too_much(seen) and _asked_there(seen)


def _too_much(seen: Seen) -> bool:
    difference = seen.failure.difference
    extra = difference is not None and difference.kind == Departure.EXTRA
    return extra and seen.failure.block < len(seen.failure.general.inputs)


def _asked_there(seen: Seen) -> bool:
    blocks = seen.failure.general.blocks
    return seen.failure.block < len(blocks) and bool(blocks[seen.failure.block])


def _twice(seen: Seen) -> bool:
    difference = seen.failure.difference
    if difference is None or difference.kind != Departure.EXTRA or difference.line is None:
        return False
    before = [
        line.strip() for line in seen.failure.run.blocks[difference.block].lines[: difference.line] if line.strip()
    ]
    return bool(before) and before[-1] == seen.line


def _echo(seen: Seen) -> bool:
    read = lines(seen.failure.run.inputs[: seen.failure.block])
    return bool(seen.line) and seen.line in read[-1:]


def _as_text(seen: Seen) -> bool:
    """The lines that were read, one after the other, or one of them several times."""
    read = lines(seen.failure.run.inputs[: seen.failure.block])
    joined = {"".join(read[first:]) for first in range(len(read) - 1)}
    repeated = {line * count for line in read if line for count in range(2, 10)}
    return any(number in joined or number in repeated for number in re.findall(r"[-\w.]+", seen.line))


def _compared(compare: Callable[[Fraction, Fraction], bool]) -> Callable[[Seen], bool]:
    """Where there is one number in the line and one that is asked for."""

    def compared(seen: Seen) -> bool:
        got = _values(seen.line)
        for pattern in seen.patterns:
            numbers = [piece for piece in pattern.pieces if isinstance(piece, int | Near)]
            if len(got) == len(numbers) == 1:
                wanted = numbers[0]
                return compare(got[0], wanted.value if isinstance(wanted, Near) else Fraction(wanted))
        return False

    return _of_output(compared)


def _is_cut_off(got: Fraction, wanted: Fraction) -> bool:
    return wanted.denominator != 1 and got in (math.floor(wanted), math.trunc(wanted), math.ceil(wanted))


def _is_inexact(got: Fraction, wanted: Fraction) -> bool:
    return wanted.denominator != 1 and abs(got - wanted) < Fraction(1, 2)


def _with_history(change: Callable[[Environment], Iterator[Environment]]) -> Callable[[Seen], bool]:
    """Whether the line is what would be right if something else had been read."""

    def shows(seen: Seen) -> bool:
        return any(_fits_otherwise(seen, event, change) for event in writings(seen))

    return _of_output(shows)


def _fits_otherwise(seen: Seen, event: Writing, change: Callable[[Environment], Iterator[Environment]]) -> bool:
    assert seen.trail is not None
    here = environment(event.reads, seen.trail.inputs)
    return any(_would_fit(seen, event.write, other) for other in change(here))


def writings(seen: Seen) -> Iterator[Writing]:
    """What the specification writes where the run departs from it."""
    difference = seen.failure.difference
    if seen.trail is not None and difference is not None and difference.block < len(seen.trail.groups):
        yield from (event for event in seen.trail.groups[difference.block] if isinstance(event, Writing))


def _would_fit(seen: Seen, write: Write, here: Environment) -> bool:
    """Whether the line at fault is what this writes after such inputs."""
    try:
        return output(write, here).fits(seen.line)
    except (Undefined, Untranslatable, TypeError):
        return False


def _shortened(keep: slice, least: int = 1) -> Callable[[Environment], Iterator[Environment]]:
    """One variable with a part of what was read into it, if that is something."""

    def changed(here: Environment) -> Iterator[Environment]:
        for name, history in here.histories.items():
            if len(history) >= least:
                kept = [place for place, other in enumerate(here.order) if other == name][keep]
                order = (other for place, other in enumerate(here.order) if other != name or place in kept)
                yield Environment({**here.histories, name: history[keep]}, tuple(order))

    return changed


def _exchanged(here: Environment) -> Iterator[Environment]:
    names = list(here.histories)
    for first, one in enumerate(names):
        for two in names[first + 1 :]:
            if here.histories[one] != here.histories[two]:
                histories = {**here.histories, one: here.histories[two], two: here.histories[one]}
                yield Environment(histories, tuple({one: two, two: one}.get(name, name) for name in here.order))


def _later_rounds(seen: Seen) -> bool:
    """What is asked for here was asked for before, and was right then."""
    difference, trail = seen.failure.difference, seen.trail
    if trail is None or difference is None or difference.block >= len(trail.groups):
        return False
    here = {event.path for event in trail.groups[difference.block] if isinstance(event, Writing)}
    before = {event.path for group in trail.groups[: difference.block] for event in group if isinstance(event, Writing)}
    return bool(here) and here <= before


def _one_unread(seen: Seen) -> bool:
    failure = seen.failure
    early = failure.difference is not None and failure.difference.kind == Departure.ENDS_EARLY
    return early and len(failure.run.inputs) > 0 and len(failure.case.inputs) - len(failure.run.inputs) == 1


def _reads_nothing(seen: Seen) -> bool:
    return bool(seen.failure.case.inputs) and not seen.failure.run.inputs and not seen.rules.batch


def _is_none(seen: Seen) -> bool:
    """A line that says None, which is what a call gives that returns nothing."""
    return seen.line == "None" and not any(pattern.fits("None") for pattern in seen.patterns)


SIGNS: Mapping[str, Callable[[Seen], bool]] = {
    "none": _is_none,
    "blanks_taken_off": _blanks_taken_off,
    "white_space": lambda seen: seen.failure.kind == Departure.SPACING,
    "capitals": _allowed_with("capitals"),
    "whole_number": _of_output(_whole_number),
    "decimal_comma": _of_output(_decimal_comma),
    "quotes": _of_output(_quotes),
    "held_prompts": _held_prompts,
    "punctuation": _of_output(_punctuation),
    "closing": _allowed_with("closing"),
    "labels": _allowed_with("labels"),
    "in_a_loop": _in_a_loop,
    "prompts": lambda seen: not seen.patterns and _allowed_with("prompts")(seen),
    "around": _allowed_with("around"),
    "one_line": _allowed_with("one_line"),
    "batch": _allowed_with("batch"),
    "split": _of_output(_split),
    "twice": _twice,
    "one_line_more": _one_line_more,
    "both_cases": _both_cases,
    "words_missing": _of_output(_words_missing),
    "another_case": _of_output(_another_case),
    "spelling": _of_output(_spelling),
    "other_words": _of_output(_other_words),
    "as_text": _of_output(_as_text),
    "asks_on": _of_output(lambda seen: seen.failure.observed.asked_for_more),
    "reads_nothing": _reads_nothing,
    "one_unread": _one_unread,
    "sign": _compared(lambda got, wanted: got == -wanted != 0),
    "one_less": _compared(lambda got, wanted: got == wanted - 1),
    "one_more": _compared(lambda got, wanted: got == wanted + 1),
    "without_last": _with_history(_shortened(slice(None, -1))),
    "without_first": _with_history(_shortened(slice(1, None))),
    "only_last": _with_history(_shortened(slice(-1, None), 2)),
    "mixed_up": _with_history(_exchanged),
    "later_rounds": _of_output(_later_rounds),
    "cut_off": _compared(_is_cut_off),
    "inexact": _compared(_is_inexact),
    "double": _compared(lambda got, wanted: got == 2 * wanted != 0),
    "echo": _of_output(_echo),
}
"""In the order in which they are looked for: what is only a matter of form first."""
