"""What a student hands in. Untrusted, always: here it is only bytes."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.report import About, Finding
from viva.core.terms import ENGLISH
from viva.core.text.endings import other_kind
from viva.core.text.escape import visible
from viva.core.texts import Sentence, Slot

if TYPE_CHECKING:
    import zipfile

LARGEST = 32 * 2**20
USUAL = 2**20
_MOST_FILES = 1000
_PYTHON = ".py"
_NOTEBOOK = ".ipynb"


class Unreadable(Exception):
    """The submission cannot be examined as handed in: the verdict is `rejected`, with this reason and what is told.

    A sentence is told as one finding; whoever has places to point at gives findings. `covered` says how it behaves all
    the same, where that could be seen. What is read before anyone knows for whom is told by a `key` of the texts here.
    Who hands in the wrong files has not answered yet: the score is `None`, and a teacher decides.
    """

    def __init__(self, reason: str, told: str | Sentence | Sequence[Finding], covered: str = "") -> None:
        self.reason = reason
        self.sentence = told if isinstance(told, Sentence) else None
        self.findings = self.findings_in(ENGLISH) if isinstance(told, Sentence) else _findings(reason, told)
        self.covered = covered
        self.score = None if reason == "wrong_files" else 0.0
        super().__init__(self.findings[0].text)

    def findings_in(self, locale: str) -> tuple[Finding, ...]:
        return _findings(self.reason, self.sentence.told(locale)) if self.sentence else self.findings


def _findings(reason: str, told: str | Sequence[Finding]) -> tuple[Finding, ...]:
    return (Finding(visible(told), About.POLICY, signature=reason),) if isinstance(told, str) else tuple(told)


def unreadable(reason: str, key: str, **slots: Slot) -> Unreadable:
    return Unreadable(reason, Sentence(f"submission.{key}", slots))


@dataclass(frozen=True, slots=True)
class Submission:
    """`files` maps relative paths to contents; a single file has one entry. A model answer of one file may come in
    other notations too: `also` has them by the ending of the name that asks for them, and `beside` says which
    ending belongs to another one (a model of SpaceEx has its configuration in a second file). A notebook in Python is
    here the program that its cells are, so that what is said of a line is said of one that can be shown."""

    name: str
    files: Mapping[str, bytes]
    also: Mapping[str, bytes] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if any(b"nbformat" in content for content in self.files.values()):
            programs = {file: _program_of_notebook(content) for file, content in self.files.items()}
            object.__setattr__(self, "files", programs)

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
        """The only file, in the notation that the ending of a name asks for; a name without one, or that of plain
        text, asks for none. Raises Fault for a notation that the answer does not come in."""
        [(own, content)] = self.files.items()
        ending = PurePosixPath(name).suffix.lower()
        if ending in self.also:
            return self.also[ending]
        known = sorted({PurePosixPath(own).suffix, *self.also})
        if ending not in (*known, "", ".txt"):
            raise Fault(
                f"this model answer cannot be written as {ending}", remedy=f"name a file in {' or '.join(known)}"
            )
        return content

    def companions(self, name: str) -> dict[str, bytes]:
        """What a file of this name, written in the notation of its ending, needs beside it: by the file's name."""
        path = PurePosixPath(name)
        ending = self.beside.get(path.suffix.lower(), "") if path.suffix.lower() in self.also else ""
        return {str(path.with_suffix(ending)): self.also[ending]} if ending else {}

    def single(self, suffixes: tuple[str, ...], largest: int = USUAL) -> tuple[str, bytes]:
        """The one file that counts, by name and content: the only one, or the only one with a wanted ending.

        Nobody writes more than a `USUAL` file by hand; a subject whose answers are data may take a larger one.
        """
        wanted = {file: content for file, content in self.files.items() if file.lower().endswith(suffixes)}
        if not wanted and _PYTHON in suffixes:
            wanted = {file: content for file, content in self.files.items() if _is_program_of_notebook(file, content)}
        candidates = wanted or (dict(self.files) if len(self.files) == 1 else {})
        if not self.files:
            raise unreadable("empty", "nothing", name=self.name, endings=suffixes)
        if not candidates:
            raise self._none_of(suffixes)
        if len(candidates) > 1:
            names = "`, `".join(sorted(candidates)[:5])
            raise unreadable("wrong_files", "several", endings=suffixes, count=len(candidates), files=names)
        name, content = next(iter(candidates.items()))
        if not (_PYTHON in suffixes and _is_program_of_notebook(name, content)):
            kind = other_kind(name, content, suffixes)
            if kind:
                raise _of_other_kind(name, kind, suffixes, content)
        _refuse_above_limit(len(content), largest)
        return name, content

    def _none_of(self, suffixes: tuple[str, ...]) -> Unreadable:
        """Where no file has a wanted ending: which one was probably meant, if one has nearly such a name."""
        named = {"name": self.name, "endings": suffixes}
        told = ((other_kind(file, content, suffixes, alone=False), file) for file, content in self.files.items())
        kinds = {kind: file for kind, file in told if kind}
        for file in sorted({*self.files} - {*kinds.values()}):
            meant = _meant(file, suffixes)
            if meant:
                return unreadable("wrong_files", "near", **named, file=file, meant=meant)
        if len(kinds) == 1:
            (kind, file), *_ = kinds.items()
            return _of_other_kind(file, kind, suffixes, self.files[file])
        return unreadable("wrong_files", "no_such_file", **named)

    def text(self, suffixes: tuple[str, ...], largest: int = USUAL) -> tuple[str, str]:
        """The one file that counts, as text."""
        name, content = self.single(suffixes, largest)
        if not content.strip():
            raise unreadable("empty", "empty", file=name)
        if b"\0" in content:
            raise unreadable("encoding", "binary", file=name)
        try:
            return name, content.decode("utf-8-sig")
        except UnicodeDecodeError as problem:
            line = content.count(b"\n", 0, problem.start) + 1
            raise unreadable("encoding", "not_utf8", file=name, line=line) from None


