"""Expressions on unknown values. What Python's own functions and methods do is in `builtins.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from viva.engines.proofs import library
from viva.engines.proofs.folds import looped
from viva.engines.proofs.loops import Loops, Outcome
from viva.engines.proofs.query import Solver
from viva.engines.proofs.source import Function, Module
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
    Ref,
    Row,
    Seq,
    State,
    Type,
    Value,
    as_int,
    as_sequence,
    as_text,
    joined_type,
    retyped,
    sort_of,
    stored,
    taken_out,
    test_of,
    type_of,
)
from viva.engines.symbolic.proof.tree import Node, Uncovered

LARGEST_CONSTANT = 10**18
LONGEST_CONSTANT = 40


@dataclass(slots=True)
class Frame:
    """A call that is being translated. `functions` are those defined inside. `use` says how the result of a call of
    itself is used, where there is one; `gathered` names what was gathered so far."""

    function: Function
    functions: dict[str, Function] = field(default_factory=dict)
    use: str | None = None
    gathered: str | None = None


@dataclass(frozen=True, slots=True)
class Items:
    """What a loop goes through: so many elements; `cells` are the lists among it that could be changed. `ahead`: all
    elements were made before the first round, though Python makes each when it is asked for; then the rounds must not
    change anything that they depend on. `stands`: names for lists that were made by an operation, for as long as the
    loop is translated, so that loops are alike whatever they go through. `items` and `kind`: the list and the type of
    its elements, if it is nothing but one."""

    rounds: Term
    element: Callable[[State, Term], Value]
    cells: tuple[int, ...] = ()
    ahead: bool = False
    stands: tuple[tuple[str, Term], ...] = ()
    items: Term | None = None
    kind: Type | None = None


class Expressions:
    def __init__(self, module: Module, solver: Solver, measures: Sequence[str] | None) -> None:
        self.module = module
        self.loops = Loops(solver, measures)
        self.fresh, self.merger = self.loops.fresh, self.loops.merger
        self.frames: list[Frame] = []

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
            return state.names[name]
        if self.local(name):
            raise Uncovered(f"{name}, which may be unset, in line {node.line}")
        outer = f"{name}^"
        if (
            len(self.frames) > 1
            and self.frames[-1].function in self.frames[-2].functions.values()
            and outer in state.names
        ):
            if name in self.frames[-1].function.local:
                raise Uncovered(f"{name} in line {node.line}")
            return state.names[outer]
        if any(name in frame.function.local for frame in self.frames[:-1]):
            raise Uncovered(f"{name} of another function, in line {node.line}")
        if name in self.module.constants:
            return self.constant(self.module.constants[name])
        raise Uncovered(f"{name} in line {node.line}")

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

    def new(self, kind: str, values: Sequence[Value], state: State) -> Ref:
        element: Type = "?"
        for value in values:
            element = joined_type(element, type_of(value, state))
        sort = sort_of(element)
        terms = [retyped(stored(value, state), sort) for value in values]
        return self.fresh.cell(state, Cell(kind, (listed(sort, terms),), (element,)))

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

    def compared(self, operator: str, one: Value, two: Value, state: State, line: int) -> Term:
        match operator:
            case "Eq":
                return self.same(one, two, state, line)
            case "NotEq":
                return lnot(self.same(one, two, state, line))
            case "Is" | "IsNot":
                found = self._is(one, two, line)
                return found if operator == "Is" else lnot(found)
            case "In" | "NotIn":
                found = self.contained(one, two, state, line)
                return found if operator == "In" else lnot(found)
        if isinstance(one, Char) and isinstance(two, Char):
            a, b = one.term, two.term
        else:
            a, b = self.whole(one, state), self.whole(two, state)
        match operator:
            case "Lt":
                return lt(a, b)
            case "LtE":
                return le(a, b)
            case "Gt":
                return lt(b, a)
            case "GtE":
                return le(b, a)
        raise Uncovered(f"the comparison in line {line}")

    def whole(self, value: Value, state: State) -> Term:
        """A number; None in its place is a TypeError."""
        if isinstance(value, Maybe):
            state.error = lor(state.error, value.missing)
            return as_int(value.value)
        return as_int(value)

    def _is(self, one: Value, two: Value, line: int) -> Term:
        for first, second in ((one, two), (two, one)):
            if isinstance(second, Nothing):
                if isinstance(first, Maybe):
                    return first.missing
                return TRUE if isinstance(first, Nothing) else FALSE
            if isinstance(second, Bool) and second.term in (TRUE, FALSE) and isinstance(first, Bool):
                return equal(first.term, second.term)
        raise Uncovered(f"the comparison in line {line}")

    def same(self, one: Value, two: Value, state: State, line: int) -> Term:
        """`one == two`."""
        match one, two:
            case (Int() | Bool(), Int() | Bool()):
                if isinstance(one, Bool) and isinstance(two, Bool):
                    return equal(one.term, two.term)
                return equal(as_int(one), as_int(two))
            case Char(a), Char(b):
                return equal(a, b)
            case Nothing(), Nothing():
                return TRUE
            case Maybe(missing, inner), Nothing():
                return missing
            case Nothing(), Maybe(missing, inner):
                return missing
            case Maybe(missing, inner), Maybe(gone, other):
                return ite(missing, gone, land(lnot(gone), self.same(inner, other, state, line)))
            case Maybe(missing, inner), _:
                return land(lnot(missing), self.same(inner, two, state, line))
            case _, Maybe(missing, inner):
                return land(lnot(missing), self.same(one, inner, state, line))
            case Row(a), Row(b):
                if len(a) != len(b):
                    return FALSE
                return land(*(self.same(x, y, state, line) for x, y in zip(a, b, strict=True)))
        kinds = (self._family(one, state), self._family(two, state))
        if kinds[0] != kinds[1]:
            return FALSE
        first, second = self._sequence(one, state), self._sequence(two, state)
        if first is not None and second is not None and kinds[0] in ("list", "tuple", "text"):
            element = joined_type(first.element, second.element)
            _comparable(element, line)
            sort = ("list", sort_of(element))
            return equal(retyped(first.term, sort), retyped(second.term, sort))
        raise Uncovered(f"the comparison in line {line}")

    def _family(self, value: Value, state: State) -> str:
        match value:
            case Int() | Bool():
                return "number"
            case Char() | Seq("text"):
                return "text"
            case Row() | Seq("tuple"):
                return "tuple"
            case Ref(number):
                return state.heap[number].kind
        return "none"

    def _sequence(self, value: Value, state: State) -> Seq | None:
        match value:
            case Char():
                return as_text(value)
            case Seq():
                return value
            case Row():
                return as_sequence(value)
            case Ref(number) if state.heap[number].kind == "list":
                cell = state.heap[number]
                return Seq("list", cell.terms[0], cell.elements[0])
        return None

    def contained(self, one: Value, two: Value, state: State, line: int) -> Term:
        if isinstance(two, Row):
            return lor(*(self.same(one, each, state, line) for each in two.items))
        if isinstance(two, Ref):
            cell = state.heap[two.number]
            items, element = cell.terms[0], cell.elements[0]
        elif isinstance(two, Char | Seq):
            text = self._sequence(two, state)
            assert text is not None
            items, element = text.term, text.element
            if text.kind == "text" and not isinstance(one, Char):
                raise Uncovered(f"a text in a text, in line {line}")
        else:
            raise Uncovered(f"`in` of what is no list, in line {line}")
        if element == "?":
            return FALSE
        return library.contains(items, self.element_like(one, element, state, line))

    def element_like(self, value: Value, element: Type, state: State, line: int) -> Term:
        """A value that is compared with elements: it must be of their type."""
        if element == "text" and isinstance(value, Char):
            value = as_text(value) or value
        if isinstance(value, Row) and isinstance(element, tuple) and element[0] == "tuple":
            value = as_sequence(value) or value
        if isinstance(value, Nothing | Maybe) or joined_type(element, type_of(value, state)) != element:
            raise Uncovered(f"a comparison of elements of several types, in line {line}")
        _comparable(element, line)
        return retyped(stored(value, state.copy()), sort_of(element))

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

    # Cells.

    def changing(self, owner: Value, state: State, line: int) -> Cell:
        """The cell of a list that is about to be changed in place."""
        if not isinstance(owner, Ref):
            raise Uncovered(f"a change of what is no list, in line {line}")
        if owner.number in state.frozen:
            raise Uncovered(f"a change of a list that has several names, in line {line}")
        return state.heap[owner.number]

    def fitting(self, cell: Cell, value: Value, state: State) -> tuple[Term, Term, Type]:
        """The items of a list and a new element, of one type."""
        if cell.elements[0] == "text" and isinstance(value, Char):
            value = as_text(value) or value
        element = joined_type(cell.elements[0], type_of(value, state))
        sort = sort_of(element)
        return retyped(cell.terms[0], ("list", sort)), retyped(stored(value, state), sort), element

    def with_items(self, cell: Cell, items: Term, element: Type) -> Cell:
        return Cell(cell.kind, (items, *cell.terms[1:]), (element, *cell.elements[1:]))

    def append(self, owner: Value, value: Value, state: State, line: int) -> None:
        cell = self.changing(owner, state, line)
        items, last, element = self.fitting(cell, value, state)
        assert isinstance(owner, Ref)
        if isinstance(value, Ref) and value.number == owner.number:
            raise Uncovered(f"a list inside of itself, in line {line}")
        state.heap[owner.number] = self.with_items(cell, snoc(items, last), element)

    def include(self, owner: Value, value: Value, state: State, line: int) -> None:
        """`set.add`."""
        cell = self.changing(owner, state, line)
        items, last, element = self.fitting(cell, value, state)
        _comparable(element, line)
        assert isinstance(owner, Ref)
        new = ite(library.contains(items, last), items, snoc(items, last))
        state.heap[owner.number] = self.with_items(cell, new, element)

    def extend(self, owner: Ref, value: Value, state: State, line: int) -> None:
        cell = self.changing(owner, state, line)
        sequence = self._sequence(value, state)
        if sequence is None:
            raise Uncovered(f"what is added to a list in line {line}")
        if isinstance(sequence.element, tuple) and sequence.element[0] in ("list", "set"):
            raise Uncovered(f"lists that get a second owner, in line {line}")
        element = joined_type(cell.elements[0], sequence.element)
        sort = ("list", sort_of(element))
        items = cat(retyped(cell.terms[0], sort), retyped(sequence.term, sort))
        state.heap[owner.number] = self.with_items(cell, items, element)

    def _dictionary(self, node: Node, state: State) -> Value:
        made = self.fresh.cell(state, Cell("dict", (nil(ANY), nil(ANY)), ("?", "?")))
        keys = node.fields.get("keys")
        if not isinstance(keys, list) or not all(isinstance(key, Node) for key in keys):
            raise Uncovered(f"the dictionary in line {node.line}")
        for key, value in zip(node.nodes("keys"), node.nodes("values"), strict=True):
            first = self.evaluate(key, state)
            self.enter(made, first, self.evaluate(value, state), state, node.line)
        return made

    def enter(self, owner: Ref, key: Value, value: Value, state: State, line: int) -> None:
        """`owner[key] = value`: at the place of the key, or as a new last entry."""
        from viva.engines.proofs.terms import put  # noqa: PLC0415

        cell = self.changing(owner, state, line)
        keys, wanted, key_type = self.fitting(Cell("dict", (cell.terms[0],), (cell.elements[0],)), key, state)
        values, given, value_type = self.fitting(Cell("dict", (cell.terms[1],), (cell.elements[1],)), value, state)
        _comparable(key_type, line)
        known = library.contains(keys, wanted)
        place = library.first_place(keys, wanted)
        state.heap[owner.number] = Cell(
            "dict",
            (ite(known, keys, snoc(keys, wanted)), ite(known, put(values, place, given), snoc(values, given))),
            (key_type, value_type),
        )

    def entry(self, owner: Ref, key: Value, state: State, line: int, default: Value | None = None) -> Value:
        """`owner[key]`, or `owner.get(key, default)`."""
        cell = state.heap[owner.number]
        if cell.elements[0] == "?":
            if default is None:
                raise Uncovered(f"a value of an empty dictionary, in line {line}")
            return default
        wanted = self.element_like(key, cell.elements[0], state, line)
        known = library.contains(cell.terms[0], wanted)
        found = taken_out(
            cell.elements[1], at(cell.terms[1], library.first_place(cell.terms[0], wanted)), state, self.fresh
        )
        if default is None:
            state.error = lor(state.error, lnot(known))
            return found
        return self.merger.value(known, found, default, state, state, state, frozenset())

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


def _comparable(element: Type, line: int) -> None:
    """Elements that are sets are equal in any order, which terms are not."""
    if isinstance(element, tuple):
        if element[0] == "set":
            raise Uncovered(f"a comparison of sets, in line {line}")
        for inner in element[1:]:
            _comparable(inner, line)  # type: ignore[arg-type]
