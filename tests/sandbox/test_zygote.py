"""A run cannot harm or use the process that started it."""

import pytest

from .attacks import SYSTEM_CALLS, attack, said, weak

pytestmark = pytest.mark.needs_bwrap

KILL, TGKILL, PTRACE, UNSHARE, SETNS, MOUNT, UMOUNT, READ_MEMORY, PIDFD_OPEN, PIDFD_GETFD = (
    62, 234, 101, 272, 308, 165, 166, 310, 434, 438,
)  # fmt: skip
NEW_MOUNTS, NEW_USERS = 0x0002_0000, 0x1000_0000
REMOUNT = 0x20 | 0x1000


@pytest.mark.parametrize("signal", [9, 15, 19, 2])
@pytest.mark.parametrize("target", [1, 0, -1])
def test_signals_do_not_reach_it(target: str, signal: str) -> None:
    source = SYSTEM_CALLS + f"send(call(62, {target}, {signal}))"
    assert said(source) == "EPERM"


def test_without_the_filter_it_is_still_shielded_from_signals() -> None:
    """It is the first process of its namespace, and a run has a session of its own."""
    open_box = weak(unfiltered=(KILL,))
    for number in (9, 19, 15, 2, 1, 10):
        assert said(SYSTEM_CALLS + f"send(call(62, 1, {number}))", open_box) == "done"
    zygote = open_box._idle[0]
    assert said("send('well')", open_box) == "well"
    assert open_box._idle[0] is zygote


def test_without_the_filter_a_signal_to_everyone_reaches_no_one_else() -> None:
    open_box = weak(unfiltered=(KILL,))
    for target in (0, -1):
        attack(SYSTEM_CALLS + f"send(call(62, {target}, 9))", open_box)
        assert said("send('well')", open_box) == "well"


def test_it_cannot_be_traced() -> None:
    source = SYSTEM_CALLS + "send(call(101, 16, 1, 0, 0))"
    assert said(source) == "EPERM"
    assert said(source, weak(unfiltered=(PTRACE,))) == "EPERM"


def test_its_memory_cannot_be_read() -> None:
    source = (
        SYSTEM_CALLS + "buffer = ctypes.create_string_buffer(8)\n"
        "vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 8)\nsend(call(310, 1, vector, 1, vector, 1, 0))"
    )
    assert said(source) == "EPERM"
    assert said(source, weak(unfiltered=(READ_MEMORY,))) == "EPERM"


def test_its_descriptors_cannot_be_taken() -> None:
    source = (
        SYSTEM_CALLS + "handle = libc.syscall(ctypes.c_long(434), ctypes.c_long(1), ctypes.c_long(0))\n"
        "send([handle >= 0, call(438, handle, 3, 0)])"
    )
    assert said(source) == [False, "EPERM"]
    assert said(source, weak(unfiltered=(PIDFD_OPEN, PIDFD_GETFD))) == [True, "EPERM"]


def test_only_the_channel_is_open() -> None:
    source = (
        "import os\nfound = []\nfor n in range(4096):\n    try: os.fstat(n)\n    except OSError: continue\n"
        "    found.append(n)\nsend(found)"
    )
    assert said(source) == [0, 1, 2, 3]
    assert len(said(source, weak("descriptors"))) > 4


def test_its_order_socket_is_out_of_reach() -> None:
    """With the descriptors left open, a run can speak to the examiner in the zygote's name."""
    source = (
        "import os, stat, socket\nfor n in range(100):\n    try: s = socket.socket(fileno=os.dup(n))\n"
        "    except OSError: continue\n    if s.type == socket.SOCK_SEQPACKET:\n        send('found'); break\n"
        "else: send('nothing')"
    )
    assert said(source) == "nothing"
    assert said(source, weak("descriptors")) == "found"


def test_no_capability_is_left() -> None:
    source = (
        SYSTEM_CALLS + "header, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()\n"
        "libc.capget(header, data)\nsend(list(data))"
    )
    assert said(source, weak(unfiltered=(125,))) == [0] * 6
    assert any(said(source, weak("capabilities", unfiltered=(125,))))


@pytest.mark.parametrize(
    ("name", "number", "arguments"),
    [
        ("unshare", UNSHARE, f"{NEW_MOUNTS}"),
        ("mount", MOUNT, "b'none', b'/tmp', b'tmpfs', 0, None"),
    ],
)
def test_its_rights_are_not_passed_on(name: str, number: int, arguments: str) -> None:
    source = SYSTEM_CALLS + f"send(call({number}, {arguments}))"
    assert said(source) == "EPERM"
    assert said(source, weak(unfiltered=(number,))) == "EPERM"
    assert said(source, weak("capabilities", unfiltered=(number,))) == "done"


def test_even_with_its_rights_nothing_can_be_made_writable() -> None:
    source = (
        SYSTEM_CALLS
        + f"send([call(165, None, p, None, {REMOUNT}, None) for p in (b'/', b'/viva/inside', b'/usr/lib', b'/dev')])"
    )
    assert "done" not in said(source, weak("capabilities", unfiltered=(MOUNT,)))


def test_even_with_its_rights_nothing_that_is_covered_can_be_uncovered() -> None:
    source = SYSTEM_CALLS + "send([call(166, p, 2) for p in (b'/dev', b'/viva/inside', b'/')])"
    assert "done" not in said(source, weak("capabilities", unfiltered=(UMOUNT,)))


def test_no_user_namespace_can_be_made() -> None:
    source = SYSTEM_CALLS + f"send(call({UNSHARE}, {NEW_USERS}))"
    assert said(source) == "EPERM"
    assert said(source, weak(unfiltered=(UNSHARE,))) == "ENOSPC"


def test_what_a_run_does_to_modules_does_not_reach_it() -> None:
    source = (
        "import sys, viva_inside.guard, viva_inside.confine\nviva_inside.confine.confine = None\n"
        "viva_inside.guard.guard = None\nsys.settrace(lambda *a: None)\nsend('changed')"
    )
    assert said(source) == "changed"
    assert said(source) == "changed"
