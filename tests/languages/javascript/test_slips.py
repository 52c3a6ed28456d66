"""Slips that are told of JavaScript: only where they are any."""

import pytest

from viva.languages.javascript.reads import survey_trusted

pytest.importorskip("_quickjs")


@pytest.mark.parametrize(
    ("body", "is_slip"),
    [
        ("for (const v in xs) s += v;", True),
        ("for (const v in [1, 2]) s += v;", True),
        ("const t = { a: 1 }; for (const v in t) s += v;", False),
        ("let t; t = { a: 1 }; for (const v in t) s += v;", False),
        ("let t = { a: 1 }; t = [1]; for (const v in t) s += v;", True),
        ("for (const v in { a: 1 }) s += v;", False),
    ],
)
def test_going_through_the_names_of_a_record_is_no_slip(body: str, is_slip: bool) -> None:
    text = f"function f(xs) {{ let s = 0; {body} return s; }}"
    told = [slip.name for slip in survey_trusted(text, "f.js").slips]
    assert ("for_in" in told) is is_slip
