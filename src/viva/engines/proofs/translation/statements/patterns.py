"""`match`: whether a value fits a pattern, and what the names in it stand for then."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.branches import evaluate_test
from viva.engines.proofs.translation.expressions.comparisons import is_equal, is_identical
from viva.engines.proofs.translation.expressions.names import constant_value
from viva.engines.proofs.translation.statements.block import run_block
from viva.engines.proofs.translation.table import assign, evaluate, executes
from viva.engines.proofs.translation.values import Outcome, State, Value
from viva.engines.proofs.translation.values.containers import new_container, sequence_of
from viva.engines.proofs.translation.values.merging import merge_states
from viva.engines.syntax.tree import Constant, Node, Uncovered

Names = list[tuple[str, Value]]


@executes("Match")
def match_statement(node: Node, state: State) -> list[Outcome]:
    """The cases one after the other. What a pattern has bound stays bound where the guard says no."""
    value = evaluate(node.node("subject"), state)
    found: list[Outcome] = []
    left = t.TRUE  # no case before has been taken
    for case in node.nodes("cases"):
        fits, names = _fit(case.node("pattern"), value, state)
        if fits is t.FALSE:
            continue
        branch = state.copy()
        branch.path = (*state.path, fits)
        for name, part in names:
            assign(Node("Name", case.node("pattern").line, {"id": Constant(name)}), part, branch)
        guard = case.optional("guard")
        taken = fits
        if guard is not None:
            allowed = evaluate_test(guard, branch)
            taken = t.land(fits, allowed)
            no = branch.copy()
            state = merge_states([(t.land(fits, t.lnot(allowed)), no), (t.lnot(fits), state)], state.path)
            branch.path = (*branch.path, allowed)
        for each in run_block(case.nodes("body"), branch):
            found.append(Outcome(each.kind, t.land(left, taken, each.condition), each.state, each.value))
        left = t.land(left, t.lnot(taken))
        if left is t.FALSE:
            return found
        state.path = (*state.path, t.lnot(taken))
    return [*found, Outcome("next", left, state)]


def _fit(pattern: Node, value: Value, state: State) -> tuple[t.Term, Names]:
    line = pattern.line
    match pattern.kind:
        case "MatchValue":
            constant = pattern.node("value")
            if constant.kind not in ("Constant", "UnaryOp"):
                raise Uncovered(f"the pattern in line {line}")
            return is_equal(value, evaluate(constant, state), state, line), []
        case "MatchSingleton":
            return is_identical(value, constant_value(pattern), line), []
        case "MatchAs":
            inner = pattern.optional("pattern")
            fits, names = (t.TRUE, []) if inner is None else _fit(inner, value, state)
            name = pattern.constant("name")
            return fits, names if name is None else [*names, (str(name), value)]
        case "MatchOr":
            parts = [_fit(each, value, state) for each in pattern.nodes("patterns")]
            if any(names for _, names in parts):
                raise Uncovered(f"the pattern in line {line}")
            return t.lor(*(fits for fits, _ in parts)), []
        case "MatchSequence":
            return _fit_sequence(pattern, value, state)
    raise Uncovered(f"the pattern in line {line}")


def _fit_sequence(pattern: Node, value: Value, state: State) -> tuple[t.Term, Names]:
    """A list or a tuple, but no text, whose elements fit one after the other; one star takes what is left."""
    if isinstance(value, v.Maybe):
        fits, names = _fit_sequence(pattern, value.value, state)
        return t.land(t.lnot(value.missing), fits), names
    if isinstance(value, v.OneOf):
        raise Uncovered(f"the pattern in line {pattern.line}")
    patterns = pattern.nodes("patterns")
    stars = [place for place, each in enumerate(patterns) if each.kind == "MatchStar"]
    size, parts = _parts_for(value, len(patterns), stars, state)
    if size is t.FALSE:
        return t.FALSE, []
    tests, names = [size], Names()
    for each, part in zip(patterns, parts, strict=True):
        if each.kind == "MatchStar":
            name = each.constant("name")
            names += [] if name is None else [(str(name), part)]
            continue
        fits, inner = _fit(each, part, state)
        tests.append(fits)
        names += inner
    return t.land(*tests), names


def _parts_for(value: Value, count: int, stars: list[int], state: State) -> tuple[t.Term, list[Value]]:
    """Whether there are as many as are asked for, and those, as if there were."""
    least = count - len(stars)
    if isinstance(value, v.Row):
        items = list(value.items)
        if len(items) < least or (not stars and len(items) != least):
            return t.FALSE, []
        if stars:
            end = len(items) - (count - stars[0] - 1)
            items = [*items[: stars[0]], new_container("list", items[stars[0] : end], state), *items[end:]]
        return t.TRUE, items
    tupled = isinstance(value, v.Seq) and value.kind == "tuple"
    listed = isinstance(value, v.Ref) and state.heap[value.number].kind == "list"
    sequence = sequence_of(value, state) if tupled or listed else None
    if sequence is None or (sequence.element == "?" and least):
        return t.FALSE, []
    items_term, size = sequence.term, t.length(sequence.term)
    places = [t.number(place) for place in range(least)]
    fits = t.equal(size, t.number(least))
    last = size
    if stars:
        fits, after = t.le(t.number(least), size), count - stars[0] - 1
        last = t.sub(size, t.number(after))
        places = [*places[: stars[0]], *(t.add(last, t.number(place)) for place in range(after))]
    parts = [v.element_value(sequence.element, t.at(items_term, place), state) for place in places]
    if stars:
        if v.holds_lists(sequence.element):
            raise Uncovered("lists that get a second owner")
        rest = v.Cell("list", (t.cut(items_term, t.number(stars[0]), last),), (sequence.element,))
        parts.insert(stars[0], v.allocate(rest, state))
    return fits, parts
