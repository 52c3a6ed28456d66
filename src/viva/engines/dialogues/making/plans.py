"""The ways in which a task can be put together, and how often each is tried."""

from __future__ import annotations

import random
from collections.abc import Callable

from viva.engines.dialogues.making.collecting import on_the_way_and_at_the_end, only_at_the_end, only_on_the_way
from viva.engines.dialogues.making.drafts import Draft
from viva.engines.dialogues.making.small import one_value, one_word, two_values, words_until_stop
from viva.engines.dialogues.making.stories import groups, guesses, orders, pairs, questions, toward_a_goal, two_lists

_WEIGHTS: dict[Callable[[random.Random], Draft], int] = {
    one_value: 1,
    two_values: 1,
    one_word: 1,
    words_until_stop: 2,
    only_at_the_end: 3,
    only_on_the_way: 3,
    on_the_way_and_at_the_end: 6,
    pairs: 2,
    toward_a_goal: 2,
    guesses: 1,
    questions: 2,
    two_lists: 2,
    groups: 3,
    orders: 2,
}


def draw_draft(chosen: random.Random) -> Draft:
    (plan,) = chosen.choices([*_WEIGHTS], [*_WEIGHTS.values()])
    return plan(chosen)
