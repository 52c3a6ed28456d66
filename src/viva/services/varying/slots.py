"""Slots: places in the files of an exercise that variants fill otherwise, so that its story stays.

A slot stands as `{goal}` in the files and in the statement. Its table lists the `values` that go into the files and the
`words` that the statement says for them; the exercise itself has the first of each. Every further list of the table is
a column: `{goal.example}` stands for the text in the same row, so that what belongs together changes together.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from contextlib import suppress

from viva.core.exercise import Exercise, read_manifest
from viva.core.records import dataclass
from viva.core.source import MANIFEST, Source
from viva.core.table import Table
from viva.core.texts import IN_BRACES, fill
from viva.services.varying.variants import Changes, NoVariants, vary_source

Choice = tuple[int, ...]
_EXAMPLES = "examples/"
_MOST = 2000
_SPREAD = 50


@dataclass(frozen=True, slots=True)
class Slot:
    """`columns` are further texts for each value, by their names."""

    name: str
    values: tuple[str, ...]
    words: tuple[str, ...]
    columns: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def texts(self, row: int, words: bool) -> Iterator[tuple[str, str]]:
        yield self.name, (self.words if words else self.values)[row]
        for column, texts in self.columns:
            yield f"{self.name}.{column}", texts[row]


def read_slots(settings: Table) -> tuple[Slot, ...]:
    """The table `slots` of a subject's table. Raises Fault."""
    slots = settings.table("slots")
    return tuple(_slot(slots, name) for name in slots.values)


def slots_of(source: Source) -> tuple[Slot, ...]:
    """Those of an exercise's files. Raises Fault."""
    return read_slots(read_manifest(source).settings)


def _slot(slots: Table, name: str) -> Slot:
    rows = slots.table(name)
    values = rows.strings("values")
    words = rows.strings("words", values)
    columns = tuple((key, rows.strings(key)) for key in rows.values if key not in ("values", "words"))
    for key, texts in (("words", words), *columns):
        if not values or len(texts) != len(values):
            problem = f"needs as many {key} as values, and at least one"
            raise slots.fault(name, problem, f"it has {len(values)} values and {len(texts)} {key}")
    return Slot(name, values, words, columns)


def in_files(slots: tuple[Slot, ...], choice: Choice) -> dict[str, str]:
    return _texts(slots, choice, words=False)


def in_statement(slots: tuple[Slot, ...], choice: Choice) -> dict[str, str]:
    return _texts(slots, choice, words=True)


def _texts(slots: tuple[Slot, ...], choice: Choice, words: bool) -> dict[str, str]:
    """A text may have other slots in it, but no text of these is filled again."""
    texts = dict(pair for slot, row in zip(slots, choice, strict=True) for pair in slot.texts(row, words))
    return {name: fill(text, texts) for name, text in texts.items()}


def choices(slots: tuple[Slot, ...], seed: int) -> list[Choice]:
    """Every choice but the exercise's own, in an order that the seed gives: the first ones have as little in common
    with the exercise and with each other as can be."""
    own, *left = itertools.islice(itertools.product(*(range(len(slot.values)) for slot in slots)), _MOST)
    random.Random(f"vary {seed}").shuffle(left)
    found: list[Choice] = []
    alike = dict.fromkeys(left, (0, 0))  # with the one most like it, and with all together
    picked = own
    while left and len(found) < _SPREAD:
        for choice in left:
            most, total = alike[choice]
            shared = sum(ours == theirs for ours, theirs in zip(choice, picked, strict=True))
            alike[choice] = max(most, shared), total + shared
        picked = min(left, key=lambda choice: alike[choice])
        left.remove(picked)
        found.append(picked)
    return found + left


def first(source: Source) -> Source:
    """The exercise itself: its files with the first value of each slot. The lines of its manifest stay.

    Raises Fault for a slot that the statement does not mention, or that nothing but the statement does.
    """
    asked = read_manifest(source)
    settings = asked.settings
    slots = read_slots(settings)
    if not slots:
        return source
    for slot in slots:
        if not _stands_in(asked.statement, slot):
            remedy = f"write {{{slot.name}}} where it says what changes"
            raise settings.table("slots").fault(slot.name, "does not occur in the statement", remedy)
        if not any(_stands_in(text, slot) for text in _beside_the_statement(source)):
            remedy = f"write {{{slot.name}}} where it belongs, or remove the slot"
            raise settings.table("slots").fault(slot.name, "occurs in no file but the statement", remedy)
    choice = (0,) * len(slots)
    words = in_statement(slots, choice)
    escaped = {name: json.dumps(text, ensure_ascii=False)[1:-1] for name, text in words.items()}
    manifest = fill(source.text(MANIFEST), escaped).encode()
    return Source(source.name, {**source.files, **_filled(source, slots, choice), MANIFEST: manifest})


def title_of(manifest: Table, name: str) -> str:
    """The title of the exercise itself, for who reads no more than its manifest; `name` where it has none."""
    slots = read_slots(manifest.table(manifest.string("subject")))
    return fill(manifest.string("title", name), in_statement(slots, (0,) * len(slots)))


def choose_slots(source: Source, slots: tuple[Slot, ...], choice: Choice) -> Source:
    """The files of the variant with these values, and without slots."""
    words = in_statement(slots, choice)
    files = _filled(source, slots, choice)
    return vary_source(source, source.name, Changes(files, without=("slots",), texts=lambda text: fill(text, words)))


def without_slots(source: Source) -> Source:
    """The exercise itself, as a student meets it, with its examples, and without slots."""
    slots = slots_of(source)
    if not slots:
        return source
    examples = {path: content for path, content in source.files.items() if path.startswith(_EXAMPLES)}
    chosen = choose_slots(source, slots, (0,) * len(slots))
    return Source(source.name, {**chosen.files, **examples})


def or_say_why(exercise: Exercise, variants: Iterator[Exercise]) -> Iterator[Exercise]:
    """The variants. Raises Fault, with what to do about it, if there are none."""
    first_one = next(variants, None)
    if first_one is None:
        names = [slot.name for slot in slots_of(exercise.source)]
        if names:
            problem = f"no other choice for {', '.join(names)} makes another exercise that is about as difficult"
            raise NoVariants(problem, MANIFEST, remedy="give the slots more values")
        remedy = (
            "write a name in braces, such as {limit}, in its place in the statement and in the files, and list "
            f"values for it in [{exercise.subject}.slots.limit]"
        )
        raise NoVariants("nothing says what may change in a variant of this exercise", MANIFEST, remedy=remedy)
    yield first_one
    yield from variants


def _filled(source: Source, slots: tuple[Slot, ...], choice: Choice) -> dict[str, bytes]:
    """Every text but the manifest and the examples: with words where people read it, with values where Viva does."""
    values, words = in_files(slots, choice), in_statement(slots, choice)
    return {
        path: fill(text, words if path.endswith(".md") else values).encode() for path, text in _texts_of(source).items()
    }


def _texts_of(source: Source) -> dict[str, str]:
    """The files that slots may stand in. A picture has none."""
    found = {}
    for path, content in source.files.items():
        if path != MANIFEST and not path.startswith(_EXAMPLES):
            with suppress(UnicodeDecodeError):
                found[path] = content.decode("utf-8-sig")
    return found


def _beside_the_statement(source: Source) -> list[str]:
    return [text for path, text in _texts_of(source).items() if not path.endswith(".md")] + [source.text(MANIFEST)]


def _stands_in(text: str, slot: Slot) -> bool:
    return any(found.partition(".")[0] == slot.name for found in IN_BRACES.findall(text))
