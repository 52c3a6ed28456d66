"""What compilers say: the first error, with its place. A source can make a compiler say anything: it is only shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from viva.core.records import dataclass

_LONGEST = 400
_CUT = 200_000


@dataclass(frozen=True, slots=True)
class Diagnostic:
    message: str
    line: int | None = None
    column: int | None = None


_GCC = re.compile(r"^([^:\n]+):(\d+):(?:(\d+):)? (?:fatal )?error: ([^\n]*)", re.M)
_LINKER = re.compile(r"^(?:[^\n]*: )?(undefined reference to [^\n]*|multiple definition of [^\n;]*)", re.M)
_UNDEFINED = re.compile(r"undefined reference to [`‘'](\w{1,100})['’]")
_NOISE_OF_C = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)
_ANNOUNCED = re.compile(r"(?:^|[;{}\n])\s*(?!return\b|else\b)[A-Za-z_]\w*[\w\s*]*[\s*]$")
_ASSEMBLER = re.compile(r"^[^\n]*: (?:Fatal )?[Ee]rror: ([^\n]*)", re.M)
_JAVAC = re.compile(r"^([^:\n]+\.java):(\d+): error: ([^\n]*)", re.M)
_JAVAC_MARK = re.compile(r"^([ \t]*)\^$", re.M)
_GO = re.compile(r"^(?:\./)?([^:\n]+\.go):(\d+):(\d+): ([^\n]*)", re.M)
_RUSTC = re.compile(r"^([^:\n]+\.rs):(\d+):(\d+): error(?:\[\w+\])?: ([^\n]*)", re.M)
_GHC = re.compile(r"^([^:\n]+\.hs):(\d+):(\d+)(?:-\d+)?: error:([^\n]*(?:\n[ \t]+[^\n]*)*)", re.M)
_SIGNS_OF_GHC = re.compile(r"\[-W[^\]]*\]|\[GHC-\d+\]|^\s*[*•]\s|^\s*(?:\d+ )?\|[^\n]*", re.M)
_GHC_WIDE = re.compile(r"^([^:\n]+\.hs):\((\d+),(\d+)\)-[^\n]*: error:([^\n]*(?:\n[ \t]+[^\n]*)*)", re.M)
_NODE = re.compile(r"^[^\n]*main\.js:(\d+)\n[^\n]*\n(\s*)\^[^\n]*\n+(?:\w*Error): ([^\n]*)", re.M)
_PYTHON = re.compile(r'File "main\.py", line (\d+)\n(?:[^\n]*\n)?(\s*)?\^*[^\n]*\n?(\w*Error): ([^\n]*)', re.M)


def first(dialect: str, said: str, file: str, text: str) -> Diagnostic:
    said = said[:_CUT]
    read = _READERS.get(dialect)
    found = read(said, file) if read else None
    if found is None:
        lines = [line.strip() for line in said.splitlines() if line.strip()]
        return Diagnostic(lines[0][:_LONGEST] if lines else "the compiler gives no reason")
    within = len(text.splitlines()) + 1
    line = found.line if found.line and found.line <= within else None
    if found.line is None and (named := _UNDEFINED.match(found.message)):
        return _first_call(named[1], found.message[:_LONGEST], text)
    return Diagnostic(found.message[:_LONGEST], line, found.column if line else None)


def _first_call(name: str, message: str, text: str) -> Diagnostic:
    """A linker knows no lines: where the source calls what nobody has written."""
    plain = _NOISE_OF_C.sub(lambda noise: re.sub(r"[^\n]", " ", noise[0]), text)
    calls = list(re.finditer(rf"\b{re.escape(name)}\s*\(", plain))
    if not calls:
        return Diagnostic(message)
    # What ends with a semicolon and begins with a type only announces the function.
    call = next((one for one in calls if not _ANNOUNCED.search(plain[: one.start()])), calls[0])
    line = plain.count("\n", 0, call.start()) + 1
    return Diagnostic(message, line, call.start() - plain.rfind("\n", 0, call.start()))


def _number(text: str | None) -> int | None:
    return int(text[:9]) if text else None


def _of_gcc(said: str, file: str) -> Diagnostic | None:
    errors = list(_GCC.finditer(said))
    for error in errors:
        if error[1] == file:
            return Diagnostic(error[4], _number(error[2]), _number(error[3]))
    if errors:
        return Diagnostic(errors[0][4])
    later = _LINKER.search(said) or _ASSEMBLER.search(said)
    return Diagnostic(later[1]) if later else None


def _of_javac(said: str, _file: str) -> Diagnostic | None:
    """Java tells the column by a mark below the line."""
    error = _JAVAC.search(said)
    if error is None:
        return None
    mark = _JAVAC_MARK.search(said, error.end())
    column = len(mark[1]) + 1 if mark else None
    details = re.search(r"^\s+symbol:\s+([^\n]*)", said[error.start() :], re.M)
    message = f"{error[3]}: {details[1]}" if details and error[3] == "cannot find symbol" else error[3]
    return Diagnostic(message, _number(error[2]), column)


def _plain(pattern: re.Pattern[str]) -> Callable[[str, str], Diagnostic | None]:
    def read(said: str, _file: str) -> Diagnostic | None:
        error = pattern.search(said)
        return Diagnostic(error[4].strip(), _number(error[2]), _number(error[3])) if error else None

    return read


def _of_ghc(said: str, file: str) -> Diagnostic | None:
    """The first in the file that was handed in; another may be in ours, which starts it."""
    found = sorted((*_GHC.finditer(said), *_GHC_WIDE.finditer(said)), key=lambda one: one.start())
    mine = [error for error in found if error[1].endswith(file)] or found
    if not mine:
        return None
    error = mine[0]
    message = " ".join(_SIGNS_OF_GHC.sub("", error[4]).split())
    in_source = error[1].endswith(file)
    return Diagnostic(message, _number(error[2]) if in_source else None, _number(error[3]) if in_source else None)


def _of_node(said: str, _file: str) -> Diagnostic | None:
    error = _NODE.search(said)
    return Diagnostic(error[3], _number(error[1]), len(error[2]) + 1) if error else None


def _of_python(said: str, _file: str) -> Diagnostic | None:
    error = _PYTHON.search(said)
    return Diagnostic(error[4], _number(error[1])) if error else None


_READERS: Mapping[str, Callable[[str, str], Diagnostic | None]] = MappingProxyType(
    {
        "gcc": _of_gcc,
        "javac": _of_javac,
        "go": _plain(_GO),
        "rustc": _plain(_RUSTC),
        "ghc": _of_ghc,
        "node": _of_node,
        "python": _of_python,
    }
)
