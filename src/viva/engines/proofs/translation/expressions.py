"""Expressions on unknown values. What Python's own functions and methods do is in `builtins.py`."""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import replace

from viva.engines.proofs.terms import (
    ANY,
    FALSE,
    INT,
    ONE,
    TRUE,
    Term,
    cat,
    ite,
    land,
    listed,
    lnot,
    lor,
    nil,
    number,
    scaled,
    sub,
)
from viva.engines.proofs.translation.cells import Items
from viva.engines.proofs.translation.values import (
    Bool,
    Cell,
    Char,
    Int,
    Nothing,
    Perhaps,
    Row,
    Seq,
    State,
    Value,
    as_int,
    test_of,
)
from viva.engines.proofs.translation.walks import Walks
from viva.engines.syntax.source import Function
from viva.engines.syntax.tree import Node, Uncovered

LARGEST_CONSTANT = 10**18
LONGEST_CONSTANT = 40
_STRING = {
    "ascii_lowercase": string.ascii_lowercase, "ascii_uppercase": string.ascii_uppercase, "digits": string.digits,
}  # fmt: skip


class Unset(Uncovered):
    """A name that is not bound on all ways to where it is read: it has to be followed whether it is."""

    def __init__(self, name: str, line: int) -> None:
        super().__init__(f"{name}, which may be unset, in line {line}")
        self.name = name


