"""Time, memory, disk and output of a foreign program are bounded, and running out of them is an outcome."""

from pathlib import Path

import pytest

from viva.core.fault import Fault
from viva.sandbox import Command, Executable, Limits
from viva.sandbox.cgroup import VERSION_2, Group
from viva.sandbox.programs import find, find_compiler, shared_libraries

from .attacks import Few, box, weak
from .foreign import attack, compiled, program, reason, said

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_gcc]

MEBIBYTE = 1 << 20
SHORT = Few(cpu_seconds=0.2, wall_seconds=30)
USE_HALF_A_SECOND = 'while (clock() < CLOCKS_PER_SEC / 2); puts("finished");'
RESERVE = (
    "char *p = mmap(0, 64L << 30, 3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);"
    'if (p == MAP_FAILED) return 1; p[12345] = p[60L << 30] = 1; puts("fine");'
)
HOG = "for (;;) { char *p = malloc(1 << 20); if (!p) return 3; memset(p, 1, 1 << 20); }"
SHARED_HOG = HOG.replace("malloc(1 << 20)", "mmap(0, 1 << 20, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0)").replace(
    "!p", "p == MAP_FAILED"
)
FILL = (
    'int f = creat("x", 0644); static char b[1 << 20]; for (;;) if (write(f, b, 4096) < 4096) { perror("write");'
    " return 1; }"
)
NODE_HOG = "const kept = []; for (;;) kept.push(new Uint8Array(1 << 20).fill(1))"


def _groups() -> Group:
    group = Group.make(counting_time=True)
    group.remove()
    return group


needs_memory_group = pytest.mark.skipif(_groups().memory is None, reason="this user can make no control group")


@pytest.mark.parametrize(
    "source",
    [
        "for (;;);",
        "for (int n = 1; n < 65; n++) signal(n, SIG_IGN); for (;;);",
        "sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0); for (;;);",
        "for (;;) getppid();",
        "close(0); close(1); close(2); for (;;);",
        "void *loop(void *x) { for (;;); } int main() { pthread_t t; for (int i = 0; i < 4; i++)"
        " pthread_create(&t, 0, loop, 0); pthread_exit(0); }",
    ],
    ids=["loop", "ignored signals", "blocked signals", "system calls", "closed streams", "threads"],
)
def test_endless_programs_end_in_time(source: str) -> None:
    assert reason(source, **SHORT) == "time_limit"


def test_processor_time_is_what_ends_a_loop() -> None:
    assert reason(USE_HALF_A_SECOND, **SHORT) == "time_limit"
    assert said(USE_HALF_A_SECOND, cpu_seconds=10) == "finished\n"


@pytest.mark.parametrize(
    "source", ["pause();", "sleep(1000);", "raise(SIGSTOP); pause();", "int p[2]; pipe(p); read(p[0], p, 1);"]
)
def test_waiting_programs_end_in_time(source: str) -> None:
    assert reason(source, wall_seconds=0.3) == "time_limit"


@pytest.mark.thorough
def test_the_time_of_many_processes_counts_together() -> None:
    source = (
        "for (int i = 0; i < 40; i++) {"
        " if (fork() == 0) { while (clock() < CLOCKS_PER_SEC / 20); _exit(0); } wait(0); }"
    )
    done = attack(source, processes=4, cpu_seconds=0.5, wall_seconds=60)
    assert done.ending.reason == "time_limit"
    if _groups().times is not None:
        assert done.ending.cpu_seconds < 1.5
    assert attack(source, processes=4, cpu_seconds=20, wall_seconds=60).ending.cpu_seconds > 1.5


@needs_memory_group
def test_much_may_be_reserved_if_little_is_used() -> None:
    assert said(RESERVE, memory=64 * MEBIBYTE) == "fine\n"


@needs_memory_group
@pytest.mark.parametrize("source", [HOG, SHARED_HOG], ids=["private", "shared"])
def test_a_memory_hog_is_a_memory_limit(source: str) -> None:
    assert reason(source, memory=100 * MEBIBYTE, cpu_seconds=30) == "memory_limit"
    assert said('puts("well");') == "well\n"


