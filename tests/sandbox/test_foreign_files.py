"""A foreign program sees what its command names and nothing else; what it leaves is read with care."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from viva.core.fault import Fault
from viva.sandbox import Command, Executable, Limits, workfolder
from viva.sandbox.programs import built, find, shared_libraries

from .attacks import box, none, weak
from .foreign import attack, compiled, program, said

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_gcc]

LIST_ROOT = 'DIR *d = opendir("/"); for (struct dirent *e; (e = readdir(d));) printf("%s ", e->d_name);'
ENVIRONMENT = "extern char **environ; for (char **e = environ; *e; e++) puts(*e);"


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "/etc/ld.so.cache", "/proc/self/environ", "/proc/1/cmdline", "/proc/self/exe", "/sys", "/home",
     "/var", "/root", "/dev/zero", "/dev/tty", "/dev/ptmx", "/bin/sh", "/usr/bin/env", "/viva", str(Path(__file__))],
)  # fmt: skip
def test_the_machine_is_not_there(path: str) -> None:
    assert said(f'struct stat s; TRY(stat("{path}", &s));') == "ENOENT\n"


def test_only_what_the_command_names_is_there() -> None:
    assert set(said(LIST_ROOT).split()) <= {".", "..", "dev", "lib", "lib64", "tmp", "usr"}


def test_the_root_of_its_own_is_what_hides_our_interpreter() -> None:
    assert "viva" in said(LIST_ROOT, weak("own_root")).split()
    python = f'TRY(open("{os.__file__}", O_RDONLY));'
    assert said(python) == "ENOENT\n"
    assert said(python, weak("own_root")) == "done\n"


@pytest.mark.parametrize("way", ["/..", "/../..", "/./..", "/tmp/../.."])
def test_above_the_root_there_is_the_root_and_not_what_was_there_before(way: str) -> None:
    """The old root is taken away, not only covered: a way up from the root would come to it."""
    listed = LIST_ROOT.replace('opendir("/")', f'opendir("{way}")')
    assert set(said(listed).split()) <= {".", "..", "dev", "lib", "lib64", "tmp", "usr"}
    for hidden in ("viva", "etc/passwd", "proc/self/environ", "home"):
        assert said(f'struct stat s; TRY(stat("{way}/{hidden}", &s));') == "ENOENT\n"


def test_a_secret_file_is_out_of_reach(tmp_path: Path) -> None:
    secret = tmp_path / "reference.c"
    secret.write_text("the answer")
    source = f'TRY(open("{secret}", O_RDONLY));'
    assert said(source) == "ENOENT\n"
    assert said(source, none()) == "done\n"


def test_ways_around_do_not_lead_out() -> None:
    for attempt in (
        'symlink("/etc/passwd", "x"); TRY(open("x", O_RDONLY));',
        'TRY(open("../../../../etc/passwd", O_RDONLY));',
        'chdir(".."); chdir(".."); TRY(open("etc/passwd", O_RDONLY));',
        'TRY(open("/tmp/../proc/1/root/etc/passwd", O_RDONLY));',
    ):
        assert said(attempt) == "ENOENT\n"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Not in /tmp, of which every run has its own."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        yield Path(name)


def test_a_folder_that_is_named_is_seen_and_cannot_be_written(folder: Path) -> None:
    (folder / "given").write_text("for you")
    source = (
        f'char b[8] = {{0}}; read(open("{folder}/given", O_RDONLY), b, 7); puts(b);'
        f'TRY(open("{folder}/given", O_WRONLY)); TRY(open("{folder}/planted", O_CREAT | O_WRONLY, 0644));'
        f'TRY(chmod("{folder}/given", 0777)); TRY(unlink("{folder}/given"));'
    )
    sees = Executable("main", (*shared_libraries(), folder))
    command = Command(sees, files={"main": compiled(source)})
    assert box().execute(command).stdout.split() == [b"for", b"you", *[b"EROFS"] * 4]
    assert (folder / "given").read_text() == "for you"
    assert weak("read_only").execute(command).stdout.split()[2:] == [b"done"] * 4
    assert (folder / "planted").exists()


def test_what_a_run_has_of_its_own_cannot_be_had_of_the_machine(tmp_path: Path) -> None:
    for path in (Path("/"), Path("/tmp"), Path("/dev/null"), Path("/proc/self"), tmp_path, Path("/nowhere"), Path("x")):
        with pytest.raises(ValueError, match="see"):
            Executable("main", (path,))


@pytest.mark.parametrize("folder", ["/", "/usr", "/dev", "/lib64", "/usr/lib"])
def test_nothing_but_its_folder_is_writable(folder: str) -> None:
    assert said(f'TRY(open("{folder}/planted", O_CREAT | O_WRONLY, 0644));') in ("EROFS\n", "EACCES\n")


def test_a_program_of_the_machine_brings_its_libraries_and_nothing_else() -> None:
    shell = find("sh")
    script = "for f in /* /*/* /usr/bin/*; do echo $f; done"
    seen = box().execute(Command(shell, ("-c", script))).stdout.decode().split()
    assert "/usr/bin/sh" in seen or "/bin/sh" in seen
    assert not [path for path in seen if path.startswith(("/etc", "/proc", "/viva", "/home", "/usr/bin/p", "/var"))]


def test_files_go_in_and_come_out() -> None:
    source = (
        'FILE *in = fopen("data/in.txt", "r"); char b[100]; fgets(b, 100, in);'
        'mkdir("made", 0755); FILE *out = fopen("made/out.txt", "w"); fprintf(out, "<%s>", b); fclose(out);'
    )
    command = program(source, wanted=("made/out.txt", "missing"), files={"data/in.txt": b"hello"})
    assert box().execute(command).files == {"made/out.txt": b"<hello>"}


def test_files_do_not_pass_from_one_run_to_the_next() -> None:
    leave, find_it = 'TRY(creat("/tmp/left", 0644));', 'struct stat s; TRY(stat("/tmp/left", &s));'
    assert said(leave) == "done\n"
    assert said(find_it) == "ENOENT\n"


@pytest.mark.parametrize(
    "trap",
    [
        'symlink("/etc/passwd", "out")',
        'symlink("main", "out")',
        'mkdir("out", 0755)',
        'symlink("/dev/null", "out")',
        'mkfifo("out", 0644)',
    ],
)
def test_nothing_but_a_plain_file_comes_out(trap: str) -> None:
    done = attack(f"TRY({trap});", wanted=("out",))
    assert done.ending.reason is None
    assert done.files == {}


def test_no_link_on_the_way_to_a_file_is_followed() -> None:
    source = 'mkdir("real", 0755); creat("real/out", 0644); symlink("real", "way"); symlink("/etc", "etc");'
    assert attack(source, wanted=("way/out", "etc/passwd", "real/out")).files == {"real/out": b""}


def test_links_are_not_followed_even_where_they_lead_somewhere(tmp_path: Path) -> None:
    """The same folder read by the same code, where the link has something to find; and a pipe nobody writes to."""
    (tmp_path / "secret").write_text("the answer")
    (tmp_path / "out").symlink_to(tmp_path / "secret")
    (tmp_path / "way").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    folder = os.open(tmp_path, os.O_RDONLY)
    assert (tmp_path / "way" / "out").read_text() == "the answer"
    assert workfolder.take(folder, ("out", "way/secret", "pipe", "secret"), 100) == ({"secret": b"the answer"}, True)
    os.close(folder)


def test_odd_names_are_left_where_they_are() -> None:
    source = (
        'char n[256]; memset(n, 0xff, 255); n[255] = 0; creat(n, 0644); creat("a\\nb", 0644); creat("-rf", 0644);'
        'creat("\\033[2J", 0644); creat("out", 0644); closefrom(3);'
        'for (int i = 0; i < 3000; i++) { sprintf(n, "%d", i); close(creat(n, 0)); }'
    )
    assert attack(source, wanted=("out",)).files == {"out": b""}
    assert attack(source, wanted=("a\nb",)).files == {"a\nb": b""}


@pytest.mark.parametrize("name", ["/etc/passwd", "../x", "a/../../x", "", ".", "a//b", "a/", "x\0y", "./x"])
def test_names_lead_nowhere_else(name: str) -> None:
    with pytest.raises(ValueError, match="name of a file"):
        Command(built("main"), wanted=(name,))
    with pytest.raises(ValueError, match="name of a file"):
        Command(built("main"), files={name: b""})


def test_files_that_come_out_are_bounded_together() -> None:
    source = "for (char n[] = \"a\"; *n < 'd'; ++*n) truncate(n, 0), ftruncate(creat(n, 0644), 900000);"
    done = attack(source, wanted=("a", "b", "c"), disk=1_000_000)
    assert done.ending.reason == "disk_limit"
    assert sum(map(len, done.files.values())) <= 1_000_000


def test_the_environment_is_always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIVA_TEST_SECRET", "hidden-in-the-environment")
    assert sorted(said(ENVIRONMENT).split()) == ["HOME=/tmp", "LANG=C.UTF-8", "PATH=/usr/bin:/bin", "TZ=UTC"]
    command = Command(built("main"), files={"main": compiled(ENVIRONMENT)}, environment={"TZ": "CET", "X": "a=b"})
    assert {b"TZ=CET", b"X=a=b"} < set(box().execute(command).stdout.split())


def test_arguments_arrive_as_they_are() -> None:
    command = program('for (int i = 1; i < argc; i++) printf("<%s>", argv[i]);', "a b", "", "*", "\n", "é", "x" * 9000)
    assert box().execute(command).stdout.decode() == "<a b><><*><\n><é><" + "x" * 9000 + ">"


def test_only_the_three_streams_are_open() -> None:
    assert said('for (int n = 0; n < 4096; n++) if (fcntl(n, F_GETFD) >= 0) printf("%d ", n);') == "0 1 2 "


def test_standard_input_cannot_be_changed() -> None:
    source = 'TRY(write(0, "x", 1)); TRY(ftruncate(0, 0)); TRY(ftruncate(0, 100)); char b[3]; read(0, b, 2);'
    assert said(source, stdin=b"ok").split() == ["EPERM"] * 3


def test_a_program_is_nobody_with_no_rights() -> None:
    source = (
        'printf("%d %d ", getuid(), getegid()); TRY(setuid(0)); TRY(setgid(0)); TRY(chown("main", 0, 0));'
        "uint32_t h[2] = {0x20080522, 0}, d[6];"
        'syscall(SYS_capget, h, d); printf("%x", d[0] | d[2]);'
    )
    assert said(source, weak(unfiltered=(125,))).split() == ["65534", "65534", *["EPERM"] * 3, "0"]


def test_a_program_with_the_set_user_bit_gains_nothing(folder: Path) -> None:
    inside = folder / "raised"
    inside.write_bytes(compiled('printf("%d %d", getuid(), geteuid());'))
    inside.chmod(0o6755)
    done = box().execute(Command(Executable(str(inside), shared_libraries())), Limits())
    assert done.stdout == b"65534 65534"


def test_a_program_of_the_path_that_lies_where_programs_have_a_folder_of_their_own_is_told_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder, "linked").symlink_to("/bin/sh")
        Path(folder, "copied").write_bytes(Path("/bin/sh").read_bytes())
        Path(folder, "copied").chmod(0o755)
        monkeypatch.setenv("PATH", folder, prepend=os.pathsep)
        assert not find("linked").path.startswith("/tmp")
        with pytest.raises(Fault, match="of their own in the sandbox"):
            find("copied")
