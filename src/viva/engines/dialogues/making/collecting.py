"""Values are collected in a loop; something may be said after each of them, and something at the end."""

from __future__ import annotations

import random
from collections.abc import Sequence

from viva.core.records import dataclass
from viva.core.texts import Sentence
from viva.engines.dialogues.making.drafts import Draft, Said, choose, compare, indent, write_number
from viva.engines.dialogues.making.pieces import THEMES, Theme, claims, how_many, of_history, of_one, say, totals

KNOWN_LENGTH = ("fixed", "counted", "checked")


@dataclass(frozen=True, slots=True)
class Collection:
    """Values that are read in a loop. `before` opens it, `body` are the lines of a round with `None` where something
    may be done with the value; `but_last` says that this is not done with the last one. `counts` is said where the last
    one is no value like the others, and still counts."""

    before: tuple[str, ...]
    head: str
    body: tuple[str | None, ...]
    told: Sentence
    shape: str
    title: Sentence
    but_last: bool = False
    counts: Sentence | None = None

    def lines(self, each: Sequence[str]) -> list[str]:
        inside = [line for part in self.body for line in (each if part is None else [part])]
        return [*self.before, self.head, *indent(inside)]


def collections(theme: Theme, x: str, chosen: random.Random) -> list[Collection]:
    read = f"read {x}: {theme.values}"
    count, most = chosen.choice((3, 4, 5, 6, 7, 8, 10)), chosen.choice((10, 15, 20, 30, 50))
    low, high = chosen.choice(((1, 10), (2, 12), (3, 20), (5, 15)))
    limit, times = chosen.choice(theme.limits), chosen.choice((2, 3, 4))
    found = [
        Collection((), f"repeat {count}:", (read, None), theme.says("read_fixed", count=count), "fixed",
                   theme.says("title_fixed", count=count)),
        Collection((f"read n: 1..{most}",), "repeat n:", (read, None), theme.says("read_counted", most=most), "counted",
                   theme.says("title_counted")),
        Collection((f"read n: {low}..{high} until valid",), "repeat n:", (read, None),
                   theme.says("read_checked", low=low, high=high), "checked", theme.says("title_checked")),
        Collection((), "loop:", (read, None, f"if len({x}.all) > 1 and {x} == {x}.back(1): exit"),
                   theme.says("read_until_same"), "same", theme.says("title_same")),
        Collection((), "loop:", (read, None, f"if count({x}.all, {x}) > 1: exit"), theme.says("read_until_known"),
                   "known", theme.says("title_known")),
        Collection((), "loop:", (read, None, f"if count_gt({x}.all, {limit}) == {times}: exit"),
                   theme.says("read_until_many", times=times, limit=limit), "many",
                   theme.says("title_many", times=times, limit=limit)),
    ]  # fmt: skip
    if theme.any_number:
        found.append(Collection((), "loop:", (read, f"if {x} == 0: exit", None), theme.says("read_until_zero"), "zero",
                                theme.says("title_zero"), True, say("zero_counts")))  # fmt: skip
    if theme.any_number and theme.least is None:
        found.append(Collection((), "loop:", (read, f"if {x} < 0: exit", None), theme.says("read_until_negative"),
                                "minus", theme.says("title_negative"), True, say("negative_counts")))  # fmt: skip
    if theme.sums and theme.least is not None:
        goal = 10 * limit
        found.append(Collection((), "loop:", (read, None, f"if sum({x}.all) >= {goal}: exit"),
                                theme.says("read_until_sum", goal=goal), "sum",
                                theme.says("title_sum", goal=goal)))  # fmt: skip
    return found


def on_the_way(theme: Theme, x: str, collection: str, but_last: bool, chosen: random.Random) -> Said:
    """What is said after each value. Where the number of values is known before, nobody has to count them, and where
    the first that comes again is the last, nobody asks whether one was read before."""
    each = "_but_last" if but_last else ""
    asked = totals(theme, x, True, chosen)
    conditions = of_one(theme, x, chosen)
    if collection not in KNOWN_LENGTH:
        asked.append(how_many(theme, x, True))
    if collection != "known":
        conditions += of_history(theme, x)
    total, condition = chosen.choice(asked), chosen.choice(conditions)
    match chosen.choice(("total", "total", "branch", "branch", "only", "change", "three", "two")):
        case "total":
            return Said((total.write,), (theme.says(f"after{each}", what=total.told),), f"total {total.shape}")
        case "branch":
            yes, no = condition.words
            told = theme.says(f"whether{each}", yes=yes, no=no, holds=condition.told)
            lines = choose(condition.code, [f'write "{yes}"'], [f'write "{no}"'])
            return Said(lines, (told,), f"branch {condition.shape}")
        case "only":
            return _only_after_some(theme, x, collection, each, chosen)
        case "change":
            compared = compare(x, f"{x}.back(1)", "up", "down", "same")
            return Said(choose(f"len({x}.all) > 1", compared), (theme.says(f"change{each}"),), "change")
        case "three":
            limit = chosen.choice(theme.limits)
            lines = compare(x, str(limit), "above", "below")
            return Said(lines, (theme.says(f"three{each}", limit=limit),), "three")
    return _number_or_word(theme, x, collection, each, chosen)


