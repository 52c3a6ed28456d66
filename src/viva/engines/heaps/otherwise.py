"""A program that keeps structures in a way of its own, under the names of the reference or not: two stacks for a
queue, groups whose numbers are compressed. Given the structures of the reference it goes wrong, though nobody who uses
it could tell. What can be seen decides: it is right if the structures that it went wrong on, built by its own calls,
come out right, whatever is called then, and if what it builds keeps all that the reference's structures keep. Where
calls do not tell structures of the reference apart, such as the shapes of a tree, structures are what is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from viva.core.records import dataclass
from viva.engines.heaps.building.method_sequences import Bounds, State, Step
from viva.engines.heaps.building.paired import Pairing, Plainly
from viva.engines.heaps.comparing.canonical import Form, form
from viva.engines.heaps.comparing.judging import Asked, content
from viva.engines.heaps.domain import Domain
from viva.engines.heaps.filling import hands_back
from viva.engines.heaps.interface import Played, Player, Way, parting, play_ways, steps_of
from viva.engines.heaps.invariants import LIBRARY
from viva.engines.heaps.parts import element, items, size
from viva.engines.heaps.view import view
from viva.languages.heap import Heap

_MOST_WAYS = 40
_ASKED_AFTERWARDS = 16  # calls of each method
_TAKEN_OUT = 5
_MOST_LEFT_OUT = 80
_MOST_GROUPS, _MOST_OF_A_GROUP = 12, 3
_BUILT = Bounds(keys=3, nodes=4, most=90, wasted=2)


@dataclass(frozen=True, slots=True)
class Wrong:
    """A call on a structure of the reference that came out otherwise. `changes`: what it leaves is another structure
    than before."""

    method: str
    call: Heap
    changes: bool


def may_be_kept_otherwise(domain: Domain, asked: Asked, reference: Player, renamed: bool) -> bool:
    """Whether it is open what a program keeps: there are no nodes and always as much is kept, so that it cannot be keys
    alone; or its fields have other names, and calls tell apart what the reference keeps."""
    sizes = {size(state.heap) for state in domain.states}
    if domain.layout.node is None and len(sizes) == 1 and len(domain.states) > 1:
        return True
    return renamed and _tells_apart(domain, asked, reference)


def looks_right(
    domain: Domain, wrong: Sequence[Wrong], known: Sequence[Played], reference: Player, submission: Player
) -> bool:
    """Whether the structures that it went wrong on can be built by calls, nobody could tell then, and what methods do
    that left something else can be seen at all."""
    ways = _ways(domain, wrong)
    changing = {each.method for each in wrong if each.changes}
    if not ways or not all(_is_noticed(reference, known, method) for method in changing):
        return False
    expected = play_ways(reference, ways)
    actual = submission.play([each.way for each in expected])
    return len(actual) == len(expected) and all(
        parting(one, two) is None for one, two in zip(expected, actual, strict=True)
    )


def keeps_as_much(domain: Domain, asked: Asked, pairing: Pairing, named: Plainly) -> bool:
    """Whether what a program builds has all that is kept by what the reference builds with the same calls; where there
    are nodes, they hold the same."""
    layout = domain.layout
    pairs = pairing.beside(_BUILT)
    for pair in pairs:
        ours, theirs = view(pair.ours, layout), view(named(pair.theirs), layout)
        if theirs.broken or not all(LIBRARY[name](theirs) for name in domain.kept):
            return False
        if layout.node is not None and content(asked, ours) != content(asked, theirs):
            return False
    return len(pairs) > 1


def _tells_apart(domain: Domain, asked: Asked, reference: Player) -> bool:
    """Whether calls return something else for structures that hold the same in another order or shape."""
    afterwards = _afterwards(domain)
    groups: dict[object, list[State]] = {}
    for state in domain.states:
        if state.way:
            held = content(asked, view(state.heap, domain.layout))
            groups.setdefault(frozenset(held.items()), []).append(state)
    some = [group[:_MOST_OF_A_GROUP] for group in groups.values() if len(group) > 1]
    for group in some[:_MOST_GROUPS]:
        told = {
            tuple(
                each.told[len(state.way) - 1 :] for each in reference.play([(*state.way, *then) for then in afterwards])
            )
            for state in group
        }
        if len(told) < len(group):
            return False
    return bool(some)


def _afterwards(domain: Domain) -> list[Way]:
    """Calls of each method; of one that needs nothing several, as it may take something out."""
    public = [method for name, method in domain.methods.items() if not name.startswith("_")]
    some = [steps_of(domain, method, _ASKED_AFTERWARDS) for method in public]
    return [tuple(steps if steps[0].arguments else steps * _TAKEN_OUT) for steps in some if steps]


def _ways(domain: Domain, wrong: Sequence[Wrong]) -> list[Way]:
    """How the calls are come to by calls alone, with calls of all methods afterwards."""
    known: dict[Form, State] = {}
    for state in (*domain.fresh, *domain.states, *domain.orders, *domain.others, *domain.large):
        if state.way:
            known.setdefault(form(state.heap), state)
    afterwards = _afterwards(domain)
    stride = -(-len(wrong) // _MOST_WAYS) or 1
    found: list[Way] = []
    for each in wrong[::stride]:
        arguments = [slot for slot in items(each.call)[1:] if slot is None or isinstance(slot, int | float | str)]
        built = known.get(form(element(each.call, 0)))
        if built is not None and len(arguments) == len(items(each.call)) - 1:
            took = "result" if hands_back(domain, domain.methods[each.method]) else "object"
            step = Step(each.method, tuple(arguments), took)
            found += [(*built.way, step, *then) for then in afterwards]
    return found


def _is_noticed(reference: Player, known: Iterable[Played], method: str) -> bool:
    """Whether later calls return something else where one of this method is left out."""
    some = [each for each in known if any(step.method == method for step in each.way[1:-1])]
    some = some[:: -(-len(some) // _MOST_LEFT_OUT) or 1]
    places = [next(at for at, step in enumerate(each.way) if at and step.method == method) for each in some]
    shorter = [(*each.way[:at], *each.way[at + 1 :]) for each, at in zip(some, places, strict=True)]
    for one, at, two in zip(some, places, reference.play(shorter), strict=False):
        if two.ended is None and (*one.told[: at - 1], *one.told[at:]) != two.told:
            return True
    return False