@needs_memory_group
def test_the_control_group_is_what_bounds_memory() -> None:
    """Without it the next wall is the address space of the process, where nothing is killed but refused."""
    done = attack(HOG, weak("group"), memory=100 * MEBIBYTE, cpu_seconds=30)
    assert (done.ending.reason, done.ending.exit_code) == (None, 3)
    finite = 'for (int i = 0; i < 600; i++) memset(malloc(1 << 20), 1, 1 << 20); puts("had");'
    assert said(finite, weak("group", "limits"), memory=100 * MEBIBYTE, cpu_seconds=30) == "had\n"


@needs_memory_group
def test_many_processes_have_one_bound_on_memory() -> None:
    source = "for (int i = 0; i < 6; i++) if (fork() == 0) { memset(malloc(60 << 20), 1, 60 << 20); pause(); }wait(0);"
    assert reason(source, processes=8, memory=100 * MEBIBYTE, wall_seconds=30) == "memory_limit"


@pytest.mark.needs_node
@needs_memory_group
def test_node_runs_and_dies_at_the_memory_limit() -> None:
    node = find("node", reserves=True)
    done = box().execute(Command(node, ("-e", "console.log(6 * 7)")), Limits(memory=256 * MEBIBYTE))
    assert (done.ending.reason, done.ending.exit_code, done.stdout) == (None, 0, b"42\n")
    hog = Command(node, ("--max-old-space-size=9000", "-e", NODE_HOG))
    assert box().execute(hog, Limits(memory=256 * MEBIBYTE)).ending.reason == "memory_limit"


@pytest.mark.needs_node
def test_without_a_control_group_node_runs_where_data_is_bounded() -> None:
    say = ("-e", "console.log(6 * 7)")
    bounded = Limits(memory=256 * MEBIBYTE)
    assert weak("group").execute(Command(find("node", reserves=True), say), bounded).stdout == b"42\n"
    assert weak("group").execute(Command(find("node"), say), bounded).stdout == b""
    hog = Command(find("node", reserves=True), ("--max-old-space-size=9000", "-e", NODE_HOG))
    assert weak("group").execute(hog, bounded).ending.memory < 2 * bounded.memory


def test_where_data_is_bounded_there_is_no_memory_that_is_no_data() -> None:
    reserving = Executable("main", shared_libraries(), reserves=True)
    anonymous = "TRY(mmap(0, 4096, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0));"
    for source in (anonymous, 'TRY(open("/dev/zero", O_RDWR));', 'TRY(syscall(SYS_memfd_create, "x", 0));'):
        done = weak("group").execute(Command(reserving, files={"main": compiled(source)}))
        assert done.stdout in (b"EPERM\n", b"ENOENT\n")
    assert said(anonymous) == "done\n"


def test_filling_the_disk_is_a_disk_limit() -> None:
    done = attack(FILL, disk=2 * MEBIBYTE, wanted=("x",))
    assert done.ending.reason == "disk_limit"
    assert len(done.files.get("x", b"")) <= 2 * MEBIBYTE


@pytest.mark.parametrize(
    "source",
    [
        'TRY(ftruncate(creat("x", 0644), 1L << 40));',
        "char n[20]; for (int i = 0;; i++) {"
        ' sprintf(n, "%d", i); int f = creat(n, 0644); if (f < 0) return 1; close(f); }',
        'for (;;) if (mkdir("d", 0755) || chdir("d")) return 1;',
        'static char b[1 << 20]; for (char n[] = "a";; ++*n) { int f = creat(n, 0644);'
        " if (write(f, b, 1 << 20) < 1 << 20) return 1; close(f); }",
    ],
    ids=["sparse", "files", "folders", "several"],
)
def test_ways_to_fill_the_disk_are_disk_limits(source: str) -> None:
    assert reason(source, disk=4 * MEBIBYTE) == "disk_limit"


