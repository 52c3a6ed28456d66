"""Console programs: reads and writes are seen in order, one line is handed over at a time, and every end has a word."""

import textwrap
from collections.abc import Iterator
from typing import Any

import pytest

from viva.languages.program import Program
from viva.languages.python.runs import prepare, run_console, run_console_often
from viva.languages.sites import Hooks
from viva.languages.transcript import Prompt, Read, Transcript, Write
from viva.sandbox import Limits, Sandbox


def program(sandbox: Sandbox, source: str, hooks: Hooks | None = None) -> Program:
    prepared = prepare(sandbox, textwrap.dedent(source).encode(), hooks)
    assert isinstance(prepared, Program), prepared
    return prepared


def ran(sandbox: Sandbox, source: str, *inputs: str, **options: Any) -> Transcript:
    return run_console(sandbox, program(sandbox, source), inputs, **options)


def texts(transcript: Transcript) -> list[str]:
    """Reads as `< text`, prompts as `? text`, writes as they are; writes next to each other joined."""
    told: list[str] = []
    joined = False
    for event in transcript.events:
        match event:
            case Read(text):
                told.append("< end" if text is None else f"< {text}")
            case Prompt(text):
                told.append(f"? {text}")
            case Write(text) if joined:
                told[-1] += text
            case Write(text):
                told.append(text)
        joined = isinstance(event, Write)
    return told


def test_reads_and_writes_are_seen_in_order_with_their_lines(sandbox: Sandbox) -> None:
    transcript = ran(sandbox, "n = int(input('N? '))\nprint('got', n)\nprint(input())\n", "5", "x")
    assert transcript.events == (
        Prompt("N? ", 1), Read("5", 1), Write("got 5\n", 2), Read("x", 3), Write("x\n", 3),
    )  # fmt: skip
    assert transcript.ended is None
    assert transcript.error is None


def test_a_line_is_taken_only_when_the_program_asks_for_it(sandbox: Sandbox) -> None:
    taken = []

    def lines() -> Iterator[str]:
        for line in ("1", "2", "3"):
            taken.append(line)
            yield line

    transcript = run_console(sandbox, program(sandbox, "a = input()\nprint(a)\nb = input()"), lines())
    assert taken == ["1", "2"]
    assert texts(transcript) == ["< 1", "1\n", "< 2"]


@pytest.mark.parametrize(
    "reading",
    [
        "import sys\nfor l in sys.stdin: print(l.strip())",
        "import sys\nwhile l := sys.stdin.readline(): print(l.strip())",
        "import sys\nfor l in sys.stdin.buffer: print(l.decode().strip())",
        "import sys\nwhile l := sys.stdin.buffer.readline(): print(l.decode().strip())",
        "for l in open(0): print(l.strip())",
        "for l in open('/dev/stdin'): print(l.strip())",
        "import os\nwhile l := os.read(0, 100): print(l.decode().strip())",
        "import os\nf = os.fdopen(0)\nwhile l := f.readline(): print(l.strip())",
        "import fileinput\nfor l in fileinput.input(): print(l.strip())",
        "import sys\ntry:\n  while True: print(input())\nexcept EOFError: pass",
        "from pathlib import Path\nwith Path('/dev/stdin').open() as f:\n  for l in f: print(l.strip())",
        "import sys\nfor l in sys.__stdin__: print(l.strip())",
    ],
)
def test_every_way_to_read_is_a_dialogue(sandbox: Sandbox, reading: str) -> None:
    transcript = ran(sandbox, reading, "a", "b")
    assert texts(transcript) == ["< a", "a\n", "< b", "b\n", "< end"]
    assert transcript.ended is None


@pytest.mark.parametrize("reading", ["sys.stdin.read()", "''.join(sys.stdin.readlines())", "open(0).read()"])
def test_reading_all_takes_all_lines(sandbox: Sandbox, reading: str) -> None:
    transcript = ran(sandbox, f"import sys\nprint(repr({reading}))", "a", "b")
    assert texts(transcript) == ["< a", "< b", "< end", "'a\\nb\\n'\n"]


