"""System calls that are not on the list are refused, by whatever machine code they are made."""

import pytest

from viva.sandbox.inside import seccomp

from .attacks import SYSTEM_CALLS, reason, said, weak

pytestmark = pytest.mark.needs_bwrap

REFUSED = {
    "shmget": (29, "1, 4096, 0o1600"),
    "setsockopt": (54, "3, 1, 2, b'1234', 4"),
    "sched_setaffinity": (203, "0, 8, b'12345678'"),
    "setpriority": (141, "0, 0, 5"),
    "setrlimit": (160, "4, b'0' * 16"),
    "personality": (135, "0x0040000"),
    "mlock": (149, "0, 0"),
    "sync": (162, ""),
    "chroot": (161, "b'/tmp'"),
    "mknod": (133, "b'/tmp/x', 0o10600, 0"),
    "setxattr": (188, "b'/tmp', b'user.x', b'y', 1, 0"),
    "memfd_create": (319, "b'x', 0"),
    "inotify_init": (253, ""),
    "timer_create": (222, "0, None, b'x' * 8"),
    "userfaultfd": (323, "1"),
    "io_uring_setup": (425, "8, b'0' * 120"),
    "bpf": (321, "0, b'0' * 128, 128"),
    "perf_event_open": (298, "b'0' * 128, 0, -1, -1, 0"),
    "keyctl": (250, "0, -3, 0"),
    "setsid": (112, ""),
    "setpgid": (109, "0, 0"),
    "setuid": (105, "65534"),
    "landlock": (444, "None, 0, 1"),
    "seccomp": (317, "2, 0, b'1234'"),
    "pidfd_open": (434, "1, 0"),
    "vmsplice": (278, "0, None, 0, 0"),
    "flock": (73, "3, 2"),
    "process_madvise": (440, "0, None, 0, 0, 0"),
    "open_by_handle_at": (304, "0, b'x' * 8, 0"),
    "name_to_handle_at": (303, "-100, b'/tmp', b'0' * 136, b'0' * 4, 0"),
    "io_setup": (206, "1, b'0' * 8"),
    "modify_ldt": (154, "0, None, 0"),
    "fanotify_init": (300, "0, 0"),
    "quotactl": (179, "0, None, 0, None"),
    "kcmp": (312, "1, 1, 0, 0, 0"),
    "openat2": (437, "-100, b'/tmp', b'0' * 24, 24"),
    "mbind": (237, "0, 0, 0, 0, 0, 0"),
    "add_key": (248, "b'user', b'x', b'y', 1, -3"),
    "socket": (41, "1, 1, 0"),
    "tkill": (200, "1, 0"),
    "rt_sigqueueinfo": (129, "1, 0, b'0' * 128"),
    "accept": (43, "3, None, None"),
    "listen": (50, "3, 1"),
    "prctl": (157, "4, 1, 0, 0, 0"),
    "arch_prctl": (158, "0x1004, 0"),
    "syslog": (103, "10, None, 0"),
    "swapoff": (168, "b'/tmp'"),
    "settimeofday": (164, "None, None"),
    "adjtimex": (159, "b'0' * 208"),
    "sethostname": (170, "b'x', 1"),
    "reboot": (169, "0, 0, 0, None"),
    "vhangup": (153, ""),
}


@pytest.mark.parametrize("name", REFUSED)
def test_calls_that_are_not_listed_are_refused(name: str) -> None:
    number, arguments = REFUSED[name]
    assert number not in seccomp.ALLOWED.values()
    assert said(SYSTEM_CALLS + f"send(call({number}, {arguments}))") == "EPERM"


@pytest.mark.parametrize(
    "name", ["shmget", "memfd_create", "inotify_init", "sync", "setxattr", "add_key", "socket", "personality", "flock"]
)
def test_the_filter_is_what_refuses_them(name: str) -> None:
    number, arguments = REFUSED[name]
    answer = said(SYSTEM_CALLS + f"send(call({number}, {arguments}))", weak(unfiltered=(number,)))
    assert answer in ("done", "EOPNOTSUPP", "EACCES", "EBADF")


@pytest.mark.parametrize("number", [57, 58])
def test_forks_read_as_a_limit(number: int) -> None:
    assert said(SYSTEM_CALLS + f"send(call({number}))") == "EAGAIN"


@pytest.mark.parametrize("flags", [17, 0x11, 0x100 | 17, 0x7E020011, 0x10000 | 0x20000000, 0x10000 | 0x00020000 | 0x80])
def test_clone_makes_threads_only(flags: str) -> None:
    assert said(SYSTEM_CALLS + f"send(call(56, {flags}, None, None, None, None))") == "EAGAIN"


def test_the_newer_clone_is_said_not_to_exist() -> None:
    assert said(SYSTEM_CALLS + "send(call(435, b'0' * 64, 64))") == "ENOSYS"


@pytest.mark.parametrize("number", [0, 1, 39, 56, 59, 520, 544])
def test_calls_of_the_x32_interface_are_refused(number: int) -> None:
    assert said(SYSTEM_CALLS + f"send(call({0x4000_0000 + number}, 0, 0, 0))") == "EPERM"


def test_calls_of_the_32_bit_interface_end_the_run() -> None:
    """int 0x80 with the number of getpid; the machine code is put into memory of its own."""
    source = (
        "import ctypes, mmap\ncode = mmap.mmap(-1, 4096, prot=7)\n"
        "code.write(bytes([0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3]))\n"
        "address = ctypes.addressof(ctypes.c_char.from_buffer(code))\n"
        "send(ctypes.CFUNCTYPE(ctypes.c_long)(address)())"
    )
    assert reason(source) == "crash"
    assert said(source.replace("send", "send(1); abs"), weak("seccomp")) == 1


def test_machine_code_is_held_too() -> None:
    """getpid, then fork, from bytes of its own."""
    source = (
        "import ctypes, mmap\ndef run(number):\n    code = mmap.mmap(-1, 4096, prot=7)\n"
        "    code.write(bytes([0xb8, number, 0, 0, 0, 0x0f, 0x05, 0xc3]))\n"
        "    return ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()\n"
        "import os\nsend([run(39) == os.getpid(), run(57)])"
    )
    assert said(source) == [True, -11]


@pytest.mark.parametrize("command", ["0x5412, b'x'", "0x8901, b'1234'", "0x540e, 0", "0x5414, b'x' * 8"])
def test_terminal_commands_are_refused(command: str) -> None:
    assert said(SYSTEM_CALLS + f"send(call(16, 3, {command}))") == "EPERM"


@pytest.mark.parametrize("command", [8, 10, 15, 1026, 1031, 1033])
def test_descriptors_cannot_be_made_to_send_signals_or_grow(command: str) -> None:
    assert said(SYSTEM_CALLS + f"send(call(72, 3, {command}, 1))") == "EPERM"


def test_limits_can_be_asked_for_but_not_changed() -> None:
    assert said("import resource\nsend(resource.getrlimit(resource.RLIMIT_CORE)[1])") == 0
    source = "import resource\ntry: resource.setrlimit(resource.RLIMIT_CPU, (1, 1))\nexcept {}: send('refused')"
    assert said(source.format("(PermissionError, ValueError)")) == "refused"


def test_every_listed_number_is_listed_once() -> None:
    assert len(set(seccomp.ALLOWED.values())) == len(seccomp.ALLOWED)
    assert not set(seccomp.ALLOWED.values()) & set(seccomp.rules(1))
