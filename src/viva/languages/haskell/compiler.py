"""GHC, in the sandbox: a module to an object with ticks, and a driver to a program.

Whatever a source makes the compiler do (Template Haskell, `#include`, a preprocessor of its own, a plugin) it does in
the sandbox, where nothing of the machine is to be seen but the compiler and its libraries.
"""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
from pathlib import Path

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.languages.haskell.types import MODULE
from viva.sandbox import Command, Executable, Limits, Sandbox
from viva.sandbox.programs import built, find_compiler

REMEDY = "install GHC: run `scripts/setup haskell`, or as root `apt-get install ghc`"
LIMITS = Limits(cpu_seconds=20.0, wall_seconds=90.0, memory=1 << 30, disk=64 << 20, output=4 << 20)
_PROCESSES = 40
_RUNTIME = Path(__file__).parent / "driver" / "VivaRuntime.hs"
_FOR_ALL = ("-O0", "-dynamic", "-fno-warn-tabs", "-w", "-ddump-json", "-fdiagnostics-color=never")
# A loop that allocates nothing can be stopped only where it yields.
_FOR_SUBMISSIONS = ("-fhpc", "-fno-omit-yields", "-ddump-hi", "-ddump-to-file", "-dumpdir", ".")
_RTS = "-N2 -qg -I0 -A16m -K256m -M400m -T"
_PACKAGES = ("base", "hpc", "containers")


@dataclass(frozen=True, slots=True)
class Message:
    """An error of GHC's, as it says it; `line` is None where it names none."""

    text: str
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None


@dataclass(frozen=True, slots=True)
class Compiled:
    """What comes of a module: an object, an interface to compile against, both as they are, and what GHC wrote about
    them."""

    object: bytes
    interface: bytes
    told: str
    mix: str


@dataclass(frozen=True, slots=True)
class Failed:
    """`ending` is the word for what ended the compiler, if it did not end by itself."""

    messages: tuple[Message, ...]
    ending: str | None = None


def available() -> bool:
    return shutil.which("ghc") is not None


@functools.cache
def ghc() -> Executable:
    """The compiler itself, without the script that starts it, and all that it needs to see."""
    root = Path(_asked("--print-libdir"))
    program = root / "bin" / "ghc"
    settings = dict(json.loads(line) for line in _settings(root))
    tools = {
        settings.get(key, "") for key in ("C compiler command", "ld command", "Merge objects command", "ar command")
    }
    tools |= {tool.rpartition("-")[2] for tool in tools if tool}  # under these names GCC looks for its parts
    seen = [Path(found) for tool in sorted(tools) if tool and (found := shutil.which(tool))]
    registered = (root / "package.conf.d").resolve()
    others = [path for path in (registered, Path("/usr/lib/haskell-packages")) if path.is_dir()]
    compiler = find_compiler(Path(settings.get("C compiler command", "gcc")).name)
    if not program.exists():
        raise Fault(f"{root} has no compiler in bin/ghc", remedy=REMEDY)
    return Executable(str(program), (*compiler.visible, root, *seen, *others), reserves=True)


def _asked(question: str) -> str:
    if not available():
        raise Fault("this needs the Haskell compiler GHC, and there is none on this machine", remedy=REMEDY)
    return subprocess.run(["ghc", question], capture_output=True, text=True, check=True).stdout.strip()


def _settings(root: Path) -> list[str]:
    """The lines of GHC's settings, each as a JSON pair."""
    text = (root / "settings").read_text()
    lines = [line.strip().strip(",[]") for line in text.splitlines()]
    return [f"[{line[1:-1]}]" for line in lines if line.startswith("(") and line.endswith(")")]


@functools.cache
def runnable() -> Executable:
    """A driver, which finds the libraries of GHC where they are."""
    own = built("driver", reserves=True)
    others = [path for path in (Path("/usr/lib/haskell-packages"),) if path.is_dir()]
    return Executable(own.path, (*own.visible, Path(_asked("--print-libdir")), *others), reserves=True)


