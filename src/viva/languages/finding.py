"""Which language a file is in. Languages are entry points, loaded when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, cast

from viva.core.fault import Fault
from viva.core.table import Table, suggestion
from viva.services.registry import installed_entries

if TYPE_CHECKING:
    from viva.languages import haskell, javascript, python
    from viva.languages.executable import languages
    from viva.languages.protocol import Language

    HELD_TO_THE_PROTOCOL: tuple[Language, ...] = (python, javascript, haskell, languages.c)

GROUP = "viva.languages"  # of entry points, and the package of the languages that Viva brings along


class Own(NamedTuple):
    """Where a language of Viva is, as an entry point says it, the endings of its files, and what people call it."""

    place: str
    suffixes: tuple[str, ...]
    title: str


_EXECUTABLE = "viva.languages.executable.languages"
# Found by name too: many a check takes less time than reading entry points, or loading a language to see its endings.
OWN: Mapping[str, Own] = MappingProxyType(
    {
        "python": Own("viva.languages.python", (".py",), "Python"),
        "javascript": Own("viva.languages.javascript", (".js", ".mjs", ".cjs"), "JavaScript"),
        "c": Own(f"{_EXECUTABLE}:c", (".c",), "C"),
        "cpp": Own(f"{_EXECUTABLE}:cpp", (".cpp", ".cc", ".cxx"), "C++"),
        "java": Own(f"{_EXECUTABLE}:java", (".java",), "Java"),
        "go": Own(f"{_EXECUTABLE}:go", (".go",), "Go"),
        "rust": Own(f"{_EXECUTABLE}:rust", (".rs",), "Rust"),
        "haskell": Own("viva.languages.haskell", (".hs",), "Haskell"),
        "node": Own(f"{_EXECUTABLE}:node", (".js", ".cjs"), "JavaScript"),
        "cpython": Own(f"{_EXECUTABLE}:cpython", (".py",), "Python"),
    }
)
_CONFIGURED = "executable:"  # one that a table of the exercise describes: the rest of its name says how
DEFAULT = ("python",)
PROGRAMS = ("python", "javascript", "c", "cpp", "java", "go", "rust", "haskell")
"""Those in which a whole program may be written where an exercise does not say."""


def language_named(name: str) -> Language:
    if name.startswith(_CONFIGURED):
        from viva.languages.executable.teachers import configured_language  # noqa: PLC0415 few exercises have one

        return configured_language(name)
    if name in OWN:
        module, _, attribute = OWN[name].place.partition(":")
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
    return language_named(next((name for name in names if file.lower().endswith(suffixes((name,)))), names[0]))


def suffixes(names: Sequence[str]) -> tuple[str, ...]:
    """The endings of files in these languages."""
    own = (OWN[name].suffixes if name in OWN else language_named(name).suffixes for name in names)
    return tuple(dict.fromkeys(suffix for endings in own for suffix in endings))


def title_of(ending: str) -> str:
    """What people call the language of files with this ending; the ending where none of Viva's own has it."""
    return next((own.title for own in OWN.values() if ending in own.suffixes), ending)


def word_bits(language: Language) -> int | None:
    """How many bits the whole numbers of a beginner have; None where they have no bound."""
    bits: int | None = getattr(language, "bits", None)
    return bits


def read_languages(table: Table, *, calls: bool = False, default: Sequence[str] = DEFAULT) -> tuple[str, ...]:
    """`languages` in the table of a subject: those in which a submission may be written. `calls`: functions in them
    have to be called."""
    names = table.strings("languages", default)
    if not names:
        raise table.fault("languages", "must name at least one", f'as in languages = ["{DEFAULT[0]}"]')
    if "executable" in names:
        from viva.languages.executable.teachers import read_settings  # noqa: PLC0415

        settings = read_settings(table)
        names = tuple(settings if name == "executable" else name for name in names)
    for name in names:
        if name not in OWN and not name.startswith(_CONFIGURED) and name not in installed_entries(GROUP):
            remedy = suggestion(name, list(installed_entries(GROUP)))
            raise table.fault("languages", f"has {name!r}, which is no language", remedy)
        if calls and language_named(name).calls is None:
            said = f"has {name!r}, and functions in {name} cannot be called"
            raise table.fault("languages", said, 'ask for a whole program: subject = "console"')
    return names
