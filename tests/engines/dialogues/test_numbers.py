"""Other numbers in a specification and in what is said about it."""

import random
from itertools import islice

import pytest

from tests.engines.dialogues.specs import random_spec
from viva.core.terms import ENGLISH
from viva.engines.dialogues.describe import in_words
from viva.engines.dialogues.notations.readable import parse
from viva.engines.dialogues.variants.numbers import renumberings
from viva.engines.dialogues.variants.varying import Promises, differ, profile


@pytest.mark.thorough
def test_what_is_said_of_a_renumbered_specification_is_what_the_renumbered_statement_says() -> None:
    """A statement that is made from the specification can be made again from the other one: the two must agree."""
    words = in_words(ENGLISH)
    checked = 0
    for seed in range(250):
        spec = random_spec(random.Random(f"numbers {seed}"))
        statement = words.statement(spec)
        for other in islice(renumberings(spec, statement, seed), 3):
            checked += 1
            assert other.words(statement) == words.statement(other.spec(spec)) != statement
    assert checked > 60


SHAPES = (
    "read n: 1..{high} until valid\nrepeat n:\n    read x: int\nwrite count_ge(x.all, {low})\n",
    "loop:\n    read x: int\n    if x == {low}: exit\n    elif x > {high}:\n        write x\nwrite len(x.all)\n",
    "read x: nat\nif x % {small} == 0 and x > {low}:\n    write x\nelse:\n    write 0\n",
    "read x: nat\nif x > {high}:\n    write 3\nelif x >= {low}:\n    write 2\nelse:\n    write 1\n",
)


@pytest.mark.thorough
def test_kept_variants_of_random_specifications_are_others_and_as_difficult() -> None:
    words = in_words(ENGLISH)
    kept = 0
    for seed in range(16):
        randomness = random.Random(f"kept {seed}")
        small, low, high = randomness.choice((3, 5, 6)), randomness.randint(20, 28), randomness.randint(40, 58)
        spec = parse(SHAPES[seed % len(SHAPES)].format(small=small, low=low, high=high))
        promises = Promises(spec)
        for other in islice(renumberings(spec, words.statement(spec), seed), 3):
            promises.keep(other.spec(spec))
        kept += len(promises.known)
        for place, one in enumerate(promises.known):
            assert profile(spec).difficulty.near(profile(one).difficulty)
            assert all(differ(one, two) for two in (spec, *promises.known[:place]))
    assert kept > 10


def test_other_numbers_keep_their_order_and_are_as_round() -> None:
    spec = parse("read n: int\nif n > 500:\n    write 1\nelif n > 450:\n    write 2\nelse:\n    write 3\n")
    found = [other.numbers for other in renumberings(spec, "1 above 500, 2 above 450, 3 otherwise.", 0)]
    assert found
    for numbers in found:
        low, high = numbers.get(450, 450), numbers.get(500, 500)
        assert low < high
        assert low % 50 == high % 100 == 0
