"""Finding what is installed: subjects are entry points, loaded when they are asked for. So are commands, in the cli."""

from importlib import resources
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import cast

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.source import MANIFEST, Source
from viva.core.subject import Subject
from viva.core.table import read_toml, suggestion

SUBJECTS = "viva.subjects"


def installed(group: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=group), key=lambda point: point.name)}


def subject_named(name: str, file: str | None = None, line: int | None = None) -> Subject:
    points = installed(SUBJECTS)
    if name not in points:
        raise Fault(f"there is no subject {name!r}", file, line, remedy=suggestion(name, list(points)))
    try:
        return cast(Subject, points[name].load()())
    except ModuleNotFoundError as missing:
        raise Fault(
            f"the subject {name!r} needs {missing.name}, which is not installed",
            remedy=f"pip install 'viva[{name}]'",
        ) from None


def template(name: str) -> Source:
    """The small complete exercise that a subject ships in its folder `template`, to start a new one from."""
    subject_named(name)
    package = installed(SUBJECTS)[name].module.rpartition(".")[0]
    with resources.as_file(resources.files(package) / "template") as folder:
        return Source.from_folder(folder)


def read_exercise(folder: Path) -> tuple[Subject, Exercise]:
    """The exercise in a folder and the subject that examines it. Faults name the file by its full path."""
    source = Source.from_folder(folder)
    try:
        return read_source(source)
    except Fault as fault:
        if fault.file in source.files:
            base = folder if folder.is_dir() else folder.parent
            raise Fault(fault.problem, str(base / str(fault.file)), fault.line, fault.column, fault.remedy) from None
        raise


def read_source(source: Source) -> tuple[Subject, Exercise]:
    table = read_toml(source.text(MANIFEST), MANIFEST)
    name = table.string("subject")
    place = table.fault("subject", "")
    subject = subject_named(name, MANIFEST, place.line)
    return subject, subject.read(source)
