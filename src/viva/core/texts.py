"""Texts for people: templates with slots, in a catalogue per locale, English first.

A catalogue is a TOML file of `key = "template"`, beside the package that uses it (`texts/en.toml`, `texts/de.toml`). A
slot is `{name}`, or `{name:one|many}` which reads "1 one" or "5 many", or `{name:,}` for a number that may be large:
its digits stand in groups as the locale writes them. What is put into a slot is made visible first, so no text from a
submission can carry control characters to a person.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, TypeAlias

from viva.core.records import dataclass
from viva.core.terms import ENGLISH
from viva.core.text.escape import visible

SLOT = re.compile(r"\{(\w+)(?::(?:(,)|([^{}|]*)\|([^{}|]*)))?\}")
IN_BRACES = re.compile(r"\{(\w+(?:\.\w+)?)\}")  # in what a teacher writes: `{goal}`, `{goal.example}`
_DIGITS = 4
_POINTS = {"de": ","}
_GROUPS = {"de": "."}  # between groups of three digits; elsewhere a comma


class Say(Protocol):
    """How a function takes the sentences it needs: the `say` of the catalogue that its caller chose."""

    def __call__(self, key: str, /, *others: str, **slots: object) -> str: ...


@dataclass(frozen=True, slots=True)
class Catalogue:
    templates: Mapping[str, str]
    locale: str = ENGLISH

    def say(self, key: str, /, *others: str, **slots: object) -> str:
        """The sentence of a key; where there is none for it, that of the first of the others that has one. A slot that
        holds a sentence has it in the same language."""

        def fill(slot: re.Match[str]) -> str:
            name, grouped, one, many = slot.groups()
            value = slots[name]
            if isinstance(value, Sentence):
                value = value.told(self.locale)
            if grouped:
                return self._grouped(value)
            if one is None:
                return visible(self._spoken(value) if isinstance(value, float) else str(value))
            return f"1 {one}" if value == 1 else f"{self._grouped(value)} {many}"

        chosen = next((each for each in (key, *others) if each in self.templates), key)
        return SLOT.sub(fill, self.templates[chosen])

    def with_words(self, templates: Mapping[str, str]) -> Catalogue:
        """The catalogue with other sentences for some of its keys."""
        return replace(self, templates={**self.templates, **templates}) if templates else self

    def _spoken(self, value: float) -> str:
        """A number as people write it: no more digits than anyone reads."""
        if not math.isfinite(value):
            return str(value)
        digits = max(_DIGITS - 1 - math.floor(math.log10(abs(value))), 0) if value else 0
        told = f"{value:.{digits}f}"
        told = told.rstrip("0").rstrip(".") if "." in told else told
        return told.replace(".", _POINTS.get(self.locale, "."))

    def _grouped(self, value: object) -> str:
        return f"{value:,}".replace(",", _GROUPS.get(self.locale, ",")) if isinstance(value, int) else str(value)


@cache
def catalogue(package: str, locale: str = ENGLISH) -> Catalogue:
    """The texts of a package in the locale of whoever reads them; a sentence that it lacks is said in English."""
    folder = _folder(package) / "texts"
    english = tomllib.loads((folder / "en.toml").read_text("utf-8"))
    own = folder / f"{locale}.toml"
    if locale == ENGLISH or not own.is_file():
        return Catalogue(english)
    return Catalogue(english | tomllib.loads(own.read_text("utf-8")), locale)


def _folder(package: str) -> Path:
    """`importlib.resources` would say it too, but to import that takes longer than to read the texts."""
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError(f"there is no package {package}", name=package)
    return Path(found.submodule_search_locations[0])


def fill(text: str, texts: Mapping[str, str]) -> str:
    """A teacher's text with these in place of names in braces; what stands in braces and is no such name stays."""
    return IN_BRACES.sub(lambda found: texts.get(found[1], found[0]), text)


Slot: TypeAlias = "str | int | Sentence | Sequence[str]"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a catalogue, told in the language of whoever reads it. A slot may hold a sentence itself; one with
    several words lists them, with "or" before the last."""

    key: str
    slots: Mapping[str, Slot] = field(default_factory=dict)
    package: str = "viva.core"

    def told(self, locale: str = ENGLISH) -> str:
        said = {name: _told(value, locale) for name, value in self.slots.items()}
        return catalogue(self.package, locale).say(self.key, **said)


def _told(value: Slot, locale: str) -> str | int:
    if isinstance(value, str | int):
        return value
    if isinstance(value, Sentence):
        return value.told(locale)
    say = catalogue("viva.core", locale).say
    *others, last = value
    return f"{say('list.between').join(others)}{say('list.or')}{last}" if others else last
