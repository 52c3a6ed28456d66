"""The language `executable`: anything for which a teacher has a command that builds it.

    [console]
    languages = ["executable"]

    [console.executable]
    file = "main.pas"
    build = "fpc -O1 main.pas"
    run = "./main"

What is built runs with the programs and libraries of the system (/usr) in sight, and with the C library told not to
hold back what is written; whether that helps nobody knows, so the order of reading and writing is not certain.
"""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path
from types import MappingProxyType

from viva.core.fault import Fault
from viva.core.table import Table
from viva.languages.executable.languages import OnlyRuns, language_of
from viva.languages.executable.recipe import Layout, Recipe
from viva.sandbox import Executable
from viva.sandbox.programs import built, check_name, shared_libraries

NAME = "executable"
_SYSTEM = ("/usr", "/bin", "/lib", "/lib64", "/etc/alternatives")
_UNBUFFERING = Path("/usr/libexec/coreutils/libstdbuf.so")
_ARCHIVE = "viva-built.tar"


def read_settings(table: Table) -> str:
    """The table of an exercise as the name of a language that has it all in it. Raises Fault."""
    own = table.table(NAME)
    file, build, run = own.string("file"), own.string("build", ""), own.string("run")
    for key, text in (("file", file), ("run", run)):
        if not text.strip():
            raise own.fault(key, "is empty", 'as in file = "main.pas", run = "./main"')
    try:
        check_name(file)
        words = shlex.split(run)
    except ValueError as problem:
        raise own.fault("run", f"cannot be read: {problem}", "write it as in a shell, without pipes") from None
    settings = {"file": file, "build": build, "run": words, "suffixes": list(own.strings("suffixes", ()))}
    return f"{NAME}:{json.dumps(settings, sort_keys=True)}"


def configured_language(name: str) -> OnlyRuns:
    """The language of such a name."""
    told = json.loads(name.partition(":")[2])
    file, build, run = str(told["file"]), str(told["build"]), [str(word) for word in told["run"]]
    suffixes = tuple(told["suffixes"]) or ((Path(file).suffix,) if Path(file).suffix else ())
    first = run[0].removeprefix("./")
    in_folder = run[0].startswith("./")
    command = f"({build or 'true'}) && tar cf {_ARCHIVE} --exclude={_ARCHIVE} ."
    environment = {"_STDBUF_O": "0", "LD_PRELOAD": str(_UNBUFFERING)} if _UNBUFFERING.exists() else {}
    return language_of(
        Recipe(
            name=NAME,
            suffixes=suffixes,
            package="",
            tool=lambda: _seeing("sh"),
            lay_out=lambda _text: Layout(file, ("-c", command), run=tuple(run[1:])),
            archive=_ARCHIVE,
            processes=64,
            starts=lambda: _started(first) if in_folder else _seeing(first),
            environment=MappingProxyType(environment),
            reserves=True,
            memory=1 << 30,
            flushed=False,
        )
    )


def _seeing(name: str) -> Executable:
    path = shutil.which(name)
    if path is None:
        raise Fault(f"{name} is not installed", remedy="install it, or change `run` in the table `executable`")
    return Executable(str(Path(path).absolute()), _visible(), reserves=True)


def _started(name: str) -> Executable:
    plain = built(name, reserves=True)
    return Executable(name, (*plain.visible, *([_UNBUFFERING] if _UNBUFFERING.exists() else [])), reserves=True)


def _visible() -> tuple[Path, ...]:
    """The programs of the system, and what Debian keeps of them elsewhere."""
    places = [Path(place) for place in _SYSTEM if Path(place).exists()]
    return (
        *places,
        *(folder for folder in sorted(Path("/etc").glob("java-*")) if folder.is_dir()),
        *shared_libraries(),
    )
