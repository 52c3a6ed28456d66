"""Expressions on unknown values. What Python's own functions and methods do is in `builtins.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from viva.engines.proofs.cells import Items
from viva.engines.proofs.comparing import Comparing
from viva.engines.proofs.folds import looped
from viva.engines.proofs.loops import Outcome
from viva.engines.proofs.source import Function
from viva.engines.proofs.terms import (
    ANY,
    FALSE,
    INT,
    ONE,
    TRUE,
    ZERO,
    Term,
    add,
    at,
    cat,
    cut,
    div,
    element_of,
    equal,
    ite,
    land,
    le,
    length,
    listed,
    lnot,
    lor,
    lt,
    mod,
    mul,
    nil,
    number,
    repeat,
    reverse,
    scaled,
    snoc,
    sub,
    substituted,
    variable,
)
from viva.engines.proofs.values import (
    Bool,
    Cell,
    Char,
    Int,
    Maybe,
    Nothing,
    Perhaps,
    Ref,
    Row,
    Seq,
    State,
    Type,
    Value,
    as_int,
    as_sequence,
    joined_type,
    retyped,
    sort_of,
    taken_out,
    test_of,
)
from viva.engines.symbolic.proof.tree import Node, Uncovered

LARGEST_CONSTANT = 10**18
LONGEST_CONSTANT = 40


class Unset(Uncovered):
    """A name that is not bound on all ways to where it is read: it has to be followed whether it is."""

    def __init__(self, name: str, line: int) -> None:
        super().__init__(f"{name}, which may be unset, in line {line}")
        self.name = name


class Expressions(Comparing):
    def call(self, function: Function, arguments: list[Value], state: State, line: int) -> Value:
        raise NotImplementedError

    def assign(self, target: Node, value: Value, state: State) -> None:
        raise NotImplementedError

    # Names and constants.

    def constant(self, node: Node) -> Value:
        if not hasattr(node.fields.get("value"), "value"):
            raise Uncovered(f"the constant in line {node.line}")
        value = node.constant("value")
        match value:
            case None:
                return Nothing()
            case bool():
                return Bool(TRUE if value else FALSE)
            case int() if abs(value) <= LARGEST_CONSTANT:
                return Int(number(value))
            case str() if len(value) <= LONGEST_CONSTANT:
                if len(value) == 1:
                    return Char(number(ord(value)))
                return Seq("text", listed(INT, [number(ord(letter)) for letter in value]), "char")
        raise Uncovered(f"a constant of this size, in line {node.line}")

    def local(self, name: str) -> bool:
        return name in self.frames[-1].function.local or name.startswith("=")

    def name(self, node: Node, state: State) -> Value:
        name = node.text("id")
        if name in state.names:
            return self._bound(state.names[name], state)
        if self.local(name):
            raise Unset(name, node.line)
        outer = f"{name}^"
        if (
            len(self.frames) > 1
            and self.frames[-1].function in self.frames[-2].functions.values()
            and outer in state.names
        ):
            if name in self.frames[-1].function.local:
                raise Uncovered(f"{name} in line {node.line}")
            return self._bound(state.names[outer], state)
        if any(name in frame.function.local for frame in self.frames[:-1]):
            raise Uncovered(f"{name} of another function, in line {node.line}")
        if name in self.module.constants:
            return self.constant(self.module.constants[name])
        raise Uncovered(f"{name} in line {node.line}")

    def _bound(self, value: Value, state: State) -> Value:
        if isinstance(value, Perhaps):
            state.error = lor(state.error, lnot(value.bound))
            return value.value
        return value

    def function_named(self, name: str, state: State) -> Function | None:
        if name in state.names:
            return None
        for frame in reversed(self.frames):
            if name in frame.functions:
                return frame.functions[name]
            if name in frame.function.local:
                return None
        return self.module.functions.get(name)

    def is_builtin(self, name: str, state: State) -> bool:
        return (
            name not in state.names
            and name not in self.module.bound
            and not any(name in frame.function.local or name in frame.functions for frame in self.frames)
        )

    # Expressions.

    def evaluate(self, node: Node, state: State) -> Value:
        match node.kind:
            case "Constant":
                return self.constant(node)
            case "Name":
                return self.name(node, state)
            case "Tuple":
                return Row(tuple(self.evaluate(each, state) for each in node.nodes("elts")))
            case "List":
                return self.new("list", [self.evaluate(each, state) for each in node.nodes("elts")], state)
            case "Dict":
                return self._dictionary(node, state)
            case "Set":
                made = self.new("set", [], state)
                for each in node.nodes("elts"):
                    self.include(made, self.evaluate(each, state), state, node.line)
                return made
            case "BinOp":
                one, two = self.evaluate(node.node("left"), state), self.evaluate(node.node("right"), state)
                return self.binary(node.node("op").kind, one, two, state, node.line)
            case "UnaryOp":
                return self._unary(node, state)
            case "BoolOp":
                return self._logical(node.node("op").kind, node.nodes("values"), state)
            case "Compare":
                return self._comparison(node, state)
            case "IfExp":
                test = test_of(self.evaluate(node.node("test"), state), state)
                return self._either(test, node.node("body"), node.node("orelse"), state)
            case "Subscript":
                return self._subscript(node, state)
            case "Call":
                from viva.engines.proofs.builtins import called  # noqa: PLC0415 it needs this class

                return called(self, node, state)
            case "ListComp":
                return self.comprehension(node, "list", state)
            case "SetComp":
                return self.comprehension(node, "set", state)
        raise Uncovered(f"{node.kind} in line {node.line}")

    def _unary(self, node: Node, state: State) -> Value:
        operand = self.evaluate(node.node("operand"), state)
        match node.node("op").kind:
            case "Not":
                return Bool(lnot(test_of(operand, state)))
            case "USub":
                return Int(scaled(-1, as_int(operand)))
            case "UAdd":
                return Int(as_int(operand))
        raise Uncovered(f"the operator in line {node.line}")

    def _guarded(self, guard: Term, node: Node, state: State) -> tuple[Value, State]:
        """An operand that is evaluated only where the guard holds."""
        branch = state.copy()
        branch.error = FALSE
        branch.path = (*state.path, guard)
        value = self.evaluate(node, branch)
        branch.error = lor(state.error, branch.error)
        return value, branch

    def _join(self, guard: Term, yes: State, no: State, state: State) -> None:
        done = self.merger.merged([(guard, yes), (lnot(guard), no)], state.path)
        state.names, state.heap, state.frozen, state.error = done.names, done.heap, done.frozen, done.error

    def _either(self, test: Term, yes: Node, no: Node, state: State) -> Value:
        if test is TRUE or test is FALSE:
            return self.evaluate(yes if test is TRUE else no, state)
        one, first = self._guarded(test, yes, state)
        two, second = self._guarded(lnot(test), no, state)
        first.names["=value"], second.names["=value"] = one, two
        self._join(test, first, second, state)
        return state.names.pop("=value")

    def _logical(self, operator: str, nodes: Sequence[Node], state: State) -> Value:
        value = self.evaluate(nodes[0], state)
        for node in nodes[1:]:
            test = test_of(value, state)
            guard = test if operator == "And" else lnot(test)
            if guard is FALSE:
                continue
            other, branch = self._guarded(guard, node, state)
            plain = state.copy()
            branch.names["=value"], plain.names["=value"] = other, value
            self._join(guard, branch, plain, state)
            value = state.names.pop("=value")
        return value

    def _comparison(self, node: Node, state: State) -> Value:
        left = self.evaluate(node.node("left"), state)
        operators, others = node.nodes("ops"), node.nodes("comparators")
        result = TRUE
        for operator, other in zip(operators, others, strict=True):
            right, branch = self._guarded(result, other, state) if result is not TRUE else (None, state)
            if right is None:
                right = self.evaluate(other, state)
            else:
                if any(branch.heap.get(place) != cell for place, cell in state.heap.items()):
                    raise Uncovered(f"a comparison that changes a list, in line {node.line}")
                state.heap, state.frozen = branch.heap, branch.frozen
                state.error = ite(result, branch.error, state.error)
            before = state.error
            state.error = FALSE
            found = self.compared(operator.kind, left, right, state, node.line)
            state.error = lor(before, land(result, state.error))
            result = land(result, found)
            left = right
        return Bool(result)

    # Arithmetic and sequences.

    def binary(self, operator: str, one: Value, two: Value, state: State, line: int) -> Value:
        if operator == "Add":
            return self.added(one, two, state, line)
        if operator == "Mult":
            for first, second in ((one, two), (two, one)):
                if isinstance(first, Ref | Seq | Char | Row) and isinstance(second, Int | Bool):
                    return self._repeated_list(first, as_int(second), state, line)
        a, b = self.whole(one, state), self.whole(two, state)
        match operator:
            case "Sub":
                return Int(sub(a, b))
            case "Mult":
                return Int(mul(a, b))
            case "FloorDiv" | "Mod":
                state.error = lor(state.error, equal(b, ZERO))
                return Int(div(a, b) if operator == "FloorDiv" else mod(a, b))
            case "Pow" if b.op == "num" and 0 <= b.data <= 4:
                result = ONE
                for _ in range(b.data):
                    result = mul(result, a)
                return Int(result)
        raise Uncovered(f"the operator in line {line}")

    def _repeated_list(self, value: Value, times: Term, state: State, line: int) -> Value:
        sequence = self._sequence(value, state)
        if sequence is None or length(sequence.term) is not ONE or isinstance(sequence.element, tuple):
            raise Uncovered(f"the operator in line {line}")
        items = repeat(sequence.term, times)
        if sequence.kind == "list":
            return self.fresh.cell(state, Cell("list", (items,), (sequence.element,)))
        return Seq(sequence.kind, items, sequence.element)

    def added(self, one: Value, two: Value, state: State, line: int) -> Value:
        if isinstance(one, Int | Bool | Maybe) and isinstance(two, Int | Bool | Maybe):
            return Int(add(self.whole(one, state), self.whole(two, state)))
        if isinstance(one, Row) and isinstance(two, Row):
            return Row((*one.items, *two.items))
        first, second = self._sequence(one, state), self._sequence(two, state)
        if first is None or second is None or first.kind != second.kind:
            raise Uncovered(f"the operator in line {line}")
        element = joined_type(first.element, second.element)
        sort = ("list", sort_of(element))
        items = cat(retyped(first.term, sort), retyped(second.term, sort))
        if first.kind == "list":
            return self.fresh.cell(state, Cell("list", (items,), (element,)))
        return Seq(first.kind, items, element)

    def place(self, index: Term, size: Term, state: State) -> Term:
        """An index, counted from the end if it is negative; outside it is an IndexError."""
        state.error = lor(state.error, lt(index, scaled(-1, size)), le(size, index))
        if le(ZERO, index) is TRUE or self._known(le(ZERO, index), state):
            return index
        if index.op == "num" and index.data < 0:
            return add(size, index)
        return ite(le(ZERO, index), index, add(size, index))

    def _known(self, claim: Term, state: State) -> bool:
        """Whether a comparison follows from the way here: asked where it saves a case in all that comes after."""
        if claim.op == "bool":
            return bool(claim.data)
        return claim in state.path or self.loops.solver.follows([each for each in state.path if each.size < 60], claim)

    def clamped(self, index: Term, size: Term, state: State, *, to_the_end: bool = False) -> Term:
        """A bound of a slice: counted from the end if negative, and never outside. What goes to the end may begin
        behind it: then there is nothing in it."""
        if index.op == "num" and index.data < 0:
            index = add(size, index)
        elif not self._known(le(ZERO, index), state):
            index = ite(le(ZERO, index), index, add(size, index))
        if le(ZERO, index) is not TRUE and not self._known(le(ZERO, index), state):
            index = ite(le(ZERO, index), index, ZERO)
        if to_the_end:
            return index
        return index if self._known(le(index, size), state) else ite(le(index, size), index, size)

    def _subscript(self, node: Node, state: State) -> Value:
        owner, key = self.evaluate(node.node("value"), state), node.node("slice")
        if isinstance(owner, Ref) and state.heap[owner.number].kind == "dict":
            return self.entry(owner, self.evaluate(key, state), state, node.line)
        if isinstance(owner, Row):
            return self._of_row(owner, key, state, node.line)
        sequence = self._sequence(owner, state)
        if sequence is None:
            raise Uncovered(f"the index in line {node.line}")
        size = length(sequence.term)
        if key.kind == "Slice":
            return self._slice(sequence, key, size, state, node.line)
        place = self.place(as_int(self.evaluate(key, state)), size, state)
        if sequence.element == "?":
            raise Uncovered(f"an element of a list that is always empty, in line {node.line}")
        return taken_out(sequence.element, at(sequence.term, place), state, self.fresh)

    def _of_row(self, owner: Row, key: Node, state: State, line: int) -> Value:
        if key.kind == "Slice":
            sequence = as_sequence(owner)
            if sequence is None:
                raise Uncovered(f"the slice in line {line}")
            return self._slice(sequence, key, length(sequence.term), state, line)
        index = as_int(self.evaluate(key, state))
        if index.op != "num":
            raise Uncovered(f"the index in line {line}")
        if not -len(owner.items) <= index.data < len(owner.items):
            raise Uncovered(f"an index outside of a tuple, in line {line}")
        place: int = index.data
        return owner.items[place]

    def _slice(self, sequence: Seq, key: Node, size: Term, state: State, line: int) -> Value:
        low, high, step = (key.optional(name) for name in ("lower", "upper", "step"))
        items = sequence.term
        stride = 1
        if step is not None:
            shown = as_int(self.evaluate(step, state))
            if shown.op != "num" or shown.data == 0 or (shown.data < 0 and (low is not None or high is not None)):
                raise Uncovered(f"a slice with this step, in line {line}")
            stride = shown.data
        if stride < 0:
            items = every(reverse(items), -stride)
        else:
            begin = None if low is None else as_int(self.evaluate(low, state))
            end = None if high is None else as_int(self.evaluate(high, state))
            first = ZERO if begin is None else self.clamped(begin, size, state, to_the_end=end is None)
            last = size if end is None else self.clamped(end, size, state)
            items = every(cut(items, first, last), stride)
        if sequence.kind == "list":
            return self.fresh.cell(state, Cell("list", (items,), (sequence.element,)), frozen=False)
        return Seq(sequence.kind, items, sequence.element)

    def _dictionary(self, node: Node, state: State) -> Value:
        made = self.fresh.cell(state, Cell("dict", (nil(ANY), nil(ANY)), ("?", "?")))
        keys = node.fields.get("keys")
        if not isinstance(keys, list) or not all(isinstance(key, Node) for key in keys):
            raise Uncovered(f"the dictionary in line {node.line}")
        for key, value in zip(node.nodes("keys"), node.nodes("values"), strict=True):
            first = self.evaluate(key, state)
            self.enter(made, first, self.evaluate(value, state), state, node.line)
        return made

    # Loops inside of expressions.

    def unpacked(self, value: Value, parts: int, state: State, line: int) -> tuple[Value, ...]:
        if isinstance(value, Row):
            if len(value.items) != parts:
                raise Uncovered(f"a tuple of another length, in line {line}")
            return value.items
        sequence = self._sequence(value, state)
        if sequence is None or sequence.element == "?":
            raise Uncovered(f"the assignment in line {line}")
        state.error = lor(state.error, lnot(equal(length(sequence.term), number(parts))))
        return tuple(
            taken_out(sequence.element, at(sequence.term, number(place)), state, self.fresh) for place in range(parts)
        )

    def iterable(self, node: Node, state: State) -> Items:
        from viva.engines.proofs.builtins import iterated  # noqa: PLC0415 it needs this class

        if node.kind == "GeneratorExp":
            return replace(self.items(self.comprehension(node, "list", state), state, node.line), ahead=True)
        found = iterated(self, node, state)
        return found if found is not None else self.items(self.evaluate(node, state), state, node.line)

    def items(self, value: Value, state: State, line: int) -> Items:
        if isinstance(value, Ref):
            cell = state.heap[value.number]
            if cell.kind == "set":
                raise Uncovered(f"the order of a set, in line {line}")
            return self.elements(cell.terms[0], cell.elements[0], (value.number,))
        sequence = self._sequence(value, state)
        if sequence is None:
            raise Uncovered(f"a loop over what is no list, in line {line}")
        return self.elements(sequence.term, sequence.element)

    def elements(self, items: Term, element: Type, cells: tuple[int, ...] = ()) -> Items:
        stands: tuple[tuple[str, Term], ...] = ()
        walked = items
        if items.op not in ("var", "fold", "nil"):
            walked = variable(self.fresh.name("items"), items.sort)
            stands = ((walked.data, items),)

        def one(state: State, clock: Term) -> Value:
            return Nothing() if element == "?" else taken_out(element, at(walked, clock), state, self.fresh)

        return Items(length(items), one, cells, False, stands, items, element)

    def comprehension(self, node: Node, kind: str, state: State) -> Ref:
        """A list, made by the loops that a comprehension stands for."""
        made: list[str] = [f"=made{self.fresh.name('')}"]
        state.names[made[0]] = self.new(kind, [], state)

        def add_one(inner: State) -> None:
            value = self.evaluate(node.node("elt"), inner)
            owner = inner.names[made[0]]
            if kind == "set":
                self.include(owner, value, inner, node.line)
            else:
                self.append(owner, value, inner, node.line)

        self.walk(node.nodes("generators"), add_one, state, [node.node("elt")])
        found = state.names.pop(made[0])
        assert isinstance(found, Ref)
        return found

    def nothing_ahead(self, items: Items, inside: Sequence[Node], line: int) -> None:
        """Refuses rounds that could change what elements depend on which were made ahead: those that call anything."""
        if items.ahead and any(inner.kind == "Call" for node in inside for inner in node.within()):
            raise Uncovered(f"elements that are made one by one, in line {line}")

    def walk(
        self, generators: Sequence[Node], last: Callable[[State], None], state: State, inside: Sequence[Node]
    ) -> None:
        """The loops of a comprehension; its variables are gone afterwards."""
        first, rest = generators[0], generators[1:]
        items = self.iterable(first.node("iter"), state)
        self.nothing_ahead(items, [*first.nodes("ifs"), *rest, *inside], first.node("iter").line)
        names = {inner.text("id") for inner in first.node("target").within() if inner.kind == "Name"}
        hidden = {name: state.names.pop(name) for name in sorted(names) if name in state.names}
        local = self.frames[-1].function
        self.frames[-1].function = Function(
            local.name, local.parameters, local.defaults, local.body, local.local | names, local.line
        )  # fmt: skip

        def run(head: State, clock: Term) -> list[Outcome]:
            self.assign(first.node("target"), items.element(head, clock), head)
            condition = TRUE
            for test in first.nodes("ifs"):
                found, branch = self._guarded(condition, test, head)
                if any(branch.heap.get(place) != cell for place, cell in head.heap.items()):
                    raise Uncovered(f"a condition that changes a list, in line {test.line}")
                head.heap, head.error = branch.heap, ite(condition, branch.error, head.error)
                condition = land(condition, test_of(found, head))
            inner = head.copy()
            inner.path = (*head.path, condition)
            if rest:
                self.walk(rest, last, inner, inside)
            else:
                last(inner)
            joined = self.merger.merged([(condition, inner), (lnot(condition), head)], head.path)
            return [Outcome("next", TRUE, joined)]

        over = self.loops.over(
            state, items.rounds, run, frozenset(), first.node("iter").line, walked=items.cells, stands=items.stands
        )
        for outcome in over:
            done = outcome.state
            state.names, state.heap, state.frozen, state.error = done.names, done.heap, done.frozen, done.error
        self.frames[-1].function = local
        state.names |= hidden


def every(items: Term, stride: int) -> Term:
    """Each element of a list that comes so many places after the last one, from the first on."""
    if stride == 1:
        return items
    clock, made = variable("k!every", INT), variable("s!every", items.sort)
    walked = variable("items!every", items.sort)
    rounds = div(add(length(items), number(stride - 1)), number(stride))
    step = snoc(made, at(walked, scaled(stride, clock)))
    return substituted(
        looped(made, {made: (nil(element_of(items)), step)}, clock, rounds), {walked.data: items}
    )  # fmt: skip
