"""Lists that a loop makes element by element: what is in them, and loops over them without them."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms.folds import ROUND, components, fresh_mark, loop_value, loops_in, split


def element_facts(read: t.Term) -> list[t.Term]:
    """Of an element of a list to which every round adds one: it is what was added in its round."""
    items, place = read.args
    if items.op != "fold" or not items.data.maps:
        return []
    number = t.sub(place, t.length(items.args[1]))
    made = items.data.steps[0].args[1]
    states = components(items.data, (number, *items.args[1:])) if items.data.states > 1 else [items]
    values = {f"s{each}": value for each, value in enumerate(states)}
    values |= {f"p{each}": value for each, value in enumerate(items.args[1 + items.data.states :])}
    added = t.substitute(made, values | {"k": number})
    return [t.implies(t.land(t.le(t.ZERO, number), t.lt(number, items.args[0])), t.equal(read, added))]


def without_lists(term: t.Term) -> t.Term:
    """The term, with loops over such lists written as loops over what the lists are made of."""
    others = {each: _fused(each) for each in loops_in(term)}
    return t.replace_parts(term, {each: other for each, other in others.items() if other is not each})


def _fused(loop: t.Term) -> t.Term:
    """One loop for two: in each round of that which makes the list, what the other does with the element, if there is
    one. The other must not count its rounds, unless every round of the first adds an element."""
    rounds, before, parameters = split(loop)
    for place, items in enumerate(parameters):
        if not loop.data.walked[place] or items.op != "fold":
            continue
        maker = items.data
        whole = rounds is t.length(items) or (maker.maps and rounds is items.args[0])
        if not maker.gathers or not whole or items.args[1].op != "nil":
            continue
        mark = fresh_mark(loop.args)
        clock, here = t.variable(f"k!{mark}", t.INT), t.variable(f"here!{mark}", items.sort[1])
        listed = t.variable(f"p{place}", items.sort)
        steps = [t.replace_parts(step, {t.at(listed, ROUND): here}) for step in loop.data.steps]
        if not maker.maps and any(ROUND.data in step.free for step in steps):
            continue
        own = {f"s{each}": t.variable(f"s{each}!{mark}", step.sort) for each, step in enumerate(steps)}
        given = {f"p{each}!{mark}": value for each, value in enumerate(parameters)}
        named = {f"p{each}": t.variable(f"p{each}!{mark}", value.sort) for each, value in enumerate(parameters)}
        after = [t.substitute(step, {**own, **named, "k": clock}) for step in steps]
        _, first, read = split(items)
        theirs = {f"s{each}": t.variable(f"t{each}!{mark}", step.sort) for each, step in enumerate(maker.steps)}
        given |= {f"q{each}!{mark}": value for each, value in enumerate(read)}
        also = {f"p{each}": t.variable(f"q{each}!{mark}", value.sort) for each, value in enumerate(read)}
        making = [t.substitute(step, {**theirs, **also, "k": clock}) for step in maker.steps]
        pairs = zip(own.values(), before, after, strict=True)
        together = {state: (start, _each(making[0], state, then, here)) for state, start, then in pairs}
        others = list(zip(theirs.values(), first, making, strict=True))[1:]
        together |= {state: (start, then) for state, start, then in others}
        return without_lists(t.substitute(loop_value(own["s0"], together, clock, items.args[0]), given))
    return loop


def _each(making: t.Term, state: t.Term, after: t.Term, here: t.Term) -> t.Term:
    """The next value of a state in a round that may add an element."""
    if making.op == "ite":
        return t.ite(making.args[0], *(_each(branch, state, after, here) for branch in making.args[1:]))
    return t.replace_parts(after, {here: making.args[1]}) if making.op == "snoc" else state
