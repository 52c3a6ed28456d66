"""Tasks with a course of their own: pairs, a goal, guesses, questions about a list, groups, commands."""

from __future__ import annotations

import random

from viva.engines.dialogues.making.collecting import at_the_end, collections, on_the_way
from viva.engines.dialogues.making.drafts import Draft, Said, choose, compare, indent, write_number
from viva.engines.dialogues.making.pieces import NATURALS, NUMBERS, SCORES, THEMES, Theme, how_many, say, totals


def pairs(chosen: random.Random) -> Draft:
    """Rounds in which two values are read."""
    theme = chosen.choice((NUMBERS, NATURALS, SCORES))
    most = chosen.choice((5, 8, 10, 12))
    counted = chosen.random() < 1 / 2
    each = chosen.choice([
        Said((write_number("a + b"),), (say("pairs_sum"),), "sum"),
        Said((write_number("max(a, b)"),), (say("pairs_larger"),), "larger"),
        Said((write_number("abs(a - b)"),), (say("pairs_distance"),), "distance"),
        Said(compare("a", "b", "first", "second"), (say("pairs_which"),), "which"),
        Said(),
    ])  # fmt: skip
    last = chosen.choice([
        Said(compare("sum(a.all)", "sum(b.all)", "first", "second"), (theme.says("pairs_winner"),), "winner"),
        Said((write_number("sum(a.all) + sum(b.all)"),), (theme.says("pairs_total"),), "total"),
        Said((write_number("max(a.all)"), write_number("max(b.all)")), (theme.says("pairs_best"),), "best"),
        Said(),
    ])  # fmt: skip
    inside = indent([f"read a: {theme.values}", f"read b: {theme.values}", *each.lines])
    head = (f"read n: 1..{most}", "repeat n:") if counted else (f"repeat {most}:",)
    told = theme.says("read_pairs_counted" if counted else "read_pairs_fixed", most=most)
    return Draft((*head, *inside, *last.lines), (told, *each.told, *last.told),
                 ("pairs", theme.name, str(counted), each.shape, last.shape), theme.says("title_pairs"))  # fmt: skip


def toward_a_goal(chosen: random.Random) -> Draft:
    theme = chosen.choice([each for each in THEMES if each.sums and each.least is not None])
    low = 10 * chosen.choice(theme.limits)
    high = 4 * low
    each = chosen.choice([
        Said((write_number("goal - sum(x.all)"),), (theme.says("goal_missing"),), "missing"),
        Said(("if 2 * sum(x.all) >= goal:", '    write "half"', "else:",
              '    write "less"'), (theme.says("goal_half"),), "half"),
        Said(),
    ])  # fmt: skip
    last = chosen.choice([
        Said((write_number("sum(x.all) - goal"),), (theme.says("goal_surplus"),), "surplus"),
        Said((write_number("len(x.all)"),), (theme.says("goal_count"),), "count"),
        Said(choose("sum(x.all) == goal", ['write "exactly"'], ['write "passed"']), (say("goal_exactly"),), "exactly"),
        Said((write_number("max(x.all)"),), (say("at_end", what=theme.says("largest")),), "largest"),
    ])  # fmt: skip
    inside = indent([f"read x: {theme.values}", "if sum(x.all) >= goal: exit", *each.lines])
    told = theme.says("read_goal", low=low, high=high)
    return Draft((f"read goal: {low}..{high}", "loop:", *inside, *last.lines), (told, *each.told, *last.told),
                 ("goal", theme.name, each.shape, last.shape), say("title_goal"))  # fmt: skip


