"""Loops over what is made one by one, and over rows that are changed: as other loops that do the same."""

from __future__ import annotations

from viva.engines.proofs.translation.lazily import loop_of_expression, loop_of_filter, loop_of_function
from viva.engines.proofs.translation.rows import OF_LISTS_CHANGING, Rows, loop_over_places
from viva.engines.proofs.translation.values import OBJECT, Ref, State, references
from viva.engines.syntax.tree import Node, Uncovered


class Inlining(Rows):
    def _as_its_own_loop(self, node: Node, state: State) -> list[Node] | None:
        """A loop over what is made one by one, as the loop that makes it; None for all others."""
        walked = node.node("iter")
        if walked.kind == "Name" and self._is_of_rows(walked, state):
            by_place = loop_over_places(node, OF_LISTS_CHANGING | self._changing_methods(), self.fresh)
            target = node.node("target")
            known = target.kind == "Name" and target.text("id") in state.names  # it would have another value afterwards
            return None if by_place is None or known or not self._no_inner_calls(node, state) else [by_place]
        if walked.kind == "GeneratorExp":
            inner = loop_of_expression(node, self.fresh)
            return None if inner is None else [inner]
        if walked.kind != "Call" or walked.node("func").kind != "Name" or walked.nodes("keywords"):
            return None
        name, args = walked.node("func").text("id"), walked.nodes("args")
        if name == "filter" and len(args) == 2 and self.is_builtin(name, state):
            return [loop_of_filter(node, self.fresh)]
        function = self.function_named(name, state)
        if function is None or not function.yields:
            return None
        if self.calls_itself(function):
            raise Uncovered(f"a recursion of this form, in line {function.line}")
        missing = len(function.parameters) - len(args)
        if not 0 <= missing <= len(function.defaults):
            raise Uncovered(f"a call with another number of arguments, in line {node.line}")
        if not any(function is each for each in self.frames[-1].functions.values()):
            used = {part.text("id") for each in function.body for part in each.within() if part.kind == "Name"}
            if any(not (used - function.local).isdisjoint(frame.function.local) for frame in self.frames):
                raise Uncovered(f"a name with two meanings, in line {node.line}")
        given = [*args, *function.defaults[len(function.defaults) - missing :]]
        return loop_of_function(node, function, given, self.fresh)

    def _changing_methods(self) -> set[str]:
        """The names of methods of dataclasses that may change their instance."""
        return {
            name
            for record in self.module.records.values()
            for name, method in record.methods.items()
            if any(part.kind == "Call" or _sets_field(part) for each in method.body for part in each.within())
        }

    def _is_of_rows(self, node: Node, state: State) -> bool:
        """Whether a name is that of a list of rows, and the only one by which this function could change it."""
        value = state.names.get(node.text("id"))
        if not isinstance(value, Ref) or state.heap[value.number].kind != "list":
            return False
        inside = not any(self.frames[-1].function is each for each in self.module.functions.values())
        for name, other in state.names.items():
            mine = inside or not name.endswith("^")
            if name != node.text("id") and mine and value.number in references(other):
                return False
        [kind] = state.heap[value.number].elements
        return isinstance(kind, tuple) and kind[0] in ("list", OBJECT)

    def _no_inner_calls(self, node: Node, state: State) -> bool:
        """Whether the body of a loop calls no function that is defined inside of this one, which could see its names;
        and `range` and `len` are what they are."""
        calls = [part.node("func") for each in node.nodes("body") for part in each.within() if part.kind == "Call"]
        own = {each.text("id") for each in calls if each.kind == "Name"} & self.frames[-1].functions.keys()
        return not own and self.is_builtin("range", state) and self.is_builtin("len", state)

    def _is_a_call_alone(self, node: Node, state: State) -> bool:
        """Whether a statement is a call of an own function with plain arguments, which maybe gives its value a name."""
        value = node.fields.get("value") if node.kind in ("Expr", "Assign", "Return") else None
        if not isinstance(value, Node) or value.kind != "Call" or value.node("func").kind != "Name":
            return False
        own = self.function_named(value.node("func").text("id"), state) is not None
        plain = all(each.kind in ("Name", "Constant") for each in value.nodes("args"))
        return own and plain and not value.nodes("keywords")


def _sets_field(node: Node) -> bool:
    targets = node.nodes("targets") if node.kind == "Assign" else []
    targets += [node.node("target")] if node.kind == "AugAssign" else []
    return any(each.kind == "Attribute" for each in targets)
