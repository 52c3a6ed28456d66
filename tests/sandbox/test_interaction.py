"""A dialogue with a foreign program: what it wrote before it reads is known before it is answered."""

import pytest

from viva.sandbox import Command, Limits, Sandbox
from viva.sandbox.programs import built, find

from .attacks import TOOLS, box, limited, none
from .foreign import program

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_gcc]

GREET = 'char b[100]; printf("Name? "); while (scanf("%99s", b) == 1) printf("Hello %s\\nName? ", b); return 4;'
ECHO_BYTES = "char c; while (read(0, &c, 1) == 1) write(1, &c, 1);"
ADD = 'int a, b; printf("a: "); scanf("%d", &a); printf("b: "); scanf("%d", &b); printf("%d\\n", a + b);'
READLINE = (
    "const lines = require('readline').createInterface({input: process.stdin});"
    "process.stdout.write('Name? ');"
    "lines.on('line', line => process.stdout.write(`Hello ${line}\\nName? `));"
    "lines.on('close', () => process.exit(4));"
)


@pytest.mark.parametrize("sandbox", [box, limited, none])
def test_a_prompt_without_a_line_break_is_heard_before_it_is_answered(sandbox):
    with sandbox().interact(program(GREET)) as talk:
        assert talk.receive() == b"Name? "
        talk.send(b"Anna")
        assert talk.receive() == b"Hello Anna\nName? "
        talk.send(b"Bert")
        assert talk.receive() == b"Hello Bert\nName? "
        talk.send_end()
        assert talk.receive() is None
        done = talk.close()
    assert (done.ending.reason, done.ending.exit_code) == (None, 4)
    assert done.stdout == b"Name? Hello Anna\nName? Hello Bert\nName? "


def test_lines_are_handed_on_one_by_one_as_they_are_asked_for():
    with box().interact(program(ADD)) as talk:
        talk.send(b"40")
        talk.send(b"2")
        assert talk.receive() == b"a: b: 42\n"
        assert talk.receive() is None


def test_two_words_in_a_line_are_read_without_waiting():
    with box().interact(program(ADD)) as talk:
        talk.send(b"40 2")
        assert talk.receive() == b"a: b: 42\n"


def test_who_asks_again_hears_nothing_new():
    with box().interact(program(ADD)) as talk:
        assert [talk.receive() for _ in range(3)] == [b"a: ", b"", b""]


def test_bytes_are_read_one_at_a_time_and_none_has_a_meaning():
    line = bytes(set(range(256)) - {10})
    with box().interact(program(ECHO_BYTES)) as talk:
        assert talk.receive() == b""
        talk.send(line)
        assert talk.receive() == line + b"\n"
        talk.send(b"x" * 4000)
        assert talk.receive() == b"x" * 4000 + b"\n"
        talk.send_end()
        assert talk.receive() is None
        assert talk.close().ending.exit_code == 0


@pytest.mark.parametrize("line", [b"two\nlines", b"x" * 5000])
def test_a_line_is_one_line(line):
    with box().interact(program(ECHO_BYTES)) as talk, pytest.raises(ValueError, match="line"):
        talk.send(line)


def test_much_output_is_whole_before_the_program_waits():
    print_all = 'for (int i = 0; i < 3000; i++) printf("%05d\\n", i);'
    source = f"char b[9]; for (int r = 0; r < 5; r++) {{ {print_all} fgets(b, 9, stdin); }}"
    whole = b"".join(b"%05d\n" % number for number in range(3000))
    with box().interact(program(source)) as talk:
        for _ in range(5):
            assert talk.receive() == whole
            talk.send(b"")
        assert talk.receive() is None


@pytest.mark.parametrize(
    "source",
    [
        "struct pollfd { int f; short e, r; } p = {0, 1, 0}; poll(&p, 1, -1);",
        "fd_set s; FD_ZERO(&s); FD_SET(0, &s); select(1, &s, 0, 0, 0);",
    ],
    ids=["poll", "select"],
)
def test_who_waits_for_input_before_reading_it_waits(source):
    with box().interact(program(f'puts("ready"); {source} char b[9]; fgets(b, 9, stdin); puts(b);')) as talk:
        assert talk.receive() == b"ready\n"
        talk.send(b"go")
        assert talk.receive() == b"go\n\n"


def test_a_shell_asks_too():
    command = Command(find("sh"), ("-c", 'while read line; do echo "<$line>"; done; echo end'))
    with box().interact(command) as talk:
        assert talk.receive() == b""
        talk.send(b"a  b")
        assert talk.receive() == b"<a  b>\n"
        talk.send_end()
        assert talk.receive() == b"end\n"


