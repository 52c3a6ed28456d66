"""Letters of other alphabets that are drawn like Latin ones."""

from viva.core.text.homoglyphs import foreign, look_alike, twins


def test_names_look_alike_if_only_alphabets_differ() -> None:
    assert look_alike("count", "c\N{CYRILLIC SMALL LETTER O}unt")
    assert look_alike("XY", "\N{GREEK CAPITAL LETTER CHI}Y")
    assert not look_alike("count", "count")
    assert not look_alike("count", "counts")
    assert foreign("c\N{CYRILLIC SMALL LETTER O}unt") == "\N{CYRILLIC SMALL LETTER O}"
    assert foreign("größe") == ""


def test_twins_are_found_among_many_names() -> None:
    odd = "tot\N{CYRILLIC SMALL LETTER A}l"
    assert twins(["n", "total", odd]) == ("total", odd)
    assert twins(["n", "total", "n"]) is None
