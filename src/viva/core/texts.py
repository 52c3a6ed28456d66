"""Texts for people: templates with slots, in a catalogue per locale, English first.

A catalogue is a TOML file of `key = "template"`, beside the package that uses it (`texts/en.toml`). A slot is
`{name}`, or `{name:one|many}` which reads "1 one" or "5 many". What is put into a slot is made visible first, so
no text from a submission can carry control characters to a person.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Protocol

from viva.core.escape import visible

DEFAULT_LOCALE = "en"

_SLOT = re.compile(r"\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}")


class Say(Protocol):
    """How a function takes the sentences it needs: the `say` of the catalogue that its caller chose."""

    def __call__(self, key: str, /, *others: str, **slots: object) -> str: ...


@dataclass(frozen=True, slots=True)
class Catalogue:
    templates: Mapping[str, str]

    def say(self, key: str, /, *others: str, **slots: object) -> str:
        """The sentence of a key; where there is none for it, that of the first of the others that has one."""

        def fill(slot: re.Match[str]) -> str:
            name, one, many = slot.groups()
            value = slots[name]
            if one is None:
                return visible(str(value))
            return f"1 {one}" if value == 1 else f"{value} {many}"

        chosen = next((each for each in (key, *others) if each in self.templates), key)
        return _SLOT.sub(fill, self.templates[chosen])


@cache
def catalogue(package: str, locale: str = DEFAULT_LOCALE) -> Catalogue:
    """The texts of a package; what a locale lacks is said in English."""
    folder = resources.files(package) / "texts"
    english = tomllib.loads((folder / f"{DEFAULT_LOCALE}.toml").read_text("utf-8"))
    if locale == DEFAULT_LOCALE:
        return Catalogue(english)
    return Catalogue(english | tomllib.loads((folder / f"{locale}.toml").read_text("utf-8")))
