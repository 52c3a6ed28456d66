"""What failing inputs have in common: true of them, and of no input that is right."""

import itertools
import random

from viva.engines.heaps.schemas.generalising import Input, generalise
from viva.engines.heaps.schemas.schema import (
    Condition,
    Part,
    Schema,
    instances,
    matches,
    most_specific,
    transitive_reduction,
)
from viva.engines.heaps.view import Cell, View


def row(*keys: int) -> View:
    last = len(keys) - 1
    cells = tuple(Cell(key, (number + 1 if number < last else None,)) for number, key in enumerate(keys))
    return View(("next",), (), cells, (("head", 0 if keys else None),))


def inputs() -> list[Input]:
    keys = range(1, 4)
    lists = [(), *((a,) for a in keys), *((a, b) for a in keys for b in keys)]
    lists += [(a, b, c) for a in keys for b in keys for c in keys]
    return [Input(row(*each), (key,)) for each in lists for key in range(5)]


def split(fails: object) -> tuple[list[Input], list[Input]]:
    assert callable(fails)
    every = inputs()
    failing = [each for each in every if fails([cell.key for cell in each.view.cells], each.arguments[0])]
    return failing, [each for each in every if each not in failing]


def test_an_empty_structure_is_told_as_one() -> None:
    found = generalise(*split(lambda keys, key: not keys))
    assert found.complete
    assert [schema.empty for schema in found.schemas] == [True]


def test_neighbours_with_equal_keys_are_told_wherever_they_lie() -> None:
    found = generalise(*split(lambda keys, key: any(a == b for a, b in itertools.pairwise(keys))))
    assert found.complete
    assert found.schemas == (Schema((Part(None, 0), Part(0, 0)), (Condition(0, "=", 1),)),)


def test_a_depth_is_not_told_where_it_does_not_matter() -> None:
    found = generalise(*split(lambda keys, key: key in keys[1:]))
    assert found.complete
    assert len(found.schemas) == 1
    assert found.schemas[0].conditions == (Condition(-1, "=", 1),)


def test_no_schema_matches_an_input_that_is_right() -> None:
    for fails in (
        lambda keys, key: len(keys) == 2 and keys[0] > keys[1],
        lambda keys, key: keys[:1] == [key] or len(keys) == 3,
        lambda keys, key: sum(keys) == 4,
    ):
        failing, right = split(fails)
        found = generalise(failing, right)
        for schema in found.schemas:
            assert not any(matches(schema, each.view, each.arguments) for each in right)
        covered = sum(any(matches(schema, each.view, each.arguments) for schema in found.schemas) for each in failing)
        assert covered == found.covered


def test_a_schema_matches_where_it_lies_in_some_way() -> None:
    """Schemas that are drawn, and all that can be said of a list, against every list."""
    chance, found = random.Random(1), [0, 0]
    every = inputs()
    whole = [most_specific(each.view, 0, each.arguments, None) for each in every if each.view.cells]
    for _ in range(120):
        size = chance.randint(1, 4)
        parts = [Part(None, 0)]
        for number in range(1, size):
            then = chance.choice((None, None, 0))
            parts.append(Part(chance.randrange(number), 0, null=chance.random() < 0.3, then=then))
        real = [number for number, part in enumerate(parts) if not part.null]
        if any(part.parent not in real for part in parts[1:]):
            continue
        numbers = [*real, -1]
        signs = chance.choices(("=", "<", "!=", ">="), k=chance.randrange(3))
        conditions = tuple(Condition(chance.choice(real), sign, chance.choice(numbers)) for sign in signs)
        whole.append(Schema(tuple(parts), conditions, entry=chance.choice((None, None, ""))))
    for schema in whole:
        for each in chance.sample(every, 25):
            lies = next(instances(schema, each.view, each.arguments), None) is not None
            assert matches(schema, each.view, each.arguments) == lies
            found[lies] += 1
    assert min(found) > 200


def test_of_an_order_only_neighbours_are_told() -> None:
    chain = [Condition(0, "<", 1), Condition(0, "<", 2), Condition(1, "<", 2)]
    assert transitive_reduction(chain) == (Condition(0, "<", 1), Condition(1, "<", 2))
