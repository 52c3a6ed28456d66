"""The exercises that come with Viva: in an installed package beside its modules, in a checkout in `exercises/`."""

from __future__ import annotations

from pathlib import Path

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.source import MANIFEST, Source
from viva.core.table import suggestion
from viva.services.varying.slots import title_of

FOLDER = "exercises"
_PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Shipped:
    """`name` is that of its folder, and with its `subject` before it, it is its own: `functions/mean`."""

    subject: str
    name: str
    title: str
    folder: Path

    @property
    def path(self) -> str:
        return f"{self.subject}/{self.name}"


def list_shipped(subject: str | None = None) -> tuple[Shipped, ...]:
    """All of them, or those of one subject, in the order of their names."""
    found = []
    for manifest in sorted(_folder().glob(f"*/*/{MANIFEST}")):
        folder = manifest.parent
        title = title_of(Source(folder.name, {MANIFEST: manifest.read_bytes()}).manifest(), folder.name)
        found.append(Shipped(folder.parent.name, folder.name, title, folder))
    subjects = list(dict.fromkeys(each.subject for each in found))
    if subject is not None and subject not in subjects:
        raise Fault(f"no exercises of a subject {subject!r} come with Viva", remedy=suggestion(subject, subjects))
    return tuple(each for each in found if subject in (None, each.subject))


def shipped_named(name: str) -> Shipped:
    """The one with this name, alone or after its subject."""
    everything = list_shipped()
    found = [each for each in everything if name.strip("/") in (each.name, each.path)]
    if len(found) == 1:
        return found[0]
    if found:
        paths = " or ".join(each.path for each in found)
        raise Fault(f"{len(found)} exercises are called {name!r}", remedy=f"name one of them: {paths}")
    names = [each.path for each in everything] if "/" in name else [each.name for each in everything]
    near = suggestion(name, names)
    remedy = near if near.startswith("did you") else "`viva exercises list` shows all of them"
    raise Fault("there is no such exercise folder, and none of that name comes with Viva", file=name, remedy=remedy)


def _folder() -> Path:
    for folder in (_PACKAGE / FOLDER, _PACKAGE.parents[1] / FOLDER):
        if folder.is_dir():
            return folder
    raise Fault(
        "the exercises that come with Viva are not here", file=str(_PACKAGE / FOLDER), remedy="install Viva anew"
    )
