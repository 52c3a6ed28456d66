"""Ways through a specification as sequences of events that hold for all inputs that take the same way.

A `Trail` names for each value that a condition or an output looks at which read it came from. So one trail can be asked
with the inputs of a run, which gives values, or with unknowns, which gives formulas (`formulas.interpret`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import Environment, Undefined, belongs, is_of_kind, is_valid
from viva.engines.dialogues.semantics import Diverges, Path, Way, begin, give, parts_with_paths
from viva.engines.dialogues.suites.cases import Case, case_of_way
from viva.engines.smt.arithmetic import Symbol

Reads = Mapping[str, tuple[int, ...]]  # which reads went into each variable

_MOST_KNOWN = 20_000


@dataclass(frozen=True, slots=True)
class Reading:
    """Read number `number`; `before` is what had been read then. A value that is not valid is `excluded` if it is only
    another read's value that forbids it."""

    path: Path
    read: m.Read
    number: int
    valid: bool
    before: Reads
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    path: Path
    condition: m.Term
    side: bool
    reads: Reads


@dataclass(frozen=True, slots=True)
class Writing:
    path: Path
    write: m.Write
    reads: Reads


@dataclass(frozen=True, slots=True)
class Turn:
    """One more round of a loop; `first` says that it was just entered."""

    path: Path
    first: bool


Event = Reading | Decision | Writing | Turn


Counting = Mapping[Path, tuple[Reads, int]]


@dataclass(frozen=True, slots=True)
class Trail:
    """A way with its inputs and its events, one group of them for each read and one before the first.

    `counting` says for each counting loop what had been read when it began, and how many rounds it has begun.
    """

    way: Way
    groups: tuple[tuple[Event, ...], ...]
    reads: Reads
    counting: Counting = field(default_factory=dict)

    @property
    def inputs(self) -> tuple[m.Value, ...]:
        return self.way.inputs

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for group in self.groups for event in group)

    @property
    def done(self) -> bool:
        return self.way.asks is None

    def same_way(self, other: Trail) -> bool:
        """Whether the other one begins with this one's events, whatever its inputs."""
        return self.groups == other.groups[: len(self.groups)]


def environment(reads: Reads, values: Sequence[Symbol]) -> Environment:
    """What the variables hold: the values, or unknowns, of the reads that went into them."""
    histories = {name: tuple(values[i] for i in numbers) for name, numbers in reads.items()}
    if len(histories) == 1:
        ((name, numbers),) = reads.items()
        return Environment(histories, (name,) * len(numbers))
    order = sorted((number, name) for name, numbers in reads.items() for number in numbers)
    return Environment(histories, tuple(name for _, name in order))


