"""A run ends in time. Limits are shown to be what ends it by letting the same, finite, code run with more."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from viva.core.timing import waiting
from viva.sandbox import Limits, Sandbox

from .attacks import TOOLS, Few, attack, box, limited, reason, said

pytestmark = pytest.mark.needs_bwrap

USE_HALF_A_SECOND = "import time\nwhile time.process_time() < 0.5: pass\nsend('finished')"
SLEEP_HALF_A_SECOND = "import time\ntime.sleep(0.5)\nsend('finished')"
SHORT = Few(cpu_seconds=0.2, wall_seconds=30)


def test_a_busy_loop_ends_in_time() -> None:
    assert reason("while True: pass", **SHORT) == "time_limit"


def test_processor_time_is_what_ends_a_busy_loop() -> None:
    assert reason(USE_HALF_A_SECOND, **SHORT) == "time_limit"
    assert said(USE_HALF_A_SECOND, cpu_seconds=10) == "finished"


def test_a_sleep_ends_in_time() -> None:
    assert reason("import time\ntime.sleep(1000)", wall_seconds=0.2) == "time_limit"


def test_wall_time_is_what_ends_a_sleep() -> None:
    assert reason(SLEEP_HALF_A_SECOND, wall_seconds=0.1) == "time_limit"
    assert said(SLEEP_HALF_A_SECOND, wall_seconds=20) == "finished"


@pytest.mark.some(5)
@pytest.mark.parametrize(
    "source",
    [
        "import signal\nfor n in {*range(1, 32)} - {9, 19}: signal.signal(n, signal.SIG_IGN)\nwhile 1: pass",
        "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 64))\nwhile 1: pass",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        "10 ** 10 ** 8",
        "import re\nre.match(r'(a+)+$', 'a' * 64 + 'b')",
        "sum(range(10 ** 12))",
        "b'x' * 50_000_000 in b'x' * 100_000_000 or [0] * 9\nwhile 1: sorted(range(10 ** 6))",
        "import itertools\nany(False for _ in itertools.count())",
        "import threading\nfor _ in range(8): threading.Thread(target=lambda: sum(iter(int, 1))).start()\n"
        "threading.main_thread()._started.wait()\nwhile 1: pass",
        "import sys, threading\nsys.setswitchinterval(1000)\n"
        "threading.Thread(target=lambda: sum(iter(int, 1))).start()\nwhile 1: pass",
        "import gc\nclass A:\n    def __del__(self):\n        while 1: pass\nA()",
        "import os\nwhile 1: os.getpid()",
        "import time\nwhile 1: time.sleep(0)",
    ],
    ids=["ignored signals", "blocked signals", "caught exceptions", "long power", "regular expression", "long sum",
         "sorting", "endless iterator", "threads", "switch interval", "finaliser", "system calls", "yielding"],
)  # fmt: skip
def test_endless_code_ends_in_time(source: str) -> None:
    assert reason(source, **SHORT) == "time_limit"


@pytest.mark.parametrize(
    "source",
    [
        "import threading\nthreading.Lock().acquire() or 0\nl = threading.Lock()\nl.acquire(); l.acquire()",
        "import threading\nthreading.Event().wait()",
        "import signal\nsignal.pause()",
        "channel.receive()\nchannel.receive()",
        "import os\nr, w = os.pipe()\nos.read(r, 1)",
        "import select\nselect.select([], [], [])",
        "import asyncio\nasync def f(): await asyncio.Future()\nasyncio.run(f())",
        "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\nsignal.pause()",
    ],
    ids=["dead lock", "event", "pause", "channel", "pipe", "select", "future", "stopped"],
)
def test_waiting_code_ends_in_time(source: str) -> None:
    with box().converse("attack:execute", source, Limits(wall_seconds=0.3)) as conversation:
        assert conversation.receive() is None
        assert conversation.close().reason == "time_limit"


def test_a_stopped_process_ends_in_time() -> None:
    source = "import os, signal\nsend('stopping')\nos.kill(os.getpid(), signal.SIGSTOP)"
    run = attack(source, limited(), wall_seconds=0.3)
    assert run.messages == ("stopping",)
    assert run.ending.reason == "time_limit"


def test_a_limit_for_one_answer_ends_the_run() -> None:
    with box().converse("attack:execute", "import time\ntime.sleep(1000)", Limits()) as conversation:
        assert conversation.receive(seconds=0.1) is None
        assert conversation.close().reason == "time_limit"


def test_a_run_that_does_not_listen_does_not_hold_the_examiner_up() -> None:
    with box().converse("attack:execute", "while True: pass", Limits(cpu_seconds=0.2)) as conversation:
        conversation.send("x" * 10_000_000)
        assert conversation.receive() is None
        assert conversation.close().reason == "time_limit"


def test_a_run_that_speaks_instead_of_listening_does_not_hold_the_examiner_up() -> None:
    with box().converse("attack:execute", "while True: send('y' * 1000)", Limits(output=100_000)) as conversation:
        conversation.send("x" * 10_000_000)
        while conversation.receive() is not None:
            pass
        assert conversation.close().reason == "output_limit"


def test_half_a_message_does_not_hold_the_examiner_up() -> None:
    source = "import os, time\nos.write(3, bytes([0, 0, 0, 99]) + b'm\"')\ntime.sleep(1000)"
    assert reason(source, wall_seconds=0.3) == "time_limit"


def test_a_false_end_does_not_let_a_loop_live_on() -> None:
    assert reason("channel.end(None, None)\nwhile True: pass", **SHORT) == "time_limit"


def test_threads_do_not_outlive_the_entry_function() -> None:
    source = (
        "import threading\ndef loop():\n    while True: pass\nthreading.Thread(target=loop).start()\nsend('returned')"
    )
    assert said(source, cpu_seconds=5) == "returned"


def test_exit_handlers_do_not_run_after_the_entry_function() -> None:
    source = "import atexit\natexit.register(lambda: send('handler'))\nsend('returned')"
    assert said(source) == "returned"


WORK = "import time\nwhile time.process_time() < 0.3: pass\nsend('finished')"


@pytest.fixture
def crowded_core() -> Iterator[None]:
    """This process, and what it starts, has one core, together with four others that never rest."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()
        os.sched_setaffinity(0, before)


@pytest.mark.skipif(not waiting.is_told(), reason="the kernel does not tell who waits for a core")
def test_waiting_for_a_core_counts_for_no_limit(crowded_core: None) -> None:
    with Sandbox([TOOLS], ["attack"]) as sandbox:
        run = attack(WORK, sandbox, cpu_seconds=2, wall_seconds=0.4)
        assert (run.messages, run.ending.reason) == (("finished",), None)
        assert run.ending.waited > 0.1  # with its 0.3 seconds of work more than it may take by the clock
        asleep = attack("import time\ntime.sleep(30)", sandbox, cpu_seconds=2, wall_seconds=0.4)
        assert asleep.ending.reason == "time_limit"
