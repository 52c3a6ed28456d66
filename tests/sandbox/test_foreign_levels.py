"""What foreign programs are promised where isolation is not full, and to an ordinary user."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

import viva
from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.sandbox import Command, Executable, Sandbox, probe
from viva.sandbox.programs import find

from .attacks import TOOLS, limited, none, weak
from .foreign import compiled, program, reason, said
from .test_levels import _as_nobody

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_gcc]


@pytest.mark.parametrize("path", ["/etc/passwd", "/proc/self/status", "/proc/1/cmdline", __file__])
def test_limited_isolation_reads_no_files_of_the_machine(path):
    source = f'TRY(open("{path}", O_RDONLY));'
    assert said(source, limited()) == "EACCES\n"
    assert said(source, limited("landlock")) == "done\n"


def test_limited_isolation_writes_nowhere(tmp_path):
    tmp_path.chmod(0o777)
    source = f'TRY(creat("{tmp_path}/planted", 0644)); TRY(creat("here", 0644)); TRY(unlink("main"));'
    assert said(source, limited()).split() == ["EACCES"] * 3
    assert said(source, limited("landlock")).split() == ["done"] * 3


def test_limited_isolation_refuses_to_bring_files_back():
    with pytest.raises(Fault, match="writes no files"):
        limited().execute(program("return 0;", wanted=("out",)))


def test_limited_isolation_keeps_the_rest():
    assert said(
        'TRY(fork()); TRY(socket(2, 1, 0)); TRY(kill(getppid(), 0)); TRY(execl("main", "x", 0));', limited()
    ) == ("EAGAIN\nEPERM\nEPERM\nEPERM\n")
    assert said("TRY(kill(getppid(), 0)); TRY(setsid()); TRY(setpgid(0, 0));", limited(), processes=4) == "EPERM\n" * 3
    assert reason("for (;;);", limited(), cpu_seconds=0.2) == "time_limit"
    assert reason('for (;;) puts("x");', limited(), output=1000) == "output_limit"
    assert said("char b[9]; fgets(b, 9, stdin); fputs(b, stdout);", limited(), stdin=b"in") == "in"


@pytest.mark.needs_node
def test_limited_isolation_runs_node():
    """Files of the machine are there but cannot be opened, which its library for encryption takes badly."""
    command = Command(find("node", reserves=True), ("-e", "console.log(1)"), environment={"OPENSSL_CONF": "/dev/null"})
    assert limited().execute(command).stdout == b"1\n"


def test_no_isolation_runs_in_a_folder_that_is_gone_afterwards():
    command = program('char b[200]; puts(getcwd(b, 200)); fputs("made", fopen("out", "w"));', wanted=("out",))
    done = none().execute(command)
    assert done.files == {"out": b"made"}
    assert not Path(done.stdout.decode().strip()).exists()


@pytest.mark.parametrize("isolation", list(Isolation))
def test_every_isolation_ends_what_it_started(isolation):
    with Sandbox([TOOLS], isolation=isolation) as sandbox:
        assert (
            reason("for (int i = 0; i < 3; i++) fork(); pause();", sandbox, processes=8, wall_seconds=0.3)
            == "time_limit"
        )
        assert said('puts("well");', sandbox, processes=8) == "well\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="the kernel's own limit on processes binds everyone but root")
def test_processes_that_cannot_be_bounded_are_refused():
    with pytest.raises(Fault, match="control group"):
        weak("group").execute(program("return 0;", processes=2))
    assert said('puts("alone");', weak("group")) == "alone\n"


def test_the_probe_says_what_foreign_programs_can_be_promised():
    pieces = {piece.name: piece for piece in probe.survey().pieces}
    assert pieces["foreign programs"].present
    together = pieces["control group memory"].present
    assert ("all its processes together" if together else "each process") in pieces["foreign programs"].detail


def test_the_probe_says_where_no_foreign_program_runs(monkeypatch):
    monkeypatch.setattr(probe, "find", lambda name: Executable("/usr/lib/os-release"))
    pieces = {piece.name: piece for piece in probe.survey().pieces}
    assert not pieces["foreign programs"].present
    assert "cannot be started" in pieces["foreign programs"].detail


USER = """
import sys
from pathlib import Path
from viva.sandbox import Command, Limits, Sandbox
from viva.sandbox.programs import built, find
content = Path(sys.argv[1]).read_bytes()
with Sandbox([]) as sandbox:
    print(sandbox.isolation)
    for processes in (1, 4):
        command = Command(built("main"), files={"main": content}, wanted=("out",), processes=processes)
        done = sandbox.execute(command, Limits(cpu_seconds=1), b"in")
        print(done.ending.reason, done.stdout.decode(), done.files)
    with sandbox.interact(Command(find("sh"), ("-c", "echo ask; read x; echo got $x"))) as talk:
        print(talk.receive())
        talk.send(b"it")
        print(talk.receive())
"""


def test_an_ordinary_user_is_promised_the_same():
    count = (
        'int n = 1; while (n < 100 && fork() > 0) n++; if (getpid() == getpgrp()) { printf("%d ", n); fflush(stdout);'
        'TRY(open("/etc/passwd", O_RDONLY)); char b[3] = {0}; read(0, b, 2);'
        'fputs(b, fopen("out", "w")); } else pause();'
    )
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        shutil.copytree(Path(viva.__file__).parent, home / "viva", ignore=shutil.ignore_patterns("__pycache__"))
        (home / "main").write_bytes(compiled(count))
        home.chmod(0o755)
        run = subprocess.run(
            [*_as_nobody(), "-c", USER, str(home / "main")],
            env={"PYTHONPATH": folder, "PATH": os.environ["PATH"]}, cwd="/",
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert run.stdout.split("\n")[:-1] == [
        "full",
        "None 1 ENOENT", " {'out': b'in'}",
        "None 4 ENOENT", " {'out': b'in'}",
        "b'ask\\n'", "b'got it\\n'",
    ], run.stderr  # fmt: skip
