"""Several sandboxes, threads and processes; and nothing is left behind."""

import multiprocessing
import os
import tempfile
import threading
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

import pytest

import viva.sandbox.sandbox as sandbox_module
from viva.core.isolation import Isolation
from viva.sandbox import Limits, Sandbox, sandbox_for
from viva.sandbox.cgroup import Group

from .attacks import TOOLS, attack, said
from .test_processes import children

pytestmark = pytest.mark.needs_bwrap

ATTACKS = (
    "while True: pass",
    "x = []\nwhile True: x.append(bytes(100_000))",
    "while True: send('x' * 10_000)",
    "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",
    "import threading\ne = threading.Event()\nwhile True:\n    try: threading.Thread(target=e.wait).start()\n"
    "    except RuntimeError: pass",
    "n = 0\nwhile True:\n    n += 1\n    try: open(f'/tmp/{n}', 'wb').write(bytes(10_000))\n    except OSError: pass",
)


@pytest.mark.thorough
def test_a_sandbox_under_attack_leaves_another_unharmed() -> None:
    outcomes = []
    with Sandbox([TOOLS], ["attack"]) as attacked, Sandbox([TOOLS], ["attack"]) as other:

        def keep_attacking() -> None:
            for source in ATTACKS:
                outcomes.append(attack(source, attacked, cpu_seconds=0.3, memory=200 << 20).ending.reason)

        attacker = threading.Thread(target=keep_attacking)
        attacker.start()
        while attacker.is_alive():
            assert (
                said("import tempfile\ntempfile.TemporaryFile().write(b'x')\nsend(sum(range(1000)))", other) == 499500
            )
        attacker.join()
        assert said("send('well')", attacked) == "well"
    assert len(outcomes) == len(ATTACKS)
    assert None not in outcomes


def test_conversations_in_one_sandbox_are_kept_apart() -> None:
    with Sandbox([TOOLS], ["attack"]) as sandbox:
        source = "import os\nopen(f'/tmp/mine', 'w').close()\nwhile True: send([channel.receive(), os.listdir('/tmp')])"
        talks = [sandbox.converse("attack:execute", source, Limits()) for _ in range(4)]
        for round_ in range(3):
            for number, talk in enumerate(talks):
                talk.send([number, round_])
        for round_ in range(3):
            for number, talk in enumerate(talks):
                assert talk.receive() == [[number, round_], ["mine"]]
        for talk in talks:
            talk.close()


def test_many_threads_may_share_a_sandbox() -> None:
    answers = []
    with Sandbox([TOOLS], ["attack"]) as sandbox:
        threads = [threading.Thread(target=lambda n=n: answers.append(said(f"send({n})", sandbox))) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(answers) == list(range(8))


def test_a_sandbox_outlives_the_thread_that_opened_it() -> None:
    opened = []
    thread = threading.Thread(target=lambda: opened.append(Sandbox([TOOLS], ["attack"])))
    thread.start()
    thread.join()
    (sandbox,) = opened
    with sandbox:
        zygote = sandbox._idle[0]
        assert said("send('well')", sandbox) == "well"
        assert sandbox._idle == [zygote]


def test_a_worn_out_zygote_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_module, "RUNS_PER_ZYGOTE", 3)
    with Sandbox([TOOLS], ["attack"]) as sandbox:
        before = children()
        for number in range(8):
            assert said(f"send({number})", sandbox) == number
        assert children() != before
        assert len(children()) <= len(before)


def test_a_dead_zygote_is_replaced() -> None:
    with Sandbox([TOOLS], ["attack"]) as sandbox:
        for _ in range(2):
            process = sandbox._idle[0]._process
            process.kill()
            process.wait()
            assert said("send('well')", sandbox) == "well"


def test_a_forked_process_gets_zygotes_of_its_own() -> None:
    with Sandbox([TOOLS], ["attack"]) as sandbox:
        zygote = sandbox._idle[0]

        def in_the_child(answers: "Queue[list[Any]]") -> None:
            answers.put([said("send('child')", sandbox), sandbox._idle[0] is zygote])
            sandbox.close()

        context = multiprocessing.get_context("fork")
        answers = context.Queue()
        child = context.Process(target=in_the_child, args=(answers,))
        child.start()
        assert answers.get() == ["child", False]
        child.join()
        assert said("send('parent')", sandbox) == "parent"
        assert sandbox._idle == [zygote]


def test_the_pool_keeps_sandboxes_warm() -> None:
    with sandbox_for([TOOLS], ["attack"]) as first:
        zygote = first._idle[0]
    with sandbox_for([TOOLS], ["attack"]) as second:
        assert second is first
        assert second._idle == [zygote]
    with sandbox_for([TOOLS], ["attack"], Isolation.LIMITED) as other:
        assert other is not first


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # others use the common one meanwhile
    before = _traces()
    for isolation in Isolation:
        with Sandbox([TOOLS], ["attack"], isolation) as sandbox:
            said("send(1)", sandbox)
            attack("import os\nos._exit(1)", sandbox)
            attack("while True: pass", sandbox, cpu_seconds=0.1)
    assert _traces() <= before


def test_groups_of_killed_examiners_are_swept() -> None:
    group = Group.make()
    for folder in filter(None, (group.memory, group.pids)):
        stale = folder.parent / "viva-999999999-0"
        stale.mkdir()
        Group.make().remove()
        assert not stale.exists()
    group.remove()


def _traces() -> set[str]:
    """Processes, control groups, temporary files and descriptors."""
    files = [*Path(tempfile.gettempdir()).iterdir(), *Path("/proc/self/fd").iterdir()]
    return children() | _groups() | {str(path) for path in files}


def _groups() -> set[str]:
    group = Group.make()
    found = {
        str(path)
        for folder in filter(None, (group.memory, group.pids))
        for path in Path(folder).parent.glob(f"viva-{os.getpid()}-*")
        if path not in (group.memory, group.pids)
    }
    group.remove()
    return found
