"""The help, and what a person sees when something goes wrong."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.examining import MAIN, VIVA, Viva
from viva.cli.main import SECTIONS
from viva.cli.plugins import plugins

Write = Callable[[str], Path]
COMMANDS = [name for commands in SECTIONS.values() for name in commands]


def test_help_names_every_command_and_those_of_other_packages(viva: Viva) -> None:
    call = viva("--help")
    assert call.status == 0
    for name in COMMANDS:
        assert f"  {name}" in call.out
    lines = [line.split() for line in call.out.splitlines()]
    assert ["shout", "Say", "a", "word", "in", "capital", "letters."] in lines
    assert ["broken", "From", "the", "package", "viva-echo."] in lines
    assert viva().out == call.out


def test_help_has_a_sentence_for_every_command_of_ours_under_its_subject(viva: Viva) -> None:
    sections = {part.partition(":\n")[0]: part for part in viva("--help").out.split("\n\n") if ":\n" in part}
    own = {name: plugin for name, plugin in plugins().items() if plugin.subject}
    assert {f"Only for {plugin.subject}" for plugin in own.values()} | {*SECTIONS} <= {*sections}
    for name, plugin in own.items():
        assert re.search(rf"^  {name} ", sections[f"Only for {plugin.subject}"], re.MULTILINE)
        assert not plugin.help.startswith("From the package")


def test_help_imports_no_command_and_nothing_heavy(tmp_path: Path) -> None:
    trace = tmp_path / "imported"
    code = f"import sys, atexit; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); {MAIN}"
    done = subprocess.run(
        [sys.executable, "-c", code, "--help"],
        check=False,
        capture_output=True,
        text=True,
        env=os.environ | {"VIVA_ECHO_IMPORTED": str(trace)},
    )
    assert "shout" in done.stdout
    assert not trace.exists()
    imported = set(done.stderr.split())
    assert not imported & {"jinja2", "multiprocessing", "multiprocessing.connection", "tomllib", "viva_echo"}
    assert not [name for name in imported if name.startswith(("viva.cli.commands", "viva.subjects", "viva.grading"))]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_an_example(viva: Viva, command: str) -> None:
    call = viva(command, "--help")
    assert call.status == 0
    assert f"Example:\n    viva {command}" in call.out


def test_the_version(viva: Viva) -> None:
    assert viva("--version").out == "viva 0.1.0\n"


def test_a_mistake_of_ours_is_one_sentence(viva: Viva, exercise: Path, submission: Write) -> None:
    call = viva("check", exercise, submission("bug \x1b[31m"))
    assert call.status == 2
    assert call.err.count("\n") == 1
    assert "a mistake in Viva" in call.err
    assert "VIVA_DEBUG=1" in call.err
    assert "\x1b" not in call.err


def test_the_traceback_is_there_for_those_who_ask(
    viva: Viva, exercise: Path, submission: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIVA_DEBUG", "1")
    with pytest.raises(RuntimeError, match="unexpected"):
        viva("check", exercise, submission("bug x"))


def test_an_interruption_is_quiet_and_exits_with_130(exercise: Path, submission: Write) -> None:
    code = f"""
import signal, viva_echo.subject as subject
subject._misbehave = lambda text: signal.raise_signal(signal.SIGINT)
{MAIN}
"""
    command = [sys.executable, "-c", code, "check", str(exercise), str(submission("hello"))]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 128 + signal.SIGINT
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_reader_that_goes_away_leaves_the_exit_status_alone(exercise: Path, submission: Write) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [*VIVA, "check", str(exercise), str(submission("hallo"))]
    done = subprocess.run(command, check=False, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_reader_without_unicode_gets_escapes(exercise: Path, submission: Write) -> None:
    command = [*VIVA, "check", str(exercise), str(submission("grüße"))]
    done = subprocess.run(command, check=False, capture_output=True, env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 1
    assert rb"gr\xfc\xdfe" in done.stdout


def test_a_full_disk_is_one_sentence(exercise: Path, submission: Write) -> None:
    command = [*VIVA, "check", str(exercise), str(submission("hello"))]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, check=False, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "viva: standard output cannot be written: no space left on device\n"
