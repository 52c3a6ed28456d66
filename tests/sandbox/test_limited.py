"""What limited isolation keeps of the promises: no namespaces, but rules about files, the filter and limits."""

import os
import shutil
import uuid
from pathlib import Path

import pytest

from viva.core.isolation import Isolation
from viva.sandbox import Sandbox

from .attacks import SYSTEM_CALLS, TOOLS, limited, none, reason, said
from .test_processes import named

PACKAGES = [
    str(Path(os.__file__).parent / "site-packages"),
    "/usr/lib/python3/dist-packages",
    "/lib/python3/dist-packages",
]
CAUGHT = "import os\ntry:\n    {}\nexcept Exception as error:\n    send(type(error).__name__)\nelse:\n    send('done')"


def test_it_is_to_be_had_and_says_what_it_is() -> None:
    assert limited().isolation is Isolation.LIMITED


@pytest.mark.parametrize("path", ["/etc/passwd", "/proc/self/status", "/proc/1/cmdline", str(Path(__file__))])
def test_files_of_the_machine_are_not_read(path: str) -> None:
    source = CAUGHT.format(f"open({path!r}).read()")
    assert said(source, limited()) == "PermissionError"
    assert said(source, limited("landlock")) == "done" or not os.access(path, os.R_OK)


@pytest.mark.parametrize("path", ["/", "/etc", "/tmp", "/proc", "/home"])
def test_folders_of_the_machine_are_not_listed(path: str) -> None:
    source = CAUGHT.format(f"os.listdir({path!r})")
    assert said(source, limited()) == "PermissionError"
    assert said(source, limited("landlock")) == "done"


def test_nothing_is_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    for number, attempt in enumerate(("open({!r}, 'w')", "os.mkdir({!r})", "os.symlink('/', {!r})", "os.mkfifo({!r})")):
        source = CAUGHT.format(attempt.format(str(tmp_path / str(number))))
        assert said(source, limited()) == "PermissionError"
    assert list(tmp_path.iterdir()) == []
    assert said(CAUGHT.format(f"open({str(tmp_path / 'x')!r}, 'w')"), limited("landlock")) == "done"


def test_files_are_not_removed_or_renamed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("x")
    for attempt in (
        "os.unlink({!r})",
        "os.truncate({!r}, 0)",
        "os.rename({!r}, '/tmp/stolen')",
        "os.link({!r}, '/tmp/stolen')",
    ):
        assert said(CAUGHT.format(attempt.format(str(victim))), limited()) != "done"
    assert victim.read_text() == "x"


def test_tools_are_read_only(tmp_path: Path) -> None:
    shutil.copy(TOOLS / "attack.py", tmp_path)
    with Sandbox([tmp_path], ["attack"], Isolation.LIMITED) as sandbox:
        assert said(CAUGHT.format(f"open({str(tmp_path / 'attack.py')!r}, 'a')"), sandbox) == "PermissionError"


@pytest.mark.parametrize("folder", PACKAGES)
def test_installed_packages_are_not_read(folder: str) -> None:
    source = (
        f"import os\nfolder = {folder!r}\nfound = 0\n"
        "for place, _, names in os.walk(folder):\n    for name in names:\n"
        "        try: found += bool(open(os.path.join(place, name), 'rb').read(1))\n"
        "        except PermissionError: pass\nsend(found)"
    )
    assert said(source, limited()) == 0


def test_no_network() -> None:
    for attempt in ("import socket; socket.socket()", "import socket; socket.socket(socket.AF_UNIX)"):
        assert said(CAUGHT.format(attempt), limited()) == "PermissionError"
        assert said(CAUGHT.format(attempt), none()) == "done"


def test_no_process_is_started_or_signalled() -> None:
    assert said(CAUGHT.format("os.fork()"), limited()) == "BlockingIOError"
    assert said(CAUGHT.format("os.execv('/bin/true', ['true'])"), limited()) == "PermissionError"
    assert said(CAUGHT.format("os.kill(os.getppid(), 0)"), limited()) == "PermissionError"
    assert said(CAUGHT.format(f"os.kill({os.getpid()}, 0)"), limited()) == "PermissionError"
    assert said(CAUGHT.format("os.kill(-1, 0)"), limited()) == "PermissionError"
    assert said(CAUGHT.format("os.kill(0, 0)"), limited()) == "PermissionError"
    assert said(CAUGHT.format("os.kill(os.getpid(), 0)"), limited()) == "done"


def test_rules_alone_keep_signals_in() -> None:
    """Where the kernel knows how; the filter is the first wall."""
    source = CAUGHT.format("os.kill(os.getppid(), 0)")
    assert said(source, limited(unfiltered=(62,))) == "PermissionError"
    assert said(source, limited("landlock", unfiltered=(62,))) == "done"


def test_descriptors_do_not_send_signals() -> None:
    assert said(SYSTEM_CALLS + "send(call(72, 3, 8, os.getppid()))", limited()) == "EPERM"


def test_time_memory_and_output_are_bounded() -> None:
    assert reason("while True: pass", limited(), cpu_seconds=0.1) == "time_limit"
    assert reason("import time\ntime.sleep(100)", limited(), wall_seconds=0.1) == "time_limit"
    assert reason("bytearray(1 << 40)", limited()) == "memory_limit"
    assert reason("while True: send('x' * 1000)", limited(), output=10_000) == "output_limit"
    assert reason("import ctypes\nctypes.string_at(0)", limited()) == "crash"


def test_no_process_survives() -> None:
    name = f"v{uuid.uuid4().hex[:12]}"
    source = SYSTEM_CALLS + f"libc.prctl(15, b'{name}', 0, 0, 0)\nwhile True: pass"
    assert reason(source, limited(), cpu_seconds=0.1) == "time_limit"
    assert named(name) == []


def test_the_environment_of_the_examiner_stays_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIVA_TEST_SECRET", "hidden-in-the-environment")
    with Sandbox([TOOLS], ["attack"], Isolation.LIMITED) as sandbox:
        assert said("import os\nsend(sorted(os.environ))", sandbox) == ["HOME", "LANG", "PATH"]
