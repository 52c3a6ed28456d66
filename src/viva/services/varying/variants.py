"""Variants of exercises: other files, and a manifest whose comments and layout stay the teacher's.

An exercise can itself be the variant of what its files say: by the `seed` in its table `[variant]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping, MutableSequence, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, cast

from viva.core.drawing import Drawing
from viva.core.exercise import VARIANT, Exercise, read_manifest
from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.report import Report, Witness
from viva.core.source import MANIFEST, Source
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import Say

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


class NoVariants(Fault):
    """There is no variant of this exercise. It is written for the teacher; a student is told so otherwise."""


Value = str | bool | int | float | Sequence[str]
_EXAMPLES = "examples/"
_NUMBERED = re.compile(r" \((?:[^\W\d]+ )?\d+\)$")  # as the sentences `title_variant` write it


@dataclass(frozen=True, slots=True)
class Changes:
    """What a variant has otherwise than the exercise it is made from.

    `files` are new or replaced. `statement` goes into the file that the manifest names. `settings` are keys of the
    subject's table; those in `without` are removed. `texts` is applied to every text in the manifest. `remark` is a
    comment in its first line; one with the same word before its colon gives way.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    statement: str | None = None
    title: str | None = None
    settings: Mapping[str, Value] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    texts: Callable[[str], str] | None = None
    remark: str | None = None


def vary_source(source: Source, name: str, changes: Changes) -> Source:
    """The files of a variant. The examples are gone: they were right or wrong for another exercise."""
    files = {path: content for path, content in source.files.items() if not path.startswith(_EXAMPLES)}
    files |= changes.files
    if changes.statement is not None:
        files[source.manifest().string("statement", "statement.md")] = changes.statement.encode()
    text = source.text(MANIFEST)
    if changes.title is not None or changes.settings or changes.without or changes.texts:
        text = _edited(text, lambda manifest: _change(manifest, changes))
    if changes.remark is not None:
        first, _, rest = text.partition("\n")
        label = changes.remark.partition(":")[0]
        text = f"# {changes.remark}\n{rest if first.startswith(f'# {label}:') else text}"
    files[MANIFEST] = text.encode()
    return Source(name, files)


class Names:
    """Numbers the variants of an exercise: each gets a name, and a title that neither the original nor one before it
    has. `say` has the sentence `title_variant`."""

    def __init__(self, exercise: Exercise, seed: int, say: Say) -> None:
        self.name = f"{exercise.name}-{seed}"
        self.titles = {exercise.title}
        self.number = 0
        self.say = say

    def named(self, source: Source, changes: Changes) -> Source:
        self.number += 1
        title = read_manifest(source).title
        if title in self.titles:
            title = number_title(title, self.number, self.titles, self.say)
        self.titles.add(title)
        return vary_source(source, f"{self.name}-{self.number}", replace(changes, title=title))


def number_title(title: str, number: int, taken: Collection[str], say: Say) -> str:
    """The title with a number that makes it another one; of a variant of a variant the number stands once."""
    plain = _NUMBERED.sub("", title)
    titles = [say("title_variant", title=plain, number=number + more) for more in range(len(taken) + 1)]
    return next((each for each in titles if each not in taken), titles[0])


def _edited(text: str, edit: Callable[[TOMLDocument], None]) -> str:
    import tomlkit  # noqa: PLC0415 only for who makes variants

    manifest = tomlkit.parse(text)
    edit(manifest)
    return tomlkit.dumps(manifest)


def _change(manifest: TOMLDocument, changes: Changes) -> None:
    if changes.title is not None:
        manifest["title"] = changes.title
    settings = cast("MutableMapping[str, object]", manifest[str(manifest["subject"])])
    for key in changes.without:
        settings.pop(key, None)
    for key, value in changes.settings.items():
        settings[key] = value if isinstance(value, str | bool | int | float) else list(value)
    if changes.texts is not None:
        _rewrite(manifest, changes.texts)


def _rewrite(inside: object, text: Callable[[str], str]) -> None:
    places: list[tuple[object, object]] = []
    match inside:
        case MutableMapping():
            places = list(inside.items())
        case MutableSequence():
            places = list(enumerate(inside))
    for place, item in places:
        if not isinstance(item, str):
            _rewrite(item, text)
        elif text(item) != item:
            cast("MutableMapping[object, object]", inside)[place] = text(item)


def variants_of(subject: Subject, exercise: Exercise, seed: int) -> Iterator[Exercise]:
    """The variants that the subject makes; that there is none at all is a fault."""
    none_yet = True
    for variant in subject.vary(exercise, seed):
        none_yet = False
        yield variant
    if none_yet:
        raise NoVariants(f"the subject {exercise.subject} makes no variants of this exercise", file=exercise.name)


def instantiate(subject: Subject, origin: Exercise, seed: int) -> tuple[Subject, Exercise]:
    """The first variant of `origin` with this seed, and a subject that varies it as a variant of `origin`.

    What a teacher says of the exercise as a whole stays: its name, title, points and feedback. A title with slots is
    filled with what the variant asks for.
    """
    found = next(subject.vary(origin, seed), None)
    if found is None:
        table = origin.source.manifest().table(VARIANT)
        problem = f"is {seed}, but the subject {origin.subject} makes no variants of this exercise"
        raise table.fault("seed", problem, f"remove [{VARIANT}]")
    return Seeded(subject, origin), _settled(found, origin)


def _settled(variant: Exercise, origin: Exercise) -> Exercise:
    stated = origin.source.manifest().values
    title = origin.title if stated.get("title", origin.title) == origin.title else variant.title

    def settle(manifest: TOMLDocument) -> None:
        manifest.pop(VARIANT, None)
        if variant.title != title:
            manifest["title"] = title
        for key in ("points", "feedback"):
            if stated.get(key) != manifest.unwrap().get(key):
                manifest.pop(key, None)
                if key in stated:
                    manifest[key] = stated[key]

    return replace(
        variant,
        name=origin.name,
        title=title,
        points=origin.points,
        feedback=origin.feedback,
        source=_with_manifest(variant.source, origin.name, settle),
    )


def _with_manifest(source: Source, name: str, edit: Callable[[TOMLDocument], None]) -> Source:
    return Source(name, {**source.files, MANIFEST: _edited(source.text(MANIFEST), edit).encode()})


class Seeded:
    """A subject for one exercise that is a variant of `origin`: other variants of it are made from `origin` too."""

    def __init__(self, subject: Subject, origin: Exercise) -> None:
        self.name = subject.name
        self.subject = subject
        self.origin = origin

    def read(self, source: Source) -> Exercise:
        return self.subject.read(source)

    def check(self, exercise: Exercise, submission: Submission, terms: Terms) -> Report:
        return self.subject.check(exercise, submission, terms)

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        """Without the exercise itself, and none is seeded again."""
        for variant in self.subject.vary(replace(self.origin, wish=exercise.wish), seed):
            if variant.task != exercise.task:
                plain = _with_manifest(variant.source, variant.name, lambda manifest: manifest.pop(VARIANT, None))
                yield replace(variant, source=plain)

    def solve(self, exercise: Exercise) -> Submission:
        return self.subject.solve(exercise)

    def draw(self, exercise: Exercise, thing: Submission | Witness | None = None) -> Drawing:
        return self.subject.draw(exercise, thing)