@pytest.mark.parametrize("stream", [1, 2])
def test_a_flood_is_cut_at_the_bound(stream: int) -> None:
    done = attack(f"static char b[5000]; memset(b, 'x', 5000); for (;;) write({stream}, b, 5000);", output=100_000)
    assert done.ending.reason == "output_limit"
    assert len(done.stdout) + len(done.stderr) == 100_000


def test_output_within_the_bound_is_whole() -> None:
    done = attack(
        'for (int i = 0; i < 20000; i++) printf("%04d\\n", i % 10000); fputs("last", stderr);', output=100_004
    )
    assert (done.ending.reason, len(done.stdout), done.stderr) == (None, 100_000, b"last")


def test_a_long_input_is_read_at_its_own_pace() -> None:
    source = 'long n = 0; int c; while ((c = getchar()) != EOF) n += c; printf("%ld", n);'
    assert said(source, stdin=b"\x01" * 5_000_000) == "5000000"


def test_threads_are_bounded() -> None:
    source = (
        "void *wait_(void *x) { pause(); } int main() { pthread_attr_t a; pthread_attr_init(&a);"
        "pthread_attr_setstacksize(&a, 65536); pthread_t t; int n = 0; while (!pthread_create(&t, &a, wait_, 0)) n++;"
        'printf("%d", n); }'
    )
    assert 0 < int(said(source)) <= 512


def test_open_files_are_bounded() -> None:
    assert said('int n = 0; while (open("/dev/null", O_RDONLY) >= 0) n++; printf("%d", n);') == "61"


@pytest.mark.parametrize(
    ("source", "signal"),
    [("*(int *)0 = 1;", 11), ("abort();", 6), ('printf("%d", argc / (argc - 1));', 8), ("raise(SIGTERM);", 15)],
    ids=["segmentation fault", "abort", "division", "termination"],
)
def test_a_fatal_signal_is_a_crash(source: str, signal: int) -> None:
    for processes in (1, 4):
        ending = attack(source, processes=processes).ending
        assert (ending.reason, ending.signal, ending.exit_code) == ("crash", signal, None)


def test_every_exit_status_is_an_ordinary_end() -> None:
    for status in (0, 1, 70, 71, 255):
        ending = attack(f"return {status};").ending
        assert (ending.reason, ending.exit_code) == (None, status)


def test_a_program_that_kills_itself_is_killed() -> None:
    assert reason("raise(SIGKILL);") == "killed"


def test_files_that_do_not_fit_are_a_fault() -> None:
    command = program("return 0;", files={"large": bytes(2 * MEBIBYTE)})
    with pytest.raises(Fault, match="do not fit"):
        box().execute(command, Limits(disk=MEBIBYTE))
    assert said('puts("well");') == "well\n"


def test_a_program_of_the_machine_that_cannot_be_started_is_a_fault() -> None:
    with pytest.raises(Fault, match="cannot be started"):
        box().execute(Command(Executable("/usr/lib/os-release")))
    with pytest.raises(Fault, match="was not found"):
        find("viva-no-such-program")


def test_a_compiler_of_hostile_source_is_bounded() -> None:
    """A table of 64 GB, an endless include, and a device as a header."""
    for source in (b"int x[1L << 34] = {1};", b'#include "main.c"\n#include "main.c"', b'#include "/dev/random"'):
        command = Command(find_compiler(), ("main.c",), {"main.c": source}, ("a.out",), processes=8)
        done = box().execute(command, Limits(cpu_seconds=1, wall_seconds=20, memory=256 * MEBIBYTE))
        assert "a.out" not in done.files
        assert done.ending.reason is not None or done.ending.exit_code != 0


def test_processor_time_is_read_from_either_version_of_control_groups(tmp_path: Path) -> None:
    (tmp_path / "cpuacct.usage").write_text("1500000000\n")
    assert Group(times=tmp_path).cpu_seconds() == 1.5
    (tmp_path / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 2000000\nsystem_usec 500000\n")
    assert Group(times=tmp_path, names=VERSION_2).cpu_seconds() == 2.5
    assert Group().cpu_seconds() is None
