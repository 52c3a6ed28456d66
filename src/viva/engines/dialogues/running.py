"""A specification as a program that is run: its inputs as lines, one right run for them, and all right runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viva.core.records import dataclass
from viva.engines.dialogues.evaluation import Undefined, as_value
from viva.engines.dialogues.model import AnyText, Spec
from viva.engines.dialogues.outputs import Output, Pattern, Step
from viva.engines.dialogues.predicates import Piece, example, example_line
from viva.engines.dialogues.semantics import Diverges, Way, begin, give
from viva.engines.dialogues.traces import General, Run, Written, show_line, show_value

_FREE = "…"


def way_of(spec: Spec, lines: Sequence[str]) -> Way | None:
    """The way of these lines, each a value of the read it is for; None where the specification is not given them, or
    says nothing for them."""
    try:
        way: Way | None = begin(spec)
        for line in lines:
            if way is None or way.asks is None:
                return None
            way = give(way, as_value(line, way.asks.read.values))
    except (Undefined, Diverges):
        return None
    return way


def right_run(general: General, *, all_that_may_be: bool = False) -> Run:
    """One right run, that of the program which `programs` makes: nothing is written that may be left out, or all."""
    blocks = []
    for block in general.blocks:
        lines = []
        for step in block:
            if isinstance(step, Output) and (all_that_may_be or not step.optional):
                pattern = min(step.patterns, key=lambda one: sum(isinstance(piece, AnyText) for piece in one.pieces))
                lines.append(example_line(pattern.pieces))
        blocks.append(Written("".join(f"{line}\n" for line in lines)))
    return Run(general.inputs, tuple(blocks))


def accepted_runs(general: General) -> Iterator[str]:
    """As the paper writes runs, none twice; first the one that writes all it may. Free text is …, and of all values
    that satisfy a predicate one is shown. Lazy: there may be many, and each is found without trying those that are
    alike."""
    events: list[_Event] = []
    for number, block in enumerate(general.blocks):
        events.extend(map(_event, block))
        if number < len(general.inputs):
            events.append(_Event((f"?{show_value(general.inputs[number])}",)))
    begun: list[str] = []
    open_moves = [_moves(events, frozenset({0}))]
    while open_moves:
        following = next(open_moves[-1], None)
        match following:
            case None:
                open_moves.pop()
                del begun[-1:]
            case "", _:
                yield " ".join((*begun, "stop"))
            case shown, reached:
                begun.append(shown)
                open_moves.append(_moves(events, reached))


@dataclass(frozen=True, slots=True)
class _Event:
    """What happens next in a run: one of these, or nothing where it is `skippable`."""

    shown: tuple[str, ...]
    skippable: bool = False
    free: bool = False


def _event(step: Step) -> _Event:
    if not isinstance(step, Output):
        return _Event((f"!{_FREE}",), skippable=True, free=True)
    return _Event(tuple(f"!{_line(pattern)}" for pattern in step.patterns), step.skippable)


def _moves(events: Sequence[_Event], at: frozenset[int]) -> Iterator[tuple[str, frozenset[int]]]:
    """Everything that can come next where all events before one of `at` are over, each once, with where it leads; the
    end is nothing, and comes before text that is free."""
    ahead: list[int] = []
    for start in sorted(at):
        for number in range(start, len(events) + 1):
            if number not in ahead:
                ahead.append(number)
            if number == len(events) or not events[number].skippable:
                break
    found: dict[str, set[int]] = {}
    for free in (False, True):
        for number in ahead:
            if number < len(events) and events[number].free == free:
                for shown in events[number].shown:
                    found.setdefault(shown, set()).add(number + 1)
        if not free and len(events) in ahead:
            found.setdefault("", set())
    yield from ((shown, frozenset(reached)) for shown, reached in found.items())


def _line(pattern: Pattern) -> str:
    shown = "".join(map(_piece, pattern.pieces))
    return shown if _FREE in shown else show_line(shown)


def _piece(piece: Piece) -> str:
    return _FREE if isinstance(piece, AnyText) else example(piece)
