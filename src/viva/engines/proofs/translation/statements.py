"""A function as a term: its statements, one after the other, on unknown arguments. Start with `translate`.

Every construct is either translated exactly or raises `Uncovered` with its line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import (
    FALSE,
    TRUE,
    Term,
    land,
    lnot,
    lor,
)
from viva.engines.proofs.translation.assigning import Assigning
from viva.engines.proofs.translation.cells import Frame
from viva.engines.proofs.translation.closing import Changing, Outcome, placed
from viva.engines.proofs.translation.expressions import Unset
from viva.engines.proofs.translation.lazily import (
    LAZY,
    used_where_made,
)
from viva.engines.proofs.translation.live import by_index
from viva.engines.proofs.translation.values import (
    Held,
    Nothing,
    Ref,
    Sharing,
    State,
    Value,
    terms_of,
)
from viva.engines.syntax.scopes import owners_of_methods, with_own_names
from viva.engines.syntax.source import (
    Function,
    Module,
    assigned,
    read_function,
    read_lambda,
    read_module,
)
from viva.engines.syntax.tree import Constant, Node, Uncovered

_DEEPEST = 12
_UNSET = 4  # names for which it is followed whether they are bound


@dataclass(frozen=True, slots=True)
class Translated:
    """What a function gives for unknown arguments: whether it raises, and its value in the state at its end."""

    error: Term
    value: Value
    state: State
    measures: tuple[str, ...]
    loops: tuple[object, ...] = field(default=())
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
    module = read_module(tree)
    module.functions = {word: _settled(each, module) for word, each in module.functions.items()}
    if name not in module.functions:
        raise Uncovered(f"a program without a function {name}")
    kept = frozenset[str]()
    for _ in range(_UNSET):
        try:
            return _translated(
                module, name, arguments, state, Statements(module, solver, measures, kept, equations=equations)
            )
        except Unset as unset:
            if unset.name in kept:
                raise
            kept |= {unset.name}
    raise Uncovered("names that may be unset")


def _translated(
    module: Module, name: str, arguments: Sequence[Value], state: State, translator: Statements
) -> Translated:
    translator.loops.fresh.count = 1000 + max((0, *state.heap))
    inner = state.copy()
    inner.sharing = Sharing()
    value = translator.call(module.functions[name], list(arguments), inner, 0)
    loops = translator.loops
    given = frozenset[str]().union(*(each.free for argument in arguments for each in terms_of(argument, state)))
    if not all(each.free <= given for each in (inner.error, *terms_of(value, inner))):
        # A name of ours for something unknown: the other program may use it for something else.
        raise Uncovered("a value that depends on more than the arguments")
    return Translated(inner.error, value, inner, tuple(loops.measures), tuple(loops.seen), translator.recursive)


def _settled(function: Function, module: Module) -> Function:
    """The function with what is made one by one where it is used."""
    builtin = LAZY - module.bound - function.local
    own = {name for name, each in module.functions.items() if each.yields} - function.local
    return replace(function, body=used_where_made(function.body, builtin | own))


class Statements(Assigning):
    def call(self, function: Function, arguments: list[Value], state: State, line: int) -> Value:
        if function.yields:
            raise Uncovered(f"a generator that is kept, in line {line or function.line}")
        missing = len(function.parameters) - len(arguments)
        if missing < 0 or missing > len(function.defaults):
            raise Uncovered(f"a call with another number of arguments, in line {line}")
        arguments = [
            *arguments,
            *(self.constant(each) for each in function.defaults[len(function.defaults) - missing :]),
        ]
        again = self.called_again(function, arguments, state, line)
        if again is not None:
            return again
        if len(self.frames) > _DEEPEST or any(frame.function is function for frame in self.frames):
            raise Uncovered(f"a recursion of this form, in line {line or function.line}")
        if not any(function is each for each in self.module.functions.values()) or not self.calls_itself(function):
            return self.enclosed(function, arguments, state, line)
        self.recursive = True
        frames, measures, seen = list(self.frames), len(self.loops.measures), len(self.loops.seen)
        ways = [self.enclosed, self.by_its_equation]
        first, second = reversed(ways) if self.equations else ways
        begun = state.copy()
        try:
            return first(function, arguments, state, line)
        except Unset:
            raise
        except Uncovered:
            self.frames = frames
            del self.loops.measures[measures:]
            del self.loops.seen[seen:]
            state.names, state.heap, state.frozen = begun.names, begun.heap, begun.frozen
            state.error, state.path, state.passed = begun.error, begun.path, begun.passed
            return second(function, arguments, state, line)

    def enclosed(self, function: Function, arguments: list[Value], state: State, line: int) -> Value:
        inner = state.copy()
        inner.names = {f"{name}^": value for name, value in state.names.items()}
        inner.names |= dict(zip(function.parameters, arguments, strict=True))
        calm = not self.frames or (self.frames[-1].calm and self.alone)
        self.alone = False
        self.frames.append(Frame(function, calm=calm))
        followed = any(each.function is function for each in self.unfinished)
        recursive = None if followed else self._recursion(function)
        outcomes = self._repeated(function, inner, recursive) if recursive else self.block(function.body, inner)
        self.frames.pop()
        ends = []
        raised = [each for each in outcomes if each.kind == "raise"]
        if len(raised) == len(outcomes):
            state.error = TRUE
            return Nothing()
        for each in outcomes:
            if each.kind == "raise":
                continue
            if each.kind not in ("next", "return"):
                raise Uncovered(f"{each.kind} outside of a loop")
            value = placed(each.value, each.state, self.fresh) if each.kind == "return" else Nothing()
            if isinstance(each.value, Held) and isinstance(value, Ref):
                shared = each.value.owners & state.heap.keys()
                each.state.frozen |= {value.number, *shared} if shared else frozenset()
            each.state.names["=result"] = value
            ends.append((each.condition, each.state))
        done = self.merger.merged(ends, state.path)
        if self.frames and not done.passed.isdisjoint(state.heap):
            raise Uncovered(f"a change of a list by a function that returns out of a loop, in line {line}")
        state.passed |= done.passed & frozenset(state.heap)
        state.rebound |= done.rebound
        result = done.names.pop("=result")
        state.names = {name[:-1]: value for name, value in done.names.items() if name.endswith("^")}
        state.heap, state.frozen = done.heap, done.frozen
        state.error = lor(done.error, *(each.condition for each in raised))
        return result

    # Statements.

    def block(self, statements: Sequence[Node], state: State) -> list[Outcome]:
        """How the statements end; at most one outcome is `next`."""
        ended: list[Outcome] = []
        condition = TRUE
        place = 0
        while place < len(statements):
            statement = statements[place]
            place += 1
            following = statements[place] if place < len(statements) else None
            if self._is_returned_next(statement, following):
                assert following is not None
                outcomes = self._again(statement.node("value"), state)
                assert outcomes is not None
            else:
                outcomes = self.statement(statement, state)
            on = [each for each in outcomes if each.kind == "next" and each.condition is not FALSE]
            for each in outcomes:
                if each.kind != "next" and each.condition is not FALSE:
                    ended.append(Outcome(each.kind, land(condition, each.condition), each.state, each.value))
            if not on:
                return ended
            if len(on) > 1:
                joined = self.merger.merged([(each.condition, each.state) for each in on], state.path)
                on = [Outcome("next", lor(*(each.condition for each in on)), joined)]
            state = on[0].state
            condition = land(condition, on[0].condition)
        return [*ended, Outcome("next", condition, state)]

    def _is_returned_next(self, statement: Node, following: Node | None) -> bool:
        frame = self.frames[-1]
        if not frame.use or statement.kind != "Assign" or following is None or following.kind != "Return":
            return False
        if self._use(statement.node("value"), frame.function) is None:
            return False
        target, result = statement.nodes("targets"), following.optional("value")
        return (
            len(target) == 1 and target[0].kind == "Name" and result is not None and result.kind == "Name"
            and target[0].text("id") == result.text("id")
        )  # fmt: skip

    def statement(self, node: Node, state: State) -> list[Outcome]:
        on = Outcome("next", TRUE, state)
        if self.change_of_row(node, state):
            return [on]
        self.alone = self._is_a_call_alone(node, state)
        match node.kind:
            case "Pass" | "Global":
                return [on]
            case "Expr":
                expression = node.node("value")
                if expression.kind == "ListComp":  # a loop in another writing: nobody gets the list
                    expression = with_own_names(expression, self.fresh)
                    self.walk(
                        expression.nodes("generators"),
                        lambda inner: self._ignored(expression.node("elt"), inner),
                        state,
                        [expression.node("elt")],
                    )
                elif expression.kind != "Constant":
                    self.evaluate(expression, state)
                return [on]
            case "Assign" if node.node("value").kind == "Lambda":
                targets = node.nodes("targets")
                if len(targets) != 1 or targets[0].kind != "Name":
                    raise Uncovered(f"Lambda in line {node.line}")
                self._define(read_lambda(targets[0].text("id"), node.node("value")), node, state)
                return [on]
            case "Assign":
                value = self.evaluate(node.node("value"), state)
                for target in node.nodes("targets"):
                    self.assign(target, value, state)
                return [on]
            case "AnnAssign" if node.optional("value") is None and node.node("target").kind == "Name":
                return [on]
            case "AnnAssign" if node.node("target").kind == "Name":
                self.assign(node.node("target"), self.evaluate(node.node("value"), state), state)
                return [on]
            case "AugAssign":
                self._augmented(node, state)
                return [on]
            case "Delete":
                for target in node.nodes("targets"):
                    self._delete(target, state)
                return [on]
            case "Return":
                shown = node.optional("value")
                again = None if shown is None else self._again(shown, state)
                if again is not None:
                    return again
                value = Nothing() if shown is None else self.evaluate(shown, state)
                return [Outcome("return", TRUE, state, self._combined(value, state))]
            case "Break" | "Continue":
                return [Outcome(node.kind.lower(), TRUE, state)]
            case "Raise":
                state.error = TRUE
                return [Outcome("raise", TRUE, state)]
            case "Assert":
                test = self.tested(node.node("test"), state)
                state.error = lor(state.error, lnot(test))
                return [on]
            case "If":
                return self._if(node, state)
            case "Try":
                return self._try(node, state)
            case "For":
                return self._for(node, state)
            case "While":
                return self._while(node, state)
            case "Match":
                return self._match(node, state)
            case "FunctionDef":
                self._define(read_function(self.module, node), node, state)
                return [on]
        raise Uncovered(f"{node.kind} in line {node.line}")

    def _define(self, function: Function, node: Node, state: State) -> None:
        """A function inside of another one: it has one meaning from where it stands."""
        function = _settled(function, self.module)
        known = self.frames[-1].functions
        always = any(node is each for each in self.frames[-1].function.body)
        if not always or known.get(function.name, function) != function or function.name in state.names:
            raise Uncovered(f"a second meaning of {function.name}, in line {node.line}")
        known[function.name] = function

    def _ignored(self, node: Node, state: State) -> None:
        self.evaluate(node, state)

    def _if(self, node: Node, state: State) -> list[Outcome]:
        test = self.tested(node.node("test"), state)
        found: list[Outcome] = []
        for condition, body in ((test, node.nodes("body")), (lnot(test), node.nodes("orelse"))):
            if condition is not FALSE:
                branch = state.copy()
                branch.path = (*state.path, condition)
                for each in self.block(body, branch):
                    found.append(Outcome(each.kind, land(condition, each.condition), each.state, each.value))
        return found

    def _for(self, node: Node, state: State) -> list[Outcome]:
        before, frames, function = state.copy(), list(self.frames), self.frames[-1].function
        measures, seen = len(self.loops.measures), len(self.loops.seen)
        try:
            return self._over(node, state)
        except Changing as changing:
            self.frames = frames
            self.frames[-1].function = function
            del self.loops.measures[measures:]
            del self.loops.seen[seen:]
            return self._otherwise(by_index(self, node, before, changing), node.nodes("orelse"))

    def _over(self, node: Node, state: State) -> list[Outcome]:
        if not owners_of_methods(node.node("iter")).isdisjoint(assigned([*node.nodes("body"), target_only(node)])):
            raise Uncovered(f"a method of what is bound anew, in line {node.line}")
        inlined = self._as_its_own_loop(node, state)
        if inlined is not None:
            return self.block(inlined, state)
        items = self.iterable(node.node("iter"), state)
        target, body = node.node("target"), node.nodes("body")
        if items.ahead:
            raise Uncovered(f"elements that are made one by one, in line {node.line}")

        def run(head: State, clock: Term) -> list[Outcome]:
            self.assign(target, items.element(head, clock), head)
            return self.block(body, head)

        changed = assigned([*body, target_only(node)])
        # A row that is gone through has a name meanwhile: then no row may be changed.
        kept = {self.fresh.name("=walked"): Ref(cell) for cell in items.cells if cell in state.frozen}
        state.names |= kept
        outcomes = self.loops.over(
            state, items.rounds, run, changed, node.line, walked=items.cells, stands=items.stands
        )
        for outcome in outcomes:
            outcome.state.names = {name: value for name, value in outcome.state.names.items() if name not in kept}
        return self._otherwise(outcomes, node.nodes("orelse"))

    def _while(self, node: Node, state: State) -> list[Outcome]:
        body = node.nodes("body")
        test = node.node("test")
        if any(each.kind == "NamedExpr" for each in test.within()):
            # What the last test binds is bound after the loop: a test that says no is a way to leave it.
            if node.nodes("orelse"):
                raise Uncovered(f"NamedExpr in line {node.line}")
            stop = Node("If", node.line, {"test": test, "body": [], "orelse": [Node("Break", node.line, {})]})
            body, test = [stop, *body], Node("Constant", node.line, {"value": Constant(True)})
        outcomes = self.loops.repeat(
            state,
            lambda head: self.tested(test, head),
            lambda head: self.block(body, head),
            assigned(body),
            node.line,
        )
        return self._otherwise(outcomes, node.nodes("orelse"))

    def _otherwise(self, outcomes: list[Outcome], otherwise: list[Node]) -> list[Outcome]:
        """After `break` the `else` of a loop is left out."""
        found: list[Outcome] = []
        for each in outcomes:
            if each.condition is FALSE:
                continue
            if each.kind == "broken":
                found.append(Outcome("next", each.condition, each.state))
            elif each.kind == "next" and otherwise:
                found += [
                    Outcome(inner.kind, land(each.condition, inner.condition), inner.state, inner.value)
                    for inner in self.block(otherwise, each.state)
                ]
            else:
                found.append(each)
        if not otherwise and len(found) > 1:
            on = [each for each in found if each.kind == "next"]
            rest = [each for each in found if each.kind != "next"]
            if len(on) > 1:  # the state after the loop is the same, whether it was broken or not
                return [*rest, Outcome("next", lor(*(each.condition for each in on)), on[-1].state)]
        return found


def target_only(loop: Node) -> Node:
    """A loop without its body: what it binds are its own variables."""
    return Node("For", loop.line, {"target": loop.node("target")})