@pytest.mark.parametrize(
    "writing",
    [
        "print('é', end='')",
        "import sys\nsys.stdout.write('é')",
        "import sys\nsys.stdout.buffer.write('é'.encode()); sys.stdout.flush()",
        "import os\nos.write(1, 'é'.encode())",
        "import sys\nsys.stdout.buffer.write(b'\\xc3'); sys.stdout.buffer.write(b'\\xa9')",
        "open(1, 'w').write('é')",
        "with open('/dev/stdout', 'w') as f: f.write('é')",
        "print('é', end='', flush=True, file=__import__('sys').__stdout__)",
        "import sys, io\nold, sys.stdout = sys.stdout, io.StringIO()\nprint('é', end='')\nold.write(sys.stdout.getvalue())",  # noqa: E501
        "import atexit\natexit.register(print, 'é', end='')",
        "import threading\nthreading.Thread(target=print, args=('é',), kwargs={'end': ''}).start()",
        "import os, sys\nprint('é', end=''); os._exit(0)",
    ],
)
def test_every_way_to_write_is_seen(sandbox: Sandbox, writing: str) -> None:
    transcript = ran(sandbox, writing)
    assert texts(transcript) == ["é"]
    assert transcript.ended is None


def test_standard_error_is_ignored(sandbox: Sandbox) -> None:
    source = (
        "import sys, os\nprint('e', file=sys.stderr); os.write(2, b'e'); open(2, 'w').write('e'); sys.stderr.write('e')"
    )
    assert ran(sandbox, source).events == ()


@pytest.mark.parametrize(
    ("leaving", "code"),
    [
        ("exit()", 0),
        ("quit()", 0),
        ("import sys; sys.exit(3)", 3),
        ("raise SystemExit('text')", 1),
        ("import os; os._exit(4)", 4),
    ],
)
def test_leaving_is_a_normal_end(sandbox: Sandbox, leaving: str, code: int) -> None:
    transcript = ran(sandbox, f"print(1)\n{leaving}\nprint(2)")
    assert texts(transcript) == ["1\n"]
    assert (transcript.ended, transcript.exit_code) == (None, code)


def test_the_main_block_runs(sandbox: Sandbox) -> None:
    source = "import __main__\nif __name__ == '__main__': print(__main__.__name__, __file__)"
    assert texts(ran(sandbox, source)) == ["__main__ submission.py\n"]


@pytest.mark.parametrize(
    ("source", "ended", "kind", "line"),
    [
        ("x = 1\n1 / 0", "crash", "ZeroDivisionError", 2),
        ("def f(): f()\n\nf()", "recursion_limit", "RecursionError", 1),
        ("x = [0]\nwhile True: x += x", "memory_limit", "MemoryError", 2),
        ("f = open('/tmp/x', 'w')\nwhile True: f.write('x' * 1000000)", "disk_limit", "OSError", 2),
        ("input()\ninput()", "unexpected_read", "EOFError", 2),
        ("import os\nos.fork()", "process_limit", "BlockingIOError", 2),
        ("import socket\nsocket.socket()", "crash", "PermissionError", 2),
        ("raise MemoryError", "memory_limit", "MemoryError", 1),
        ("class E(Exception):\n  def __str__(s): raise s\nraise E", "crash", "E", 3),
        ("while True: pass", "step_limit", "", 1),
        ("try:\n  while True: pass\nfinally: print('caught')", "step_limit", "", 2),
        ("while True: print('x' * 1000)", "output_limit", "", 1),
        ("print('x' * 10**8)", "output_limit", "", 1),
    ],
)
def test_every_end_has_its_word_and_its_line(sandbox: Sandbox, source: str, ended: str, kind: str, line: int) -> None:
    transcript = ran(sandbox, source, "one")
    assert (transcript.ended, transcript.error and (transcript.error.kind, transcript.error.line)) == (
        ended,
        (kind, line),
    )
    assert transcript.error is not None
    assert transcript.error.reason == ended
    assert "caught\n" not in texts(transcript)


