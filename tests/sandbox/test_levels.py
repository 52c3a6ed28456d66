"""Which isolation there is, what happens without it, and what the probe says."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import viva
from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.sandbox import Limits, Sandbox, bubblewrap, probe

from .attacks import TOOLS, said


def _no_bwrap(monkeypatch):
    monkeypatch.setattr(bubblewrap, "program", lambda: None)


def _broken_bwrap(monkeypatch):
    monkeypatch.setattr(bubblewrap, "program", lambda: "/bin/false")


@pytest.mark.needs_bwrap
def test_the_best_isolation_is_chosen():
    with Sandbox([TOOLS], ["attack"]) as sandbox:
        assert sandbox.isolation is Isolation.FULL


@pytest.mark.parametrize("without", [_no_bwrap, _broken_bwrap])
def test_without_bubblewrap_isolation_is_limited(monkeypatch, without):
    without(monkeypatch)
    with Sandbox([TOOLS], ["attack"]) as sandbox:
        assert sandbox.isolation is Isolation.LIMITED
        assert said("send('well')", sandbox) == "well"


@pytest.mark.needs_bwrap
def test_where_runs_cannot_have_namespaces_isolation_is_limited(monkeypatch):
    """As where the system takes the capability from programs in user namespaces."""
    whole = bubblewrap.arguments
    monkeypatch.setattr(bubblewrap, "arguments", lambda *given: [*whole(*given), "--cap-drop", "ALL"])
    with Sandbox([TOOLS], ["attack"]) as sandbox:
        assert sandbox.isolation is Isolation.LIMITED
        assert said("import os\nsend(os.getpid() > 2)", sandbox) is True
    with pytest.raises(Fault, match="clone"):
        Sandbox([TOOLS], ["attack"], Isolation.FULL)
    pieces = {piece.name: piece for piece in probe.survey().pieces}
    assert pieces["bubblewrap"].present
    assert not pieces["namespaces for each run"].present


def test_a_closed_sandbox_runs_nothing():
    sandbox = Sandbox([TOOLS], ["attack"])
    sandbox.close()
    with pytest.raises(Fault, match="closed"):
        said("send(1)", sandbox)


def test_full_isolation_that_is_not_to_be_had_is_a_fault_with_a_remedy(monkeypatch):
    _no_bwrap(monkeypatch)
    with pytest.raises(Fault) as fault:
        Sandbox([TOOLS], ["attack"], Isolation.FULL)
    assert fault.value.remedy
    assert "bubblewrap" in str(fault.value)


def test_no_isolation_is_never_chosen_by_itself(monkeypatch):
    _no_bwrap(monkeypatch)
    monkeypatch.setattr("viva.sandbox.launch.INSIDE", Path("/nowhere"))
    with pytest.raises(Fault) as fault:
        Sandbox([TOOLS], ["attack"])
    assert fault.value.remedy


def test_no_isolation_is_had_by_name():
    with Sandbox([TOOLS], ["attack"], Isolation.NONE) as sandbox:
        assert sandbox.isolation is Isolation.NONE
        assert said("send('well')", sandbox) == "well"


def test_an_isolation_in_words_is_the_isolation_itself():
    with Sandbox([TOOLS], ["attack"], "limited") as sandbox:
        assert sandbox.isolation is Isolation.LIMITED
    with pytest.raises(ValueError, match="weak"):
        Sandbox([TOOLS], ["attack"], "weak")


def test_a_broken_tool_is_a_fault_that_names_it(tmp_path):
    (tmp_path / "broken_tool.py").write_text("1 / 0")
    with pytest.raises(Fault, match=r"(?s)broken: .*ZeroDivisionError"):
        Sandbox([tmp_path], ["broken_tool"])


@pytest.mark.parametrize(
    "limits", [{"cpu_seconds": 0}, {"wall_seconds": float("inf")}, {"memory": -1}, {"disk": float("nan")}]
)
def test_limits_are_positive_and_finite(limits):
    with pytest.raises(ValueError, match="positive"):
        Limits(**limits)


def test_a_missing_entry_function_is_an_ending():
    with Sandbox([TOOLS]) as sandbox:
        run = sandbox.run("attack:nothing", None, Limits())
        assert run.ending.reason == "crash"
        assert "AttributeError" in run.ending.detail


def test_the_probe_finds_what_there_is():
    survey = probe.survey()
    with Sandbox([TOOLS]) as sandbox:
        assert survey.isolation is sandbox.isolation
    names = [piece.name for piece in survey.pieces]
    assert names == [
        "bubblewrap", "user namespaces", "namespaces for each run", "seccomp", "Landlock",
        "control group memory", "control group pids", "foreign programs",
    ]  # fmt: skip
    assert all(piece.detail and piece.cost and piece.remedy for piece in survey.pieces)


@pytest.mark.parametrize("without", [_no_bwrap, _broken_bwrap])
def test_the_probe_says_what_is_missing(monkeypatch, without):
    without(monkeypatch)
    survey = probe.survey()
    pieces = {piece.name: piece for piece in survey.pieces}
    assert survey.isolation is Isolation.LIMITED
    assert not pieces["bubblewrap"].present
    assert not pieces["namespaces for each run"].present
    assert pieces["Landlock"].present


USER = """
import sys
from pathlib import Path
from viva.core.isolation import Isolation
from viva.sandbox import Limits, Sandbox
for isolation in (Isolation.FULL, Isolation.LIMITED):
    with Sandbox([Path(sys.argv[1])], ["attack"], isolation) as sandbox:
        for source in ("send(1)", "open('/etc/passwd')", "import os; os.fork()", "while True: pass"):
            run = sandbox.run("attack:execute", source, Limits(cpu_seconds=0.2))
            print(isolation, run.messages, run.ending.reason)
"""


@pytest.mark.needs_bwrap
def test_an_ordinary_user_has_the_same_isolation():
    """Root becomes nobody for this, with an interpreter and a copy of the sources that nobody can read."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        shutil.copytree(Path(viva.__file__).parent, home / "viva", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(TOOLS, home / "tools", ignore=shutil.ignore_patterns("__pycache__"))
        home.chmod(0o755)
        run = subprocess.run(
            [*_as_nobody(), "-c", USER, str(home / "tools")],
            env={"PYTHONPATH": folder, "PATH": os.environ["PATH"]}, cwd="/",
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert run.stdout.splitlines() == [
        "full (1,) None", "full () crash", "full () process_limit", "full () time_limit",
        "limited (1,) None", "limited () crash", "limited () process_limit", "limited () time_limit",
    ], run.stderr  # fmt: skip


USABLE = "import os, sys; print(sys.version_info >= (3, 11) and os.access(sys.executable, os.R_OK))"


def _as_nobody() -> list[str]:
    if os.geteuid() != 0:
        return [sys.executable]
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    candidates = [str(Path(sys.executable).resolve()), "/usr/bin/python3"]
    for python in candidates:
        told = subprocess.run(
            [*nobody, python, "-c", USABLE],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if told.stdout.strip() == "True":
            return [*nobody, python]
    return [sys.executable]
