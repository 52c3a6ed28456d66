"""Loops as functions of the round number: one for each variable that a loop changes.

`Fold` holds how the next value is made from the last ones. Its own variables are `s0, s1, …` (s0 is the one it stands
for), `k` (the number of rounds before this one) and `p0, p1, …` (what the loop reads but does not change). A term of a
fold has the rounds, the values before the loop, and the parameters as its arguments, in this order.

Loops that do the same are one fold: only variables that matter for s0 are in it, parameters are the largest parts that
do not change, and everything is in one order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.proofs import terms as t

ROUND = t.variable("k", t.INT)
_UNROLLED = 4  # rounds, where their number is known

Loop = Mapping[t.Term, tuple[t.Term, t.Term]]
"""For each variable of a loop its value before it, and its value after a round as a term over the variables."""


@dataclass(frozen=True, slots=True)
class Fold:
    """`steps` are the next values of s0, s1, …, over s, k and p. `walked` says of each parameter whether it is a list
    that is read at the round number only, so that what comes later in it does not matter. `adds`: s0 is a sum, to which
    every round adds something that does not depend on it. `any_order`: the same is added up, or asked for, in whatever
    order the elements of the list come. `gathers`: s0 is a list, to which a round adds one element or none, whatever is
    in it; with `maps` every round adds one. `grows`: by how many elements every round makes the list s0 longer, where
    that is always the same."""

    steps: tuple[t.Term, ...]
    parameters: tuple[t.Sort, ...]
    key: str = field(compare=False)
    digest: str = field(compare=False)
    walked: tuple[bool, ...] = field(compare=False)
    adds: bool = field(compare=False)
    any_order: bool = field(compare=False)
    gathers: bool = field(compare=False)
    maps: bool = field(compare=False)
    grows: int | None = field(compare=False)

    @property
    def name(self) -> str:
        return f"F_{self.key[:5]}"

    @property
    def states(self) -> int:
        return len(self.steps)


def definition(steps: tuple[t.Term, ...], parameters: tuple[t.Sort, ...]) -> Fold:
    key = hashlib.blake2b(repr(parameters).encode(), digest_size=8)
    digest = hashlib.blake2b(repr(parameters).encode(), digest_size=20)
    for step in steps:
        key.update(step.key)
        digest.update(t.digest_of(step).encode())
    walked = tuple(_is_walked(steps, place, sort) for place, sort in enumerate(parameters))
    own = t.variable("s0", steps[0].sort)
    alone = all("s0" not in step.free for step in steps[1:])
    adds = own.sort == t.INT and alone and _adds(steps[0], own)
    asked = own.sort == t.BOOL and steps[0].op in ("or", "and") and _asks(steps[0], own)
    any_order = len(steps) == 1 and (adds or asked) and _by_element(steps[0], walked, parameters)
    gathers = t.is_list(own) and alone and _gathers(steps[0], own)
    maps = gathers and steps[0].op == "snoc"
    grows = _grows(steps[0], own) if t.is_list(own) else None
    return Fold(steps, parameters, key.hexdigest(), digest.hexdigest(), walked, adds, any_order, gathers, maps, grows)


def _grows(step: t.Term, own: t.Term) -> int | None:
    """How many elements more than a list its next value has; None where that is not seen, or not always the same."""
    if step is own:
        return 0
    match step.op:
        case "put" | "reverse":
            return _grows(step.args[0], own)
        case "snoc" | "insert":
            inner = _grows(step.args[0], own)
            return None if inner is None else inner + 1
        case "ite":
            yes, no = _grows(step.args[1], own), _grows(step.args[2], own)
            return yes if yes == no else None
        case "fold":
            return _grows(step.args[1], own) if step.data.grows == 0 else None
    return None


def _asks(step: t.Term, own: t.Term) -> bool:
    return own in step.args and all(each is own or own.data not in each.free for each in step.args)


def _by_element(step: t.Term, walked: Sequence[bool], parameters: Sequence[t.Sort]) -> bool:
    """Whether rounds differ in nothing but the element of one list."""
    lists = [t.variable(f"p{place}", parameters[place]) for place, each in enumerate(walked) if each]
    if len(lists) != 1:
        return False
    return ROUND.data not in t.replace_parts(step, {t.at(lists[0], ROUND): t.variable("#", lists[0].sort[1])}).free


def _gathers(step: t.Term, own: t.Term) -> bool:
    if step.op == "ite":
        return own.data not in step.args[0].free and all(_gathers(branch, own) for branch in step.args[1:])
    return step is own or (step.op == "snoc" and step.args[0] is own and own.data not in step.args[1].free)


def _adds(step: t.Term, own: t.Term) -> bool:
    if step.op == "ite":
        return own.data not in step.args[0].free and all(_adds(branch, own) for branch in step.args[1:])
    return own.data not in t.sub(step, own).free


def _is_walked(steps: Sequence[t.Term], place: int, sort: t.Sort) -> bool:
    items = t.variable(f"p{place}", sort)
    if not t.is_list(items):
        return False
    mark = {t.at(items, ROUND): t.variable("#", items.sort[1])}
    return all(items.data not in t.replace_parts(step, mark).free for step in steps)


def split(term: t.Term) -> tuple[t.Term, tuple[t.Term, ...], tuple[t.Term, ...]]:
    """Rounds, values before the loop, parameters."""
    states = term.data.states
    return term.args[0], term.args[1 : 1 + states], term.args[1 + states :]


def fold(defined: Fold, args: Sequence[t.Term]) -> t.Term:
    """The value of s0 after `args[0]` rounds, simplified."""
    rounds = args[0]
    if rounds.op == "num":
        if rounds.data <= 0:
            return args[1]
        if rounds.data <= _UNROLLED:
            return unfold(defined, (t.number(rounds.data - 1), *args[1:]))
    args = _framed(defined, args)
    if defined.any_order:  # the list that it goes through, and no other: in one that is looked into, places count
        through = 1 + defined.states + defined.walked.index(True)
        items = args[through]
        if items.op == "reverse" and rounds is t.length(items):
            args = (*args[:through], items.args[0], *args[through + 1 :])
    if defined.gathers and defined.states == 1 and args[1].op == "nil":
        through = next((place for place, each in enumerate(args) if place > 1 and each.op == "reverse"), 0)
        alone = through and _by_element(defined.steps[0], defined.walked, defined.parameters)
        if (
            alone and defined.walked[through - 2] and rounds is t.length(args[through])
        ):  # what is chosen is, in any order
            return t.reverse(fold(defined, (*args[:through], args[through].args[0], *args[through + 1 :])))
    if args[1].sort == t.INT and args[1] is not t.ZERO and defined.adds:
        return t.add(args[1], fold(defined, (rounds, t.ZERO, *args[2:])))
    condition = _choice(args)
    if condition is not None:
        sides = [
            fold(defined, tuple(t.replace_parts(arg, {condition: known}) for arg in args))
            for known in (t.TRUE, t.FALSE)
        ]
        return t.ite(condition, *sides)
    for items in args[1 + defined.states :]:
        if items.op == "snoc" and rounds is t.length(items):
            return unfold(defined, (t.add(rounds, t.number(-1)), *args[1:]))
    return t.make("fold", tuple(args), args[1].sort, defined)


def _choice(args: Sequence[t.Term]) -> t.Term | None:
    """A condition on which the rounds, or a list, depend."""
    for arg in args:
        if arg.op == "ite" and (t.is_list(arg) or arg is args[0]):
            return arg.args[0]
    for each in args[0].args if args[0].op == "+" else (args[0],):
        inner = each.args[1] if each.op == "*" and each.args[0].op == "num" else each
        if inner.op == "ite":
            return inner.args[0]
    return None


def _framed(defined: Fold, args: Sequence[t.Term]) -> Sequence[t.Term]:
    """What comes after the elements that a loop has reached does not matter: a longer list gives the same."""
    changed = list(args)
    for place, walked in enumerate(defined.walked, 1 + defined.states):
        while walked:
            items = changed[place]
            longer = items.op in ("snoc", "cat") and _no_more_than(args[0], items.args[0])
            cut_off = items.op == "cut" and items.args[1] is t.ZERO and t.le(args[0], items.args[2]) is t.TRUE
            if longer or cut_off:
                changed[place] = items.args[0]
            else:
                break
    return tuple(changed)


def _no_more_than(rounds: t.Term, items: t.Term) -> bool:
    """Whether it is seen at once that a list has so many elements."""
    if items.op == "cut":  # no piece is shorter than the distance of its bounds
        return t.le(rounds, t.sub(items.args[2], items.args[1])) is t.TRUE
    return t.le(rounds, t.length(items)) is t.TRUE


def fresh_mark(terms: Sequence[t.Term]) -> str:
    """With it behind a `!`, names are others than all in these terms."""
    taken = frozenset[str]().union(*(term.free for term in terms))
    return next(
        mark for mark in map(str, range(len(taken) + 1)) if not any(name.endswith(f"!{mark}") for name in taken)
    )


def components(defined: Fold, args: Sequence[t.Term]) -> list[t.Term]:
    """The folds of all variables of the loop, with the same arguments."""
    rounds, states = args[0], defined.states
    mark = fresh_mark(args)
    own = {f"s{place}": t.variable(f"s{place}!{mark}", step.sort) for place, step in enumerate(defined.steps)}
    clock = t.variable(f"k!{mark}", t.INT)
    given = {
        f"p{place}!{mark}": value for place, value in enumerate(args[1 + states :])
    }  # as names, so that the steps stay as they are whatever is read
    named = {f"p{place}": t.variable(f"p{place}!{mark}", sort) for place, sort in enumerate(defined.parameters)}
    values = {**own, "k": clock, **named}
    loop = {
        state: (args[1 + place], t.substitute(step, values))
        for place, (state, step) in enumerate(zip(own.values(), defined.steps, strict=True))
    }
    return [t.substitute(loop_value(state, loop, clock, rounds), given) for state in own.values()]


def unfold(defined: Fold, args: Sequence[t.Term]) -> t.Term:
    """The value after one round more than `args[0]`, which must not be negative."""
    values = {f"s{place}": value for place, value in enumerate(components(defined, args))}
    values |= {f"p{place}": value for place, value in enumerate(args[1 + defined.states :])}
    return t.substitute(defined.steps[0], values | {"k": args[0]})


def loop_value(wanted: t.Term, loop: Loop, clock: t.Term, rounds: t.Term) -> t.Term:
    """The value of a variable of a loop after so many rounds. `clock` is the number of the round in the next values.

    The variables and the clock have names that occur nowhere else.
    """
    rest = dict(loop)
    closed: dict[str, t.Term] = {}
    changing = True
    while changing:
        changing = False
        for state, (before, after) in list(rest.items()):
            during = _known(state, before, after, {each.data for each in rest} | {clock.data}, clock)
            if during is not None:
                closed[state.data] = t.ite(t.le(t.ZERO, rounds), t.substitute(during, {clock.data: rounds}), before)
                del rest[state]
                known = {state.data: during}
                rest = {each: (first, t.substitute(then, known)) for each, (first, then) in rest.items()}
                changing = True
                break
    if wanted.data in closed:
        return closed[wanted.data]
    rest = _needed(wanted, rest)
    other = _narrowed(wanted, rest, clock, rounds) or _from_behind(wanted, rest, clock, rounds)
    if other is not None:
        return other
    order = [wanted]
    parameters: dict[t.Term, t.Term] = {}
    moving = {clock.data, *(state.data for state in rest)}
    # A plain variable for each part that does not move: what these parts are must not decide how steps are written.
    fixed = dict.fromkeys(
        each for _, after in rest.values() for each in _by_shape(after, moving) if each.free.isdisjoint(moving)
    )
    marks = {each: t.variable(f"fixed!{place}", each.sort) for place, each in enumerate(fixed)}
    meant = {mark.data: each for each, mark in marks.items()}
    marked: dict[t.Term, t.Term] = {}
    rest = {state: (before, t.replace_parts(after, marks, marked)) for state, (before, after) in rest.items()}
    names: dict[t.Term, t.Term] = {clock: ROUND, wanted: t.variable("s0", wanted.sort)}
    steps = []
    for state in order:  # it grows while we go through it
        for each in _by_shape(rest[state][1], moving):
            if each in rest and each not in names:
                names[each] = t.variable(f"s{len(order)}", each.sort)
                order.append(each)
            elif each.free.isdisjoint(moving) and each not in parameters:
                parameters[each] = t.variable(f"p{len(parameters)}", each.sort)
    done: dict[t.Term, t.Term] = {}
    for state in order:
        steps.append(t.replace_parts(rest[state][1], {**names, **parameters}, done))
    defined = definition(tuple(steps), tuple(each.sort for each in parameters))
    return fold(
        defined, (rounds, *(rest[state][0] for state in order), *(t.substitute(each, meant) for each in parameters))
    )


def _needed(wanted: t.Term, loop: Loop) -> dict[t.Term, tuple[t.Term, t.Term]]:
    """The part of a loop on which one of its variables depends."""
    by_name = {state.data: state for state in loop}
    found = {wanted: loop[wanted]}
    todo = [wanted]
    while todo:
        for name in loop[todo.pop()][1].free:
            state = by_name.get(name)
            if state is not None and state not in found:
                found[state] = loop[state]
                todo.append(state)
    return {state: found[state] for state in loop if state in found}


def _narrowed(wanted: t.Term, loop: Loop, clock: t.Term, rounds: t.Term) -> t.Term | None:
    """A loop that does something only from some round on, or up to one: with these rounds alone."""
    moving = {clock.data, *(state.data for state in loop)}
    asked = [each for each in t.parts_of(*(after for _, after in loop.values())) if each.op == "<="]
    for condition in [one for each in asked for one in (each, t.lnot(each)) if one.op == "<="]:
        slope = t.sub(t.substitute(condition.args[0], {clock.data: t.add(clock, t.ONE)}), condition.args[0])
        if slope.op != "num" or abs(slope.data) != 1 or not (condition.free & moving) <= {clock.data}:
            continue
        idle = {condition: t.FALSE, t.lnot(condition): t.TRUE}
        if any(t.replace_parts(after, idle) is not state for state, (_, after) in loop.items()):
            continue
        limit = t.scale(slope.data, t.sub(condition.args[1], t.substitute(condition.args[0], {clock.data: t.ZERO})))
        start = t.ite(t.le(t.ZERO, limit), limit, t.ZERO) if slope.data < 0 else t.ZERO
        last = t.add(limit, t.ONE)
        busy = {condition: t.TRUE, t.lnot(condition): t.FALSE}
        later = {clock.data: t.add(clock, start)}
        narrow = {
            state: (first, t.substitute(t.replace_parts(after, busy), later)) for state, (first, after) in loop.items()
        }
        count = t.sub(rounds, start) if slope.data < 0 else t.ite(t.le(rounds, last), rounds, last)
        return loop_value(wanted, narrow, clock, count)
    return None


def _from_behind(state: t.Term, loop: Loop, clock: t.Term, rounds: t.Term) -> t.Term | None:
    """A loop that goes through its lists, or through the numbers that it adds up, from behind, written as one from the
    front: the same is added up, or asked for, in another order, and what is put in front of a list from behind is put
    behind it from the front."""
    before, after = loop[state]
    others = [each for each in loop if each is not state]
    if any(each.data in after.free or state.data in loop[each][1].free for each in others):
        return None
    read = [each.args[1] for each in t.parts_of(after) if each.op == "at" and clock.data in each.args[1].free]
    if not read and state.sort == t.INT:
        read = [gap for each in _leaves(after) if clock.data in (gap := t.sub(each, state)).free]
    if not read or any(clock.data in t.add(place, clock).free for place in read):
        return None
    turn = {clock.data: t.sub(t.sub(rounds, t.ONE), clock)}
    asked = after.op in ("or", "and") and state in after.args
    asked = asked and all(each is state or state.data not in each.free for each in after.args)
    if (state.sort == t.INT and _adds(after, state)) or (state.sort == t.BOOL and asked):
        return loop_value(state, {state: (before, t.substitute(after, turn))}, clock, rounds)
    behind = _put_behind(after, state) if t.is_list(state) and before.sort == state.sort else None
    if behind is None:
        return None
    empty = t.make("nil", (), state.sort)
    return t.cat(loop_value(state, {state: (empty, t.substitute(behind, turn))}, clock, rounds), before)


def _leaves(term: t.Term) -> list[t.Term]:
    return [leaf for branch in term.args[1:] for leaf in _leaves(branch)] if term.op == "ite" else [term]


def _put_behind(after: t.Term, state: t.Term) -> t.Term | None:
    """What puts something in front of a list in some rounds, with it behind the list instead."""
    if after is state:
        return state
    if after.op == "ite" and state.data not in after.args[0].free:
        yes, no = (_put_behind(branch, state) for branch in after.args[1:])
        return None if yes is None or no is None else t.ite(after.args[0], yes, no)
    if after.op == "cat" and after.args[1] is state and state.data not in after.args[0].free:
        return t.cat(state, after.args[0])
    return None


def _known(state: t.Term, before: t.Term, after: t.Term, moving: set[str], clock: t.Term) -> t.Term | None:
    """The value at the beginning of a round, where it is known without the rounds before: it does not change, what is
    added depends on the number of the round alone, or a list is copied element by element."""
    if after is state:
        return before
    if t.is_list(state):
        return _copied(state, before, after, moving, clock)
    if state.sort == t.BOOL:
        return _met(state, before, after, moving, clock)
    if state.sort != t.INT:
        return None
    total = _added_up(t.sub(after, state), moving, clock)
    return None if total is None else t.add(before, total)


def _added_up(gap: t.Term, moving: set[str], clock: t.Term) -> t.Term | None:
    """What the rounds before this one have added, where each adds a multiple of its own number, or of its square, and
    something that is always the same: 0 + 1 + … + (k - 1) is k * (k - 1) / 2."""
    square = t.mul(clock, clock)
    total = t.ZERO
    for each in gap.args if gap.op == "+" else (gap,):
        times, part = each.args if each.op == "*" and each.args[0].op == "num" else (t.ONE, each)
        if part.free.isdisjoint(moving):
            sum_of = t.mul(part, clock)
        elif part is clock:
            sum_of = t.div(t.sub(square, clock), t.number(2))
        elif part is square:
            cube = t.mul(square, clock)
            sum_of = t.div(t.add(t.scale(2, cube), t.scale(-3, square), clock), t.number(6))
        else:
            return None
        total = t.add(total, t.mul(times, sum_of))
    return total


def _met(state: t.Term, before: t.Term, after: t.Term, moving: set[str], clock: t.Term) -> t.Term | None:
    """Whether a limit was passed in some round: in the first, if it is for small rounds, or else in the last."""
    if after.op != "or" or state not in after.args:
        return None
    found = []
    for each in after.args:
        if each is state:
            continue
        if each.op != "<=":
            return None
        slope = t.sub(t.substitute(each.args[0], {clock.data: t.add(clock, t.ONE)}), each.args[0])
        rest = t.substitute(each, {clock.data: t.ZERO})
        if slope.op != "num" or not rest.free.isdisjoint(moving):
            return None
        found.append(rest if slope.data >= 0 else t.substitute(each, {clock.data: t.sub(clock, t.ONE)}))
    return t.lor(before, t.land(t.le(t.ONE, clock), t.lor(*found)))


def _copied(state: t.Term, before: t.Term, after: t.Term, moving: set[str], clock: t.Term) -> t.Term | None:
    """A list to which neighbouring elements of another are added, one in each round, or always the same element; behind
    or in front."""
    behind = after.op == "snoc" and after.args[0] is state
    in_front = after.op == "cat" and after.args[1] is state and after.args[0].op == "snoc"
    if in_front and after.args[0].args[0].op != "nil":
        return None
    if not behind and not in_front:
        return None
    element = after.args[1] if behind else after.args[0].args[1]
    if element.free.isdisjoint(moving):
        same = t.repeat(t.list_term(element.sort, [element]), clock)
        return t.cat(before, same) if behind else t.cat(same, before)
    if element.op != "at" or not element.args[0].free.isdisjoint(moving):
        return None
    items, place = element.args
    first, last = t.sub(place, clock), t.add(place, clock)
    if first.free.isdisjoint(moving):
        piece = t.cut(items, first, t.add(first, clock))
    elif last.free.isdisjoint(moving):
        piece = t.reverse(t.cut(items, t.add(t.sub(last, clock), t.number(1)), t.add(last, t.number(1))))
    else:
        return None
    return t.cat(before, piece) if behind else t.cat(t.reverse(piece), before)


def _by_shape(term: t.Term, moving: set[str]) -> list[t.Term]:
    """Variables that move, and the largest parts that do not, in an order that does not depend on names."""
    found: dict[t.Term, None] = {}
    seen: set[t.Term] = set()
    todo = [term]
    while todo:
        each = todo.pop()
        if each in seen or not each.free:
            continue
        seen.add(each)
        fixed = each.free.isdisjoint(moving)
        taken_apart = each.op in ("+", "and", "or", "not", "<=") or (each.op == "*" and each.args[0].op == "num")
        if each.op == "var" or (fixed and not taken_apart):
            found[each] = None
            continue
        args = sorted(each.args, key=lambda arg: arg.shape) if each.op in t.COMMUTATIVE else each.args
        todo += reversed(args)
    return list(found)


def loops_in(*terms: t.Term) -> list[t.Term]:
    return [each for each in t.parts_of(*terms) if each.op == "fold"]


__all__ = [
    "ROUND", "Fold", "Loop", "components", "fold", "fresh_mark", "loop_value", "loops_in", "split", "unfold",
]  # fmt: skip
