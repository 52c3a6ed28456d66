"""One program and no other, unless the command says so; no survivor; no way to others or to the kernel."""

import socket
import uuid
from collections.abc import Callable

import pytest

from viva.sandbox import Command, Sandbox
from viva.sandbox.programs import find

from .attacks import box, limited, weak
from .foreign import attack, program, reason, said
from .test_processes import EXECUTING, FORKING, named

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_gcc]

FORK = 'int p = fork(), e = errno; if (p == 0) _exit(0); puts(p > 0 ? "done" : strerrorname_np(e)); wait(0);'
AGAIN = 'if (argc > 1) { puts("again"); return 0; } char *v[] = {"main", "x", 0}; TRY(execv("/tmp/main", v));'
COUNT = "int n = 1; while (fork() > 0) n++; if (getpid() == getpgrp()) "
# The page in which memory ends, and what it takes to start a program again as it was started first.
LAST_BYTE = """
char *end = (char *)0x7fffffffefffL;
mmap((void *)0x7fffffffe000L, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
char *v[] = {"main", "x", 0}, *e[] = {0};
if (argc > 1) { puts("again"); return 0; }
"""


def test_a_program_starts_no_process() -> None:
    assert said(FORK) == "EAGAIN\n"
    assert said("TRY(vfork());") == "EAGAIN\n"
    assert said('printf("%d", system("true") == 0);') == "0"
    assert said(FORK, weak(unfiltered=FORKING)) == "done\n"


def test_with_more_processes_it_does() -> None:
    assert said(FORK, processes=2) == "done\n"


def test_a_program_starts_no_other_program() -> None:
    assert said(AGAIN) == "EPERM\n"
    assert said(AGAIN, weak(unfiltered=EXECUTING)) == "again\n"
    assert said(AGAIN, processes=2) == "again\n"


def test_the_way_in_which_it_was_started_is_closed_behind_it() -> None:
    here = 'int f = open("/tmp/main", O_RDONLY | O_CLOEXEC);'
    assert said(LAST_BYTE + here + "TRY(syscall(SYS_execveat, f, end, v, e, AT_EMPTY_PATH));") == "EPERM\n"
    assert said(LAST_BYTE + here + "TRY(dup2(f, 1000));") == "EBADF\n"
    assert said(LAST_BYTE + here + "TRY(fcntl(f, F_DUPFD, 1000));") == "EINVAL\n"
    assert said(LAST_BYTE + "TRY(syscall(SYS_execveat, 1000, end, v, e, AT_EMPTY_PATH));") == "EBADF\n"
    assert said(LAST_BYTE + 'TRY(syscall(SYS_execveat, 1000, "/tmp/main", v, e, AT_EMPTY_PATH));') == "EPERM\n"
    assert said(LAST_BYTE + "*end = '/'; TRY(syscall(SYS_execveat, 1000, end, v, e, AT_EMPTY_PATH));") == "EFAULT\n"


def test_the_limit_of_descriptors_is_what_closes_it() -> None:
    source = (
        LAST_BYTE + 'dup2(open("/tmp/main", O_RDONLY | O_CLOEXEC), 1000); fcntl(1000, F_SETFD, FD_CLOEXEC);'
        "TRY(syscall(SYS_execveat, 1000, end, v, e, AT_EMPTY_PATH));"
    )
    assert said(source) == "EBADF\n"
    assert said(source, weak("limits")) == "again\n"


@pytest.mark.parametrize("processes", [2, 5, 16])
def test_a_fork_bomb_is_bounded(processes: int) -> None:
    bomb = COUNT + 'printf("%d", n); else pause();'
    assert int(said(bomb, processes=processes)) <= processes
    assert int(said(bomb, limited(), processes=processes)) <= processes
    assert said(FORK, processes=2) == "done\n"


def test_a_fork_bomb_ends_with_its_run() -> None:
    assert reason("for (;;) fork();", processes=32, cpu_seconds=0.3, wall_seconds=3) == "time_limit"
    assert said(FORK, processes=2) == "done\n"


@pytest.mark.parametrize("sandbox", [box, limited])
def test_a_daemon_does_not_stay_behind(sandbox: Callable[[], Sandbox]) -> None:
    name = f"v{uuid.uuid4().hex[:12]}"
    source = (
        f'prctl(PR_SET_NAME, "{name}"); for (int i = 0; i < 3; i++) if (fork() == 0) {{ setsid(); if (fork()) _exit(0);'
        f'signal(SIGTERM, SIG_IGN); signal(SIGHUP, SIG_IGN); close(1); close(2); for (;;) pause(); }} puts("left");'
    )
    assert said(source, sandbox(), processes=16) == "left\n"
    assert named(name) == []


def test_no_process_survives_a_run_that_was_ended() -> None:
    name = f"v{uuid.uuid4().hex[:12]}"
    source = f'prctl(PR_SET_NAME, "{name}"); fork(); fork(); for (;;);'
    assert reason(source, processes=8, cpu_seconds=0.2) == "time_limit"
    assert named(name) == []