@pytest.mark.needs_node
def test_node_asks_through_pipes():
    with box().interact(Command(find("node", reserves=True), ("-e", READLINE)), terminal=False) as talk:
        assert talk.receive() == b"Name? "
        for name in (b"Anna", b"Bert"):
            talk.send(name)
            assert talk.receive() == b"Hello " + name + b"\nName? "
        talk.send_end()
        assert talk.receive() is None
        assert talk.close().ending.exit_code == 4


def test_errors_and_files_come_at_the_end():
    source = 'fputs("warned", stderr); char b[9]; fgets(b, 9, stdin); fputs(b, fopen("out", "w"));'
    with box().interact(program(source, wanted=("out",))) as talk:
        talk.send(b"kept")
        assert talk.receive() is None
        done = talk.close()
    assert (done.stdout, done.stderr, done.files) == (b"", b"warned", {"out": b"kept\n"})


@pytest.mark.parametrize(
    "source", ["for (;;);", "pause();", "int p[2]; pipe(p); read(p[0], p, 1);", "close(0); sleep(1000);"]
)
def test_a_limit_for_one_exchange_ends_the_run(source):
    with box().interact(program(f'puts("first"); fflush(stdout); {source}')) as talk:
        assert talk.receive(seconds=0.5) == b"first\n"
        assert talk.receive() is None
        assert talk.close().ending.reason == "time_limit"


def test_the_limits_of_the_run_hold_while_the_examiner_is_silent():
    with box().interact(program(GREET), Limits(wall_seconds=0.5)) as talk:
        for _ in range(1000):
            if (heard := talk.receive()) is None:
                break
            assert heard in (b"Name? ", b"")
        assert heard is None or talk.close().ending.reason in ("time_limit", "killed")


def test_a_loop_between_two_lines_ends_in_time():
    with box().interact(program("char b[9]; fgets(b, 9, stdin); for (;;);"), Limits(cpu_seconds=0.2)) as talk:
        assert talk.receive() == b""
        talk.send(b"go")
        assert talk.receive() is None
        assert talk.close().ending.reason == "time_limit"


@pytest.mark.parametrize("terminal", [True, False])
def test_a_program_that_fills_the_dialogue_is_cut(terminal):
    flood = "static char b[5000]; memset(b, 'x', 5000); for (;;) write(1, b, 5000);"
    with box().interact(program(flood), Limits(output=100_000), terminal=terminal) as talk:
        assert talk.receive() == b"x" * 100_000
        assert talk.receive() is None
        assert talk.close().ending.reason == "output_limit"


def test_a_program_that_does_not_read_does_not_hold_the_examiner_up():
    with box().interact(program("for (;;);"), Limits(cpu_seconds=0.2)) as talk:
        for _ in range(10_000):
            talk.send(b"x" * 1000)
        assert talk.receive() is None


@pytest.mark.parametrize("terminal", [True, False])
def test_a_program_may_close_its_input_and_speak_on(terminal):
    with box().interact(program('close(0); puts("on");'), terminal=terminal) as talk:
        talk.send(b"lost")
        assert talk.receive() == b"on\n"
        assert talk.receive() is None
        assert talk.close().ending.exit_code == 0


def test_the_end_of_the_input_is_the_end_however_often_it_is_asked_for():
    with box().interact(
        program('int n = 0; while (n < 5) if (getchar() == EOF) n++, clearerr(stdin); puts("5");')
    ) as talk:
        talk.send_end()
        assert talk.receive() == b"5\n"


def test_who_is_not_heard_out_is_killed():
    with box().interact(program(GREET)) as talk:
        assert talk.receive() == b"Name? "
        assert talk.close().ending.reason == "killed"
        assert talk.receive() is None


def test_closing_a_sandbox_ends_its_dialogues():
    sandbox = Sandbox([TOOLS])
    talk = sandbox.interact(program(GREET))
    assert talk.receive() == b"Name? "
    sandbox.close()
    assert talk.receive() is None


def test_the_terminal_gives_nothing_away_and_takes_no_orders():
    source = (
        "struct { int i[15]; } t; TRY(syscall(16, 0, 0x5401, &t)); TRY(syscall(16, 0, 0x5402, &t));"
        'TRY(syscall(16, 0, 0x5412, "x")); TRY(syscall(16, 0, 0x540E, 0)); TRY(open("/dev/tty", O_RDWR));'
        'puts(ttyname(1) ? "named" : "nameless");'
    )
    with box().interact(program(source)) as talk:
        assert talk.receive().split() == [b"done", b"EPERM", b"EPERM", b"EPERM", b"ENOENT", b"nameless"]


def test_a_program_that_cannot_be_started_is_an_outcome_of_its_dialogue():
    for files in ({"main": b"no program"}, {}):
        with box().interact(Command(built("main"), files=files)) as talk:
            assert talk.receive() is None
            assert talk.close().ending.reason == "not_executable"
