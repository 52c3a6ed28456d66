"""However a run ends, it is an outcome with a reason, and the next run is well."""

import pytest

from .attacks import attack, said

pytestmark = pytest.mark.needs_bwrap


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import ctypes\nctypes.string_at(0)", "crash"),
        ("import os\nos.abort()", "crash"),
        ("import faulthandler\nfaulthandler._sigsegv()", "crash"),
        ("import faulthandler\nfaulthandler.enable()\nfaulthandler._sigabrt()", "crash"),
        ("1 / 0", "crash"),
        ("raise SystemExit(0)", "crash"),
        ("raise KeyboardInterrupt", "crash"),
        ("class E(BaseException):\n    def __str__(self): raise self\nraise E", "crash"),
        ("import os\nos._exit(3)", "crash"),
        ("import os\nos._exit(0)", "no_result"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "killed"),
        ("def f(): f()\nf()", "recursion_limit"),
        ("raise MemoryError", "memory_limit"),
        ("import ctypes\nctypes.CDLL(None).exit(0)", "no_result"),
    ],
)  # fmt: skip
def test_a_crash_is_an_outcome(source: str, reason: str) -> None:
    run = attack(source)
    assert run.ending.reason == reason, run.ending
    assert said("send('well')") == "well"


def test_messages_before_a_crash_arrive() -> None:
    run = attack("send(1)\nsend(2)\nimport ctypes\nctypes.string_at(0)")
    assert run.messages == (1, 2)
    assert run.ending.signal == 11


def test_the_detail_of_a_crash_is_bounded() -> None:
    run = attack("raise Exception('x' * 1_000_000)")
    assert run.ending.reason == "crash"
    assert run.ending.detail is not None
    assert len(run.ending.detail) <= 4000


def test_endless_recursion_in_c_is_an_outcome() -> None:
    """Some interpreters count such calls, others run out of stack."""
    source = "import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(x): return sorted([x, x], key=f)\nf(1)"
    assert attack(source).ending.reason in ("crash", "recursion_limit")
    assert said("send('well')") == "well"