def test_a_shell_starts_what_it_sees_and_nothing_else() -> None:
    shell = find("sh", *find("cat").visible)
    script = "echo said | cat; ls; /usr/bin/env; echo ended"
    done = box().execute(Command(shell, ("-c", script), processes=4))
    assert done.stdout == b"said\nended\n"
    assert done.stderr.count(b"not found") == 2


@pytest.mark.parametrize("processes", [1, 4])
def test_signals_reach_no_one_else(processes: int) -> None:
    zygotes = list(box()._idle)
    source = "kill(1, SIGKILL); kill(1, SIGSTOP); signal(SIGTERM, SIG_IGN); kill(-1, SIGTERM); kill(0, SIGTERM);"
    assert said(source + 'puts("on");', processes=processes) == "on\n"
    assert said('puts("well");', processes=processes) == "well\n"
    assert set(zygotes) <= set(box()._idle)


def test_without_company_a_program_may_signal_itself_only() -> None:
    assert said("TRY(kill(1, 0)); TRY(kill(-1, 0)); TRY(kill(getpid(), 0));") == "EPERM\nEPERM\ndone\n"


REFUSED = {
    "ptrace": (101, "16, 1, 0, 0"),
    "mount": (165, '"none", "/tmp", "tmpfs", 0, 0'),
    "umount": (166, '"/tmp", 2'),
    "pivot_root": (155, '".", "."'),
    "chroot": (161, '"/tmp"'),
    "unshare": (272, "0x10000000"),
    "setns": (308, "0, 0"),
    "socket": (41, "2, 1, 0"),
    "unix socket": (41, "1, 1, 0"),
    "connect": (42, '0, "x", 1'),
    "memory of others": (310, "1, 0, 0, 0, 0, 0"),
    "pidfd_open": (434, "1, 0"),
    "setsid": (112, ""),
    "setpgid": (109, "0, 0"),
    "setuid": (105, "0"),
    "setrlimit": (160, "4, &argc"),
    "prlimit": (302, "0, 7, &(struct {long a, b;}){4096, 4096}, 0"),
    "mknod": (133, '"x", 0020666, 0x103'),
    "bpf": (321, '0, "x", 1'),
    "io_uring_setup": (425, "1, 0"),
    "keyctl": (250, "0, -3, 0"),
    "shmget": (29, "1, 4096, 01600"),
    "memfd_create": (319, '"x", 0'),
    "seccomp": (317, "1, 0, 0"),
    "listener": (317, "1, 8, 0"),
    "personality": (135, "0x40000"),
    "perf_event_open": (298, "0, 0, -1, -1, 0"),
    "userfaultfd": (323, "1"),
    "terminal input": (16, '1, 0x5412, "x"'),
    "kexec": (246, "0, 0, 0, 0"),
}


@pytest.mark.parametrize("processes", [1, 4])
def test_what_the_filter_refuses_ours_it_refuses_others(processes: int) -> None:
    calls = "".join(f"TRY(syscall({number}{', ' if given else ''}{given}));" for number, given in REFUSED.values())
    answers = dict(zip(REFUSED, said(calls, processes=processes).split(), strict=True))
    assert answers == dict.fromkeys(REFUSED, "EPERM")


def test_the_network_is_refused_and_is_not_there_even_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        connect = (
            "int s; TRY(s = socket(2, 1, 0)); struct { short f; unsigned short p; unsigned a; long z; }"
            f"a = {{2, {socket.htons(port)}, 0x0100007f, 0}}; TRY(syscall(SYS_connect, s, &a, 16));"
        )
        assert said(connect).split() == ["EPERM", "EPERM"]
        assert said(connect, weak(unfiltered=(41, 42))).split() == ["done", "ECONNREFUSED"]
        assert said(connect, weak("network", unfiltered=(41, 42))).split() == ["done", "done"]


def test_namespaces_are_refused_to_new_processes_too() -> None:
    assert said("TRY(syscall(SYS_clone, 0x10000000 | SIGCHLD, 0, 0, 0, 0));", processes=4) == "EAGAIN\n"
    assert said("TRY(syscall(SYS_clone3, 0, 0));", processes=4) == "ENOSYS\n"


def test_rights_are_gone_even_without_the_filter() -> None:
    source = 'TRY(syscall(165, "none", "/tmp", "tmpfs", 0, 0));'
    assert said(source, weak(unfiltered=(165,))) == "EPERM\n"
    assert said(source, weak("capabilities", unfiltered=(165,))) == "done\n"


def test_the_32_bit_interface_ends_the_program() -> None:
    source = 'long r; asm volatile("int $0x80" : "=a"(r) : "a"(20)); puts("on");'
    assert attack(source).ending.signal == 31
    assert attack(source, weak("seccomp")).ending.signal != 31


def test_a_program_that_was_given_and_is_none_is_an_outcome() -> None:
    for content in (b"", b"not a program", b"#!/bin/sh\necho hi\n", b"\x7fELF" + bytes(60)):
        command = program("return 0;")
        done = box().execute(Command(command.executable, files={"main": content}))
        assert done.ending.reason == "not_executable"
        assert done.ending.exit_code is None
