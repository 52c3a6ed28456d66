"""A class through its public interface: sequences of calls on one living object, and what they return.

What an object keeps is nobody's business here. So a class is judged as a whole: methods that rely on each other, and
programs that keep a structure in a way of their own. The calls are made inside of the box one after the other, as any
user of the class would make them; what they returned is compared outside.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from viva.core.json import Json
from viva.core.records import dataclass
from viva.engines.heaps.building.method_sequences import Bounds, State, Step, combinations, values_for
from viva.engines.heaps.building.values import around, further, keys
from viva.engines.heaps.comparing.canonical import Form, form
from viva.engines.heaps.domain import Domain
from viva.engines.heaps.filling import fills_and_drains, hands_back
from viva.engines.heaps.layout import Method
from viva.engines.heaps.parts import Argument, element, items, join_arguments, size
from viva.engines.heaps.running import LARGEST, LIMITED, Runner
from viva.languages.heap import Heap
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.protocol import reads_of
from viva.sandbox import Limits

Way = tuple[Step, ...]
PLAYED = "_viva_played"
MARK = "viva:"
_STEPS = 60_000
_SYSTEMATIC = 140
_BY_CHANCE = 160
_LONGEST = 14
_ROUNDS = 24
_IN_A_ROW = 4
_OBSERVERS = ("__len__", "__iter__")


@dataclass(frozen=True, slots=True)
class Played:
    """A sequence of calls, the constructor first, and what the calls returned; `ended` says how it went where that is
    not known."""

    way: Way
    told: tuple[Form, ...]
    shown: tuple[Heap, ...]
    ended: Outcome | None = None

    @property
    def last(self) -> Heap:
        return self.shown[-1]


@dataclass(frozen=True, slots=True)
class Parting:
    """Where a sequence comes out otherwise: at its last call."""

    expected: Played
    actual: Played

    @property
    def step(self) -> Step:
        return self.expected.way[-1]


@dataclass(frozen=True, slots=True)
class Player:
    """A program with what makes its calls."""

    runner: Runner
    others: Mapping[Heap, Way]
    """How objects are built that are given as arguments."""

    def play(self, ways: Sequence[Way], *, seed: int = 0, alone: bool = False) -> list[Played]:
        calls = [join_arguments([json.dumps(_as_json(way, self.others))]) for way in ways]
        outcomes = self.runner.calls.call(
            self.runner.sandbox, self.runner.program, PLAYED, calls,
            steps=_STEPS, seed=seed, limits=Limits() if alone else LIMITED, largest=LARGEST, output=100_000,
            together=1 if alone else 100,
        )  # fmt: skip
        return [_played(way, outcome) for way, outcome in zip(ways, outcomes, strict=False)]


def player(runner: Runner, text: str, domain: Domain) -> Player | None:
    """None where the text with the driver is no program any more."""
    player = reads_of(runner.language).sequence_player(runner.cls, PLAYED, MARK)
    program = runner.language.runs.prepare(runner.sandbox, (text + player).encode())
    if not isinstance(program, Program):
        return None
    return Player(replace(runner, program=program), {state.heap: state.way for state in _given(domain)})


def _given(domain: Domain) -> list[State]:
    """The objects that are given as arguments."""
    return [state for state in domain.states if state.way][1:4]


def _played(way: Way, outcome: Outcome) -> Played:
    if outcome.problem is not None or outcome.value is None:
        return Played(way, (), (), outcome)
    shown = tuple(element(outcome.value, number) for number in range(len(items(outcome.value))))
    return Played(way, tuple(form(each) for each in shown), shown)


def _as_json(way: Way, others: Mapping[Heap, Way]) -> list[Json]:
    return [
        [step.method, [_argument(each, others) for each in step.arguments], "result" if step.took == "result" else ""]
        for step in way
    ]


def _argument(value: Argument, others: Mapping[Heap, Way]) -> Json:
    """A plain value, a list behind a 0, or the way to build another object."""
    if isinstance(value, Heap):
        return [_as_json(others[value], others)]
    if isinstance(value, tuple):
        inner: list[Json] = [*value]
        return [0, inner]
    return value


def sequences(domain: Domain, seed: int) -> list[Way]:
    """Sequences of calls that follow from the reference alone: all short ones, evenly spread, longer ones by
    chance, of the methods that build or are asked for, and many keys put in and taken out again."""
    fresh = [state.way for state in domain.fresh[:3]] or [(Step("", ()),)]
    methods = [method for name, method in domain.methods.items() if not name.startswith("_")]
    observers = [Step(name) for name in _OBSERVERS if domain.layout.of_main.method(name) is not None]
    chance = random.Random(seed)
    places = _places(domain)
    few = {method.name: _steps(domain, method, Bounds(keys=2), 3, chance) for method in methods}
    choices = [step for method in methods for step in few[method.name]]
    short = [
        (*begin, *steps)
        for count in (1, 2, 3)
        for begin in fresh[:1]
        for steps in itertools.product(choices, repeat=count)
    ]
    stride = -(-len(short) // _SYSTEMATIC) or 1
    long = []
    for number in range(_BY_CHANCE):
        values = _value_sets(methods, number, places)
        pools = {method.name: _steps(domain, method, Bounds(keys=5, values=values), 12, chance) for method in methods}
        named = [method.name for method in methods if pools[method.name]]
        count = 4 + number % (_LONGEST - 3)
        long.append((*fresh[number % len(fresh)], *(chance.choice(pools[chance.choice(named)]) for _ in range(count))))
    filled = fills_and_drains(domain, methods, fresh[0], chance)
    return list(dict.fromkeys((*way, *observers) for way in (*short[::stride], *long, *filled)))


def _places(domain: Domain) -> int:
    """How many places a new object has in a list that is always as long; 0 where there is no such list."""
    fixed = domain.layout.node is None and len({size(state.heap) for state in domain.states}) == 1
    lists = [len(node.children) for state in domain.fresh[:1] for node in state.heap.nodes if node.kind == "list"]
    return max(lists, default=0) if fixed else 0


def _value_sets(methods: Sequence[Method], number: int, places: int) -> dict[str, tuple[Argument, ...]]:
    """Mostly small keys, so that some meet; then others; where places are counted, all of them, and keys that meet at
    the last one."""
    kinds = dict.fromkeys(parameter.kind for method in methods for parameter in method.parameters)
    if places and number % 4 in (1, 2):
        last = (places - 1, 2 * places - 1, 3 * places - 1, 0, places, places - 2)
        return {"key": tuple(range(places)) if number % 4 == 1 else last}
    if number % 4 == 3:
        return {kind: known[number // 4 % len(known)] for kind in kinds if (known := further(kind))}
    return {kind: tuple(around(kind, 3)) for kind in kinds if kind in ("key", "text", "real")}


def steps_of(domain: Domain, method: Method, most: int) -> list[Step]:
    """Calls of a method with a few small keys."""
    return _steps(domain, method, Bounds(keys=4), most, random.Random(0))


def _steps(domain: Domain, method: Method, bounds: Bounds, most: int, chance: random.Random) -> list[Step]:
    values: list[list[Argument]] = []
    for parameter in method.parameters:
        if parameter.kind == "instance":
            values.append([state.heap for state in _given(domain)])
        else:
            values.append(values_for(parameter, 0, domain.layout, bounds) or keys(parameter.kind, 2))
    took = "result" if hands_back(domain, method) else "object"
    found = [Step(method.name, arguments, took) for arguments in combinations(method.parameters, values)]
    if len(found) <= most or len(method.parameters) < 2:
        return found[:: -(-len(found) // most) or 1]
    # Of several arguments every n-th would leave out the same pairs always.
    apart = [step for step in found if len(set(map(repr, step.arguments))) > 1]
    some = chance.sample(apart, min(len(apart), most - 1))
    return [step for step in found if step in some or step == found[0]]


def play_ways(player: Player, ways: Sequence[Way]) -> list[Played]:
    """What the reference returns, as far as it does: a sequence ends before the call that raises."""
    found: dict[Way, Played] = {}
    for played in player.play(ways):
        cut = played
        if played.shown and told_as(played.last) is not None:
            cut = replace(played, way=played.way[: len(played.told)], told=played.told[:-1], shown=played.shown[:-1])
        if cut.ended is None and cut.told:
            found.setdefault(cut.way, cut)
    return list(found.values())


def observes(expected: Sequence[Played]) -> bool:
    """Whether anything is ever returned that can be compared."""
    return len({told for played in expected for told in played.told if told != (None,)}) > 1


def parting(expected: Played, actual: Played) -> Parting | None:
    """None where both return the same; else both up to the first call that comes out otherwise. A run that did not end
    comes out otherwise at its end."""
    for number, told in enumerate(expected.told):
        if number >= len(actual.told) or actual.told[number] != told:
            way = expected.way[: number + 2]
            cut = Played(way, expected.told[: number + 1], expected.shown[: number + 1])
            return Parting(cut, Played(way, actual.told[: number + 1], actual.shown[: number + 1], actual.ended))
    return None


def smallest(found: Parting, reference: Player, submission: Player) -> Parting:
    """With as few calls as can be: one after the other is left out as long as it still comes out otherwise at the
    last."""
    for _ in range(_ROUNDS):
        shorter = (_least(ways, reference, submission) for ways in _left_out(found.expected.way) if ways)
        best = next((each for each in shorter if each is not None), None)
        if best is None:
            break
        found = best
    plain = _counted_through(found.expected.way)
    return _least([plain], reference, submission) or found


def _left_out(way: Way) -> Iterator[list[Way]]:
    """With several calls in a row less, with one less, with two less."""
    places = range(1, len(way) - 1)
    yield [(*way[:place], *way[place + _IN_A_ROW :]) for place in places if place + _IN_A_ROW < len(way)]
    for count in (1, 2):
        some = itertools.combinations(places, count)
        yield [tuple(step for place, step in enumerate(way) if place not in left) for left in some]


def _least(ways: Sequence[Way], reference: Player, submission: Player) -> Parting | None:
    ours = play_ways(reference, ways)
    theirs = submission.play([each.way for each in ours])
    partings = [each for one, two in zip(ours, theirs, strict=False) if (each := parting(one, two)) is not None]
    return min(partings, key=lambda each: len(each.expected.way), default=None)


def _counted_through(way: Way) -> Way:
    """The same calls with 1, 2, 3 for the whole numbers in them, in the same order."""
    numbers = sorted({each for step in way for each in step.arguments if type(each) is int})
    small: dict[object, int] = {number: rank for rank, number in enumerate(numbers, 1)}
    return tuple(
        replace(step, arguments=tuple(small[each] if type(each) is int else each for each in step.arguments))
        for step in way
    )


def told_as(heap: Heap) -> tuple[str, str] | None:
    """(`raised`, the kind of error) or (`missing`, the name of the method), where a call was no answer."""
    match items(heap):
        case (str() as mark, "raised" | "missing" as kind, str() as name) if mark == MARK:
            return str(kind), name
    return None


def missing_methods(played: Sequence[Played]) -> list[str]:
    known = [told_as(each.last) for each in played if each.shown]
    return list(dict.fromkeys(each[1] for each in known if each is not None and each[0] == "missing"))
