"""`viva keys`: in which keys a progression can be read; `viva generate`: an exercise of things drawn at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import click

from viva.commands.options import PATH, Word, json_option, language_option, seed_option
from viva.commands.output import write, write_document
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.terms import ENGLISH
from viva.core.text.escape import visible
from viva.core.text.reading import Misread
from viva.core.texts import catalogue
from viva.engines.music import Chord, Key, Reading, chord_over
from viva.engines.music.analysis import numerals_for
from viva.engines.music.generating import STAVES, Nothing
from viva.engines.music.keys import all_keys
from viva.engines.music.library import SEVENTHS
from viva.engines.music.modulation import Modulations, Step
from viva.subjects.harmony.naming import show_name, understood

_MOST = 6  # accidentals of a key: with seven the same key would be there twice
_LONGEST = 64
_WAYS = 200


@click.command("keys")
@click.argument("chords", nargs=-1, required=True)
@click.option("--major", is_flag=True, help="Read in major keys only.")
@language_option("names and sentences: en or de; en without it.")
@json_option("the ways to read it")
def keys(chords: tuple[str, ...], *, major: bool, language: str | None, as_document: bool) -> int:
    """Tell in which keys a progression can be read, and by which chords it goes from one to another.

    \b
    Example:
      viva keys C Am D7 G
      viva keys "CM7 Em7 Am7 D7 GM7" --major
    """
    locale = language or ENGLISH
    words = [word for text in chords for word in text.replace(",", " ").replace("|", " ").split()]
    if not 1 <= len(words) <= _LONGEST:
        raise Fault(f"there are {len(words)} chords here; there may be 1 to {_LONGEST}")
    named = [_chord(word, locale) for word in words]
    states = tuple(key for key in all_keys(_MOST) if not (major and key.minor))
    ways = _joined(Modulations(states, SEVENTHS).readings(named, _WAYS))
    fewest = min((len(each) for each in ways), default=0)
    ways = {each: steps for each, steps in ways.items() if len(each) == fewest}
    if as_document:
        write_document(_document(words, ways))
    else:
        write(visible("\n".join(_lines(named, ways, locale)) + "\n"))
    return 0 if ways else 1


def _chord(word: str, locale: str) -> Chord:
    try:
        return chord_over(understood(word, locale))[0]
    except Misread as problem:
        raise Fault(problem.told(locale), remedy="write chords such as Gm7 or F#dim7/A") from None


def _joined(ways: Sequence[Sequence[Step]]) -> dict[tuple[Key, ...], list[tuple[int, ...]]]:
    """For each row of keys the chords, from 0, at which it goes from one to the next: there are often several ways."""
    found: dict[tuple[Key, ...], list[tuple[int, ...]]] = {}
    for way in ways:
        passed = [way[0].source, *(step.target for step in way)]
        row = tuple(key for key, _ in groupby(passed))
        if len(row) > 1 and way[-1].target is not way[-1].source:
            continue  # nothing follows in the last key
        found.setdefault(row, []).append(tuple(at for at, step in enumerate(way) if step.target is not step.source))
    return found


def _numerals(chords: Sequence[Chord], key: Key) -> str:
    found = (numerals_for(key, (Reading(chord, 0),)) for chord in chords)
    return " ".join(str(each[0]) if each else "?" for each in found)


def _lines(chords: Sequence[Chord], ways: dict[tuple[Key, ...], list[tuple[int, ...]]], locale: str) -> list[str]:
    say = catalogue("viva.subjects.harmony", locale).say
    if not ways:
        return [say("keys_none")]
    lines = []
    for row, changes in ways.items():
        names = [show_name(str(key), locale, "key") for key in row]
        if len(row) == 1:
            lines.append(say("keys_one", key=names[0], numerals=_numerals(chords, row[0])))
            continue
        lines.append(say("keys_several", keys=say("keys_then").join(names)))
        for at, (old, new) in enumerate(pairwise(row)):
            pivots = sorted({change[at] for change in changes})
            told = (
                say("keys_pivot", number=each + 1, chord=show_name(str(chords[each]), locale),
                    old=_numerals([chords[each]], old), new=_numerals([chords[each]], new))
                for each in pivots
            )  # fmt: skip
            lines += [f"  {line}" for line in told]
    return lines


def _document(words: Sequence[str], ways: dict[tuple[Key, ...], list[tuple[int, ...]]]) -> Json:
    return {
        "chords": [*words],
        "readings": [
            {"keys": [str(key) for key in row], "pivots": [[at + 1 for at in change] for change in sorted(changes)]}
            for row, changes in ways.items()
        ],
    }


_WHAT = ("note", "interval", "scale", "key", "chord", "progression", "modulation")
_GROUPS = ("triad", "seventh", "ninth")
_USUAL, _MOST_LISTED = 4, 14  # accidentals
_ON_STAVES = {"clef", "ends"}
_VOICED = _ON_STAVES | {"inversions", "repeated_notes", "octaves", "layouts"}
# What each kind of thing is drawn by, beside the count, the keys and the accidentals that all have.
_DRAWN_BY = {
    "note": _ON_STAVES | {"repetition"},
    "interval": _ON_STAVES | {"repetition"},
    "scale": {"types", "roots", "repetition"},
    "key": {"repetition"},
    "chord": _VOICED | {"types", "roots", "repetition"},
    "progression": _VOICED | {"group", "progression", "repetition"},
    "modulation": {"group", "voiced"},
}
_EVERY = {"what", "folder", "count", "homes", "accidentals", "seed"}
_OPTIONS = {"ends": "--range", "homes": "--keys"}
_AGAINST = {"progression": {"count", "repetition"}, "layouts": {"inversions", "repeated_notes", "octaves"}}


def _is_typed(given: click.Context, name: str) -> bool:
    return given.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _option(name: str) -> str:
    return _OPTIONS.get(name, f"--{name.replace('_', '-')}")


def _refuse_unused(what: str, typed: set[str]) -> None:
    """Nothing that was asked for is passed over."""
    used = _EVERY | _DRAWN_BY[what] | (_VOICED if "voiced" in typed and what == "modulation" else set())
    for name in sorted(typed - used):
        others = ", ".join(each for each in _WHAT if name in _DRAWN_BY[each])
        others = "modulation with --voiced" if what == "modulation" and name in _VOICED else others
        raise Fault(f"{_option(name)} has no part in what is drawn for a {what}", remedy=f"it is for: {others}")
    for chosen, against in _AGAINST.items():
        for name in sorted(typed & against) if chosen in typed else ():
            raise Fault(f"{_option(chosen)} says already what {_option(name)} is for", remedy="leave one of them out")


@click.command("generate")
@click.argument("what", type=Word(_WHAT), metavar="WHAT")
@click.argument("folder", type=PATH, metavar="DIR")
@click.option(
    "--count", type=click.IntRange(1, 50), default=6, metavar="N", help="How many things, or how many chords."
)
@click.option("--keys", "homes", metavar="KEYS", help="Where notes come from, such as 'C, G, d minor'; all without it.")
@click.option(
    "--accidentals",
    type=click.IntRange(0, 14),
    metavar="N",
    help="The most that one thing has; 4, or as many as listed roots need.",
)
@click.option(
    "--roots", metavar="NOTES", help="Of scales and chords, such as 'C, F#, Bb'; those of the keys without it."
)
@click.option("--clef", type=Word(tuple(STAVES)), default="treble", metavar="CLEF", help="treble, bass, alto or tenor.")
@click.option("--range", "ends", metavar="LOW-HIGH", help="Such as C3-C5; what the clef shows without it.")
@click.option("--types", metavar="TYPES", help="Of chords or scales, such as 'M, m, 7' or 'major, dorian'.")
@click.option(
    "--group", type=Word(_GROUPS), default="triad", help="Of the chords of a progression: triad, seventh, ninth."
)
@click.option("--inversions", type=click.IntRange(0, 4), default=0, metavar="N", help="The highest inversion; 0.")
@click.option("--repeated-notes", type=click.IntRange(0, 4), default=0, metavar="N", help="In a voicing, the most; 0.")
@click.option("--octaves", type=click.IntRange(1, 4), default=2, metavar="N", help="The range of a voicing; 2.")
@click.option(
    "--layouts", metavar="LAYOUTS", help="Voicings to choose from: '(1/3@0, 3/3@0, 2/3@1); (2/3@0, 1/3@1, 3/3@1)'."
)
@click.option("--progression", metavar="NUMERALS", help="Such as 'I I V I vi IV V I', instead of one at random.")
@click.option("--voiced", is_flag=True, help="A modulation as notes on a staff, instead of names of chords.")
@click.option("--repetition", is_flag=True, help="The same thing may come again.")
@seed_option("What is drawn")
@click.pass_context
def generate(
    given: click.Context, /, what: str, folder: Path, *, clef: str, group: str, inversions: int, seed: int, **named: Any
) -> int:
    """Write an exercise of things that are drawn at random within limits.

    \b
    Example:
      viva generate chord chords --types 'm7, 7, M7' --inversions 3 --accidentals 3 --seed 4
      viva generate progression numerals --keys 'C, G, F' --group seventh --count 8
      viva generate progression known --progression 'I I V I vi IV V I' --keys D --group seventh
      viva generate modulation pivots --voiced --inversions 2
    """
    from viva.subjects.harmony.generate import Wishes, exercise_of  # noqa: PLC0415

    _refuse_unused(what, {name for name in given.params if _is_typed(given, name)})
    if named["accidentals"] is None:
        named["accidentals"] = _MOST_LISTED if named["roots"] else _USUAL
    wishes = Wishes(what, clef, group, inversions, **named)
    try:
        source = exercise_of(wishes, random.Random(f"generate {what} {seed}"))
    except Misread as problem:
        raise Fault(problem.told(ENGLISH), remedy="look at `viva generate --help`") from None
    except Nothing as problem:
        raise Fault(str(problem), remedy="widen the limits") from None
    if folder.exists():
        raise Fault("this is there already", str(folder), remedy="name another folder")
    source.write(folder)
    write(f"{visible(str(folder))}\n")
    return 0