def test_output_before_an_early_end_is_kept(sandbox: Sandbox) -> None:
    for source in ("print(1)\n1/0", "print(1)\nwhile True: pass", "print(1)\nraise SystemExit"):
        assert texts(ran(sandbox, source)) == ["1\n"]


def test_an_error_tells_the_calls_that_led_to_it(sandbox: Sandbox) -> None:
    transcript = ran(sandbox, "def f(x):\n  return 1 / x\ndef g():\n  return f(0)\ng()")
    assert transcript.error is not None
    assert [(frame.line, frame.function) for frame in transcript.error.frames] == [(5, "<module>"), (4, "g"), (2, "f")]
    assert transcript.error.message == "division by zero"


def test_a_busy_loop_in_c_ends_by_the_clock(sandbox: Sandbox) -> None:
    transcript = ran(sandbox, "sum(iter(int, 1))", limits=Limits(cpu_seconds=0.3))
    assert transcript.ended == "time_limit"


def test_an_uncounted_program_ends_by_the_clock(sandbox: Sandbox) -> None:
    prepared = program(sandbox, "while True: pass", Hooks(steps=False))
    assert run_console(sandbox, prepared, (), limits=Limits(cpu_seconds=0.3)).ended == "time_limit"


def test_a_crash_of_the_interpreter_is_an_outcome(sandbox: Sandbox) -> None:
    assert ran(sandbox, "import ctypes\nctypes.string_at(0)").ended == "crash"
    assert ran(sandbox, "import os\nos.kill(os.getpid(), 9)").ended in ("killed", "process_limit")


def test_equal_runs_are_equal(sandbox: Sandbox) -> None:
    source = """
    import random, os, time
    print(random.random(), random.sample(range(100), 5), hash("text"), {"a", "b", "c"})
    print(os.getcwd(), time.localtime(0)[3])
    for i in range(random.randrange(1000)): pass
    """
    first, second, other = ran(sandbox, source), ran(sandbox, source), ran(sandbox, source, seed=1)
    assert first == second
    assert first.steps
    assert other.events != first.events
    assert "/tmp 0" in str(texts(first))


def test_what_was_called_is_known_and_can_be_refused(sandbox: Sandbox) -> None:
    source = "s = sorted\nx = [3, 1]\nx.sort()\nprint(s(x))"
    watched = program(sandbox, source, Hooks(calls=True))
    assert run_console(sandbox, watched, ()).coverage.calls == {"list.sort": 1, "print": 1, "sorted": 1}
    refused = run_console(sandbox, watched, (), forbidden=["sorted"])
    assert (refused.ended, refused.error and (refused.error.message, refused.error.line)) == (
        "forbidden",
        ("sorted", 4),
    )


def test_coverage_comes_back(sandbox: Sandbox) -> None:
    prepared = program(sandbox, "n = int(input())\nif n > 3: print('big')\n", Hooks(branches=True, expressions=True))
    small, big = (run_console(sandbox, prepared, [text]).coverage for text in ("1", "5"))
    kinds = [{prepared.sites[site].kind for site in coverage.branches} for coverage in (small, big)]
    assert kinds == [{"else"}, {"then"}]
    (condition,) = [number for number, site in enumerate(prepared.sites) if site.kind == "condition"]
    assert (small.expressions[condition].true, small.expressions[condition].false) == (0, 1)
    assert (big.expressions[condition].true, big.expressions[condition].false) == (1, 0)


def test_lines_may_hold_anything(sandbox: Sandbox) -> None:
    odd = "é\u202e\ud800 \x00 x"
    transcript = ran(sandbox, "s = input()\nprint(len(s), ascii(s))", odd)
    assert texts(transcript)[1].startswith(f"{len(odd)} ")


def test_recursion_as_deep_as_python_allows_is_allowed(sandbox: Sandbox) -> None:
    source = "def f(n):\n  if n == 0: print('deep'); return 0\n  return 1 + f(n - 1)\nprint(f(990))"
    watched = program(sandbox, source, Hooks(True, True, True, True))
    assert texts(run_console(sandbox, watched, ())) == ["deep\n990\n"]


