"""The comparisons of paths in words: short ones, and none that counts the rounds of a loop."""

from typing import Any, cast

from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.engines.calls.failures.facts import path_features
from viva.engines.calls.voice import Voice
from viva.engines.mining.conditions import Sample
from viva.engines.symbolic.path_terms import Pool, Term
from viva.engines.symbolic.paths import Fact

VOICE = Voice(catalogue("viva.subjects.functions", ENGLISH).say, cast("Any", None))
POOL = Pool()
SIZE, LENGTH = POOL.variable("1"), POOL.variable("0#")


def told(side: Term) -> list[tuple[str, str]]:
    fact = Fact(POOL.term("==", side, LENGTH), True, cast("Any", None))
    features = path_features(VOICE, [fact], ["xs", "size"], Sample((), ()))
    return [(feature.text, feature.vague) for feature in features]


def test_nothing_is_added_in_words_where_nothing_is_added() -> None:
    plain = "size is equal to the length of xs"
    zero = POOL.constant(0)
    for side in (POOL.term("+", zero, SIZE), POOL.term("+", SIZE, zero), POOL.term("-", SIZE, zero)):
        assert told(side) == [(plain, plain)]
    assert told(POOL.term("+", SIZE, POOL.constant(1))) != told(SIZE)


def test_one_round_after_another_is_no_pattern() -> None:
    twice = POOL.term("+", POOL.term("+", POOL.constant(0), SIZE), SIZE)
    assert told(twice) == []
