"""Programs that are not ours, and what of the machine each of them needs to see."""

import functools
import os
import shutil
import subprocess
import sysconfig
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path, PurePosixPath

from viva.core.fault import Fault
from viva.core.records import dataclass

# Where a loader looks without its cache, which is part of /etc and stays outside.
_USUAL_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64")
_OWN = ("/dev", "/proc", "/tmp")
_PARTS_OF_A_COMPILER = ("cc1", "cc1plus", "collect2", "as", "ld")
_START_FILES = ("crt1.o", "crtbegin.o", "libc.so")


@dataclass(frozen=True, slots=True)
class Executable:
    """A program, and the files and folders it sees, read-only, of all the machine has.

    `path` is absolute, or the name of a file that the run is given. `reserves` says that the program reserves far more
    address space than it uses (the runtimes of JavaScript and Haskell do): where there is no control group to bound
    memory, only its data is then bounded, and not its address space, in which it could not even start.
    """

    path: str
    visible: tuple[Path, ...] = ()
    reserves: bool = False

    def __post_init__(self) -> None:
        if not self.path.startswith("/"):
            check_name(self.path)
        elif Path(self.path) not in self.visible:
            object.__setattr__(self, "visible", (Path(self.path), *self.visible))
        for path in self.visible:
            if not path.is_absolute() or not path.exists():
                raise ValueError(f"what a program sees is an absolute path of something that exists: {path}")
            if any(each == Path("/") or _is_own(each) for each in (path, path.resolve())):
                raise ValueError(f"a program has a root, /dev and /tmp of its own, so that it cannot see {path}")

    @property
    def library_path(self) -> str:
        """The folders of its shared libraries that its loader would not look into."""
        return _library_path(self.visible)


@dataclass(frozen=True, slots=True)
class Command:
    """What to start, and what goes in and comes out. Its folder, in full isolation /tmp, holds `files` and no more.

    `wanted` names the files to bring back; one that is missing, or is no plain file, is not brought. `processes` is how
    many there may be at one time. With 1, the program can start no other, and threads do not count; with more, it can
    start whatever it sees, and threads count too.
    """

    executable: Executable
    arguments: tuple[str, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    wanted: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    processes: int = 1

    def __post_init__(self) -> None:
        for name in (*self.files, *self.wanted):
            check_name(name)
        if self.processes < 1:
            raise ValueError("a program is one process at least")
        said = (*self.arguments, *self.environment, *self.environment.values())
        if any("\0" in text for text in said) or any("=" in name for name in self.environment):
            raise ValueError("no argument and no variable holds a zero byte, and no name of a variable an equals sign")


def _is_own(path: Path) -> bool:
    """Whether it lies where programs have a folder of their own."""
    return any(path.is_relative_to(own) for own in _OWN)


def check_name(name: str) -> None:
    """Raises `ValueError` unless it names a file in the folder of a run."""
    path = PurePosixPath(name)
    if path.is_absolute() or not path.parts or ".." in path.parts or "\0" in name or str(path) != name:
        raise ValueError(f"not the name of a file in the folder of a run: {name!r}")


@functools.cache
def find(name: str, *more: Path, reserves: bool = False) -> Executable:
    """The program of that name, its shared libraries, and more that it needs to see."""
    path = shutil.which(name)
    if path is None:
        raise Fault(problem=f"the program {name} was not found", remedy=f"install {name}, or put it in the PATH")
    place = Path(path).absolute()
    if _is_own(place):
        place = place.resolve()  # a link to a program of the system
    if _is_own(place):
        problem = f"the program {name} is {place}, and programs have a {place.parents[-2]} of their own in the sandbox"
        raise Fault(problem=problem, remedy=f"install {name} elsewhere, or put another one in front of it in the PATH")
    return Executable(str(place), (*_libraries(place), *more), reserves)


@functools.cache
def built(name: str, reserves: bool = False) -> Executable:
    """A file that was compiled before and is given to the run; it sees the shared libraries of the system."""
    return Executable(name, shared_libraries(), reserves)


@functools.cache
def find_compiler(name: str = "gcc", *more: Path) -> Executable:
    """A compiler of the GNU family, with assembler, linker, headers and libraries. It needs 4 processes."""
    compiler = find(name)
    parts = (_asked(compiler.path, f"-print-prog-name={part}") for part in _PARTS_OF_A_COMPILER)
    programs = [Path(found) for part in parts if (found := shutil.which(part)) is not None]
    starts = (Path(_asked(compiler.path, f"-print-file-name={start}")) for start in _START_FILES)
    folders = [Path(os.path.normpath(start)).parent for start in starts if start.is_absolute()]
    headers = [folder for folder in map(Path, ("/usr/include", "/usr/local/include")) if folder.is_dir()]
    needed = (*compiler.visible, *programs, *(library for path in programs for library in _libraries(path)))
    return Executable(compiler.path, tuple(dict.fromkeys((*needed, *folders, *headers, *shared_libraries(), *more))))


@functools.cache
def _asked(compiler: str, question: str) -> str:
    return subprocess.run([compiler, question], capture_output=True, text=True, check=True).stdout.strip()


@functools.cache
def _libraries(path: Path) -> tuple[Path, ...]:
    """Asks the loader, which starts nothing of the program; only programs of the machine itself are asked about."""
    told = subprocess.run(["ldd", str(path)], capture_output=True, text=True, check=False)
    words = (word for line in told.stdout.splitlines() for word in line.split())
    return tuple(dict.fromkeys(Path(word) for word in words if word.startswith("/") and Path(word).exists()))


@functools.cache
def shared_libraries() -> tuple[Path, ...]:
    """Of the system: the folders in which a loader looks, and the loaders themselves."""
    multiarch = sysconfig.get_config_var("MULTIARCH")
    own = [Path(root, str(multiarch)) for root in ("/lib", "/usr/lib")]
    folders = [folder for folder in own if folder.is_dir()]
    loaders = [path for root in ("/lib64", "/lib") for path in sorted(Path(root).glob("ld-*.so*"))]
    return (*(folders or [folder for folder in map(Path, ("/lib64", "/usr/lib64")) if folder.is_dir()]), *loaders)


@functools.cache
def _library_path(visible: tuple[Path, ...]) -> str:
    folders = (path.parent for path in visible if ".so" in path.suffixes)
    return ":".join(dict.fromkeys(str(folder) for folder in folders if not _usual(folder)))


def _usual(folder: Path) -> bool:
    return str(folder) in _USUAL_LIBRARIES or folder.resolve() in {path.resolve() for path in shared_libraries()}
