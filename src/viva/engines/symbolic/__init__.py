"""Concolic execution and product search for small functions.

Start reading here, then `search` (the loop), `frames` (the variables of arguments), `trace` (one symbolic run),
`nearby` and `solver` (who answers). What can be proved about two sources is in `viva.engines.proofs`.

    with language.calls.symbolic.warm_sandbox() as sandbox:
        submission = language.calls.symbolic.compile_target(sandbox, source, "largest")
        reference = language.calls.symbolic.compile_target(sandbox, reference_source, "largest")
        for proposal in differ(sandbox, submission, reference, [parse_shape("list[int]")]):
            ...  # run both plainly on proposal.arguments, and compare

The runs that propose inputs share a process with submitted code and may be lied to. Nothing but inputs is taken from
them: `explore` and `differ` never say what a function does. `docs/symbolic.md` has the limits.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from viva.core.records import dataclass
from viva.core.terms import Meter
from viva.engines.mining import Constants
from viva.engines.shapes import Shape
from viva.engines.symbolic.chance import frame_for, mine_constants, random_inputs
from viva.engines.symbolic.frames import Unfitting, fitting
from viva.engines.symbolic.heaps import heap
from viva.engines.symbolic.path_terms import Pool
from viva.engines.symbolic.search import Bounds, Counters, Input, Search, starts
from viva.engines.symbolic.trace import Runner
from viva.languages.target import Target
from viva.sandbox import Sandbox

__all__ = [
    "Beside", "Bounds", "Counters", "Input", "Unfitting", "differ", "explore", "fitting", "heap", "mine_constants",
    "random_inputs",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Beside:
    """The sandboxes of the teacher's programs, where they are in other languages than what is looked at: a term means
    the same in all of them."""

    reference: Sandbox | None = None
    requires: Sandbox | None = None


def explore(
    sandbox: Sandbox,
    target: Target,
    shapes: Sequence[Shape],
    *,
    requires: Target | None = None,
    beside: Beside | None = None,
    seeds: Sequence[Sequence[object]] = (),
    hints: Constants | None = None,
    bounds: Bounds | None = None,
    meter: Meter | None = None,
    counters: Counters | None = None,
) -> Iterator[Input]:
    """Inputs for the branches of one function, each with a path of its own; stop when they suffice.

    `seeds` are arguments to begin with; those that do not have the shapes are passed over. `counters` is filled while
    the search goes on; where the seconds of the `meter` are over, `Ended` is raised.
    """
    beside = beside or Beside()
    targets = [(target, sandbox)] if requires is None else [(requires, beside.requires or sandbox), (target, sandbox)]
    return _searched(
        targets, shapes, guarded=requires is not None, seeds=seeds, hints=hints, bounds=bounds, meter=meter,
        counters=counters,
    )  # fmt: skip


def differ(
    sandbox: Sandbox,
    submission: Target,
    reference: Target,
    shapes: Sequence[Shape],
    *,
    requires: Target | None = None,
    beside: Beside | None = None,
    seeds: Sequence[Sequence[object]] = (),
    hints: Constants | None = None,
    bounds: Bounds | None = None,
    meter: Meter | None = None,
    counters: Counters | None = None,
) -> Iterator[Input]:
    """Inputs on which the two may differ: both are run on each, and those that are `suspected` differed here.

    A reference that is a builtin is compiled from no source at all: `compile_target(sandbox, b"", "sorted")`.
    """
    beside = beside or Beside()
    targets = [(reference, beside.reference or sandbox), (submission, sandbox)]
    if requires is not None:
        targets = [(requires, beside.requires or sandbox), *targets]
    return _searched(
        targets, shapes, guarded=requires is not None, seeds=seeds, hints=hints, bounds=bounds, meter=meter,
        counters=counters,
    )  # fmt: skip


def _searched(
    targets: Sequence[tuple[Target, Sandbox]],
    shapes: Sequence[Shape],
    *,
    guarded: bool,
    seeds: Sequence[Sequence[object]],
    hints: Constants | None,
    bounds: Bounds | None,
    meter: Meter | None,
    counters: Counters | None,
) -> Iterator[Input]:
    hints = mine_constants(target for target, _ in targets) if hints is None else hints
    frame, pool = frame_for(shapes, hints), Pool()
    models = starts(frame, hints, seeds)
    with ExitStack() as stack:
        runners = [stack.enter_context(Runner(sandbox, target, frame, pool)) for target, sandbox in targets]
        search = Search(
            runners, frame, pool, hints, bounds or Bounds(), guarded, Counters() if counters is None else counters
        )
        yield from search.inputs(models, meter)
