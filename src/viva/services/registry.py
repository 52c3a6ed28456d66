"""Finding what is installed: subjects are entry points, loaded when they are asked for. So are commands, in the cli."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from viva.core.exercise import Exercise, read_seed
from viva.core.fault import Fault
from viva.core.source import MANIFEST, Source
from viva.core.subject import Subject
from viva.core.table import suggestion

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SUBJECTS = "viva.subjects"  # the group of entry points, and the package of those that Viva brings along


def installed_entries(group: str) -> Mapping[str, EntryPoint]:
    return _entries(group, tuple(sys.path))


@cache
def _entries(group: str, _places: tuple[str, ...]) -> Mapping[str, EntryPoint]:
    """Of the packages in these places. To look through all of them takes longer than many a check, and languages of
    others are asked for by name for every input."""
    from importlib.metadata import entry_points  # noqa: PLC0415

    points = sorted(entry_points(group=group), key=lambda point: point.name)
    return MappingProxyType({point.name: point for point in points})


def subject_named(name: str, file: str | None = None, line: int | None = None) -> Subject:
    try:
        if _is_own(name):
            return cast(Subject, getattr(import_module(f"{SUBJECTS}.{name}.subject"), name.title())())
        points = installed_entries(SUBJECTS)
        if name not in points:
            raise Fault(f"there is no subject {name!r}", file, line, remedy=suggestion(name, list(points)))
        return cast(Subject, points[name].load()())
    except ModuleNotFoundError as missing:
        raise Fault(
            f"the subject {name!r} needs {missing.name}, which is not installed",
            remedy=f"pip install 'viva[{name}]'",
        ) from None


def _is_own(name: str) -> bool:
    """Viva's own subjects are also found by their names: many a check takes less time than reading entry points."""
    return name.isidentifier() and name.islower() and find_spec(f"{SUBJECTS}.{name}") is not None


def template(name: str) -> Source:
    """The small complete exercise that a subject ships in its folder `template`, to start a new one from."""
    subject_named(name)
    from importlib import resources  # noqa: PLC0415 not cheap

    package = installed_entries(SUBJECTS)[name].module.rpartition(".")[0]
    with resources.as_file(resources.files(package) / "template") as folder:
        return Source.from_folder(folder)


def exercise_folder(named: Path) -> Path:
    """The folder that is meant: one in place, or else the exercise of this name that comes with Viva."""
    if named.exists() or named.is_absolute() or ".." in named.parts or len(named.parts) > 2:
        return named
    from viva.services.shipped import shipped_named  # noqa: PLC0415 most exercises are folders in place

    return shipped_named(str(named)).folder


def read_exercise(named: Path) -> tuple[Subject, Exercise]:
    """The exercise in a folder, or the one that comes with Viva under this name, and the subject that examines it.
    Faults name the file by its full path."""
    folder = exercise_folder(named)
    source = Source.from_folder(folder)
    try:
        return read_source(source)
    except Fault as fault:
        if fault.file in source.files:
            base = folder if folder.is_dir() else folder.parent
            raise Fault(fault.problem, str(base / str(fault.file)), fault.line, fault.column, fault.remedy) from None
        raise


def read_source(source: Source) -> tuple[Subject, Exercise]:
    table = source.manifest()
    name = table.string("subject")
    place = table.fault("subject", "")
    subject = subject_named(name, MANIFEST, place.line)
    exercise = subject.read(source)
    seed = read_seed(table)
    if seed is None:
        return subject, exercise
    from viva.services.varying.variants import instantiate  # noqa: PLC0415 few exercises are variants

    return instantiate(subject, exercise, seed)
