"""Nothing outside is read or written. That the attacks work is shown without isolation, or without one wall."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from viva.core.isolation import Isolation
from viva.sandbox import Limits, Sandbox
from viva.sandbox.launch import Weaknesses

from .attacks import SYSTEM_CALLS, TOOLS, none, said, weak

pytestmark = pytest.mark.needs_bwrap

CAUGHT = "import os\ntry:\n    {}\nexcept Exception as error:\n    send(type(error).__name__)\nelse:\n    send('done')"


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "/proc/self/environ", "/proc/1/cmdline", "/sys/kernel", "/home", "/var"]
)
def test_the_machine_is_not_there(path: str) -> None:
    assert said(CAUGHT.format(f"os.stat({path!r})")) == "FileNotFoundError"
    assert Path(path).exists() or path.startswith("/proc")


def test_only_the_interpreter_and_the_tools_are_there() -> None:
    top = said("import os\nsend(sorted(os.listdir('/')))")
    way_to_the_interpreter = Path(sys.base_prefix).parts[1]
    assert set(top) <= {"dev", "lib", "lib64", "tmp", "usr", "viva", way_to_the_interpreter}
    assert said("import os\nsend(sorted(os.listdir('/dev')))") == ["null", "random", "urandom", "zero"]
    assert said("import os\nsend(sorted(os.listdir('/viva')))") == ["inside", "tools"]
    assert said("import os\nsend(os.listdir('/tmp'))") == []


def test_a_secret_file_is_out_of_reach(tmp_path: Path) -> None:
    secret = tmp_path / "reference.py"
    secret.write_text("the answer")
    source = CAUGHT.format(f"assert open({str(secret)!r}).read() == 'the answer'")
    assert said(source) == "FileNotFoundError"
    assert said(source, none()) == "done"


def test_the_sources_of_viva_are_out_of_reach() -> None:
    source = CAUGHT.format(f"open({str(Path(__file__))!r})")
    assert said(source) == "FileNotFoundError"
    assert said(source, none()) == "done"


def test_no_file_of_a_home_is_there() -> None:
    """The way to an interpreter in a home is there, with nothing beside it."""
    folders = [folder for folder in Path(sys.base_prefix).parents if folder != Path("/")]
    for folder in folders:
        inside = said(f"import os\nsend(os.listdir({str(folder)!r}) if os.path.isdir({str(folder)!r}) else [])")
        if folder != Path("/usr"):
            assert len(inside) <= 1


def test_the_environment_of_the_examiner_stays_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIVA_TEST_SECRET", "hidden-in-the-environment")
    memory = (
        SYSTEM_CALLS + "environ = ctypes.POINTER(ctypes.c_char_p).in_dll(libc, 'environ')\nfound = []\n"
        "while environ and environ[len(found)]: found.append(environ[len(found)].decode())\n"
        "send([sorted(os.environ), sorted(e.split('=')[0] for e in found)])"
    )
    with Sandbox([TOOLS], ["attack"]) as sandbox:
        assert said(memory, sandbox) == [["HOME", "LANG", "PATH"], ["HOME", "LANG", "PATH"]]


@pytest.mark.parametrize("folder", [Path(os.__file__).parent / "site-packages", Path("/usr/lib/python3/dist-packages")])
def test_installed_packages_are_hidden(folder: str) -> None:
    source = f"import os\nsend(os.path.isdir({str(folder)!r}) and len(os.listdir({str(folder)!r})))"
    assert not said(source)


def test_hiding_is_what_hides_packages() -> None:
    folder = str(Path(os.__file__).parent / "site-packages")
    source = f"import os\nsend(os.path.isdir({folder!r}) and len(os.listdir({folder!r})))"
    assert bool(said(source, weak("hidden_packages"))) == Path(folder).is_dir()


@pytest.mark.parametrize(
    "folder", ["/", "/usr/lib", "/viva/inside", "/viva/tools/0", "/dev", "/viva", str(Path(os.__file__).parent)]
)
def test_nothing_but_tmp_is_writable(folder: str) -> None:
    assert said(CAUGHT.format(f"open({folder + '/planted'!r}, 'w')")) in ("OSError", "PermissionError")
    assert said(CAUGHT.format(f"os.mkdir({folder + '/planted'!r})")) in ("OSError", "PermissionError")


def test_hidden_package_folders_are_not_writable() -> None:
    source = "import os\nf = os.path.join(os.path.dirname(os.__file__), 'site-packages')\n" + CAUGHT.format(
        "open(f + '/planted', 'w')"
    )
    assert said(source) in ("OSError", "FileNotFoundError", "PermissionError")


def test_tools_are_read_only(tmp_path: Path) -> None:
    shutil.copy(TOOLS / "attack.py", tmp_path)
    source = CAUGHT.format("open('/viva/tools/0/attack.py', 'a').write('# planted')")
    with Sandbox([tmp_path], ["attack"]) as sandbox:
        assert said(source, sandbox) == "OSError"
        assert "planted" not in (tmp_path / "attack.py").read_text()
    open_box = Weaknesses(without=frozenset({"read_only"}))
    with Sandbox([tmp_path], ["attack"], Isolation.FULL, open_box) as sandbox:
        assert said(source, sandbox) == "done"
        assert "planted" in (tmp_path / "attack.py").read_text()


def test_ways_around_do_not_lead_out() -> None:
    for attempt in (
        "os.symlink('/etc/passwd', '/tmp/x'); open('/tmp/x')",
        "open('/tmp/../etc/passwd')",
        "os.open('/dev/null/../../etc/passwd', 0)",
        "os.chdir('..'); os.chdir('../../../..'); open('etc/passwd')",
    ):
        assert said(CAUGHT.format(attempt)) in ("FileNotFoundError", "NotADirectoryError")
    assert said(CAUGHT.format("os.chroot('/tmp')")) == "PermissionError"


def test_the_box_itself_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment and the command line of its first process could be read from inside, had it a /proc."""
    monkeypatch.setenv("VIVA_TEST_SECRET", "hidden-in-the-environment")
    with Sandbox([TOOLS], ["attack"]) as sandbox:
        process = Path("/proc", str(sandbox._idle[0]._process.pid))
        assert str(TOOLS).encode() not in (process / "cmdline").read_bytes()
        assert (process / "environ").read_bytes() == b""


def test_the_host_has_another_name() -> None:
    assert said("import os\nsend(os.uname().nodename)") == "viva"


def test_a_run_is_nobody() -> None:
    assert said("import os\nsend([os.getuid(), os.geteuid(), os.getgid(), os.getgroups()])")[:3] == [65534] * 3


def test_the_examiner_sees_the_limits_it_set() -> None:
    limits = Limits(memory=300 << 20)
    with Sandbox([TOOLS], ["attack"]) as sandbox:
        run = sandbox.run("attack:execute", "import resource\nsend(resource.getrlimit(resource.RLIMIT_AS)[1])", limits)
    assert run.messages == (300 << 20,)
