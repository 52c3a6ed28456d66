"""Random values of shapes that make use of the constants of the sources."""

import random
from collections.abc import Iterable, Iterator, Sequence

from viva.core.records import dataclass
from viva.engines.mining import Constants, samples, sorted_out
from viva.engines.shapes import Choice, Either, Fixed, Instance, Many, Named, Plain, Record, Shape, Table, holds
from viva.engines.shapes.corners import BEYOND
from viva.engines.symbolic.frames import Frame
from viva.languages.target import Target

LONGEST = 6
LONGEST_TEXT = 12
MOST_LENGTH = 40
MOST_HINTS = 60
DEEPEST = 6  # from here on containers are empty and choices take what ends: a tree must not grow for ever
_LETTERS = "abcxyzABCXYZ019 .,-_@!"


def mine_constants(targets: Iterable[Target]) -> Constants:
    """The constants of the programs, each once, in the order of the sources, with texts for their patterns."""
    found = sorted_out(
        value for target in targets for constant in target.constants for value in (constant, *_matched(constant))
    )
    return Constants(found.integers[:MOST_HINTS], found.floats[:MOST_HINTS], found.texts[:MOST_HINTS])


def _matched(constant: object) -> list[str]:
    return samples(constant) if isinstance(constant, str) else []


def frame_for(shapes: Sequence[Shape], hints: Constants) -> Frame:
    """The frame of a call, with lengths up to what the sources speak of."""
    spoken = [number + 1 for number in hints.integers if 0 < number <= MOST_LENGTH]
    texts = [len(text) + 1 for text in hints.texts if len(text) <= MOST_LENGTH]
    return Frame(
        tuple(shapes),
        max([LONGEST, *(number for number in spoken if number <= 12)]),
        max([LONGEST_TEXT, *spoken, *texts]),
    )


def random_inputs(shapes: Sequence[Shape], hints: Constants, seed: int) -> Iterator[tuple[object, ...]]:
    """Endless; the same for the same seed. Values that were used already are used again, so that arguments relate."""
    draw = _Draw(random.Random(seed), hints, [])
    while True:
        draw.used.clear()
        yield tuple(draw.value(shape, 0) for shape in shapes)


@dataclass(slots=True)
class _Draw:
    chance: random.Random
    hints: Constants
    used: list[object]

    def value(self, shape: Shape, depth: int) -> object:
        chance = self.chance
        match shape:
            case Plain("int", low, high):
                return self.kept(self.integer(low, high), shape)
            case Plain("float"):
                return self.kept(self.floating(), shape)
            case Plain("bool"):
                return chance.random() < 0.5
            case Plain("str"):
                return self.kept(self.text(), shape)
            case Many("list", element):
                made = [self.value(element, depth + 1) for _ in range(self.size(depth))]
                return sorted(made, key=_order) if chance.random() < 0.2 else made
            case Many(kind, element):
                items = [self.value(element, depth + 1) for _ in range(self.size(depth))]
                return tuple(items) if kind == "tuple" else set(items) if kind == "set" else frozenset(items)
            case Fixed(parts):
                return tuple(self.value(part, depth + 1) for part in parts)
            case Table(key, value):
                return {self.value(key, depth + 1): self.value(value, depth + 1) for _ in range(self.size(depth))}
            case Named(fields):
                return {name: self.value(inner, depth + 1) for name, inner in fields}
            case Either(parts):
                return self.value(chance.choice(parts) if depth < DEEPEST else parts[0], depth)
            case Choice(values):
                return chance.choice(values)
            case Instance():
                return Record(shape.name, tuple((name, self.value(inner, depth + 1)) for name, inner in shape.fields))
        return None

    def kept(self, value: object, shape: Shape) -> object:
        """Sometimes a value that was used before instead, where the shape has it."""
        earlier = [other for other in self.used if holds(shape, other)]
        if earlier and self.chance.random() < 0.15:
            return self.chance.choice(earlier)
        self.used.append(value)
        return value

    def size(self, depth: int) -> int:
        if depth >= DEEPEST:
            return 0
        return self.chance.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 8) if depth == 0 else (0, 1, 2, 2, 3))

    def integer(self, low: int | None, high: int | None) -> int:
        chance = self.chance
        roll = chance.random()
        if roll < 0.35 and self.hints.integers:
            value = chance.choice(self.hints.integers) + chance.choice((0, 0, 0, 1, -1))
            value = (
                value * chance.choice((1, 1, 1, 1, 2, -1)) if roll < 0.3 else value + chance.choice(self.hints.integers)
            )
        elif roll < 0.75:
            value = chance.randint(-3, 12)
        elif roll < 0.95:
            value = chance.randint(-200, 2100)
        else:
            value = chance.randint(-20_000, 20_000)
        if low is not None and high is not None and not low <= value <= high:
            return chance.choice((low, high, chance.randint(low, high)))
        return max(value, value if low is None else low) if high is None else min(value, high)

    def floating(self) -> float:
        chance = self.chance
        roll = chance.random()
        constants = (*self.hints.floats, *map(float, (n for n in self.hints.integers if abs(n) < 10**15)))
        if roll < 0.4 and constants:
            return _plain(chance.choice(constants) + chance.choice((0.0, 0.0, 0.1, -0.1, 0.01, -0.01, 0.5, -0.5)))
        if roll < 0.7:
            return float(chance.randint(-3, 12)) + chance.choice((0.0, 0.0, 0.5, 0.25, 0.1))
        return round(chance.uniform(-100, 200), chance.choice((0, 1, 2, 6)))

    def text(self) -> str:
        chance = self.chance
        roll = chance.random()
        alphabet = _LETTERS if chance.random() < 0.5 else "".join(map(chr, self.hints.characters)) or _LETTERS
        if chance.random() < 0.12:
            alphabet += BEYOND
        if chance.random() < 0.3:
            alphabet = "".join(chance.choice(alphabet) for _ in range(2))
        made = "".join(chance.choice(alphabet) for _ in range(chance.choice((0, 1, 2, 3, 4, 5, 8, 10))))
        short = [text for text in self.hints.texts if len(text) <= MOST_LENGTH]
        if roll < 0.4 and short:
            constant = chance.choice(short)
            return chance.choice((constant, made + constant, constant + made, constant.upper(), constant[::-1]))
        if roll < 0.5:
            return made + made[::-1]
        return made


def _plain(number: float) -> float:
    """Without what adding has left behind the digits that anyone would write."""
    return float(f"{number:.12g}")


def _order(value: object) -> tuple[str, object]:
    """Numbers by size, the rest by how they look: what is mixed cannot be compared."""
    return ("", value) if isinstance(value, int | float) else (type(value).__name__, repr(value))
