"""Recursion that is a loop: a call of itself is the last thing that happens, but for one operation."""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.proofs.terms import (
    ANY,
    FALSE,
    INT,
    TRUE,
    ZERO,
    lnot,
    mul,
    nil,
    number,
)
from viva.engines.proofs.translation.closing import Outcome
from viva.engines.proofs.translation.expressions import Expressions
from viva.engines.proofs.translation.values import (
    Bool,
    Cell,
    Held,
    Int,
    Nothing,
    Ref,
    Seq,
    State,
    Value,
    as_int,
)
from viva.engines.syntax.source import Function
from viva.engines.syntax.tree import Node, Uncovered


class Recursion(Expressions):
    def block(self, statements: Sequence[Node], state: State) -> list[Outcome]:
        raise NotImplementedError

    def _recursion(self, function: Function) -> str | None:
        """How the result of the inner call is used: `tail`, `+left`, `+right`, `*left`, or None without such a call."""
        calls = [
            node for statement in function.body for node in statement.within() if self._is_self(node, function)
        ]  # fmt: skip
        if not calls:
            return None
        for statement in function.body:
            for node in statement.within():
                inner = node.kind in ("For", "While", "FunctionDef", "Lambda")
                if inner and any(self._is_self(each, function) for each in node.within()):
                    raise Uncovered(f"a recursion of this form, in line {node.line}")
        uses: set[str] = set()
        seen = 0
        for statement in function.body:
            for node in statement.within():
                value = node.fields.get("value")
                if node.kind in ("Return", "Assign") and isinstance(value, Node):
                    use = self._use(value, function)
                    if use:
                        uses.add(use)
                        seen += 1
        uses -= {"tail"} if len(uses) > 1 else set()
        if seen != len(calls) or len(uses) != 1:
            raise Uncovered(f"a recursion of this form, in line {calls[0].line}")
        return uses.pop()

    def calls_itself(self, function: Function) -> bool:
        """By itself, or through other functions of the module."""
        seen, todo = set[str](), [function]
        while todo:
            for node in (inner for statement in todo.pop().body for inner in statement.within()):
                name = node.node("func").text("id") if node.kind == "Call" and node.node("func").kind == "Name" else ""
                if name == function.name and name not in function.local:
                    return True
                if name in self.module.functions and name not in seen:
                    seen.add(name)
                    todo.append(self.module.functions[name])
        return False

    def _is_self(self, node: Node, function: Function) -> bool:
        return (
            node.kind == "Call"
            and node.node("func").kind == "Name"
            and node.node("func").text("id") == function.name
            and function.name not in function.local
        )

    def _use(self, value: Node, function: Function) -> str | None:
        if self._is_self(value, function):
            return "tail"
        if value.kind == "BinOp" and value.node("op").kind in ("Add", "Mult"):
            sign = "+" if value.node("op").kind == "Add" else "*"
            if self._is_self(value.node("right"), function):
                return f"{sign}left"
            if self._is_self(value.node("left"), function):
                return f"{sign}right"
        if value.kind == "BoolOp" and self._is_self(value.nodes("values")[-1], function):
            return "tail"
        return None

    def _repeated(self, function: Function, state: State, use: str) -> list[Outcome]:
        frame = self.frames[-1]
        frame.use = use
        names = frozenset(function.parameters)
        if use != "tail":
            frame.gathered = "=gathered"
            state.names["=gathered"] = Nothing()
            names |= {"=gathered"}
            last: Uncovered | None = None
            for start in self._starts(use):
                trial = state.copy()
                trial.names["=gathered"] = self.fresh.cell(trial, start) if isinstance(start, Cell) else start
                try:
                    return self._rounds(function, trial, names)
                except Uncovered as uncovered:
                    last = uncovered
                    del self.frames[self.frames.index(frame) + 1 :]
            assert last is not None
            raise last
        return self._rounds(function, state, names)

    def _starts(self, use: str) -> list[Value | Cell]:
        """What gathering begins with, for numbers, lists and texts."""
        if use[0] == "*":
            return [Int(number(1))]
        return [
            Int(ZERO),
            Cell("list", (nil(ANY),), ("?",)),
            Seq("text", nil(INT), "char"),
        ]

    def _rounds(self, function: Function, state: State, names: frozenset[str]) -> list[Outcome]:
        """What comes after the inner call is done later than is written here: it must not see any change."""
        after = (self.frames[-1].use or "").endswith("right")

        def run(head: State) -> list[Outcome]:
            before = dict(head.heap)
            outcomes = self.block(function.body, head)
            for each in outcomes if after else ():
                self.steady(before, each.state, function.line)
            return outcomes

        repeated = self.loops.repeat(state, lambda _: TRUE, run, names, function.line)
        return [each for each in repeated if each.condition is not FALSE]

    def _again(self, value: Node, state: State) -> list[Outcome] | None:
        """What `return` does where its value has the call of the function itself."""
        frame = self.frames[-1]
        function = frame.function
        use = self._use(value, function) if frame.use else None
        if use is None:
            return None
        if value.kind == "BoolOp":
            first = value.nodes("values")[:-1]
            tests = [self.evaluate(each, state) for each in first]
            if not all(isinstance(each, Bool) for each in tests) or len(tests) != 1:
                raise Uncovered(f"a recursion of this form, in line {value.line}")
            test = tests[0].term  # type: ignore[union-attr]
            stops, shown = (lnot(test), FALSE) if value.node("op").kind == "And" else (test, TRUE)
            done, on = state.copy(), state
            on.path = (*on.path, lnot(stops))
            self._pass_on(value.nodes("values")[-1], on)
            return [
                Outcome("return", stops, done, self._combined(Bool(shown), done)),
                Outcome("continue", lnot(stops), on),
            ]
        call = value
        if value.kind == "BinOp":
            left = use.endswith("left")
            call = value.node("right" if left else "left")
            if left:
                self._gather(self.evaluate(value.node("left"), state), state)
                self._pass_on(call, state)
            else:
                kept = state.names["=gathered"]
                before = state.copy()
                self._pass_on(call, state)
                state.names["=gathered"] = kept
                if any(state.heap.get(place) != cell for place, cell in before.heap.items()):
                    raise Uncovered(f"a recursion of this form, in line {value.line}")
                operand = self.evaluate(value.node("right"), before)
                state.heap |= before.heap
                state.error = before.error
                self._gather(operand, state)
        else:
            self._pass_on(call, state)
        return [Outcome("continue", TRUE, state)]

    def _pass_on(self, call: Node, state: State) -> None:
        function = self.frames[-1].function
        given = call.nodes("args")
        if call.nodes("keywords") or len(given) != len(function.parameters):
            raise Uncovered(f"a recursion of this form, in line {call.line}")
        values = [self.evaluate(each, state) for each in given]
        for name, each in zip(function.parameters, values, strict=True):
            state.names[name] = each

    def _gather(self, operand: Value, state: State) -> None:
        use = self.frames[-1].use or ""
        kept = state.names["=gathered"]
        if use[0] == "*":
            state.names["=gathered"] = Int(mul(as_int(kept), as_int(operand)))
        elif use == "+left":
            state.names["=gathered"] = self.added(kept, operand, state, 0)
        else:
            state.names["=gathered"] = self.added(operand, kept, state, 0)

    def _combined(self, value: Value, state: State) -> Value:
        """The value of the outermost call, where the innermost gives `value`."""
        frame = self.frames[-1]
        if not frame.gathered:
            return value
        kept = state.names[frame.gathered]
        if isinstance(kept, Int) and not isinstance(value, Int):
            # where nothing was gathered, it stays the truth value, or the None, that it is
            raise Uncovered(f"a recursion of this form, in line {frame.function.line}")
        if (frame.use or "")[0] == "*":
            return Int(mul(as_int(kept), as_int(value)))
        made = self.added(kept, value, state, 0) if frame.use == "+left" else self.added(value, kept, state, 0)
        if isinstance(made, Ref) and isinstance(value, Ref):  # where nothing was gathered, it is that very list
            return Held(state.heap[made.number], frozenset({value.number}), value.number in state.frozen)
        return made
