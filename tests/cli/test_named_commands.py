"""Every call of `viva` that any text names can be made: the command is there, and it has these options."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from viva.cli.main import viva
from viva.cli.plugins import generators, load_command

ROOT = Path(__file__).parents[2]
PLACES = ("src/viva", "docs", "exercises", "README.md", "CONTRIBUTING.md", "bench")
ENDINGS = {".py", ".md", ".toml", ".html", ".txt"}
# In quotes of some kind, at the start of a line of a listing, or filled in where a text is made.
NAMED = re.compile(r"(?:[`\"']|^ *(?:\$ )?|\b[A-Z_]+=1 )viva ((?:\{\w+\}|[a-z][a-z-]*)(?:[^`\"'\n]*))", re.MULTILINE)
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]+|-[a-z])\b")
IN_PYTHON = re.compile(r"^(import|from)\b")


def named() -> Iterator[tuple[str, str, str]]:
    """Every call with the file it is named in: (file, command, the rest)."""
    for place in PLACES:
        path = ROOT / place
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.suffix in ENDINGS and "__pycache__" not in file.parts:
                for found in NAMED.finditer(file.read_text("utf-8", errors="replace")):
                    command, _, rest = found[1].partition(" ")
                    if not IN_PYTHON.match(command):
                        yield str(file.relative_to(ROOT)), command.rstrip(".,;:)…"), rest


@cache
def calls() -> list[tuple[str, str, str]]:
    return sorted(set(named()))


def problem(command: str, rest: str) -> str | None:
    with click.Context(viva) as context:
        found = viva.get_command(context, command)
        if found is None:
            return f"there is no command {command!r}"
        if isinstance(found, click.Group):
            below, _, rest = rest.partition(" ")
            found = found.get_command(context, below) if below else found
            if found is None:
                return f"{command} has no command {below!r}"
    made = next((word for word in rest.split() if word in generators()), None) if command == "generate" else None
    if made is not None:
        found = load_command(generators()[made])
    known = {option for parameter in found.params for option in parameter.opts} | {"--help", "-h"}
    unknown = [option for option in OPTION.findall(rest.partition("|")[0]) if option not in known]
    return f"{command} has no option {unknown[0]}" if unknown else None


def test_calls_are_named_in_many_places() -> None:
    assert len({command for _, command, _ in calls()}) > 12
    assert len({file for file, _, _ in calls()}) > 20


@pytest.mark.parametrize("name", ["run", "chek"])
def test_a_command_that_is_not_there_is_found(name: str) -> None:
    assert problem(name, "") is not None
    assert problem("check", "EXERCISE FILE --secs 3") is not None
    assert problem("exercises", f"{name} mean DIR") is not None
    assert problem("exercises", "copy mean DIR --subject x") is not None
    assert problem("generate", "console DIR --voiced") is not None
    assert problem("generate", "modulation DIR --voiced") is None


def test_every_call_that_is_named_can_be_made() -> None:
    wrong = [(file, command, rest, found) for file, command, rest in calls() if (found := problem(command, rest))]
    assert not wrong
