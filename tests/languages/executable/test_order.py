"""What a program wrote before each line that it asked for: exact, without a timer, whatever it does to wait."""

import contextlib
import subprocess
from collections.abc import Iterator

import pytest

from viva.languages.finding import language_named
from viva.languages.program import Program

from .talking import HEAD, box, in_c, prepared, ran, told

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_gcc]

LINE = "char b[99]; if (!fgets(b, 99, stdin)) return 3;"
THREAD = """
static void *work(void *p) { %s return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); %s }
"""


@contextlib.contextmanager
def beside_busy_loops() -> Iterator[None]:
    loops = [subprocess.Popen(["nice", "sh", "-c", "while :; do :; done"]) for _ in range(3)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


@pytest.mark.parametrize(
    ("statements", "seen"),
    [
        ('int a, b; printf("a? "); scanf("%d", &a); printf("b? "); scanf("%d", &b); printf("%d\\n", a + b);',
         "a? |?1|b? |?2|3\n"),
        ('char c; puts("go"); for (int i = 0; i < 4; i++) { read(0, &c, 1); write(1, &c, 1); }', "go\n|?1|1\n|?2|2\n"),
        ('puts("go"); int d = dup(0); close(0); FILE *f = fdopen(d, "r"); int a; for (int i = 0; i < 2; i++) '
         '{ fscanf(f, "%d", &a); printf("%d\\n", a); }', "go\n|?1|1\n|?2|2\n"),
        ('for (int i = 0; i < 2; i++) { puts("go"); struct pollfd p = {0, POLLIN, 0}; poll(&p, 1, -1); '
         'char b[9]; int n = read(0, b, 9); write(1, b, n); }', "go\n|?1|1\ngo\n|?2|2\n"),
        ('for (int i = 0; i < 2; i++) { puts("go"); fd_set s; FD_ZERO(&s); FD_SET(0, &s); select(1, &s, 0, 0, 0); '
         'char b[9]; int n = read(0, b, 9); write(1, b, n); }', "go\n|?1|1\ngo\n|?2|2\n"),
    ],
    ids=["scanf", "bytes", "copy", "poll", "select"],
)  # fmt: skip
def test_output_is_seen_before_the_line_that_follows_it(statements: str, seen: str) -> None:
    transcript = in_c(statements, ["1", "2"])
    assert (told(transcript), transcript.ended, transcript.uncertain) == (seen, None, "")


@pytest.mark.parametrize(
    "nap",
    [
        "usleep(60000);",
        "struct timeval t = {0, 60000}; select(0, 0, 0, 0, &t);",
        "poll(0, 0, 60);",
        "int p[2]; pipe(p); struct pollfd f = {p[0], POLLIN, 0}; poll(&f, 1, 60);",
    ],
    ids=["sleep", "select", "poll", "another-pipe"],
)
def test_sleeping_is_not_waiting_for_input(nap: str) -> None:
    transcript = in_c(f'puts("a"); {{ {nap} }} puts("b"); {LINE} puts(b);', ["x"])
    assert (told(transcript), transcript.uncertain) == ("a\nb\n|?x|x\n\n", "")


def test_another_thread_that_is_still_at_work_is_waited_for() -> None:
    """It prints what the first thread does not wait for before it reads."""
    for nap in ("usleep(60000);", "for (volatile int i = 0; i < 30000000; i++);"):
        source = HEAD + THREAD % (f'{nap} puts("ask");', f'{LINE} pthread_join(t, 0); printf("%s", b);')
        transcript = ran("c", source, ["x"])
        assert (told(transcript), transcript.uncertain) == ("ask\n|?x|x\n", "")


def test_a_thread_may_be_the_one_that_reads() -> None:
    source = HEAD + THREAD % ('char b[9]; puts("ask"); fgets(b, 9, stdin); puts(b);', "pthread_join(t, 0);")
    assert told(ran("c", source, ["x"])) == "ask\n|?x|x\n\n"


WAITS_FOR_BOTH = {
    "poll": "struct pollfd w[2] = {{0, POLLIN, 0}, {ends[0], POLLIN, 0}}; poll(w, 2, -1); done = w[1].revents;",
    "select": "fd_set w; FD_ZERO(&w); FD_SET(0, &w); FD_SET(ends[0], &w); select(ends[0] + 1, &w, 0, 0, 0); "
    "done = FD_ISSET(ends[0], &w);",
    "epoll": "struct epoll_event w = {EPOLLIN, {.fd = 0}}; int e = epoll_create1(0); "
    "epoll_ctl(e, EPOLL_CTL_ADD, 0, &w); w.data.fd = ends[0]; epoll_ctl(e, EPOLL_CTL_ADD, ends[0], &w); "
    "epoll_wait(e, &w, 1, -1); done = w.data.fd != 0;",
}


@pytest.mark.parametrize("wait", WAITS_FOR_BOTH)
def test_what_another_thread_finishes_is_answered_before_a_line_is_given(wait: str) -> None:
    work = 'for (volatile int i = 0; i < 3000000; i++) ; write(ends[1], "x", 1);'
    main = f'int done; {WAITS_FOR_BOTH[wait]} puts(done ? "done" : "line");'
    source = HEAD + "#include <sys/epoll.h>\nstatic int ends[2];" + THREAD % (work, main)
    source = source.replace("{ pthread_t", "{ pipe(ends); pthread_t")
    for _ in range(10):
        transcript = ran("c", source, ["1"])
        assert (told(transcript), transcript.uncertain) == ("done\n", "")


def test_a_wait_that_never_waits_is_answered_and_the_order_is_not_certain() -> None:
    transcript = in_c(
        "struct pollfd w[2] = {{0, POLLIN, 0}, {1, POLLOUT, 0}}; "
        'while (poll(w, 2, -1) && !w[0].revents) ; puts("line");',
        ["1"],
    )
    assert (told(transcript), transcript.uncertain) == ("?1|line\n", "threads")


@pytest.mark.needs_language("node")
@pytest.mark.parametrize("runs", [3, pytest.param(60, marks=pytest.mark.thorough)])
def test_node_answers_what_its_own_threads_did_though_it_reads_ahead(runs: int) -> None:
    source = """const rl = require('readline').createInterface({ input: process.stdin });
let left = -1, sum = 0;
rl.on('line', (line) => {
    if (left < 0) left = +line; else { sum += +line; left--; }
    if (left === 0) require('crypto').pbkdf2('a', 'b', 2000, 64, 'sha512', () => { console.log(sum); rl.close(); });
});"""
    with beside_busy_loops():
        for _ in range(runs):
            transcript = ran("node", source, ["2", "3", "4"])
            assert (told(transcript), transcript.uncertain) == ("?2|?3|?4|7\n", "")


SLEEPER = "for (;;) sleep(1);"
COUNTING = 'int a; for (int i = 0; i < 3; i++) { scanf("%d", &a); printf("%d\\n", a); fflush(stdout); }'


def test_a_thread_that_sleeps_in_a_loop_is_waited_for_in_one_run_only() -> None:
    program = prepared("c", HEAD + THREAD % (SLEEPER, COUNTING))
    assert isinstance(program, Program)
    runs = list(language_named("c").runs.run_console_often(box(), [(program, ["1", "2", "3"])] * 12))
    assert {told(one) for one in runs} == {"?1|1\n|?2|2\n|?3|3\n"}
    assert {one.uncertain for one in runs} == {"threads"}
    assert [one.shared for one in runs] == [False] + [True] * 11  # those are to be seen again where they go wrong


@pytest.mark.needs_language("go")
def test_a_goroutine_goes_on_before_the_one_that_reads_is_given_more() -> None:
    """Go hands a waiting goroutine to another thread only after a nap; here it ends the program."""
    source = """package main
import ("bufio"; "fmt"; "os")
func main() {
    in := make(chan string)
    go func() { s := bufio.NewScanner(os.Stdin); for s.Scan() { in <- s.Text() } }()
    fmt.Println("a" + <-in)
    fmt.Println("b" + <-in)
}"""
    seen = {(told(one), one.uncertain) for one in (ran("go", source, ["1", "2", "3"]) for _ in range(10))}
    assert seen == {("?1|a1\n|?2|b2\n", "")}


def test_where_a_program_only_looks_whether_there_is_input_the_order_is_not_certain() -> None:
    look = "struct pollfd p = {0, POLLIN, 0}; while (poll(&p, 1, 20) == 0);"
    transcript = in_c(f'puts("a"); {look} {LINE} printf("%s", b);', ["x"])
    assert (told(transcript), transcript.uncertain) == ("a\n|?x|x\n", "threads")


def test_what_the_program_holds_back_itself_comes_late_and_that_is_known() -> None:
    transcript = in_c(f'static char s[999]; setvbuf(stdout, s, _IOFBF, 999); puts("ask"); {LINE} puts(b);', ["x"])
    assert (told(transcript), transcript.buffers) == ("?x|ask\nx\n\n", True)


def test_the_end_of_the_input_is_met_by_whoever_asks_for_more() -> None:
    assert told(in_c(f"{LINE} fgets(b, 9, stdin); puts(b);", ["x"])) == "?x|?|x\n\n"


def test_the_same_program_has_the_same_transcript_every_time() -> None:
    statements = (
        'int n, x, s = 0; printf("n? "); scanf("%d", &n); while (n--) { scanf("%d", &x); printf("%d\\n", s += x); }'
    )
    seen = {told(in_c(statements, ["3", "5", "6", "7"])) for _ in range(25)}
    assert seen == {"n? |?3|?5|5\n|?6|11\n|?7|18\n"}