def _run(sandbox: Sandbox, arguments: tuple[str, ...], files: dict[str, bytes], wanted: tuple[str, ...]) -> (
    dict[str, bytes] | Failed
):  # fmt: skip
    root = _asked_libdir()
    environment = {"LD_LIBRARY_PATH": _libraries()}
    command = Command(ghc(), (f"-B{root}", *arguments), files, wanted, environment, processes=_PROCESSES)
    done = sandbox.build(command, LIMITS)
    if done.ending.reason is not None:
        return Failed((), done.ending.reason)
    if done.ending.exit_code != 0 or not all(name in done.files for name in wanted[:1]):
        return Failed(_messages(done.stdout + b"\n" + done.stderr))
    return dict(done.files)


@functools.cache
def _asked_libdir() -> str:
    return _asked("--print-libdir")


@functools.cache
def _libraries() -> str:
    """The folders of GHC's own libraries: it looks for them beside itself, and cannot see where that is."""
    return ":".join(sorted({str(path.parent) for path in Path(_asked_libdir()).glob("*/*.so")}))


def _messages(said: bytes) -> tuple[Message, ...]:
    """The errors, in order; what is no JSON was said by another program that GHC has started."""
    found: list[Message] = []
    rest: list[str] = []
    for line in said.decode("utf-8", "replace").splitlines():
        try:
            data = json.loads(line)
        except ValueError:
            rest += [line] if line.strip() else []
            continue
        if isinstance(data, dict) and data.get("severity") in ("SevError", "SevFatal"):
            found.append(_message(data))
    return tuple(found[:50]) or (Message("\n".join(rest[:10])[:2000], None, None, None, None),)


def _message(data: dict[str, object]) -> Message:
    span = data.get("span")
    numbers = span if isinstance(span, dict) and str(span.get("file", "")).endswith(f"{MODULE}.hs") else {}
    places = [_number(numbers.get(key)) for key in ("startLine", "startCol", "endLine", "endCol")]
    return Message(str(data.get("doc", ""))[:5000], places[0], places[1], places[2], places[3])


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and 0 < value < 10**7 else None


def compile_module(sandbox: Sandbox, text: str) -> Compiled | Failed:
    """A submission, or a file of the teacher."""
    wanted = (f"{MODULE}.o", f"{MODULE}.hi", f"{MODULE}.dump-hi", f".hpc/{MODULE}.mix")
    done = _run(sandbox, ("-c", f"{MODULE}.hs", *_FOR_ALL, *_FOR_SUBMISSIONS), {f"{MODULE}.hs": text.encode()}, wanted)
    if isinstance(done, Failed):
        return done
    told, mix = (done.get(name, b"").decode("utf-8", "replace") for name in wanted[2:])
    return Compiled(done[wanted[0]], done.get(wanted[1], b""), told, mix)


_runtime: dict[str, dict[str, bytes]] = {}


def _own_objects(sandbox: Sandbox) -> dict[str, bytes]:
    """What all drivers have, compiled once."""
    text = _RUNTIME.read_bytes()
    key = _asked_libdir()
    if key not in _runtime:
        wanted = ("VivaRuntime.o", "VivaRuntime.hi")
        done = _run(sandbox, ("-c", "VivaRuntime.hs", *_FOR_ALL), {"VivaRuntime.hs": text}, wanted)
        if isinstance(done, Failed):
            raise Fault(f"the runtime of Haskell drivers does not compile: {done}", remedy=REMEDY)
        _runtime[key] = done
    return _runtime[key]


def link(sandbox: Sandbox, module: Compiled, packages: tuple[str, ...], driver: str) -> bytes | Failed:
    """The program that a driver and a module make together."""
    objects = _own_objects(sandbox)
    against = {f"{MODULE}.hi": module.interface, "VivaRuntime.hi": objects["VivaRuntime.hi"]}
    made = _run(sandbox, ("-c", "Main.hs", *_FOR_ALL), {"Main.hs": driver.encode(), **against}, ("Main.o",))
    if isinstance(made, Failed):
        return made
    files = {"Main.o": made["Main.o"], f"{MODULE}.o": module.object, "VivaRuntime.o": objects["VivaRuntime.o"]}
    named = [flag for package in dict.fromkeys((*_PACKAGES, *packages)) for flag in ("-package", package)]
    arguments = ("-o", "driver", *files, *_FOR_ALL, "-threaded", "-rtsopts=none", f"-with-rtsopts={_RTS}", *named)
    done = _run(sandbox, arguments, files, ("driver",))
    return done if isinstance(done, Failed) else done["driver"]
