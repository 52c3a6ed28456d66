"""What tasks are about (themes), and what can be asked of values: each with its code in the readable notation and the
words for it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from viva.core.records import dataclass
from viva.core.texts import Sentence, Slot


def say(key: str, **slots: Slot) -> Sentence:
    return Sentence(key, slots, __package__ or "")


@dataclass(frozen=True, slots=True)
class Theme:
    """A kind of value, of which there is a least one or not. Without `sums`, its sum means nothing; `any_number` are
    whole numbers of whatever meaning, so that a 0 may be their last. `limits` are what is asked for as a limit, `words`
    what such a value is then called."""

    name: str
    values: str
    limits: Sequence[int]
    words: tuple[str, str]
    sums: bool = True
    any_number: bool = False
    least: int | None = None

    def slots(self) -> dict[str, Slot]:
        names = ("one", "many", "full", "kind", "a_full", "largest", "smallest")
        return {name: say(f"{self.name}_{name}") for name in names}

    def says(self, key: str, **slots: Slot) -> Sentence:
        return say(key, **self.slots(), **slots)


NUMBERS = Theme("number", "int", (5, 10, 20, 50, 100), ("large", "small"), any_number=True)
NATURALS = Theme("natural", "nat", (5, 10, 25, 40, 100), ("large", "small"), any_number=True, least=0)
TEMPERATURES = Theme("temperature", "-30..45", (0, 10, 15, 20, 25, 30), ("warm", "cold"), sums=False)
SCORES = Theme("score", "0..100", (40, 50, 60, 75, 90), ("passed", "failed"), least=0)
DISTANCES = Theme("distance", "1..500", (20, 50, 100, 200, 300), ("far", "near"), least=1)
THEMES = (NUMBERS, NATURALS, TEMPERATURES, SCORES, DISTANCES)


@dataclass(frozen=True, slots=True)
class Asked:
    """Something to be written. `code` is a term, or a whole output where that is no number; `shape` is what it is
    without its numbers."""

    code: str
    told: Sentence
    shape: str
    is_text: bool = False

    @property
    def write(self) -> str:
        return f"write {self.code}" if self.is_text else f'write f"{{...}}{{{self.code}}}{{...}}"'


@dataclass(frozen=True, slots=True)
class Condition:
    """`words` are what is written where it holds, and where it does not."""

    code: str
    told: Sentence
    shape: str
    words: tuple[str, str] = ("yes", "no")


def totals(theme: Theme, x: str, so_far: bool, chosen: random.Random) -> list[Asked]:
    """What can be asked of all values read, or of those read so far."""
    end = "_so_far" if so_far else ""
    limit = chosen.choice(theme.limits)
    found = [
        Asked(f"max({x}.all)", theme.says(f"largest{end}"), "max"),
        Asked(f"min({x}.all)", theme.says(f"smallest{end}"), "min"),
        Asked(f"max({x}.all) - min({x}.all)", theme.says(f"range{end}"), "range"),
        Asked(f"count_gt({x}.all, {limit})", theme.says(f"above{end}", limit=limit), "above"),
        Asked(f"len({x}.all) - count_ge({x}.all, {limit})", theme.says(f"below{end}", limit=limit), "below"),
    ]
    if theme.sums:
        found.append(Asked(f"sum({x}.all)", theme.says(f"sum{end}"), "sum"))
    if not so_far:
        found.append(Asked(f"mean({x}.all)", theme.says("mean"), "mean"))
        found.append(Asked(f"sorted({x}.all)", theme.says("in_order"), "in order", is_text=True))
        found.append(Asked(f"{x}.all[::-1]", theme.says("backwards"), "backwards", is_text=True))
        found.append(Asked(f"count({x}.all, max({x}.all))", theme.says("how_often_largest"), "how often max"))
        if theme.sums:
            found.append(Asked(f"{x}.all[0] + {x}", theme.says("first_and_last"), "first and last"))
    return found


def how_many(theme: Theme, x: str, so_far: bool) -> Asked:
    return Asked(f"len({x}.all)", theme.says("how_many_so_far" if so_far else "how_many"), "how many")


def of_one(theme: Theme, x: str, chosen: random.Random) -> list[Condition]:
    """What can be asked of a single value."""
    limit, divisor = chosen.choice(theme.limits), chosen.choice((3, 4, 5, 7, 10))
    found = [
        Condition(f"{x} > {limit}", say("is_above", limit=limit), "above", theme.words),
        Condition(f"{x} < {limit}", say("is_below", limit=limit), "below", theme.words[::-1]),
    ]
    if theme.any_number:
        found.append(Condition(f"{x} % 2 == 0", say("is_even"), "even", ("even", "odd")))
        found.append(Condition(f"{x} % {divisor} == 0", say("is_divisible", divisor=divisor), "divisible"))
    if theme.least is None:
        found.append(Condition(f"{x} < 0", say("is_negative"), "negative", ("negative", "not negative")))
    return found


def of_history(theme: Theme, x: str) -> list[Condition]:
    """What can be asked of the value read last beside those before it."""
    return [
        Condition(f"count_ge({x}.all, {x}) == 1", theme.says("is_record"), "record", ("record", "no record")),
        Condition(f"count({x}.all, {x}) > 1", say("is_known"), "known", ("again", "new")),
    ]


def claims(theme: Theme, x: str, chosen: random.Random) -> list[Condition]:
    """What can be claimed of all values read."""
    limit = chosen.choice(theme.limits)
    found = [
        Condition(
            f"2 * count_gt({x}.all, {limit}) > len({x}.all)", theme.says("most_above", limit=limit), "most above"
        ),
        Condition(f"count_gt({x}.all, {limit}) == len({x}.all)", theme.says("all_above", limit=limit), "all above"),
        Condition(f"count({x}.all, max({x}.all)) > 1", theme.says("largest_again"), "largest again"),
        Condition(f"{x}.all[0] > {x}", theme.says("falls"), "falls"),
        Condition(f"count({x}.all, {x}) > 1", theme.says("last_again"), "last again"),
    ]
    if theme.sums:
        goal = 10 * limit
        found.append(Condition(f"sum({x}.all) > {goal}", theme.says("sum_above", goal=goal), "sum above"))
    return found
