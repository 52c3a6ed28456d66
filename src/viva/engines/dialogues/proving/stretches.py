"""What a program does from one read to the next, or to its end: every way through, with the condition for it.

The state at the beginning has unknown values; expressions and statements mean what they mean to proofs of functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.proving.instructions import (
    Allow,
    AllowAnything,
    Ask,
    Code,
    Do,
    Forget,
    Instruction,
    Jump,
    NeverSo,
    Show,
    Stop,
    Test,
)
from viva.engines.proofs import terms as t
from viva.engines.proofs.query import Solver
from viva.engines.proofs.translation import translate  # noqa: F401 fills the tables
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.branches import evaluate_test
from viva.engines.proofs.translation.library.conversions import as_shown
from viva.engines.proofs.translation.statements.block import run_block
from viva.engines.proofs.translation.table import evaluate
from viva.engines.proofs.translation.values.context import Context, Frame
from viva.engines.proofs.translation.values.merging import merge_values
from viva.engines.syntax.tree import Node, Uncovered

_MOST_STEPS = 4_000
_MOST_AGAIN = 40
_MOST_WAYS = 40


@dataclass(frozen=True, slots=True)
class Line:
    """Written: texts and values in a row, as one term that is a text."""

    text: t.Term


@dataclass(frozen=True, slots=True)
class Allowed:
    """May be written: alternatives of free text, numbers and texts."""

    alternatives: tuple[tuple[m.AnyText | v.Value, ...], ...]
    optional: bool
    lists: tuple[tuple[t.Term | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Anything:
    """Whatever is written until the next read."""


Event = Line | Allowed | Anything


@dataclass(frozen=True, slots=True)
class Way:
    """To the instruction `place`, an `Ask` or `Stop`, where `condition` holds; `error`: whether it raises something on
    the way. `unasked`: nobody asks what happens then."""

    place: int
    condition: t.Term
    error: t.Term
    state: v.State
    events: tuple[Event, ...] = ()
    unasked: bool = False


@dataclass(slots=True)
class _Going:
    place: int
    state: v.State
    condition: t.Term
    events: tuple[Event, ...] = ()
    met: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Follower:
    """Follows the code of one program. `live` has for each place the names that are read after it."""

    code: Code
    solver: Solver
    fresh: v.Fresh = field(default_factory=lambda: v.Fresh(1000))
    live: list[frozenset[str]] = field(init=False)
    steps: int = 0

    def __post_init__(self) -> None:
        self.live = _live(self.code.instructions)

    def begin(self) -> v.State:
        context = Context(self.code.module, self.solver, self.fresh)
        context.calls.frames.append(Frame(self.code.main))
        return v.State(shared=context, sharing=v.Sharing())

    def ways(self, place: int, state: v.State, value: v.Value | None, known: Sequence[t.Term] = ()) -> list[Way]:
        """From the read at `place`, which gives the value; or from the beginning, without one. `known` leaves out ways
        that nobody goes."""
        going = _Going(place, state.copy(), t.TRUE)
        if value is not None:
            ask = self.code.instructions[place]
            assert isinstance(ask, Ask)
            going.state.names[ask.name] = _as_line(value) if ask.raw else value
            going.place += 1
        found: list[Way] = []
        todo = [going]
        while todo:
            going = todo.pop()
            while going is not None:
                self.steps += 1
                if self.steps > _MOST_STEPS or len(found) > _MOST_WAYS:
                    raise Uncovered("this many ways")
                instruction = self.code.instructions[going.place]
                if isinstance(instruction, Ask | Stop | NeverSo):
                    found.append(self._ended(going, instruction))
                    break
                others = list(self._step(going, instruction))
                if not others:
                    break
                if len(others) > 1 and known:
                    others = [each for each in others if not self.solver.follows(known, t.lnot(each.condition))]
                todo += others[1:]
                if not others:
                    break
                going = others[0]
        return found

    def _ended(self, going: _Going, instruction: Ask | Stop | NeverSo) -> Way:
        state = going.state
        names = self.live[going.place]
        state.names = {word: value for word, value in state.names.items() if word in names}
        held = frozenset[int]().union(*map(v.references, state.names.values()))
        if state.passed or not held.isdisjoint(state.rebound):
            raise Uncovered("a list with two names")
        if any(v.holds_lists(element) for each in held for element in state.heap[each].elements):
            raise Uncovered("a list inside of another value")
        never = isinstance(instruction, NeverSo)
        return Way(going.place, going.condition, state.error, state, going.events, never)

    def _step(self, going: _Going, instruction: Instruction) -> Iterator[_Going]:
        state, place = going.state, going.place
        match instruction:
            case Do(statement):
                yield replace_going(going, place + 1, _done(statement, state))
            case Forget(names):
                state.names = {word: value for word, value in state.names.items() if word not in names}
                yield replace_going(going, place + 1, state)
            case Jump(to):
                yield self._again(going, to)
            case Test(condition, otherwise):
                test = evaluate_test(condition, state)
                if len(_ways_of(test)) > 1:
                    other = state.copy()
                    yield self._under(going, t.lnot(test), other, otherwise)
                    yield self._under(going, test, state, place + 1)
                else:
                    yield self._again(going, place + 1 if test is t.TRUE else otherwise)
            case Show(values, between, end, line, only_texts):
                given = [evaluate(each, state) for each in values]
                if only_texts and any(v.as_text(each) is None for each in given):
                    raise Uncovered(f"Call in line {line}")
                texts = [as_shown_in_print(each, state, line) for each in given]
                shown = _joined(texts, between, end)
                yield replace_going(going, place + 1, state, (Line(shown),))
            case Allow(alternatives, optional):
                yield replace_going(going, place + 1, state, (self._allowed(alternatives, optional, state),))
            case AllowAnything():
                yield replace_going(going, place + 1, state, (Anything(),))

    def _allowed(
        self, alternatives: Sequence[Sequence[m.AnyText | Node]], optional: bool, state: v.State
    ) -> Allowed:  # fmt: skip
        rows, lists = [], []
        for each in alternatives:
            values = tuple(one if isinstance(one, m.AnyText) else evaluate(one, state) for one in each)
            rows.append(values)
            lists.append(tuple(None if isinstance(one, m.AnyText) else _list_shown(one, state) for one in values))
        return Allowed(tuple(rows), optional, tuple(lists))

    def _again(self, going: _Going, to: int) -> _Going:
        if to <= going.place:
            count = going.met.get(to, 0) + 1
            if count > _MOST_AGAIN:
                raise Uncovered("a loop that writes, and reads nothing")
            going.met = {**going.met, to: count}
        return replace_going(going, to, going.state)

    def _under(self, going: _Going, test: t.Term, state: v.State, to: int) -> _Going:
        state.path = (*state.path, test)
        made = self._again(_Going(going.place, state, t.land(going.condition, test), going.events, going.met), to)
        made.state = state
        return made


def _done(statement: Node, state: v.State) -> v.State:
    """The state after a statement that goes on to the next one; what it raises is an error of that."""
    outcomes = run_block((statement,), state)
    raised = [each.condition for each in outcomes if each.kind == "raise"]
    on = [each for each in outcomes if each.kind == "next" and each.condition is not t.FALSE]
    if len(on) != 1 or len(on) + len(raised) != len(outcomes):
        raise Uncovered(f"{statement.kind} in line {statement.line}")
    after = on[0].state
    after.error = t.lor(after.error, *raised)
    if not raised and on[0].condition is not t.TRUE:
        raise Uncovered(f"{statement.kind} in line {statement.line}")
    return after


def replace_going(going: _Going, place: int, state: v.State, more: tuple[Event, ...] = ()) -> _Going:
    return _Going(place, state, going.condition, (*going.events, *more), going.met)


def _ways_of(test: t.Term) -> tuple[bool, ...]:
    return (True,) if test is t.TRUE else (False,) if test is t.FALSE else (True, False)


def _as_line(value: v.Value) -> v.Value:
    """The line that is given for a value."""
    match value:
        case v.Int(term):
            return v.Seq("text", t.uninterpreted_function("int.str", ("list", t.INT), term), "char")
        case v.Bool(term):
            words = [t.list_term(t.INT, [t.number(ord(letter)) for letter in word]) for word in ("True", "False")]
            return v.Seq("text", t.ite(term, *words), "char")
    return value


def as_shown_in_print(value: v.Value, state: v.State, line: int) -> t.Term:
    """What `print` writes for a value."""
    shown = _list_shown(value, state)
    return as_shown(value, line).term if shown is None else shown


def _list_shown(value: v.Value, state: v.State) -> t.Term | None:
    """What is written for a list: some text that depends on nothing but the list; None for what is no list."""
    if not isinstance(value, v.Ref):
        return None
    cell = state.heap[value.number]
    if cell.kind == "list" and cell.elements[0] == "?":
        return t.list_term(t.INT, [t.number(ord(letter)) for letter in "[]"])
    if cell.kind != "list" or cell.elements[0] not in ("int", "text", "bool"):
        raise Uncovered("a list of this type that is written")
    return t.uninterpreted_function(f"list of {cell.elements[0]}.str", ("list", t.INT), cell.terms[0])


def _joined(texts: Sequence[t.Term], between: Node, end: Node) -> t.Term:
    joint, last = (_constant(each) for each in (between, end))
    made = t.nil(t.INT)
    for number, each in enumerate(texts):
        made = t.cat(t.cat(made, joint) if number else made, each)
    return t.cat(made, last)


def _constant(each: Node) -> t.Term:
    value = each.constant("value")
    if not isinstance(value, str):
        raise Uncovered(f"print in line {each.line}")
    return t.list_term(t.INT, [t.number(ord(letter)) for letter in value])


# States at the beginning of a stretch.


def unknown_state(state: v.State, begun: v.State, label: str) -> v.State:
    """A state with the same names, each with an unknown value of its type."""
    made = begun
    seen: set[int] = set()
    for word in sorted(state.names):
        value = state.names[word]
        cells = v.references(value)
        if cells & seen:
            raise Uncovered("a list with two names")
        seen |= cells
        made.names[word] = _unknown(value, state, made, f"{label}{word}")
    return made


def _unknown(value: v.Value, state: v.State, made: v.State, label: str) -> v.Value:
    if isinstance(value, v.Ref):
        cell = state.heap[value.number]
        terms = tuple(
            each if t.element_of(each) == t.ANY else t.variable(f"{label}!{place}", each.sort)
            for place, each in enumerate(cell.terms)
        )  # a list without a type is empty
        return v.allocate(v.Cell(cell.kind, terms, cell.elements), made, frozen=value.number in state.frozen)
    if v.references(value):
        raise Uncovered("a list inside of another value")
    unknowns = [t.variable(f"{label}!{place}", each.sort) for place, each in enumerate(v.flat(value))]
    return v.fill_terms(value, unknowns)


def variables_of(state: v.State) -> dict[str, t.Term]:
    """The unknowns of such a state."""
    every = (term for word in sorted(state.names) for term in v.terms_of(state.names[word], state))
    return {term.data: term for term in every if term.op == "var"}


def outline(state: v.State) -> dict[str, str]:
    """The types of all names."""
    return {word: _outline(value, state) for word, value in sorted(state.names.items())}


def _outline(value: v.Value, state: v.State) -> str:
    if isinstance(value, v.Ref):
        cell = state.heap[value.number]
        return f"{cell.kind} {cell.elements} {value.number in state.frozen}"
    sorts = [each.sort for each in v.flat(value)]
    return f"{_kinds(value)} {sorts}"


def _kinds(value: v.Value) -> str:
    match value:
        case v.Row(items):
            return f"row({', '.join(map(_kinds, items))})"
        case v.Seq(kind, _, element):
            return f"{kind} of {element}"
        case v.Maybe(_, inner):
            return f"maybe {_kinds(inner)}"
        case v.OneOf(_, one, other):
            return f"one of {_kinds(one)}, {_kinds(other)}"
        case v.Perhaps():
            raise Uncovered("a name that may be unset")
    return type(value).__name__


def together(one: v.State, two: v.State, begun: v.State) -> v.State:
    """A state that has the values of both: names that cannot be brought together are left out."""
    made, either = begun, t.variable("either", t.BOOL)
    made.frozen = frozenset()
    for word in sorted(one.names.keys() & two.names.keys()):
        value, other = one.names[word], two.names[word]
        try:
            made.names[word] = _merged(either, value, other, one, two, made)
        except Uncovered:
            continue
    return made


def _merged(  # noqa: PLR0917 two values in their states
    either: t.Term, value: v.Value, other: v.Value, one: v.State, two: v.State, made: v.State
) -> v.Value:
    if isinstance(value, v.Ref) and isinstance(other, v.Ref):
        first, second = one.heap[value.number], two.heap[other.number]
        if first.kind != second.kind:
            raise Uncovered("a name for lists of several kinds")
        elements = tuple(map(v.joined_type, first.elements, second.elements))
        sorts = v.sorts_in(first.kind, elements)
        terms = [
            t.ite(either, v.retype(a, sort), v.retype(b, sort))
            for a, b, sort in zip(first.terms, second.terms, sorts, strict=True)
        ]
        frozen = value.number in one.frozen or other.number in two.frozen
        return v.allocate(v.Cell(first.kind, tuple(terms), elements), made, frozen=frozen)
    if v.references(value) or v.references(other):
        raise Uncovered("a list inside of another value")
    return merge_values(either, value, other, one, two, made, frozenset())


def values_for(state: v.State, like: v.State, begun: v.State) -> dict[str, t.Term] | None:
    """For each unknown of the state that it should be like, its value; None where a name is missing or of another
    type."""
    found: dict[str, t.Term] = {}
    for word, wanted in like.names.items():
        if word not in state.names:
            return None
        given = state.names[word]
        if _is_frozen(given, state) and not _is_frozen(wanted, like):
            return None
        try:
            fitted = _merged(t.TRUE, given, wanted, state, like, begun)
        except Uncovered:
            return None
        unknowns, terms = v.terms_of(wanted, like), v.terms_of(fitted, begun)
        if [each.sort for each in unknowns] != [each.sort for each in terms]:
            return None
        found |= {one.data: term for one, term in zip(unknowns, terms, strict=True) if one.op == "var"}
    return found


def _is_frozen(value: v.Value, state: v.State) -> bool:
    return isinstance(value, v.Ref) and value.number in state.frozen


def _live(code: Sequence[Instruction]) -> list[frozenset[str]]:
    """For each place the names that may be read from there on, before they are given another value."""
    used = [_used(each) for each in code]
    given = [_given(each) for each in code]
    live = [frozenset[str]() for _ in code]
    changed = True
    while changed:
        changed = False
        for place in reversed(range(len(code))):
            after = frozenset[str]().union(*(live[each] for each in _following(code[place], place)))
            now = used[place] | (after - given[place])
            if now != live[place]:
                live[place] = now
                changed = True
    return live


def _following(instruction: Instruction, place: int) -> tuple[int, ...]:
    match instruction:
        case Jump(to):
            return (to,)
        case Test(_, otherwise):
            return place + 1, otherwise
        case Stop() | NeverSo():
            return ()
    return (place + 1,)


def _names_in(nodes: Sequence[Node]) -> frozenset[str]:
    return frozenset(part.text("id") for each in nodes for part in each.within() if part.kind == "Name")


def _used(instruction: Instruction) -> frozenset[str]:
    match instruction:
        case Do(statement):
            if statement.kind == "Assign" and all(each.kind == "Name" for each in statement.nodes("targets")):
                return _names_in([statement.node("value")])
            return _names_in([statement])
        case Test(condition):
            return _names_in([condition])
        case Show(values):
            return _names_in(values)
        case Allow(alternatives):
            return _names_in([one for each in alternatives for one in each if isinstance(one, Node)])
    return frozenset()


def _given(instruction: Instruction) -> frozenset[str]:
    match instruction:
        case Ask(name):
            return frozenset({name})
        case Forget(names):
            return names
        case Do(statement) if statement.kind == "Assign":
            return frozenset(each.text("id") for each in statement.nodes("targets") if each.kind == "Name")
    return frozenset()


def free_of(ways: Sequence[Way]) -> frozenset[str]:
    """The unknowns that anything in these ways depends on."""
    found: set[str] = set()
    for each in ways:
        found |= each.condition.free | each.error.free
        for value in each.state.names.values():
            for term in v.terms_of(value, each.state):
                found |= term.free
        for event in each.events:
            if isinstance(event, Line):
                found |= event.text.free
    return frozenset(found)


__all__ = [
    "Allowed",
    "Anything",
    "Follower",
    "Line",
    "Way",
    "free_of",
    "outline",
    "together",
    "unknown_state",
    "values_for",
    "variables_of",
]
