"""Names that look alike and are not the same: letters of other alphabets that are drawn like Latin ones."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_DRAWN_LIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝѵӏАВЕЅІЈКМНОРСТХУαοριυνΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijshdqwvlABESIJKMHOPCTXYaopiuvABEZHIKMNOPTYX",
)


def drawn(name: str) -> str:
    """The name with Latin letters for those that look like them."""
    return unicodedata.normalize("NFKC", name).translate(_DRAWN_LIKE)


def look_alike(one: str, two: str) -> bool:
    """Whether two names that are not the same are drawn the same."""
    return one != two and drawn(one) == drawn(two)


def foreign(name: str) -> str:
    """The first letter that only looks like a Latin one; empty where there is none."""
    return next((letter for letter in name if drawn(letter) != letter), "")


def twins(names: Iterable[str]) -> tuple[str, str] | None:
    """Two names among these that look alike."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(drawn(name), name)
        if other != name:
            return other, name
    return None
