"""The files an exercise is made of, as a value that can be written back as a folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.table import Table, Toml, read_toml

MANIFEST = "exercise.toml"
_LARGEST_FILE = 16 * 2**20
_LINE_END = re.compile(r"\r\n?")


@dataclass(frozen=True)  # without slots: it keeps its manifest, which is parsed once
class Source:
    """`name` is the folder's; `files` maps relative paths (with `/`) to contents."""

    name: str
    files: Mapping[str, bytes]

    @classmethod
    def from_folder(cls, folder: Path) -> Source:
        if not folder.exists():
            raise Fault("there is no such exercise folder", file=str(folder))
        if folder.is_file() and folder.name == MANIFEST:
            folder = folder.parent
        if not folder.is_dir():
            raise Fault("an exercise is a folder with an exercise.toml, and this is a file", file=str(folder))
        if not (folder / MANIFEST).is_file():
            raise Fault(
                f"this folder has no {MANIFEST}",
                file=str(folder),
                remedy="make a new exercise with `viva new SUBJECT DIR`",
            )
        return cls(folder.resolve().name, dict(_files_below(folder)))

    def text(self, path: str) -> str:
        """The text of one file, each line ended by a newline, whatever system wrote it; a fault if it is not there or
        not UTF-8."""
        if path not in self.files:
            raise Fault(f"the exercise has no file {path!r}", file=MANIFEST, remedy=self._at_hand())
        try:
            return _LINE_END.sub("\n", self.files[path].decode("utf-8-sig"))
        except UnicodeDecodeError as problem:
            line = self.files[path].count(b"\n", 0, problem.start) + 1
            raise Fault("this file is not UTF-8 text", file=path, line=line, remedy="save it as UTF-8") from None

    def manifest(self) -> Table:
        """The top table of `exercise.toml`; each reader gets one of its own, which counts the keys it asks for."""
        return Table(self._parsed, self.text(MANIFEST), MANIFEST)

    @cached_property
    def _parsed(self) -> Toml:
        return read_toml(self.text(MANIFEST), MANIFEST).values

    def write(self, folder: Path) -> None:
        """Writes the files below `folder`, which may exist if it is empty."""
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise Fault("this is not an empty folder", file=str(folder), remedy="name a folder that does not exist yet")
        for path, content in self.files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)

    def below(self, prefix: str) -> Mapping[str, bytes]:
        """The files under a folder of the exercise, by their path from there."""
        return {path[len(prefix) :]: content for path, content in sorted(self.files.items()) if path.startswith(prefix)}

    def _at_hand(self) -> str:
        names = [path for path in sorted(self.files) if "/" not in path]
        return f"it has {', '.join(names)}"


def _files_below(folder: Path) -> list[tuple[str, bytes]]:
    found = []
    for path in sorted(folder.rglob("*")):
        relative = PurePosixPath(path.relative_to(folder))
        if path.is_dir() or any(part.startswith(".") or part == "__pycache__" for part in relative.parts):
            continue
        if not path.is_file():
            raise Fault("this is neither a file nor a folder", file=str(path), remedy="remove it")
        if path.stat().st_size > _LARGEST_FILE:
            raise Fault("this file is over 16 MB, which is too large for an exercise", file=str(path))
        found.append((str(relative), path.read_bytes()))
    return found