def test_what_a_process_says_can_be_printed(sandbox: Sandbox) -> None:
    error = ran(sandbox, "raise Exception('\\ud800')").error
    assert error is not None
    assert error.message == "\\ud800"


def test_sleeping_moves_the_clocks_on_and_takes_no_time(sandbox: Sandbox) -> None:
    source = """
        import time
        from time import monotonic, sleep
        start, other, hand = time.time(), monotonic(), time.perf_counter_ns()
        sleep(20)
        print(20 <= time.time() - start < 30, 20 <= monotonic() - other < 30)
        print(time.perf_counter_ns() - hand >= 20 * 10**9)
        while time.time() - start < 40:
            time.sleep(0.5)
        print("woke up")
        try:
            sleep(-1)
        except ValueError as error:
            print(error)
        """
    transcript = ran(sandbox, source)
    assert texts(transcript) == ["True True\nTrue\nwoke up\nsleep length must be non-negative\n"]
    assert transcript.ended is None


def test_a_program_that_only_sleeps_is_ended_at_the_same_place_everywhere(sandbox: Sandbox) -> None:
    for source in (
        "import time\nprint(1)\ntime.sleep(1e9)\nprint(2)",
        "from time import *\nprint(1)\nwhile 1: sleep(9)",
    ):
        transcript = ran(sandbox, source)
        assert texts(transcript) == ["1\n"]
        assert transcript.ended == "time_limit"
        assert transcript.error
        assert transcript.error.line == 3


RUNS = [["2", "3", "4"], ["0"], ["1", "5"], ["2", "1", "1"]]


@pytest.mark.parametrize(
    ("source", "shared"),
    [
        ("n = int(input())\nprint(sum(int(input()) for _ in range(n)))", True),
        ("import math, random, re\nn = int(input())\nprint(n, random.random(), len(dir()))", True),
        ("import sys\nfor line in sys.stdin:\n    print(line)\nsys.exit(3)", True),
        ("seen = globals().setdefault('seen', [])\nseen.append(input())\nprint(seen)", True),
        ("import atexit\natexit.register(print, 'bye')\nprint(input())\nraise ValueError", True),
        ("import builtins\nbuiltins.times = getattr(builtins, 'times', 0) + 1\nprint(builtins.times)", False),
        ("import os\nos.environ['X'] = 'x' + os.environ.get('X', '')\nprint(os.environ['X'])", False),
        ("import math\nmath.pi += 1\nprint(math.pi)", False),
        ("print(len(open('/tmp/x', 'a+').read()))\nopen('/tmp/x', 'a').write('x')", False),
        ("import decimal\ndecimal.getcontext().prec += 1\nprint(decimal.getcontext().prec)", False),
        ("import os\nprint(input())\nos._exit(0)", False),
        ("input()\nwhile True:\n    pass", False),
    ],
)
def test_many_runs_come_out_as_each_does_alone_and_share_a_process_only_if_nothing_is_left(
    sandbox: Sandbox, source: str, shared: bool
) -> None:
    prepared = program(sandbox, source)
    often = list(run_console_often(sandbox, [(prepared, inputs) for inputs in RUNS], steps=20_000))
    assert often == [run_console(sandbox, prepared, inputs, steps=20_000) for inputs in RUNS]
    assert [transcript.shared for transcript in often] == [False, *(shared for _ in RUNS[1:])]


def test_what_adds_up_over_runs_is_not_blamed_on_the_last(sandbox: Sandbox) -> None:
    source = "n = int(input())\nx = 0\nfor i in range(n):\n    x += sum(range(20000))\nprint(x > 0)"
    limits = Limits(cpu_seconds=0.5, wall_seconds=20)
    prepared = program(sandbox, source)
    often = list(run_console_often(sandbox, [(prepared, ["200"])] * 12, limits=limits))
    assert {transcript.ended for transcript in often} == {None}
