"""Sources to programs, in the sandbox. What a compiler reads was submitted, so it sees itself and the source only."""

from __future__ import annotations

import base64
import functools
import io
import json
import re
import tarfile

from viva.core.records import dataclass
from viva.languages.executable import diagnostics
from viva.languages.executable.explain import message_of_ending
from viva.languages.executable.recipe import BUILDING, Recipe
from viva.languages.program import NoProgram, Program
from viva.languages.sites import Hooks
from viva.sandbox import Command, Execution, Limits, Sandbox
from viva.sandbox.programs import built, check_name

_MOST_FILES = 2000
_MOST_CONSTANTS = 200
_NUMBER = re.compile(r"(?<![\w.])-?\d{1,18}(?![\w.])")
_TEXT = re.compile(r"\"([^\"\\\n]{0,40})\"|'([^'\\\n]{1,40})'")
_PLACEHOLDER = re.compile(r"[%{]")


_TOO_LARGE = b"internal compiler error: File size limit exceeded"


@dataclass(frozen=True, slots=True)
class Built:
    """What is started: the files of the program, and the arguments."""

    files: dict[str, bytes]
    arguments: tuple[str, ...]


def build(recipe: Recipe, sandbox: Sandbox, source: bytes, hooks: Hooks) -> Program | NoProgram:
    text = source.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    if not text.strip():
        return NoProgram("empty", "", "there is nothing in it", text)
    if b"\0" in source:
        return NoProgram("encoding", "", "it is no text", text)
    layout = recipe.lay_out(text)
    files = {layout.file: text.encode(), **layout.beside}
    wanted = (*recipe.made, *((recipe.archive,) if recipe.archive else ()))
    command = Command(recipe.tool(), layout.build, files, wanted, recipe.build_environment, recipe.processes)
    done = sandbox.build(command, BUILDING)
    if done.ending.reason is not None or done.ending.exit_code != 0:
        return _no_program(recipe, done, text, layout.file)
    if layout.lacks:
        return NoProgram("syntax_error", recipe.dialect, layout.lacks, text)
    made = _unpacked(done.files[recipe.archive]) if recipe.archive in done.files else dict(done.files)
    if not wanted:
        made = {layout.file: text.encode()}
    if not made:
        return NoProgram("compiler_limit", "", "compiling it gave no program", text)
    code = {
        "files": {name: base64.b64encode(content).decode() for name, content in made.items()},
        "arguments": list(layout.run),
    }
    constants = _constants(recipe, text)
    return Program(text, hooks, json.dumps(code), (), (), (), (), (), 0, constants)


def _no_program(recipe: Recipe, done: Execution, text: str, file: str) -> NoProgram:
    # A part of gcc that writes too much is ended by the system, and gcc speaks of a mistake of its own.
    reason = done.ending.reason or ("disk_limit" if _TOO_LARGE in done.stderr else None)
    if reason is not None:
        return NoProgram("compiler_limit", recipe.dialect, message_of_ending(reason), text)
    said = (done.stderr + b"\n" + done.stdout).decode("utf-8", "replace")
    found = diagnostics.first(recipe.dialect, said, file, text)
    return NoProgram("syntax_error", recipe.dialect, found.message, text, found.line, found.column)


def _unpacked(archive: bytes) -> dict[str, bytes]:
    """The plain files of an archive that a packer in the box has made; what it says is hostile all the same."""
    found: dict[str, bytes] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as packed:
            for member in packed:
                name = member.name.removeprefix("./")
                content = packed.extractfile(member) if member.isreg() else None
                if content is not None and len(found) < _MOST_FILES:
                    check_name(name)
                    found[name] = content.read(BUILDING.disk)
    except (tarfile.TarError, ValueError, OSError):
        return {}
    return found


@functools.lru_cache(maxsize=16)
def unpack(code: str) -> Built:
    told = json.loads(code)
    files = {name: base64.b64decode(content) for name, content in told["files"].items()}
    return Built(files, tuple(told["arguments"]))


def command_for(recipe: Recipe, program: Program) -> Command:
    made = unpack(program.code)
    executable = recipe.starts() if recipe.starts else built(next(iter(made.files)), recipe.reserves)
    return Command(executable, made.arguments, made.files, environment=recipe.environment)


def limits_for(recipe: Recipe, asked: Limits, steps: int, output: int) -> Limits:
    """Those that were asked for, and what the runtime of the language needs before the program begins."""
    seconds = min(asked.cpu_seconds, steps / 1_000_000) + recipe.startup
    return Limits(
        seconds, asked.wall_seconds + 4 * recipe.startup, max(asked.memory, recipe.memory), asked.disk, output
    )


def _constants(recipe: Recipe, text: str) -> tuple[int | str, ...]:
    """Whole numbers and short texts of the source, which may be worth a test of their own."""
    plain = recipe.comments.sub(" ", text)
    numbers = [int(found[0]) for found in _NUMBER.finditer(plain)]
    texts = [found[1] or found[2] or "" for found in _TEXT.finditer(plain)]
    kept = [one for one in texts if one.isprintable() and not _PLACEHOLDER.search(one)]
    return tuple(dict.fromkeys((*numbers[:_MOST_CONSTANTS], *kept[:_MOST_CONSTANTS])))