@dataclass(frozen=True, slots=True)
class Walker:
    """Walks one specification, one value at a time."""

    spec: m.Spec
    parts: Mapping[Path, m.Spec] = field(init=False)
    bodies: Mapping[Path, Path] = field(init=False)

    def __post_init__(self) -> None:
        parts = dict(parts_with_paths(self.spec))
        loops = {path: part for path, part in parts.items() if isinstance(part, m.Loop | m.Repeat)}
        bodies = {(*path, 0, *((0,) if isinstance(loop.body, m.Seq) else ())): path for path, loop in loops.items()}
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "bodies", bodies)

    def start(self) -> Trail | None:
        try:
            way = begin(self.spec)
        except (Undefined, Diverges):
            return None
        counting: dict[Path, tuple[Reads, int]] = {}
        return Trail(way, (self._events(way, 0, 0, {}, counting),), {}, counting)

    def give(self, trail: Trail, value: m.Value) -> Trail | None:
        """One read further; None if this value is never given here, or leads to where a term has no value. A value that
        is refused is still one of the kind that is read."""
        asks = trail.way.asks
        if asks is None or not is_of_kind(value, asks.read):
            return None
        try:
            way = give(trail.way, value)
        except (Undefined, Diverges):
            return None
        if way is None:
            return None
        number = len(trail.inputs)
        valid = is_valid(value, asks.read, asks.environment)
        reads = trail.reads
        if valid:
            name = asks.read.variable
            reads = {**reads, name: (*reads.get(name, ()), number)}
        excluded = not valid and belongs(value, asks.read.values)
        reading = Reading(asks.path, asks.read, number, valid, trail.reads, excluded)
        counting = dict(trail.counting)
        events = self._events(way, len(trail.way.passed), len(trail.way.sides), reads, counting)
        return Trail(way, (*trail.groups, (reading, *events)), reads, counting)

    def follow(self, inputs: Sequence[m.Value]) -> Trail | None:
        trail = self.start()
        for value in inputs:
            if trail is None:
                return None
            trail = self.give(trail, value)
        return trail

    def _events(
        self, way: Way, passed: int, sides: int, reads: Reads, counting: dict[Path, tuple[Reads, int]]
    ) -> tuple[Event, ...]:
        """What the way says of its branches and counting loops (`sides`), put among the steps it passed."""
        events: list[Event] = []
        taken = list(way.sides[sides:])
        entered: set[Path] = set()
        for path in way.passed[passed:]:
            while taken and self._counted_before(taken[0], path, counting):
                events.extend(self._counted(*taken.pop(0), counting))
            part = self.parts[path]
            if path in self.bodies and isinstance(self.parts[self.bodies[path]], m.Loop):
                loop = self.bodies[path]
                events.append(Turn(loop, loop in entered))
                entered.discard(loop)
            match part:
                case m.Branch(condition=condition):
                    events.append(Decision(path, condition, taken.pop(0)[1], reads))
                case m.Write() as write:
                    events.append(Writing(path, write, reads))
                case m.Loop():
                    entered.add(path)
                case m.Repeat():
                    counting[path] = (reads, 0)
        for side in taken:
            events.extend(self._counted(*side, counting))
        return tuple(events)

    def _counted_before(self, side: tuple[Path, bool], passed: Path, counting: Counting) -> bool:
        """Whether a counting loop asked for another round before the step that was passed: its body is passed after it
        said yes, and anything else after it said no."""
        loop, more = side
        if not isinstance(self.parts[loop], m.Repeat) or loop not in counting:
            return False
        return self.bodies.get(passed) == loop if more else passed[: len(loop) + 1] != (*loop, 0)

    def _counted(self, path: Path, more: bool, counting: dict[Path, tuple[Reads, int]]) -> tuple[Event, ...]:
        part = self.parts[path]
        assert isinstance(part, m.Repeat)
        reads, rounds = counting[path]
        asked = Decision(path, m.Operation(">", part.count, m.Integer(rounds)), more, reads)
        if more:
            counting[path] = (reads, rounds + 1)
        else:
            del counting[path]
        return Turn(path, rounds == 0), asked


Exactly = tuple[tuple[type, m.Value], ...]


def exactly(inputs: tuple[m.Value, ...]) -> Exactly:
    """To look inputs up by: 0, 0.0 and False are equal, and where one of them may be given, the others may not."""
    return tuple((type(value), value) for value in inputs)


@dataclass(slots=True)
class Trails:
    """The trails of many inputs, each walked on from the longest beginning that is known: tests that are made from one
    another share most of their way."""

    walker: Walker
    _known: dict[Exactly, Trail | None] = field(default_factory=dict)

    def of(self, inputs: tuple[m.Value, ...]) -> Trail | None:
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        key = exactly(inputs)
        length = len(inputs)
        while length and key[:length] not in self._known:
            length -= 1
        trail = self._known[key[:length]] if length else self.walker.start()
        for number in range(length, len(inputs)):
            trail = self.walker.give(trail, inputs[number]) if trail else None
            self._known[key[: number + 1]] = trail
        return trail

    def case(self, inputs: tuple[m.Value, ...]) -> Case | None:
        """The test with these inputs, as `cases.case_of` gives it."""
        trail = self.of(inputs)
        return case_of_way(trail.way) if trail else None
