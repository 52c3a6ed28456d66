"""Objects with named parts: whatever makes, changes or encodes a value keeps to these names and their types."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from viva.engines.mining import Constants
from viva.engines.shapes import (
    Many,
    Named,
    Plain,
    Unknown,
    count,
    fit_value,
    holds,
    read_shape,
    rows,
    smaller,
    surveyed_classes,
)
from viva.engines.shapes.corners import values
from viva.engines.shapes.kin import kin_rows
from viva.engines.symbolic.chance import random_inputs
from viva.engines.symbolic.frames import Frame
from viva.languages.survey import Fields

USER = Named((("id", Plain("int")), ("name", Plain("str"))))
USERS = Many("list", USER)
NOTHING = Constants()


def test_it_is_read_from_what_a_survey_says() -> None:
    assert read_shape(["list", ["named", ["id", ["int"]], ["name", ["str"]]]]) == USERS


@pytest.mark.parametrize("value", [{"id": 1}, {"id": 1, "name": 2}, {"id": 1, "name": "", "age": 3}, [1, ""], {}])
def test_what_lacks_a_name_or_has_another_is_not_of_the_shape(value: object) -> None:
    assert not holds(USER, value)


def test_all_ways_to_make_values_make_values_of_the_shape() -> None:
    made = [row[0] for row in rows([USERS], 200)]
    made += [row[0] for row in islice(kin_rows([USERS, Plain("int")], NOTHING, 3), 300)]
    made += [row[0] for row in islice(random_inputs([USERS], NOTHING, 3), 300)]
    made += list(islice(values(USERS), 50))
    assert all(holds(USERS, value) for value in made)
    assert max(len(value) for value in made if isinstance(value, list)) > 2


def test_one_argument_is_often_a_part_of_another() -> None:
    found = 0
    for users, number in islice(kin_rows([USERS, Plain("int")], NOTHING, 5), 200):
        assert isinstance(users, list)
        found += number in [user["id"] for user in users[1:]] and number != users[0]["id"]
    assert found > 10


def test_what_is_made_smaller_comes_down_to_the_smallest_of_the_shape() -> None:
    value: object = [{"id": 7, "name": "xyz"}, {"id": -3, "name": "b"}]
    for _ in range(100):
        found = [row[0] for row in smaller((value,), (USERS,))]
        if not found:
            break
        value = random.Random(1).choice(found)
    assert value == []


def test_a_value_comes_back_from_its_variables() -> None:
    frame = Frame((USERS,), 5, 8)
    for (users,) in islice(random_inputs([USERS], NOTHING, 9), 60):
        assert isinstance(users, list)
        if len(users) <= 5 and all(len(user["name"]) <= 8 for user in users):
            assert frame.arguments(frame.values((users,))) == (users,)


def test_a_finite_one_is_counted_and_whole_numbers_become_floats_where_they_should() -> None:
    assert count(Named((("on", Plain("bool")), ("many", Plain("int", 1, 3))))) == 6
    assert fit_value(Named((("x", Plain("float")),)), {"x": 1}) == {"x": 1.0}


def test_a_class_of_python_that_is_a_dict_has_such_values() -> None:
    facts = [
        Fields("User", 1, (("id", ["int"]), ("name", ["str"])), is_dict=True),
        Fields("Team", 2, (("users", ["list", ["name", "User"]]), ("best", ["name", "User"])), is_dict=True),
        Fields("Loop", 3, (("next", ["name", "Loop"]),), is_dict=True),
    ]
    classes = surveyed_classes(facts)
    assert read_shape(["name", "Team"], classes) == Named((("users", USERS), ("best", USER)))
    with pytest.raises(Unknown):  # no value of it has an end
        read_shape(["name", "Loop"], classes)
