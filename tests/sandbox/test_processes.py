"""No new process, no other program, no survivor."""

import os
import select
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from viva.core.isolation import Isolation
from viva.sandbox import Limits, Sandbox

from .attacks import SYSTEM_CALLS, TOOLS, attack, none, reason, said, weak

pytestmark = pytest.mark.needs_bwrap

FORKING = (56, 57, 58, 435)
EXECUTING = (59, 322)
CAUGHT = "try:\n    {}\nexcept Exception as error:\n    send(type(error).__name__)\nelse:\n    send('done')"


def named(name: str) -> list[int]:
    found = []
    for comm in Path("/proc").glob("[0-9]*/comm"):
        try:
            if comm.read_text().strip() == name and " Z " not in (comm.parent / "stat").read_text():
                found.append(int(comm.parent.name))
        except OSError:
            continue
    return found


def children() -> set[str]:
    """The processes started by this one that still exist."""
    return {pid for task in Path("/proc/self/task").glob("*/children") for pid in task.read_text().split()}


def gone(pids: list[int], seconds: float = 20) -> bool:
    """Waits for the end of processes that are on their way out."""
    for pid in pids:
        try:
            handle = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        ended, _, _ = select.select([handle], [], [], seconds)
        os.close(handle)
        if not ended:
            return False
    return True


@pytest.mark.parametrize(
    ("attempt", "exception"),
    [
        ("import os; os.fork() or os._exit(0)", "BlockingIOError"),
        ("import subprocess; subprocess.run(['/usr/bin/true'])", "BlockingIOError"),
        ("import os; os.system('true') == 0 or 1 / 0", "ZeroDivisionError"),
        ("import os; os.posix_spawn('/usr/bin/true', ['true'], {})", "BlockingIOError"),
        (
            "import multiprocessing; multiprocessing.get_context('fork').Process(target=print).start()",
            "BlockingIOError",
        ),
        ("import os; os.execv('/usr/bin/true', ['true'])", "PermissionError"),
    ],
)
def test_starting_a_process_is_an_ordinary_exception_inside(attempt: str, exception: str) -> None:
    assert said(CAUGHT.format(attempt)) == exception


def test_an_uncaught_fork_is_a_process_limit() -> None:
    assert reason("import os\nwhile True: os.fork()") == "process_limit"


def test_forks_are_refused_by_the_filter() -> None:
    source = "import os\nchild = os.fork()\nif child == 0: os._exit(0)\nos.waitpid(child, 0)\nsend('forked')"
    assert reason(source) == "process_limit"
    assert said(source, weak(unfiltered=FORKING)) == "forked"


def test_other_programs_are_refused_by_the_filter() -> None:
    source = SYSTEM_CALLS + "send(call(59, b'/viva/nothing', None, None))"
    assert said(source) == "EPERM"
    assert said(source, weak(unfiltered=EXECUTING)) == "ENOENT"


def test_no_process_survives_a_run_even_if_it_could_fork() -> None:
    name = f"v{uuid.uuid4().hex[:12]}"
    source = (
        SYSTEM_CALLS + f"libc.prctl(15, b'{name}', 0, 0, 0)\nfor _ in range(5):\n    if os.fork() == 0:\n"
        "        os.setsid()\n        while True: pass\nsend('forked')"
    )
    assert said(source, weak(unfiltered=(*FORKING, 112))) == "forked"
    assert named(name) == []


def test_no_process_survives_the_plainest_run() -> None:
    name = f"v{uuid.uuid4().hex[:12]}"
    source = (
        SYSTEM_CALLS + f"libc.prctl(15, b'{name}', 0, 0, 0)\nif os.fork() == 0:\n    while True: pass\nsend('forked')"
    )
    assert said(source, none()) == "forked"
    assert gone(named(name))


def test_no_process_survives_a_run_that_was_killed() -> None:
    name = f"v{uuid.uuid4().hex[:12]}"
    run = attack(SYSTEM_CALLS + f"libc.prctl(15, b'{name}', 0, 0, 0)\nwhile True: pass", cpu_seconds=0.1)
    assert run.ending.reason == "time_limit"
    assert named(name) == []


@pytest.mark.parametrize("isolation", list(Isolation))
def test_no_process_survives_the_close_of_a_sandbox(isolation: Isolation) -> None:
    name = f"v{uuid.uuid4().hex[:12]}"
    before = children()
    sandbox = Sandbox([TOOLS], ["attack"], isolation)
    assert children() > before
    source = SYSTEM_CALLS + f"libc.prctl(15, b'{name}', 0, 0, 0)\nsend('named')\nwhile True: pass"
    conversation = sandbox.converse("attack:execute", source, Limits())
    assert conversation.receive() == "named"
    assert len(named(name)) == 1
    sandbox.close()
    assert named(name) == []
    assert children() == before


EXAMINER = """
import os, sys
from pathlib import Path
from viva.core.isolation import Isolation
from viva.sandbox import Limits, Sandbox
sandbox = Sandbox([Path(sys.argv[1])], ["attack"], Isolation(sys.argv[2]))
conversation = sandbox.converse("attack:execute", sys.argv[3], Limits(cpu_seconds=500, wall_seconds=500))
print(conversation.receive(), flush=True)
if os.fork() == 0:
    print("forked", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("isolation", list(Isolation))
def test_no_process_survives_a_killed_examiner(isolation: Isolation) -> None:
    """A forked child holds a copy of the order socket, so that closing it alone would not do."""
    name = f"v{uuid.uuid4().hex[:12]}"
    source = SYSTEM_CALLS + f"libc.prctl(15, b'{name}', 0, 0, 0)\nsend('named')\nwhile True: pass"
    command = [sys.executable, "-c", EXAMINER, str(TOOLS), isolation.value, source]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as examiner:
        assert examiner.stdin is not None
        assert examiner.stdout is not None
        assert examiner.stdout.readline().strip() == "named"
        assert examiner.stdout.readline().strip() == "forked"
        (run,) = named(name)
        zygote = parent(run)
        examiner.kill()
        examiner.wait()
        assert gone([run, zygote])
        examiner.stdin.close()
    assert named(name) == []


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
