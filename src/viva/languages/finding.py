"""Which language a file is in. Languages are entry points, loaded when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, cast

from viva.core.fault import Fault
from viva.core.table import Table, suggestion
from viva.services.registry import installed_entries

if TYPE_CHECKING:
    from viva.languages import haskell, python
    from viva.languages.executable import languages
    from viva.languages.protocol import Language

    HELD_TO_THE_PROTOCOL: tuple[Language, ...] = (python, haskell, languages.c)

GROUP = "viva.languages"  # of entry points, and the package of the languages that Viva brings along
EXECUTABLE = "viva.languages.executable.languages"
OWN = {  # found by name too: many a check takes less time than reading entry points
    "python": ("viva.languages.python", ""),
    "haskell": ("viva.languages.haskell", ""),
    **{name: (EXECUTABLE, name) for name in ("c", "cpp", "cpython", "go", "java", "node", "rust")},
}
DEFAULT = ("python",)


def language_named(name: str) -> Language:
    if name in OWN:
        module, attribute = OWN[name]
        loaded = import_module(module)
        return cast("Language", getattr(loaded, attribute) if attribute else loaded)
    points = installed_entries(GROUP)
    if name not in points:
        raise Fault(f"there is no language {name!r}", remedy=suggestion(name, list(points)))
    return cast("Language", points[name].load())


def default_language() -> Language:
    """That of what a teacher writes, and of Viva's own values."""
    return language_named(DEFAULT[0])


def language_for(file: str, names: Sequence[str] = DEFAULT) -> Language:
    """That of these languages to which the ending of a file belongs, or else the first of them."""
    languages = [language_named(name) for name in names]
    return next((language for language in languages if file.endswith(language.suffixes)), languages[0])


def suffixes(names: Sequence[str]) -> tuple[str, ...]:
    """The endings of files in these languages."""
    return tuple(suffix for name in names for suffix in language_named(name).suffixes)


def read_languages(table: Table, *, calls: bool = False) -> tuple[str, ...]:
    """`languages` in the table of a subject: those in which a submission may be written. `calls`: functions in them
    have to be called."""
    names = table.strings("languages", DEFAULT)
    if not names:
        raise table.fault("languages", "must name at least one", f'as in languages = ["{DEFAULT[0]}"]')
    for name in names:
        if name not in OWN and name not in installed_entries(GROUP):
            remedy = suggestion(name, list(installed_entries(GROUP)))
            raise table.fault("languages", f"has {name!r}, which is no language", remedy)
        if calls and language_named(name).calls is None:
            said = f"has {name!r}, and functions in {name} cannot be called"
            raise table.fault("languages", said, 'ask for a whole program: subject = "console"')
    return names
