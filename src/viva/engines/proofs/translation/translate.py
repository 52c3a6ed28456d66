"""Start reading here: a function as a term, exactly or not at all.

Its statements run one after the other on unknown arguments. Every construct is either translated exactly or raises
`Uncovered` with its line.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.records import dataclass
from viva.engines.proofs import terms as t
from viva.engines.proofs.query import Solver
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions import (
    branches,
    calls,
    comparison_chains,
    comprehensions,
    literals,
    names,
    operators,
    records,
    subscripts,
)
from viva.engines.proofs.translation.expressions.names import MaybeUnset
from viva.engines.proofs.translation.library import (
    builtins,
    container_methods,
    definitions,
    dictionaries,
    folding,
    lazy_builtins,
    sorting,
)
from viva.engines.proofs.translation.loops.loop_summary import LoopSummary
from viva.engines.proofs.translation.recursion.calls import call_function
from viva.engines.proofs.translation.rewriting.generators import inline_lazy_names
from viva.engines.proofs.translation.rewriting.lifting import with_lifted_functions
from viva.engines.proofs.translation.rewriting.memory import without_memory
from viva.engines.proofs.translation.statements import assignments, exceptions, loops, patterns, simple
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.context import Context
from viva.engines.syntax.source import read_module
from viva.engines.syntax.tree import Node, Uncovered

_UNSET = 4  # names for which it is followed whether they are bound


@dataclass(frozen=True, slots=True)
class Translated:
    """What a function gives for unknown arguments: whether it raises, and its value in the state at its end."""

    error: t.Term
    value: Value
    state: State
    measures: tuple[str, ...]
    loops: tuple[LoopSummary, ...] = ()
    recursive: bool = False


def translate(  # noqa: PLR0917
    tree: Node,
    name: str,
    arguments: Sequence[Value],
    state: State,
    solver: Solver,
    measures: Sequence[str] | None = None,
    *,
    equations: bool = False,
) -> Translated:
    """The function of a program. With `measures` those are taken for its loops, and no others are looked for. With
    `equations` recursion is written as equations also where it could be a loop."""
    tree, remembering = without_memory(with_lifted_functions(tree))
    module = read_module(tree)
    module.functions = {word: inline_lazy_names(each, module) for word, each in module.functions.items()}
    if name not in module.functions:
        raise Uncovered(f"a program without a function {name}")
    kept = frozenset[str]()
    for _ in range(_UNSET):
        fresh = v.Fresh(1000 + max((0, *state.heap)))
        try:
            return _translated(
                name, arguments, state, Context(module, solver, fresh, measures, kept, equations, remembering)
            )
        except MaybeUnset as unset:
            if unset.name in kept:
                raise
            kept |= {unset.name}
    raise Uncovered("names that may be unset")


def _translated(name: str, arguments: Sequence[Value], state: State, context: Context) -> Translated:
    inner = state.copy()
    inner.sharing, inner.shared = v.Sharing(), context
    value = call_function(context.module.functions[name], list(arguments), inner, 0)
    given = frozenset[str]().union(*(each.free for argument in arguments for each in v.terms_of(argument, state)))
    if not all(each.free <= given for each in (inner.error, *v.terms_of(value, inner))):
        # A name of ours for something unknown: the other program may use it for something else.
        raise Uncovered("a value that depends on more than the arguments")
    inner.shared, found = None, context.found
    return Translated(inner.error, value, inner, tuple(found.measures), tuple(found.loops), context.calls.recursive)
