"""What a student hands in. Untrusted, always: here it is only bytes."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from viva.core.escape import visible
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.report import About, Finding
from viva.core.texts import catalogue

if TYPE_CHECKING:
    import zipfile

LARGEST = 32 * 2**20
USUAL = 2**20
_MOST_FILES = 1000


class Unreadable(Exception):
    """The submission cannot be examined as handed in: the verdict is `rejected`, with this reason and what is told.

    A sentence is told as one finding; whoever has places to point at gives findings. `covered` says how it behaves all
    the same, where that could be seen. What is read before anyone knows for whom is told by a `key` of the texts here.
    """

    def __init__(self, reason: str, told: str | Sequence[Finding], covered: str = "") -> None:
        findings = (_told(reason, told),) if isinstance(told, str) else tuple(told)
        super().__init__(findings[0].text)
        self.reason = reason
        self.findings = findings
        self.covered = covered
        self.key: str | None = None
        self.slots: Mapping[str, Json] = {}

    @classmethod
    def by_key(cls, reason: str, key: str, **slots: Json) -> Unreadable:
        found = cls(reason, catalogue(__package__).say(key, **slots))
        found.key, found.slots = key, slots
        return found

    def told(self, locale: str) -> tuple[Finding, ...]:
        """The findings in the language of whoever reads them."""
        if self.key is None:
            return self.findings
        return (_told(self.reason, catalogue(__package__, locale).say(self.key, **self.slots)),)


def _told(reason: str, sentence: str) -> Finding:
    return Finding(visible(sentence), About.POLICY, signature=reason)


@dataclass(frozen=True, slots=True)
class Submission:
    """`files` maps relative paths to contents; a single file has one entry. A model answer of one file may come in
    other notations too: `also` has them by the ending of the name that asks for them."""

    name: str
    files: Mapping[str, bytes]
    also: Mapping[str, bytes] = field(default_factory=dict)

    @classmethod
    def from_text(cls, text: str, file: str) -> Submission:
        return cls(file, {file: text.encode()})

    @classmethod
    def from_path(cls, path: Path) -> Submission:
        """A file, a folder or a zip. What is too large is not read."""
        if not path.exists():
            raise Fault("there is no such file", file=str(path))
        if path.is_dir():
            return cls(path.name, _from_folder(path))
        if not path.is_file():
            raise Fault("this is neither a file nor a folder", file=str(path))
        _refuse_above_limit(path.stat().st_size)
        content = path.read_bytes()
        if path.suffix == ".zip":
            return cls(path.name, _from_zip(content))
        return cls(path.name, {path.name: content})

    def in_notation_of(self, name: str) -> bytes:
        """The only file, in the notation that the ending of a name asks for, where there is one."""
        return self.also.get(PurePosixPath(name).suffix.lower(), next(iter(self.files.values())))

    def single(self, suffixes: tuple[str, ...], largest: int = USUAL) -> tuple[str, bytes]:
        """The one file that counts, by name and content: the only one, or the only one with a wanted ending.

        Nobody writes more than a `USUAL` file by hand; a subject whose answers are data may take a larger one.
        """
        wanted = {file: content for file, content in self.files.items() if file.endswith(suffixes)}
        candidates = dict(self.files) if len(self.files) == 1 else wanted
        endings = "/".join(suffixes)
        if not candidates:
            raise Unreadable.by_key("wrong_files", "no_file", endings=endings, name=self.name)
        if len(candidates) > 1:
            names = ", ".join(sorted(candidates)[:5])
            raise Unreadable.by_key("wrong_files", "several_files", endings=endings, count=len(candidates), names=names)
        name, content = next(iter(candidates.items()))
        _refuse_above_limit(len(content), largest)
        return name, content

    def text(self, suffixes: tuple[str, ...], largest: int = USUAL) -> tuple[str, str]:
        """The one file that counts, as text."""
        name, content = self.single(suffixes, largest)
        if not content.strip():
            raise Unreadable.by_key("empty", "empty", file=name)
        if b"\0" in content:
            raise Unreadable.by_key("encoding", "binary", file=name)
        try:
            return name, content.decode("utf-8-sig")
        except UnicodeDecodeError as problem:
            line = content.count(b"\n", 0, problem.start) + 1
            raise Unreadable.by_key("encoding", "not_utf8", file=name, line=line) from None


def _refuse_above_limit(size: int, largest: int = LARGEST) -> None:
    if size > largest:
        raise Unreadable.by_key("too_large", "too_many_bytes", size=size, largest=largest)


def _from_folder(folder: Path) -> dict[str, bytes]:
    """The files below a folder. It counts while it looks and does not recurse, so no tree is too much for it."""
    files: dict[str, bytes] = {}
    size = 0
    seen = 0
    waiting = [folder]
    while waiting:
        for path in waiting.pop().iterdir():
            if _is_litter(PurePosixPath(path.name)) or path.is_symlink():
                continue
            seen += 1
            _refuse_above_count(seen)
            if path.is_dir():
                waiting.append(path)
            elif path.is_file():
                size += path.stat().st_size
                _refuse_above_limit(size)
                files[path.relative_to(folder).as_posix()] = path.read_bytes()
    return dict(sorted(files.items()))


def _from_zip(content: bytes) -> dict[str, bytes]:
    """The files of an archive, read into memory only: nothing is unpacked, so no path can escape."""
    import zipfile  # noqa: PLC0415 most submissions are no archives
    import zlib  # noqa: PLC0415

    files: dict[str, bytes] = {}
    left = LARGEST
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            members = [member for member in members if not _is_litter(PurePosixPath(member.filename))]
            _refuse_above_count(len(members))
            for member in members:
                name = _name_inside(member)
                with archive.open(member) as stream:
                    files[name] = stream.read(left + 1)
                left -= len(files[name])
                if left < 0:
                    raise Unreadable.by_key("too_large", "archive_too_large", largest=LARGEST)
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        EOFError,
        ValueError,
        OSError,
    ) as problem:
        raise Unreadable.by_key("encoding", "archive_unreadable", problem=str(problem)) from None
    return files


def _name_inside(member: zipfile.ZipInfo) -> str:
    """The path of a member, with `/`. Only `deflate` is unpacked: the others cannot be stopped half way."""
    import zipfile  # noqa: PLC0415

    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Unreadable.by_key("encoding", "archive_unusual")
    name = member.filename.replace("\\", "/")
    if name.startswith("/") or ":" in name.partition("/")[0] or ".." in name.split("/"):
        raise Unreadable.by_key("wrong_files", "archive_outside", file=repr(name))
    return name


def _refuse_above_count(count: int) -> None:
    if count > _MOST_FILES:
        raise Unreadable.by_key("too_large", "too_many_files", most=_MOST_FILES)


def _is_litter(path: PurePosixPath) -> bool:
    parts = [part for part in path.parts if part != ".."]
    return any(part.startswith(".") or part in ("__MACOSX", "__pycache__") for part in parts)