class Expressions(Walks):
    def call(self, function: Function, arguments: list[Value], state: State, line: int) -> Value:
        raise NotImplementedError

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
            return self._of_module(self.module.constants[name], state)
        raise Uncovered(f"{name} in line {node.line}")

    def _of_module(self, node: Node, state: State) -> Value:
        """A constant of the module: what can be changed may have other names, and must not be."""
        before = set(state.heap)
        value = self.evaluate(node, state)
        state.frozen |= state.heap.keys() - before
        return value

    def _bound(self, value: Value, state: State) -> Value:
        if isinstance(value, Perhaps):
            state.error = lor(state.error, lnot(value.bound))
            self.uncaught += 1
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

    def is_imported(self, name: str, state: State) -> bool:
        """Whether a name is that of a module of the library, or of something in one."""
        shadowed = name in state.names or any(name in frame.function.local for frame in self.frames)
        return name in self.module.imported and not shadowed

    def evaluate(self, node: Node, state: State) -> Value:
        match node.kind:
            case "Constant":
                return self.constant(node)
            case "Name":
                return self.name(node, state)
            case "Tuple":
                return Row(tuple(self.evaluate(each, state) for each in node.nodes("elts")))
            case "List":
                return self._list(node, state)
            case "Attribute":
                return self._attribute(node, state)
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
                test = self.tested(node.node("test"), state)
                return self._either(test, node.node("body"), node.node("orelse"), state)
            case "Subscript":
                return self._subscript(node, state)
            case "Call":
                from viva.engines.proofs.translation.builtins import called  # noqa: PLC0415 it needs this class

                return called(self, node, state)
            case "ListComp":
                return self.comprehension(node, "list", state)
            case "SetComp":
                return self.comprehension(node, "set", state)
            case "DictComp":
                return self.comprehension(node, "dict", state)
            case "JoinedStr":
                return self._formatted(node, state)
            case "NamedExpr":
                value = self.evaluate(node.node("value"), state)
                self.assign(node.node("target"), value, state)
                return value
        raise Uncovered(f"{node.kind} in line {node.line}")

    def _list(self, node: Node, state: State) -> Value:
        if not any(each.kind == "Starred" for each in node.nodes("elts")):
            return self.new("list", [self.evaluate(each, state) for each in node.nodes("elts")], state)
        made, before = self.new("list", [], state), dict(state.heap)
        for each in node.nodes("elts"):
            if each.kind == "Starred":
                self.extend(made, self.evaluate(each.node("value"), state), state, node.line)
            else:
                self.append(made, self.evaluate(each, state), state, node.line)
        del before[made.number]
        self.steady(before, state, node.line)
        return made

    def _attribute(self, node: Node, state: State) -> Value:
        """A field of an instance, or `string.digits` and the like."""
        from viva.engines.proofs.translation.records import field_of  # noqa: PLC0415 it needs this class

        owner = node.node("value")
        name = owner.text("id") if owner.kind == "Name" else ""
        if not self.is_imported(name, state):
            return field_of(self, self.evaluate(owner, state), node.text("attr"), state, node.line)
        known = _STRING.get(node.text("attr"))
        if known is None or self.module.imported[name] != "string":
            raise Uncovered(f"Attribute in line {node.line}")
        return Seq("text", listed(INT, [number(ord(letter)) for letter in known]), "char")

    def tested(self, node: Node, state: State) -> Term:
        """Whether Python takes the value for true: of `and` and `or` nobody gets an operand here."""
        if node.kind != "BoolOp":
            return test_of(self.evaluate(node, state), state)
        operator = node.node("op").kind
        first, *rest = node.nodes("values")
        result = self.tested(first, state)
        for each in rest:
            guard = result if operator == "And" else lnot(result)
            if guard is FALSE:
                continue
            branch, plain = state.copy(), state.copy()
            branch.error, branch.path = FALSE, (*state.path, guard)
            found = self.tested(each, branch)
            branch.error = lor(state.error, branch.error)
            self._join(guard, branch, plain, state)
            result = land(result, found) if operator == "And" else lor(result, found)
        return result

    def _unary(self, node: Node, state: State) -> Value:
        if node.node("op").kind == "Not":
            return Bool(lnot(self.tested(node.node("operand"), state)))
        operand = self.evaluate(node.node("operand"), state)
        match node.node("op").kind:
            case "USub":
                return Int(scaled(-1, as_int(operand)))
            case "UAdd":
                return Int(as_int(operand))
            case "Invert":
                return Int(sub(scaled(-1, as_int(operand)), ONE))
        raise Uncovered(f"the operator in line {node.line}")

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
        from viva.engines.proofs.translation.iterating import within  # noqa: PLC0415 it needs this class

        left = self.evaluate(node.node("left"), state)
        operators, others = node.nodes("ops"), node.nodes("comparators")
        result = TRUE
        if len(others) == 1 and operators[0].kind in ("In", "NotIn"):
            found = within(self, left, others[0], state)
            if found is not None:
                return Bool(found if operators[0].kind == "In" else lnot(found))
        for operator, other in zip(operators, others, strict=True):
            if result is not TRUE and any(each.kind == "NamedExpr" for each in other.within()):
                raise Uncovered(f"NamedExpr in line {node.line}")
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

    def iterable(self, node: Node, state: State) -> Items:
        from viva.engines.proofs.translation.iterating import iterated  # noqa: PLC0415 it needs this class

        if node.kind == "GeneratorExp":
            return replace(self.items(self.comprehension(node, "list", state), state, node.line), ahead=True)
        found = iterated(self, node, state)
        return found if found is not None else self.items(self.evaluate(node, state), state, node.line)

    def _formatted(self, node: Node, state: State) -> Value:
        """A text with values in it, shown as `str` does."""
        from viva.engines.proofs.translation.conversions import formatted, shown_as_text  # noqa: PLC0415 it needs this class

        made = Seq("text", nil(INT), "char")
        for each in node.nodes("values"):
            plain = each.kind == "FormattedValue" and each.constant("conversion") == -1
            if each.kind != "Constant" and not plain:
                raise Uncovered(f"a text with values in it, in line {node.line}")
            value = self.evaluate(each if each.kind == "Constant" else each.node("value"), state)
            form = each.optional("format_spec") if plain else None
            shown = shown_as_text(value, node.line) if form is None else formatted(value, form, node.line)
            made = replace(made, term=cat(made.term, shown.term))
        return made

    def _dictionary(self, node: Node, state: State) -> Value:
        from viva.engines.proofs.translation.tables import updated  # noqa: PLC0415 it needs this class

        made = self.fresh.cell(state, Cell("dict", (nil(ANY), nil(ANY)), ("?", "?")))
        keys = node.fields.get("keys")
        if not isinstance(keys, list):
            raise Uncovered(f"the dictionary in line {node.line}")
        before = dict(state.heap)
        for key, value in zip(keys, node.nodes("values"), strict=True):
            if isinstance(key, Node):
                first = self.evaluate(key, state)
                self.enter(made, first, self.evaluate(value, state), state, node.line)
            else:  # `**`
                updated(self, made, self.evaluate(value, state), state, node.line)
        if not all(isinstance(key, Node) for key in keys):
            self.steady({place: cell for place, cell in before.items() if place != made.number}, state, node.line)
        return made
