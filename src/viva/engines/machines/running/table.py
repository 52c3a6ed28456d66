"""A behaviour written out: a Mealy machine with a row for each state and a column for each letter. It can be minimised,
and compared up to the names of signals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from viva.core.records import dataclass
from viva.engines.machines.model import Signal, Signals, System, Type
from viva.engines.machines.running.behaviour import Behaviour, Outputs
from viva.engines.machines.running.input_classes import Explosion, letters

MOST_CELLS = 2_000_000
_MOST_RENAMINGS = 720

Cell = tuple[int, Outputs]


@dataclass(frozen=True, slots=True)
class Table:
    """`rows[state][letter]` is the next state and the outputs. The state 0 is where it begins."""

    letters: tuple[Signals, ...]
    rows: tuple[tuple[Cell, ...], ...]
    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.rows)


def explore_all(behaviour: Behaviour, limit: int) -> int:
    """Meets all states and gives the union of what they read. Raises Explosion, or the first fault of the system."""
    state = reads = 0
    while state < len(behaviour):
        if len(behaviour) > limit or behaviour.work > MOST_CELLS:
            raise Explosion(limit)
        row = behaviour.row(state)
        if -1 in row.targets:
            raise behaviour.faults[state, row.targets.index(-1)]
        reads |= row.reads
        state += 1
    return reads


def tabulate(behaviour: Behaviour, limit: int = 50_000) -> Table:
    """All reachable states. Raises Explosion where there are too many, or the first fault of the system."""
    reads = explore_all(behaviour, limit)
    columns = letters(behaviour.inputs, behaviour.values, reads)
    if len(columns) * len(behaviour) > MOST_CELLS:
        raise Explosion(len(columns) * len(behaviour))
    places: dict[int, list[int]] = {}
    rows = []
    for state in range(len(behaviour)):
        row = behaviour.row(state)
        at = places.get(row.reads)
        if at is None:
            at = places[row.reads] = _places(behaviour, row.reads, columns)
        rows.append(tuple((row.targets[place], row.outputs[place]) for place in at))
    return Table(columns, tuple(rows), tuple(map(behaviour.name, range(len(behaviour)))))


def _places(behaviour: Behaviour, reads: int, columns: Sequence[Signals]) -> list[int]:
    names = [name for index, name in enumerate(behaviour.inputs) if reads >> index & 1]
    number = {tuple(letter.get(name) for name in names): at for at, letter in enumerate(behaviour.letters(reads))}
    return [number[tuple(letter.get(name) for name in names)] for letter in columns]


def minimise(table: Table) -> Table:
    """The smallest table with the same behaviour (Moore). A state is named after those it stands for."""
    block = _partition(table)
    order: dict[int, int] = {}
    members: dict[int, list[str]] = {}
    queue = [0]
    for state in queue:  # in the order in which they are met, so that equal behaviours have equal tables
        if block[state] in order:
            continue
        order[block[state]] = len(order)
        queue += [target for target, _ in table.rows[state]]
    first: dict[int, int] = {}
    for state, its_block in enumerate(block):
        first.setdefault(its_block, state)
        members.setdefault(its_block, []).append(table.names[state])
    blocks = sorted(order, key=order.__getitem__)
    rows = tuple(
        tuple((order[block[target]], outputs) for target, outputs in table.rows[first[its_block]])
        for its_block in blocks
    )
    return Table(table.letters, rows, tuple(_named([members[its_block] for its_block in blocks])))


def _partition(table: Table) -> list[int]:
    block = [0] * len(table)
    count = 1
    while True:
        numbers: dict[object, int] = {}
        block = [
            numbers.setdefault((block[state], tuple([(block[target], said) for target, said in row])), len(numbers))
            for state, row in enumerate(table.rows)
        ]
        if len(numbers) == count:
            return block
        count = len(numbers)


def _named(groups: Sequence[Sequence[str]]) -> Iterator[str]:
    taken: set[str] = set()
    for group in groups:
        name = group[0] if len(group) == 1 else "{" + ", ".join(group[:3]) + ("…" if len(group) > 3 else "") + "}"
        unique, number = name, 2
        while unique in taken:
            unique, number = f"{name} {number}", number + 1
        taken.add(unique)
        yield unique


def up_to_renaming(table: Table, system: System) -> object:
    """Equal for two minimal tables exactly if one is the other with signals of the same type renamed; where there are
    too many ways to rename them, exactly if they are the same."""
    inputs = [_groups(system.inputs), _groups(system.outputs)]
    ways = [list(_renamings(groups)) for groups in inputs]
    if len(ways[0]) * len(ways[1]) > _MOST_RENAMINGS:
        ways = [ways[0][:1], ways[1][:1]]
    return min((_key(table, system, *way) for way in product(*ways)), key=repr)


def _groups(signals: Sequence[Signal]) -> list[list[int]]:
    found: dict[Type, list[int]] = {}
    for index, signal in enumerate(signals):
        found.setdefault(signal.type, []).append(index)
    return list(found.values())


def _renamings(groups: list[list[int]]) -> Iterator[dict[int, int]]:
    for choice in product(*(permutations(group) for group in groups)):
        yield {
            one: other
            for group, chosen in zip(groups, choice, strict=True)
            for one, other in zip(group, chosen, strict=True)
        }


def _key(table: Table, system: System, inputs: dict[int, int], outputs: dict[int, int]) -> object:
    """The rows of the renamed table, the states numbered as they are met."""
    names = [signal.name for signal in system.inputs]
    renamed = [{names[inputs[names.index(name)]]: value for name, value in letter.items()} for letter in table.letters]
    order = sorted(range(len(renamed)), key=lambda at: repr(sorted(renamed[at].items())))
    number, queue, rows = {0: 0}, [0], []
    for state in queue:
        row = []
        for column in order:
            target, said = table.rows[state][column]
            if target not in number:
                number[target] = len(number)
                queue.append(target)
            row.append((number[target], tuple(said[outputs[index]] for index in range(len(said)))))
        rows.append(tuple(row))
    return tuple(repr(sorted(renamed[at].items())) for at in order), tuple(rows)