def _of_other_kind(file: str, kind: str, suffixes: tuple[str, ...], content: bytes) -> Unreadable:
    """By its ending, where the name has it, and else by what is in it. A notebook is taken, but for a broken one."""
    if kind == _NOTEBOOK and _PYTHON in suffixes and not _is_notebook(content):
        return unreadable("wrong_files", "broken_notebook", file=file, endings=suffixes)
    key = "other_kind" if file.lower().endswith(kind) else "holds_other_kind"
    sentence = Sentence(f"submission.{key}", {"file": file, "kind": kind, "endings": suffixes})
    return Unreadable("wrong_files", sentence)


def _is_notebook(content: bytes) -> bool:
    from viva.core.text.notebooks import read_notebook  # noqa: PLC0415 most submissions are none

    return read_notebook(content) is not None


def _program_of_notebook(content: bytes) -> bytes:
    from viva.core.text.notebooks import read_notebook  # noqa: PLC0415 most submissions are none

    found = read_notebook(content)
    # Half a character, which JSON can write, stays one: as bytes it is no UTF-8, and told so.
    return found.program.encode("utf-8", "surrogatepass") if found and found.language == "python" else content


def _is_program_of_notebook(file: str, content: bytes) -> bool:
    """Whether the file was a notebook in Python: one that cannot be read so still has its braces."""
    return file.lower().endswith(_NOTEBOOK) and not content.lstrip().startswith(b"{")


def _refuse_above_limit(size: int, largest: int = LARGEST) -> None:
    if size > largest:
        raise unreadable("too_large", "too_large", size=size, largest=largest)


def _meant(file: str, suffixes: tuple[str, ...]) -> str | None:
    """`sum.py` for `sum.py.txt`, `sum.pyy` and `sum_py`: a name that nearly ends as it should."""
    for suffix in suffixes:
        before, found, _ = file.lower().rpartition(f"{suffix}.")
        if found and before:
            return file[: len(before)] + suffix
    stem, dot, ending = file.rpartition(".")
    for suffix in suffixes:
        bare = suffix.removeprefix(".")
        if dot and stem and _nearly(ending.lower(), bare):
            return f"{stem}{suffix}"
        if not dot and file.lower().endswith((f"_{bare}", f"-{bare}", f",{bare}")):
            return f"{file[: -len(bare) - 1]}{suffix}"
    return None


def _nearly(ending: str, wanted: str) -> bool:
    """Whether one letter was left out, doubled or swapped."""
    return ending != wanted and (
        sorted(ending) == sorted(wanted)
        or any(ending[:at] + ending[at + 1 :] == wanted for at in range(len(ending)))
        or any(wanted[:at] + wanted[at + 1 :] == ending for at in range(len(wanted)))
    )


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
                    raise unreadable("too_large", "unpacks", largest=LARGEST)
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        EOFError,
        ValueError,
        OSError,
    ):
        raise unreadable("encoding", "broken") from None
    return files


def _name_inside(member: zipfile.ZipInfo) -> str:
    """The path of a member, with `/`. Only `deflate` is unpacked: the others cannot be stopped half way."""
    import zipfile  # noqa: PLC0415

    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise unreadable("encoding", "packed")
    name = member.filename.replace("\\", "/")
    if name.startswith("/") or ":" in name.partition("/")[0] or ".." in name.split("/"):
        raise unreadable("wrong_files", "leads_out", file=name)
    return name


def _refuse_above_count(count: int) -> None:
    if count > _MOST_FILES:
        raise unreadable("too_large", "too_many", most=_MOST_FILES)


def _is_litter(path: PurePosixPath) -> bool:
    parts = [part for part in path.parts if part != ".."]
    return any(part.startswith(".") or part in ("__MACOSX", "__pycache__") for part in parts)
