"""`match`: whether a value fits a pattern, and what the names in it stand for then."""

from __future__ import annotations

from viva.engines.proofs.terms import FALSE, TRUE, Term, add, at, cut, equal, land, le, length, lnot, lor, number, sub
from viva.engines.proofs.translation.attempts import Attempts
from viva.engines.proofs.translation.closing import Outcome
from viva.engines.proofs.translation.values import (
    Cell,
    Maybe,
    Ref,
    Row,
    Seq,
    State,
    Value,
    holds_lists,
    taken_out,
)
from viva.engines.syntax.tree import Constant, Node, Uncovered

Names = list[tuple[str, Value]]


class Patterns(Attempts):
    def _match(self, node: Node, state: State) -> list[Outcome]:
        """The cases one after the other. What a pattern has bound stays bound where the guard says no."""
        value = self.evaluate(node.node("subject"), state)
        found: list[Outcome] = []
        left = TRUE  # no case before has been taken
        for case in node.nodes("cases"):
            fits, names = self._fitting(case.node("pattern"), value, state)
            if fits is FALSE:
                continue
            branch = state.copy()
            branch.path = (*state.path, fits)
            for name, part in names:
                self.assign(Node("Name", case.node("pattern").line, {"id": Constant(name)}), part, branch)
            guard = case.optional("guard")
            taken = fits
            if guard is not None:
                allowed = self.tested(guard, branch)
                taken = land(fits, allowed)
                no = branch.copy()
                state = self.merger.merged([(land(fits, lnot(allowed)), no), (lnot(fits), state)], state.path)
                branch.path = (*branch.path, allowed)
            for each in self.block(case.nodes("body"), branch):
                found.append(Outcome(each.kind, land(left, taken, each.condition), each.state, each.value))
            left = land(left, lnot(taken))
            if left is FALSE:
                return found
            state.path = (*state.path, lnot(taken))
        return [*found, Outcome("next", left, state)]

    def _fitting(self, pattern: Node, value: Value, state: State) -> tuple[Term, Names]:
        line = pattern.line
        match pattern.kind:
            case "MatchValue":
                constant = pattern.node("value")
                if constant.kind not in ("Constant", "UnaryOp"):
                    raise Uncovered(f"the pattern in line {line}")
                return self.same(value, self.evaluate(constant, state), state, line), []
            case "MatchSingleton":
                return self._is(value, self.constant(pattern), line), []
            case "MatchAs":
                inner = pattern.optional("pattern")
                fits, names = (TRUE, []) if inner is None else self._fitting(inner, value, state)
                name = pattern.constant("name")
                return fits, names if name is None else [*names, (str(name), value)]
            case "MatchOr":
                parts = [self._fitting(each, value, state) for each in pattern.nodes("patterns")]
                if any(names for _, names in parts):
                    raise Uncovered(f"the pattern in line {line}")
                return lor(*(fits for fits, _ in parts)), []
            case "MatchSequence":
                return self._sequence_fitting(pattern, value, state)
        raise Uncovered(f"the pattern in line {line}")

    def _sequence_fitting(self, pattern: Node, value: Value, state: State) -> tuple[Term, Names]:
        """A list or a tuple, but no text, whose elements fit one after the other; one star takes what is left."""
        if isinstance(value, Maybe):
            fits, names = self._sequence_fitting(pattern, value.value, state)
            return land(lnot(value.missing), fits), names
        patterns = pattern.nodes("patterns")
        stars = [place for place, each in enumerate(patterns) if each.kind == "MatchStar"]
        size, parts = self._parts(value, len(patterns), stars, state)
        if size is FALSE:
            return FALSE, []
        tests, names = [size], Names()
        for each, part in zip(patterns, parts, strict=True):
            if each.kind == "MatchStar":
                name = each.constant("name")
                names += [] if name is None else [(str(name), part)]
                continue
            fits, inner = self._fitting(each, part, state)
            tests.append(fits)
            names += inner
        return land(*tests), names

    def _parts(self, value: Value, count: int, stars: list[int], state: State) -> tuple[Term, list[Value]]:
        """Whether there are as many as are asked for, and those, as if there were."""
        least = count - len(stars)
        if isinstance(value, Row):
            items = list(value.items)
            if len(items) < least or (not stars and len(items) != least):
                return FALSE, []
            if stars:
                end = len(items) - (count - stars[0] - 1)
                items = [*items[: stars[0]], self.new("list", items[stars[0] : end], state), *items[end:]]
            return TRUE, items
        tupled = isinstance(value, Seq) and value.kind == "tuple"
        listed = isinstance(value, Ref) and state.heap[value.number].kind == "list"
        sequence = self._sequence(value, state) if tupled or listed else None
        if sequence is None or (sequence.element == "?" and least):
            return FALSE, []
        items_term, size = sequence.term, length(sequence.term)
        places = [number(place) for place in range(least)]
        fits = equal(size, number(least))
        last = size
        if stars:
            fits, after = le(number(least), size), count - stars[0] - 1
            last = sub(size, number(after))
            places = [*places[: stars[0]], *(add(last, number(place)) for place in range(after))]
        parts = [taken_out(sequence.element, at(items_term, place), state, self.fresh) for place in places]
        if stars:
            if holds_lists(sequence.element):
                raise Uncovered("lists that get a second owner")
            rest = Cell("list", (cut(items_term, number(stars[0]), last),), (sequence.element,))
            parts.insert(stars[0], self.fresh.cell(state, rest))
        return fits, parts