def _only_after_some(theme: Theme, x: str, collection: str, each: str, chosen: random.Random) -> Said:
    limit = chosen.choice(theme.limits)
    found = [
        Said(choose(f"{x} > {limit}", [write_number(f"count_gt({x}.all, {limit})")]),
             (theme.says(f"only_above{each}", limit=limit),), "only above"),
        Said(choose(f"{x} < {limit}", [write_number(f"len({x}.all) - count_ge({x}.all, {limit})")]),
             (theme.says(f"only_below{each}", limit=limit),), "only below"),
        Said(choose(f"count_ge({x}.all, {x}) == 1", [write_number(f"len({x}.all)")]),
             (theme.says(f"only_record{each}"),), "only record"),
    ]  # fmt: skip
    if collection != "known":
        found.append(Said(choose(f"count({x}.all, {x}) > 1", [write_number(f"count({x}.all, {x})")]),
                          (theme.says(f"only_known{each}"),), "only known"))  # fmt: skip
    return chosen.choice(found)


def _number_or_word(theme: Theme, x: str, collection: str, each: str, chosen: random.Random) -> Said:
    limit = chosen.choice(theme.limits)
    none_yet = f"count_gt({x}.all, {limit}) == 0"
    found = [
        Said(choose(none_yet, ['write "none"'], [write_number(f"count_gt({x}.all, {limit})")]),
             (theme.says(f"none_yet{each}", limit=limit),), "none yet"),
    ]  # fmt: skip
    if collection != "known":
        found.append(Said(choose(f"count({x}.all, {x}) == 1", ['write "new"'], [write_number(f"count({x}.all, {x})")]),
                          (theme.says(f"new_or_count{each}"),), "new or count"))  # fmt: skip
    if theme.sums and collection != "sum":
        goal = 5 * limit
        enough = choose(f"sum({x}.all) >= {goal}", ['write "enough"'], [write_number(f"{goal} - sum({x}.all)")])
        found.append(Said(enough, (theme.says(f"enough{each}", goal=goal),), "enough"))
    return chosen.choice(found)


def at_the_end(theme: Theme, x: str, collection: str, chosen: random.Random) -> Said:
    """What is said of all values. Where a negative one is the last, it is the smallest, and nobody asks for that."""
    asked = [each for each in totals(theme, x, False, chosen) if (collection, each.shape) != ("minus", "min")]
    if collection not in KNOWN_LENGTH:
        asked.append(how_many(theme, x, False))
    first, second = chosen.sample(asked, 2)
    claim, limit = chosen.choice(claims(theme, x, chosen)), chosen.choice(theme.limits)
    match chosen.choice(("one", "one", "one", "two", "verdict", "verdict", "choice")):
        case "one":
            return Said((first.write,), (say("at_end", what=first.told),), f"end {first.shape}")
        case "two":
            told = say("at_end_two", what=first.told, other=second.told)
            return Said((first.write, second.write), (told,), f"end {first.shape} {second.shape}")
        case "verdict":
            told = say("at_end_verdict", yes="yes", no="no", claim=claim.told)
            return Said(choose(claim.code, ['write "yes"'], ['write "no"']), (told,), f"verdict {claim.shape}")
    above = f"count_gt({x}.all, {limit})"
    often = f"count({x}.all, max({x}.all))"
    return chosen.choice([
        Said(choose(f"{above} == len({x}.all)", ['write "all"'], [write_number(above)]),
             (theme.says("all_or_count", limit=limit),), "all or count"),
        Said(choose(f"{often} == 1", ['write "once"'], [write_number(often)]), (theme.says("once_or_count"),),
             "once or count"),
        Said(choose(f"max({x}.all) == min({x}.all)", ['write "equal"'], [write_number(f"max({x}.all) - min({x}.all)")]),
             (theme.says("equal_or_range"),), "equal or range"),
    ])  # fmt: skip


def _draft(chosen: random.Random, way: bool, end: bool) -> Draft:
    theme = chosen.choice(THEMES)
    collection = chosen.choice(collections(theme, "x", chosen))
    each = on_the_way(theme, "x", collection.shape, collection.but_last, chosen) if way else Said()
    last = at_the_end(theme, "x", collection.shape, chosen) if end else Said()
    lines = [*collection.lines(each.lines), *last.lines]
    counts = (collection.counts,) if collection.counts and end else ()
    return Draft(tuple(lines), (collection.told, *each.told, *last.told, *counts),
                 (theme.name, collection.shape, each.shape, last.shape), collection.title)  # fmt: skip


def only_at_the_end(chosen: random.Random) -> Draft:
    return _draft(chosen, way=False, end=True)


def only_on_the_way(chosen: random.Random) -> Draft:
    return _draft(chosen, way=True, end=False)


def on_the_way_and_at_the_end(chosen: random.Random) -> Draft:
    return _draft(chosen, way=True, end=True)
