"""Tasks without a loop, and lines of text."""

from __future__ import annotations

import random

from viva.engines.dialogues.making.drafts import Draft, Said, choose, indent, write_number
from viva.engines.dialogues.making.pieces import THEMES, Asked, Condition, of_one, say


def one_value(chosen: random.Random) -> Draft:
    theme = chosen.choice(THEMES)
    first, second = chosen.sample(of_one(theme, "x", chosen), 2)
    yes, no = first.words
    lines = [f"read x: {theme.values}", *choose(first.code, [f'write "{yes}"'], [f'write "{no}"'])]
    told = [theme.says("read_one"), theme.says("write_whether", yes=yes, no=no, holds=first.told)]
    shape = ["one", theme.name, first.shape]
    if chosen.random() < 1 / 2 and set(second.words) != set(first.words):
        yes, no = second.words
        lines += choose(second.code, [f'write "{yes}"'], [f'write "{no}"'])
        told.append(theme.says("below_whether", yes=yes, no=no, holds=second.told))
        shape.append(second.shape)
    return Draft(tuple(lines), tuple(told), tuple(shape), theme.says("title_one"))


def two_values(chosen: random.Random) -> Draft:
    """Two numbers and what is made of them."""
    factor, limit, divisor = chosen.choice((2, 3, 4, 5, 10)), chosen.choice((10, 20, 50, 100)), chosen.choice((2, 3, 5))
    plain = [
        Asked("a + b", say("two_sum"), "sum"),
        Asked("a - b", say("two_difference"), "difference"),
        Asked("a * b", say("two_product"), "product"),
    ]
    others = [
        Asked("max(a, b)", say("two_larger"), "larger"),
        Asked("min(a, b)", say("two_smaller"), "smaller"),
        Asked("abs(a - b)", say("two_distance"), "distance"),
        Asked(f"{factor} * a + b", say("two_formula", formula=f"{factor} * a + b"), "factor a"),
        Asked(f"a - {factor} * b", say("two_formula", formula=f"a - {factor} * b"), "factor b"),
        Asked(f"(a + b) * {factor}", say("two_formula", formula=f"(a + b) * {factor}"), "factor"),
        Asked("(a + b) / 2", say("two_mean"), "mean"),
    ]
    checks = [
        Condition("a < b", say("two_less"), "less"),
        Condition(f"a + b > {limit}", say("two_over", limit=limit), "over"),
        Condition(f"(a + b) % {divisor} == 0", say("two_divisible", divisor=divisor), "divisible"),
        Condition("a % 2 == b % 2", say("two_parity"), "parity"),
    ]
    equal = Condition("a == b", say("two_equal"), "equal", ("equal", "different"))
    said = chosen.choice([
        _one(chosen.choice([*plain, *others])),
        _both(*chosen.sample([*plain, *others], 2)),
        _whether(chosen.choice([*checks, equal])),
        _either(chosen.choice(checks), *chosen.sample(plain, 2)),
    ])  # fmt: skip
    return Draft(("read a: int", "read b: int", *said.lines), (say("read_two"), *said.told), ("two values", said.shape),
                 say("title_two"))  # fmt: skip


def one_word(chosen: random.Random) -> Draft:
    """A line of text and what is made of it."""
    length = chosen.choice((3, 4, 5, 6, 8))
    upper = Asked("upper(w)", say("word_upper"), "upper", is_text=True)
    lower = Asked("lower(w)", say("word_lower"), "lower", is_text=True)
    backwards = Asked("reverse(w)", say("word_backwards"), "backwards", is_text=True)
    characters = Asked("len(w)", say("word_length"), "length")
    palindrome = Condition("w == reverse(w)", say("word_palindrome"), "palindrome")
    long = Condition(f"len(w) > {length}", say("word_long", length=length), "long", ("long", "short"))
    capitals = Condition("w == upper(w)", say("word_all_capitals"), "capitals")
    said = chosen.choice([
        _both(*chosen.sample([upper, lower, backwards, characters], 2)),
        _whether(chosen.choice([palindrome, long, capitals])),
        _either(long, *chosen.sample([upper, lower, backwards], 2)),
        _either(palindrome, characters, backwards),
    ])  # fmt: skip
    return Draft(("read w: text", *said.lines), (say("read_word"), *said.told), ("word", said.shape), say("title_word"))


def _one(what: Asked) -> Said:
    return Said((what.write,), (say("write_what", what=what.told),), f"one {what.shape}")


def _both(what: Asked, other: Asked) -> Said:
    told = say("write_two", what=what.told, other=other.told)
    return Said((what.write, other.write), (told,), f"two {what.shape} {other.shape}")


def _whether(check: Condition) -> Said:
    yes, no = check.words
    told = say("write_check", yes=yes, no=no, claim=check.told)
    return Said(choose(check.code, [f'write "{yes}"'], [f'write "{no}"']), (told,), f"check {check.shape}")


def _either(check: Condition, what: Asked, other: Asked) -> Said:
    told = say("write_choice", what=what.told, other=other.told, claim=check.told)
    return Said(choose(check.code, [what.write], [other.write]), (told,),
                f"choice {check.shape} {what.shape} {other.shape}")  # fmt: skip


def words_until_stop(chosen: random.Random) -> Draft:
    stop, other = chosen.choice((("stop", "go"), ("end", "next"), ("done", "more")))
    length = chosen.choice((3, 4, 5, 6))
    each = chosen.choice([
        Said(("write len(w)",), (say("words_length", stop=stop),), "length"),
        Said(("write upper(w)",), (say("words_upper", stop=stop),), "upper"),
        Said(("write reverse(w)",), (say("words_backwards", stop=stop),), "backwards"),
        Said(choose(f"len(w) > {length}", ['write "long"'], ['write "short"']),
             (say("words_long", stop=stop, length=length),), "long"),
        Said(choose("count(w.all, w) > 1", ['write "again"'], ['write "new"']), (say("words_known", stop=stop),),
             "known"),
        Said(),
    ])  # fmt: skip
    last = chosen.choice([
        Said((write_number("len(w.all) - 1"),), (say("words_count", stop=stop),), "count"),
        Said((f'write f"{{...}}{{count(w.all, "{other}")}}{{...}}"',), (say("words_of_kind", word=other),), "kind"),
        Said(choose(f'"{other}" in w.all', ['write "yes"'], ['write "no"']), (say("words_among", word=other),),
             "among"),
    ])  # fmt: skip
    lines = ("loop:", *indent(["read w: text", f'if w == "{stop}": exit', *each.lines]), *last.lines)
    return Draft(lines, (say("read_words", stop=stop), *each.told, *last.told), ("words", each.shape, last.shape),
                 say("title_words", stop=stop))  # fmt: skip