def guesses(chosen: random.Random) -> Draft:
    high, tries = chosen.choice((20, 50, 100, 1000)), chosen.choice((3, 5, 6, 8, 10))
    near = chosen.choice((2, 3, 5))
    each = chosen.choice([
        Said(choose("guess < secret", ['write "higher"'], ['write "lower"']), (say("guess_higher"),), "higher"),
        Said(choose(f"abs(guess - secret) <= {near}", ['write "near"'], ['write "far"']),
             (say("guess_near", near=near),), "near"),
        Said((f'write f"{{...}}{{{tries} - len(guess.all)}}{{...}}"',), (say("guess_left"),), "left"),
    ])  # fmt: skip
    inside = ["read guess: int", f"if guess == secret or len(guess.all) == {tries}: exit", *each.lines]
    last = chosen.choice([
        Said(choose("guess == secret", ['write "won"'], ['write "lost"']), (say("guess_won"),), "won"),
        Said(choose("guess == secret", [write_number("len(guess.all)")], [write_number("secret")]),
             (say("guess_count"),), "count"),
    ])  # fmt: skip
    return Draft((f"read secret: 1..{high}", "loop:", *indent(inside), *last.lines),
                 (say("read_guesses", high=high, tries=tries), *each.told, *last.told),
                 ("guesses", each.shape, last.shape), say("title_guesses"))  # fmt: skip


def questions(chosen: random.Random) -> Draft:
    """A list is collected; then there are questions about it."""
    theme = chosen.choice(THEMES)
    usual = [each for each in collections(theme, "x", chosen) if each.shape in ("fixed", "counted", "zero", "checked")]
    collection = chosen.choice(usual)
    answer = chosen.choice([
        Said(choose("q in x.all", ['write "yes"'], ['write "no"']), (theme.says("question_known"),), "known"),
        Said((write_number("count(x.all, q)"),), (theme.says("question_count"),), "count"),
        Said((write_number("count_gt(x.all, q)"),), (theme.says("question_above"),), "above"),
        Said(("if q > max(x.all):", *indent(['write "above"']), "elif q < min(x.all):", *indent(['write "below"']),
              "else:", *indent(['write "between"'])), (theme.says("question_between"),), "between"),
    ])  # fmt: skip
    most = chosen.choice((3, 4, 5))
    if theme.any_number and chosen.random() < 1 / 2:
        asking = ("loop:", *indent([f"read q: {theme.values}", "if q == 0: exit", *answer.lines]))
        told, end = theme.says("questions_until_zero"), "zero"
    else:
        asking = (f"repeat {most}:", *indent([f"read q: {theme.values}", *answer.lines]))
        told, end = theme.says("questions_fixed", count=most), "fixed"
    counts = (collection.counts,) if collection.counts else ()
    return Draft((*collection.lines(()), *asking),
                 (collection.told, *counts, theme.says("this_is_the_list"), told, *answer.told),
                 ("questions", theme.name, collection.shape, answer.shape, end),
                 theme.says("title_questions"))  # fmt: skip


def two_lists(chosen: random.Random) -> Draft:
    theme = chosen.choice((NUMBERS, NATURALS, SCORES))
    first, second = chosen.sample((3, 4, 5, 6, 7, 8), 2)
    counted = chosen.random() < 1 / 2
    head = ("read n: 1..20", "repeat n:") if counted else (f"repeat {first}:",)
    told = theme.says("two_lists_counted" if counted else "two_lists_fixed", first=first, second=second)
    each = chosen.choice([
        Said(choose("y in x.all", ['write "yes"'], ['write "no"']), (theme.says("second_known"),), "known"),
        Said((write_number("y - max(x.all)"),), (theme.says("second_above"),), "above"),
        Said(),
    ])  # fmt: skip
    last = chosen.choice([
        Said(compare("sum(x.all)", "sum(y.all)", "first", "second"), (theme.says("lists_sum"),), "sum"),
        Said(choose("max(x.all) > max(y.all)", ['write "first"'], ['write "second"']), (theme.says("lists_largest"),),
             "largest"),
        Said((write_number("max(max(x.all), max(y.all))"),), (theme.says("lists_largest_of_all"),), "of all"),
        Said((write_number("count_gt(y.all, max(x.all))"),), (theme.says("lists_above"),), "how many above"),
    ])  # fmt: skip
    lines = (*head, *indent([f"read x: {theme.values}"]), "repeat n:" if counted else f"repeat {second}:",
             *indent([f"read y: {theme.values}", *each.lines]), *last.lines)  # fmt: skip
    return Draft(lines, (told, *each.told, *last.told), ("lists", theme.name, str(counted), each.shape, last.shape),
                 theme.says("title_two_lists"))  # fmt: skip


