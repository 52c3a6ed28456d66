"""The languages, each as a few lines of data."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

from viva.core.fault import Fault
from viva.languages.executable.recipe import Layout, Recipe
from viva.sandbox import Executable
from viva.sandbox.programs import find, find_compiler, shared_libraries
from viva.sandbox.watching import Runtime

_UNBUFFERED_C = b"""#include <stdio.h>
__attribute__((constructor)) static void viva_unbuffered(void) { setvbuf(stdout, NULL, _IONBF, 0); }
"""
_UNBUFFERED_CPP = b"""#include <cstdio>
#include <iostream>
namespace {
std::ios_base::Init viva_streams;
struct Unbuffered { Unbuffered() { std::setvbuf(stdout, nullptr, _IONBF, 0); std::cout.setf(std::ios::unitbuf); } } u;
}
"""
_PLAIN = ("-fno-diagnostics-show-caret", "-fdiagnostics-color=never", "-ftabstop=1")
_SHELL_TOOLS = ("sh", "tar")


def needed(name: str, package: str, *more: Path, reserves: bool = False) -> Executable:
    """A program of the machine; without it, the package that has it."""
    try:
        return find(name, *more, reserves=reserves)
    except Fault:
        raise _missing(name, package) from None


def _missing(name: str, package: str) -> Fault:
    return Fault(f"{name} is not installed", remedy=f"install it: apt-get install {package} (scripts/setup languages)")


def _told(package: str, *call: str) -> str:
    """What a program says of itself. One that is there and does not work, such as the stand-in of an installer that has
    nothing installed, counts as missing."""
    try:
        return subprocess.run(call, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        raise _missing(Path(call[0]).name, package) from None


@functools.cache
def _compiler(name: str) -> Executable:
    if shutil.which(name) is None:
        raise _missing(name, name)
    return find_compiler(name)


def _always(layout: Layout) -> Callable[[str], Layout]:
    return lambda _text: layout


# --- Java: the file has the name of its public class, and the program begins in the class with `main`

_JAVA_NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
_JAVA_TYPE = re.compile(r"(?P<public>\bpublic\s+(?:\w+\s+)*)?\b(?:class|record|enum|interface)\s+(?P<name>\w+)|[{}]")
_JAVA_MAIN = re.compile(r"\bstatic\s+(?:final\s+)?void\s+main\s*\(|\bvoid\s+main\s*\(")
_JAVA_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.M)
_JAVA_RUN = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xss8m", "-Xmx256m", "-cp", "/tmp")
_JVM_THREADS = (
    "GC Thread", "VM Thread", "VM Periodic", "C1 Compiler", "C2 Compiler", "Signal Disp", "Finalizer", "Reference Hand",
    "Service Thread", "Monitor Defl", "Common-Cleaner", "Notification", "G1 ", "Sweeper", "Attach List", "Cleaner",
)  # fmt: skip


def _of_java(text: str) -> Layout:
    plain = _JAVA_NOISE.sub(lambda found: " " * len(found[0]), text)
    mains = [found.start() for found in _JAVA_MAIN.finditer(plain)]
    types: list[tuple[str, bool, int, int]] = []
    depth, opened = 0, ("", False, 0)
    for found in _JAVA_TYPE.finditer(plain):
        if found["name"]:
            if depth == 0:
                opened = (found["name"], found["public"] is not None, found.start())
        elif found[0] == "{":
            depth += 1
        elif depth > 0:
            depth -= 1
            if depth == 0 and opened[0]:
                types.append((*opened, found.end()))
                opened = ("", False, 0)
    if opened[0]:
        types.append((*opened, len(plain)))
    public = next((name for name, is_public, _, _ in types if is_public), None)
    begins = [name for name, _, start, end in types if any(start <= at < end for at in mains)]
    main = public if public in begins or not begins else begins[0]
    file = public or main or "Main"
    named = _JAVA_PACKAGE.search(plain)
    package = f"{named[1]}." if named else ""
    # Letters may also be written by their numbers.
    lacks = "" if mains or "\\u" in text else "there is no method main"
    build = ("-c", _java_build(), f"{file}.java")
    return Layout(f"{file}.java", build, run=(*_JAVA_RUN, f"{package}{main or file}"), lacks=lacks)


@functools.cache
def _java_home() -> tuple[Path, ...]:
    """The installed machine, and its settings, which Debian keeps in /etc."""
    path = shutil.which("java")
    if path is None:
        raise _missing("java", "default-jdk-headless")
    home = Path(path).resolve().parent.parent
    settings = [folder for folder in Path("/etc").glob("java-*") if folder.is_dir()]
    # What is next to a program is not found by a loader that was not told its place.
    return (home, home / "lib" / "libjli.so", *settings, *shared_libraries())


@functools.cache
def _javac() -> Executable:
    """By a shell, which packs all classes that come of it."""
    needed("javac", "default-jdk-headless")
    tools = [needed(name, name) for name in _SHELL_TOOLS]
    seen = tuple(dict.fromkeys(path for tool in tools for path in tool.visible))
    javac = _java_home()[0] / "bin" / "javac"
    return Executable(str(Path(tools[0].path)), (*seen, *_java_home(), javac), reserves=True)


@functools.cache
def _java() -> Executable:
    home = _java_home()
    return Executable(str(home[0] / "bin" / "java"), home, reserves=True)


def _java_build() -> str:
    """For a shell whose `$0` is the file. Annotation processors would run what was submitted."""
    options = "-proc:none -g:lines,source -encoding UTF-8 -implicit:none -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1"
    javac = _java_home()[0] / "bin" / "javac"
    return f'{javac} {options} -d out "$0" && cd out && tar cf ../out.tar .'


# --- Haskell

# A `main` without a type has one because it is the main module's: so it is not called from a module of ours, but
# started by C, which sets the output unbuffered before.
_HASKELL_UNBUFFERED = b"""module VivaUnbuffered (set) where
import System.IO (BufferMode (NoBuffering), hSetBuffering, stdout)
set :: IO ()
set = hSetBuffering stdout NoBuffering
"""
_HASKELL_START = b"""#include <Rts.h>
extern StgClosure VivaUnbuffered_set_closure, ZCMain_main_closure;
int main(int count, char **arguments) {
    RtsConfig settings = defaultRtsConfig;
    settings.rts_opts = "-V0";
    hs_init_ghc(&count, &arguments, settings);
    Capability *capability = rts_lock();
    rts_evalIO(&capability, &VivaUnbuffered_set_closure, NULL);
    rts_unlock(capability);
    return hs_main(count, arguments, &ZCMain_main_closure, settings);
}
"""
_HASKELL_MODULE = re.compile(r"^module\s+([\w.]+)", re.M)
_HASKELL_COMMENT = re.compile(r"\{-.*?-\}|--[^\n]*", re.S)
_GHC = (
    "VivaUnbuffered.hs",
    "viva_start.c",
    "-no-hs-main",
    "-o",
    "main",
    "-v0",
    "-O0",
    "-fdiagnostics-color=never",
    "-w",
)


def _of_haskell(text: str) -> Layout:
    """The module needs its file to have its name."""
    found = _HASKELL_MODULE.search(_HASKELL_COMMENT.sub("", text))
    module = found[1] if found else "Main"
    file = f"{module.replace('.', '/')}.hs"
    beside = {"VivaUnbuffered.hs": _HASKELL_UNBUFFERED, "viva_start.c": _HASKELL_START}
    return Layout(file, (f"-B{_ghc_library()}", *_GHC, "-main-is", module, file), MappingProxyType(beside))


@functools.cache
def _ghc() -> Executable:
    """Not the script of that name, but what it starts."""
    library = _ghc_library()
    programs = [folder / "bin" / "ghc" for folder in (library, library.parent)]
    path = next((one for one in programs if one.exists()), None)
    if path is None:
        raise _missing("ghc", "ghc")
    gcc = _compiler(next(name for name in ("x86_64-linux-gnu-gcc", "gcc") if shutil.which(name) or name == "gcc"))
    packages = [folder for folder in (Path("/var/lib/ghc"),) if folder.exists()]
    linkers = [
        tool for name in ("ld.gold", "x86_64-linux-gnu-ld.gold") if shutil.which(name) for tool in find(name).visible
    ]
    seen = (library, *packages, path, *find(str(path)).visible, *linkers, *gcc.visible, Path(gcc.path))
    return Executable(str(path), tuple(dict.fromkeys(seen)), reserves=True)


@functools.cache
def _ghc_library() -> Path:
    return Path(_told("ghc", "ghc", "--print-libdir"))


def _links(path: Path) -> tuple[Path, ...]:
    """What a program leads to by links."""
    found = []
    while path.is_symlink():
        path = path.parent / path.readlink()
        found.append(Path(str(path)))
    return tuple(found)


# --- Go and Rust

_GO_ENVIRONMENT = MappingProxyType(
    {"GOCACHE": "/tmp/cache", "GOFLAGS": "-mod=mod", "GO111MODULE": "off", "CGO_ENABLED": "0"}
)


@functools.cache
def _go() -> Executable:
    path = shutil.which("go")
    if path is None:
        raise _missing("go", "golang")
    root = Path(_go_root())
    shared = [folder for folder in Path("/usr/share").glob("go-*") if folder.is_dir()]
    shell = needed("sh", "dash")
    return Executable(shell.path, (root, *shared, *shell.visible, *shared_libraries()), reserves=True)


@functools.cache
def _go_root() -> str:
    return _told("golang-go", "go", "env", "GOROOT")


def _of_go(_text: str) -> Layout:
    """Compiled and linked by hand, against the library that is there: `go build` would compile that anew."""
    tool = f"{_go_root()}/bin/go tool"
    build = f"{tool} compile -o main.o -p main -complete -pack main.go && {tool} link -s -o main main.o"
    return Layout("main.go", ("-c", build))


_RUST_ALONE = (1, 70)
"""Before, a compiler asked /proc where it is, and there is none in the box."""
_RUST_PACKAGE = "rustc-web"
"""Of Debian 12: `rustc` is older than that there."""


@functools.cache
def _rust_root() -> Path:
    for path in (shutil.which("rustc"), shutil.which("rustc", path="/usr/bin:/bin")):
        told = _told(_RUST_PACKAGE, path or "rustc", "--version")
        number = re.match(r"rustc (\d+)\.(\d+)", told)
        if number and (int(number[1]), int(number[2])) >= _RUST_ALONE:
            return Path(_told(_RUST_PACKAGE, path or "rustc", "--print", "sysroot"))
    raise Fault(
        f"{told} cannot be used: it needs /proc, which the sandbox does not have",
        remedy=f"install rustc {'.'.join(map(str, _RUST_ALONE))} or newer (apt-get install {_RUST_PACKAGE}, or https://rustup.rs)",
    )


@functools.cache
def _rustc() -> Executable:
    root = _rust_root()
    gcc = _compiler("gcc")
    folders = [root] if root != Path("/usr") else [root / "lib" / "rustlib", *Path("/usr/lib").glob("x86_64-linux-gnu")]
    libraries = tuple(sorted((root / "lib").glob("librustc_driver*.so")))
    seen = (*folders, *libraries, *gcc.visible, Path(gcc.path))
    return Executable(str(root / "bin" / "rustc"), tuple(dict.fromkeys(seen)), reserves=True)


# --- Interpreters


@functools.cache
def _node() -> Executable:
    return needed("node", "nodejs", reserves=True)


@functools.cache
def _python() -> Executable:
    """Python as a program: the one of the system, or the one that runs Viva."""
    path = Path(shutil.which("python3", path="/usr/bin:/bin") or sys.base_prefix + "/bin/python3").absolute()
    asked = "import sys, sysconfig; print(sysconfig.get_path('stdlib')); print(sysconfig.get_config_var('LIBDIR'))"
    told = subprocess.run([str(path), "-I", "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    folders = [Path(line) for line in told if Path(line).is_dir()]
    return Executable(str(path), tuple(dict.fromkeys((*_links(path), *folders, *shared_libraries(), path.resolve()))))


_GCC = ("-o", "main", "-O0", "-w", "-fwrapv", *_PLAIN, "-pthread", "-lm")
_OF_C = re.compile(
    # Windows taught many to end with `system("pause")`, which does no more than wait.
    r"\b(fork|vfork|popen|posix_spawnp?|exec[lv]p?e?)\s*\(|\b(system)\s*\((?!\s*\"\s*(?:pause|cls|clear|color|title|chcp)\b)"
)
C = Recipe(
    name="c",
    suffixes=(".c",),
    package="gcc",
    tool=lambda: _compiler("gcc"),
    lay_out=_always(
        Layout(
            "main.c", ("-std=gnu17", "main.c", "unbuffered.c", *_GCC), MappingProxyType({"unbuffered.c": _UNBUFFERED_C})
        )
    ),
    made=("main",),
    processes=8,
    dialect="gcc",
    own_buffer=re.compile(r"\b(setvbuf|setbuf|setbuffer|setlinebuf|fdopen|open_memstream|freopen)\b"),
    others=_OF_C,
)
CPP = Recipe(
    name="cpp",
    suffixes=(".cpp", ".cc", ".cxx"),
    package="g++",
    tool=lambda: _compiler("g++"),
    lay_out=_always(
        Layout(
            "main.cpp",
            ("-std=gnu++20", "main.cpp", "unbuffered.cpp", *_GCC),
            MappingProxyType({"unbuffered.cpp": _UNBUFFERED_CPP}),
        )
    ),
    made=("main",),
    processes=8,
    dialect="gcc",
    own_buffer=re.compile(r"\b(setvbuf|setbuf|sync_with_stdio|tie|nounitbuf|pubsetbuf|ostringstream|stringstream)\b"),
    others=_OF_C,
)
JAVA = Recipe(
    name="java",
    suffixes=(".java",),
    package="default-jdk-headless",
    tool=_javac,
    lay_out=_of_java,
    archive="out.tar",
    processes=64,
    starts=_java,
    reserves=True,
    memory=1 << 30,
    runtime=Runtime(threads=_JVM_THREADS),
    dialect="javac",
    own_buffer=re.compile(r"\b(BufferedWriter|PrintWriter|BufferedOutputStream|OutputStreamWriter|PrintStream)\b"),
    others=re.compile(r"\b(ProcessBuilder|Runtime\s*\.\s*getRuntime\s*\(\s*\)\s*\.\s*exec)\b"),
    startup=0.25,
)
GO = Recipe(
    name="go",
    bits=64,
    suffixes=(".go",),
    package="golang",
    tool=_go,
    lay_out=_of_go,
    made=("main",),
    processes=64,
    build_environment=_GO_ENVIRONMENT,
    reserves=True,
    runtime=Runtime(naps=True),
    threads=re.compile(r"\bgo\s+\w"),
    runtime_of_threads=Runtime(naps=True, hands_out=True),
    dialect="go",
    own_buffer=re.compile(r"\bbufio\s*\.\s*NewWriter|\bbytes\.Buffer|\bstrings\.Builder"),
    others=re.compile(r"\b(exec\s*\.\s*Command|os\s*\.\s*StartProcess|syscall\s*\.\s*(?:ForkExec|Exec))\b"),
)
_RUSTC = (
    "main.rs",
    "-o",
    "main",
    "--edition",
    "2021",
    "--error-format=short",
    "-C",
    "opt-level=1",
    "-C",
    "linker=gcc",
    "-A",
    "warnings",
)
RUST = Recipe(
    name="rust",
    suffixes=(".rs",),
    package=_RUST_PACKAGE,
    tool=_rustc,
    lay_out=lambda _text: Layout("main.rs", ("--sysroot", str(_rust_root()), *_RUSTC)),
    made=("main",),
    processes=64,
    dialect="rustc",
    own_buffer=re.compile(r"\bprint!|\bBufWriter|\bwrite!|\bwrite_all|\bLineWriter"),
    others=re.compile(r"\b(process\s*::\s*Command|Command\s*::\s*new)\b"),
)
HASKELL = Recipe(
    name="haskell",
    bits=64,
    suffixes=(".hs",),
    package="ghc",
    tool=_ghc,
    lay_out=_of_haskell,
    made=("main",),
    processes=16,
    reserves=True,
    dialect="ghc",
    own_buffer=re.compile(r"\bhSetBuffering\b"),
    lazy=re.compile(r"\b(interact|getContents|hGetContents)\b"),
    others=re.compile(r"\b(System\.Process|forkProcess|executeFile)\b"),
    comments=_HASKELL_COMMENT,
)
NODE = Recipe(
    name="node",
    bits=54,
    suffixes=(".js", ".cjs"),
    package="nodejs",
    tool=_node,
    lay_out=_always(Layout("main.js", ("--check", "main.js"), run=("main.js",))),
    starts=_node,
    environment=MappingProxyType({"OPENSSL_CONF": "/dev/null"}),
    reserves=True,
    memory=1 << 30,
    dialect="node",
    startup=0.04,
    others=re.compile(r"\b(child_process|worker_threads)\b|[\"'`](?:node:)?(cluster)[\"'`]"),
    reads_on=True,
)
_PYTHON_ALONE = ("-u", "-s", "-B", "-X", "utf8")
_PYTHON_LOOKS = "import ast; ast.parse(open('main.py', 'rb').read(), 'main.py')"
CPYTHON = Recipe(
    name="cpython",
    bits=None,
    suffixes=(".py",),
    package="python3",
    tool=_python,
    lay_out=_always(Layout("main.py", (*_PYTHON_ALONE, "-c", _PYTHON_LOOKS), run=(*_PYTHON_ALONE, "main.py"))),
    starts=_python,
    dialect="python",
    startup=0.01,
    own_buffer=re.compile(r"\b(StringIO|TextIOWrapper|BufferedWriter|fdopen|buffering)\b"),
    others=re.compile(r"\b(subprocess|multiprocessing|os\s*\.\s*(?:fork|popen|spawn\w*|exec\w*))\b"),
    comments=re.compile(r"#[^\n]*"),
)
