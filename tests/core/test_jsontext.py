"""JSON of strangers: whatever they wrote, there is a value or one kind of error."""

import pytest

from viva.core.text.jsontext import load, unlike
from viva.core.text.reading import Misread


def test_what_is_json_is_read() -> None:
    assert load('{"a": [1, true, null]}') == {"a": [1, True, None]}


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("{", "not JSON"),
        ('{"a": 1, "a": 2}', "there twice"),
        ("[NaN]", "not a number"),
        ("[" * 100_000, "nested too deep"),
        ("9" * 5000, "too long"),
    ],
)
def test_what_is_not_json_is_told(text: str, part: str) -> None:
    with pytest.raises(Misread, match=part):
        load(text)


def test_the_kinds_of_values_have_names() -> None:
    assert str(unlike("x", "a text", True)) == "x: expected a text, found true or false"