def groups(chosen: random.Random) -> Draft:
    """A loop in a loop: groups, each with its own length."""
    theme = chosen.choice(THEMES)
    most, longest = chosen.choice((3, 4, 5)), chosen.choice((4, 5, 6))
    way = chosen.choice(("fixed", "counted", "zero"))
    inner = chosen.choice([Said(), Said(), on_the_way(theme, "x", "groups", False, chosen)])
    asked = chosen.choice([*totals(theme, "x", True, chosen), how_many(theme, "x", True)])
    group = ["repeat k:", *indent([f"read x: {theme.values}", *inner.lines]), asked.write]
    last = chosen.choice([Said(), at_the_end(theme, "x", "groups", chosen)])
    match way:
        case "fixed":
            lines = [f"repeat {most}:", *indent([f"read k: 1..{longest}", *group])]
        case "counted":
            lines = [f"read n: 1..{most}", "repeat n:", *indent([f"read k: 1..{longest}", *group])]
        case _:
            lines = ["loop:", *indent([f"read k: 0..{longest}", "if k == 0: exit", *group])]
            last = Said()
    if inner.shape == f"total {asked.shape}":
        inner = Said()
    told = theme.says(f"read_groups_{way}", most=most, longest=longest)
    return Draft((*lines, *last.lines), (told, *inner.told, say("after_group", what=asked.told), *last.told),
                 ("groups", theme.name, way, inner.shape, asked.shape, last.shape),
                 theme.says("title_groups"))  # fmt: skip


_ORDERS = ("count", "last", "list", "max", "total")


def _order(name: str, theme: Theme) -> Said:
    """What a command asks for; `none` where nothing was put in yet."""
    match name:
        case "count":
            return Said((write_number("len(x.all)"),), (theme.says("order_count"),))
        case "total":
            return Said((write_number("sum(x.all)"),), (theme.says("order_total"),))
        case "list":
            return Said(("write x.all",), (theme.says("order_list"),))
    value, told = ("max(x.all)", theme.says("order_max")) if name == "max" else ("x", theme.says("order_last"))
    return Said(choose("len(x.all) > 0", [write_number(value)], ['write "none"']), (told,))


def orders(chosen: random.Random) -> Draft:
    """Commands: one puts a number in, others ask."""
    theme = chosen.choice((NUMBERS, NATURALS, SCORES))
    stop = chosen.choice(("end", "quit", "exit"))
    put = chosen.choice(("add", "put", "new"))
    asked = sorted(chosen.sample(_ORDERS, chosen.choice((1, 2, 2, 3))))
    drawn = {name: _order(name, theme) for name in asked}
    words = ", ".join(f'"{word}"' for word in (stop, put, *asked))
    inside = [f"read order: {{{words}}}"]
    inside += [f'if order == "{stop}": exit', f'elif order == "{put}":', *indent([f"read x: {theme.values}"])]
    for number, (name, said) in enumerate(drawn.items(), 1):
        head = "else:" if number == len(drawn) else f'elif order == "{name}":'
        inside += [head, *indent(said.lines)]
    last = chosen.choice([Said(), Said((write_number("len(x.all)"),), (theme.says("order_end"),), "end")])
    told = (theme.says("read_orders", stop=stop), theme.says("order_put", order=put),
            *(say("order_asks", order=name, what=said.told[0]) for name, said in drawn.items()))  # fmt: skip
    return Draft(("loop:", *indent(inside), *last.lines), (*told, *last.told),
                 ("orders", theme.name, *asked, last.shape), theme.says("title_orders"))  # fmt: skip
