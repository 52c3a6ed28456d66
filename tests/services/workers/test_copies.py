"""A copy of this process: what it says is heard, and nothing else of it is left."""

import os
import signal
import time

import pytest

from viva.services.workers.copies import BROKEN, Copy, Say


def test_what_it_says_is_heard_and_what_it_does_is_not_done_here() -> None:
    known = [1]

    def work(say: Say) -> None:
        known.append(2)
        say({"known": [*known], "long": "x" * 100_000})

    with Copy(work) as copy:
        while not copy.has_ended():
            copy.listen(0.02)
    assert [(line["known"], len(line["long"])) for line in copy.said] == [([1, 2], 100_000)]
    assert (known, copy.status) == ([1], 0)


def test_an_exception_and_an_exit_end_the_copy_only() -> None:
    def leave(_: Say) -> None:
        raise SystemExit(3)

    with Copy(leave) as copy:
        while not copy.has_ended():
            copy.listen(0.02)
    assert (copy.said, copy.status) == ([], BROKEN)


def test_one_that_hangs_is_not_waited_for_and_is_gone_after_the_block() -> None:
    def hang(say: Say) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        say(os.getpid())
        time.sleep(100)

    with Copy(hang) as copy:
        child = copy.first(20.0)
        assert isinstance(child, int) and not copy.has_ended()
        assert not copy.listen(0.01)
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_one_that_works_waits_for_cores_without_loss_and_one_that_sleeps_or_ends_is_given_up() -> None:
    """Beside busy copies on the same core it gets a fraction of the time on the wall; that is not its fault."""

    def work(say: Say) -> None:
        _on_one_core()
        while time.process_time() < 0.4:
            pass
        say("done")

    def spin(_: Say) -> None:
        _on_one_core()
        while True:
            pass

    with Copy(spin), Copy(spin), Copy(spin), Copy(work) as copy:
        assert copy.first(1.0) == "done"
    with Copy(lambda _: time.sleep(100)) as copy:
        assert copy.first(0.05) is None
    with Copy(lambda _: None) as copy:
        began = time.monotonic()
        assert copy.first(60.0) is None and time.monotonic() - began < 30


def _on_one_core() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
