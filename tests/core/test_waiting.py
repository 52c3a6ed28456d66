"""How long processes wait for a core (`viva.core.timing.waiting`), and what that does to a meter."""

import os
import subprocess
import sys
import time

import pytest

from viva.core.terms import Budget
from viva.core.timing import waiting

pytestmark = pytest.mark.skipif(not waiting.is_told(), reason="the kernel does not tell")


def test_whoever_sleeps_does_not_wait_and_whoever_shares_a_core_does() -> None:
    before = os.sched_getaffinity(0)
    source = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\ninput()"
    try:
        os.sched_setaffinity(0, {min(before)})
        pair = [subprocess.Popen([sys.executable, "-c", source], stdin=-1, stdout=-1) for _ in range(2)]
        idle = subprocess.Popen([sys.executable, "-c", "print(flush=True)\ninput()"], stdin=-1, stdout=-1)
    finally:
        os.sched_setaffinity(0, before)
    for process in (*pair, idle):
        assert process.stdout and process.stdout.readline()
    busy, quiet = (sum(waiting.waited_by(each.pid) for each in group) for group in (pair, [idle]))
    below = waiting.waited_below(os.getpid(), but={os.getpid()})
    assert {os.getpid(), idle.pid, *(each.pid for each in pair)} <= {*waiting.below(os.getpid())}
    for process in (*pair, idle):
        process.communicate(b"\n")
    assert busy > 0.2
    assert below >= busy + quiet
    assert waiting.waited_by(idle.pid) == 0.0  # it is gone


def test_a_meter_does_not_count_what_was_waited_but_for_the_far_net(monkeypatch: pytest.MonkeyPatch) -> None:
    now, here = time.monotonic(), 5.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(waiting, "waited_here", lambda: here)
    meter = Budget(seconds=1e6).meter()
    assert meter.wall_left == pytest.approx(4.5e6)
    now += 5e6
    assert meter.over
    here += 0.4e6
    assert meter.over
    meter.charge(0, 0.0, waited=0.2e6)
    assert meter.wall_left == pytest.approx(0.1e6, abs=1e3)
    assert not meter.over
    here += 1e12
    now += 100e6
    assert meter.over
