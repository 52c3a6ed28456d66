"""Commands of one subject, and of other packages: entry points of the group `viva.commands`, each a `click.Command`.

`--help` lists them without importing them: the help is the first sentence of the function's docstring, read out of
the text of its module. A package whose module lies elsewhere than on the path is listed with the package's name.
"""

import functools
import re
import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import click

from viva.core.fault import Fault
from viva.core.records import dataclass

GROUP = "viva.commands"
GENERATORS = "viva.generators"


@dataclass(frozen=True, slots=True)
class Plugin:
    point: EntryPoint
    help: str

    @property
    def subject(self) -> str | None:
        """Of which of Viva's own subjects it is a command, if of any."""
        return self.point.module.split(".")[2] if self.point.module.startswith("viva.subjects.") else None


@functools.cache
def generators() -> dict[str, EntryPoint]:
    """What `viva generate` makes, each by a command of a subject that is told which in its first argument."""
    return {point.name: point for point in sorted(entry_points(group=GENERATORS), key=lambda point: point.name)}


@functools.cache
def plugins() -> dict[str, Plugin]:
    points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return {point.name: Plugin(point, _help(point)) for point in points}


def load(name: str) -> click.Command | None:
    plugin = plugins().get(name)
    return load_command(plugin.point) if plugin else None


def load_command(point: EntryPoint) -> click.Command:
    try:
        command = point.load()
    except (ImportError, AttributeError) as problem:
        raise Fault(
            f"the command {point.name!r} cannot be loaded from {point.value}: {problem}",
            remedy=f"reinstall {_package(point)}",
        ) from None
    if not isinstance(command, click.Command):
        raise Fault(f"the entry point {point.name!r} of {_package(point)} is not a click.Command")
    return command


def _help(point: EntryPoint) -> str:
    text = _module_text(point.module)
    function = re.escape(point.attr)
    said = re.search(rf'^def {function}\(.*?"""\s*(.*?)(?:\.\s|\n\s*\n|""")', text, re.MULTILINE | re.DOTALL)
    return f"{' '.join(said[1].split()).removesuffix('.')}." if said else f"From the package {_package(point)}."


def _module_text(module: str) -> str:
    relative = module.replace(".", "/")
    for folder in sys.path:
        for file in (Path(folder, f"{relative}.py"), Path(folder, relative, "__init__.py")):
            if file.is_file():
                return file.read_text("utf-8", errors="replace")
    return ""


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.module.partition(".")[0]
