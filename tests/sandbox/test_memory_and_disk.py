"""Memory, threads, descriptors and files are bounded, and running out of them is an outcome."""

import pytest

from viva.sandbox.cgroup import Group

from .attacks import SYSTEM_CALLS, attack, reason, said, weak

pytestmark = pytest.mark.needs_bwrap

MEBIBYTE = 1 << 20
THREADS = (
    "import threading\nthreading.stack_size({stack})\nevent = threading.Event()\n"
    "while True: threading.Thread(target=event.wait, daemon=True).start()"
)
CAUGHT = "try:\n    {}\nexcept Exception as error:\n    send(type(error).__name__)\nelse:\n    send('done')"


@pytest.mark.parametrize(
    "source",
    [
        "bytearray(1 << 30)",
        "x = 'x' * (1 << 30)",
        "[0] * (1 << 28)",
        "list(range(10 ** 9))",
        "import mmap; mmap.mmap(-1, 1 << 30)",
    ],
)
def test_a_memory_bomb_is_a_memory_limit(source: str) -> None:
    assert reason(source, memory=200 * MEBIBYTE, cpu_seconds=30) == "memory_limit"


def test_a_growing_list_is_a_memory_limit() -> None:
    source = "x = []\nwhile True: x.append(bytes(100_000))"
    assert reason(source, memory=100 * MEBIBYTE, cpu_seconds=30) == "memory_limit"


def test_the_limit_of_the_process_is_what_bounds_memory() -> None:
    source = "import mmap\nmmap.mmap(-1, 1 << 30)\nsend('mapped')"
    assert reason(source, memory=200 * MEBIBYTE) == "memory_limit"
    assert said(source, weak("limits"), memory=200 * MEBIBYTE) == "mapped"


def test_the_limit_cannot_be_raised() -> None:
    source = SYSTEM_CALLS + "wide = (ctypes.c_ulong * 2)(1 << 40, 1 << 40)\nsend(call(302, 0, 9, wide, None))"
    assert said(source) == "EPERM"


def test_a_control_group_out_of_memory_is_a_memory_limit() -> None:
    """Where the process has no limit of its own and the machine has control groups, the group is the next wall."""
    source = "x = [bytearray(b'x') * (1 << 20) for _ in range(400)]\nsend(len(x))"
    run = attack(source, weak("limits"), memory=100 * MEBIBYTE, disk=MEBIBYTE, cpu_seconds=60, wall_seconds=120)
    group = Group.make()
    group.remove()
    assert run.ending.reason == ("memory_limit" if group.memory else None)
    assert said("send(1)", weak("limits")) == 1


def test_the_zygote_is_well_after_a_memory_bomb() -> None:
    attack("bytearray(1 << 40)")
    assert said("send(1)") == 1


def test_threads_are_bounded() -> None:
    assert reason(THREADS.format(stack=1 << 20), memory=200 * MEBIBYTE, cpu_seconds=30) == "process_limit"
    assert said("send(1)") == 1


def test_no_amount_of_memory_that_is_left_lets_a_bomb_of_threads_sleep() -> None:
    """What is left when the last stack is there goes through a whole stack in steps of what a first call needs."""
    source = THREADS.format(stack=1 << 16)
    left = range(0, (1 << 16) + (1 << 13), 1 << 13)
    assert {reason(source, memory=40 * MEBIBYTE + more, wall_seconds=3) for more in left} == {"process_limit"}


def test_open_files_are_bounded() -> None:
    assert said(CAUGHT.format("x = [open('/dev/null') for _ in range(100)]")) == "OSError"
    assert said(CAUGHT.format("x = [open('/dev/null') for _ in range(100)]"), weak("limits")) == "done"


def test_filling_the_disk_is_a_disk_limit() -> None:
    source = "for n in range(100):\n    with open(f'/tmp/{n}', 'wb') as f: f.write(bytes(1 << 20))\nsend('filled')"
    assert reason(source, disk=8 * MEBIBYTE) == "disk_limit"
    assert said(source, disk=200 * MEBIBYTE) == "filled"


def test_one_large_file_is_a_disk_limit() -> None:
    assert reason("open('/tmp/x', 'wb').write(bytes(20 << 20))", disk=8 * MEBIBYTE) == "disk_limit"


def test_a_huge_sparse_file_is_a_disk_limit() -> None:
    assert reason("open('/tmp/x', 'wb').truncate(1 << 40)") == "disk_limit"


def test_many_empty_files_are_a_disk_limit() -> None:
    assert reason("n = 0\nwhile True:\n    n += 1\n    open(f'/tmp/{n}', 'w').close()") == "disk_limit"


def test_many_folders_are_a_disk_limit() -> None:
    assert reason("import os\nwhile True:\n    os.mkdir('d'); os.chdir('d')") == "disk_limit"


def test_links_to_one_file_are_a_disk_limit() -> None:
    source = (
        "import os\nopen('/tmp/x', 'w').close()\nn = 0\nwhile True:\n    n += 1\n    os.link('/tmp/x', f'/tmp/{n}')"
    )
    assert reason(source, cpu_seconds=20) == "disk_limit"


def test_memory_that_is_no_address_space_is_not_to_be_had() -> None:
    source = SYSTEM_CALLS + "send(call(319, b'x', 0))"
    assert said(source) == "EPERM"
    assert said(source, weak(unfiltered=(319,))) == "done"
