"""A real Dask cluster on this machine: the same rows, who is refused, and what travels."""

import json
import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed", reason="left out: there is no Dask here (pip install 'viva[cluster]')")

from distributed import Client

from tests.examining import Viva
from tests.services.executors.clusters import (
    QUICK,
    ROOT,
    Running,
    class_of,
    cluster,
    exercise,
    free_port,
    grade_here,
    grade_there,
    in_file,
    listens,
    scheduler,
    started,
    timeless,
    until,
    worker,
)
from tests.web.browsing import hall, write_course
from viva.commands.progress import Pace
from viva.core.fault import Fault
from viva.core.json import Json
from viva.grading.preload import ANY_ISOLATION
from viva.services.executors.address import kind, read_address
from viva.services.executors.cluster import Cluster
from viva.services.executors.executor import answers
from viva.services.executors.scheduler import Member
from viva.services.workers.worker import Post

EXERCISE = ROOT / "exercises" / "automata" / "exactly-two"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with cluster(tmp_path_factory.mktemp("cluster")) as found:
        yield found


def handed_in(folder: Path) -> Path:
    folder.mkdir()
    for word in ("right", "wrong"):
        for path in sorted((EXERCISE / "examples" / word).iterdir()):
            if ".expect" not in path.name and path.is_file():
                (folder / f"{word}-{path.name}").write_bytes(path.read_bytes())
    return folder


@pytest.mark.needs_bwrap
def test_a_cluster_writes_the_rows_that_this_machine_writes(running: Running, tmp_path: Path, viva: Viva) -> None:
    folder = handed_in(tmp_path / "handed-in")
    call = ("grade", EXERCISE, folder, "--seconds", "60", "--out")
    assert viva(*call, tmp_path / "here", "--jobs", "1").status == 0
    assert viva(*call, tmp_path / "there", "--engine", running.engine).status == 0
    here = in_file(tmp_path / "here")
    assert len(here) == len(list(folder.iterdir())) > 1
    assert in_file(tmp_path / "there") == here


@pytest.mark.needs_bwrap
def test_the_doctor_has_each_worker_examine_a_program(running: Running, viva: Viva) -> None:
    call = viva("doctor", "--engine", running.engine, "--json")
    assert call.status == 0, call.out + call.err
    found = json.loads(call.out)
    assert found["kind"] == kind()
    assert [(each["isolation"], each["problem"]) for each in found["workers"]] == [("full", None)] * 2


def test_a_site_has_its_checks_done_by_a_cluster(running: Running, tmp_path: Path) -> None:
    course = write_course(tmp_path / "speaking")
    before = running.pids()
    with hall(tmp_path / "data", course, engine=running.engine) as opened:
        student = opened.student("Ada")
        assert "tone-good" in student.report(student.hand_in("say-hello", "hello"))
        assert "Not right yet" in student.report(student.hand_in("say-hello", "no"))
        # Nobody here did it: this process has started no worker.
        assert not children_of(os.getpid(), "viva.services.workers.worker")
    assert running.pids() == before


def children_of(process: int, word: str) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                line = (entry / "cmdline").read_text()
            except OSError:
                continue
            if parent == process and word in line:
                found.append(int(entry.name))
    return found


def test_what_tasks_have_in_common_travels_once_and_all_of_it_is_plain_bytes(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[Any, ...]] = []
    submit = Client.submit

    def watched(self: Client, function: Any, *arguments: Any, **more: Any) -> Any:
        sent.append((function.__module__, function.__name__, *arguments))
        return submit(self, function, *arguments, **more)

    monkeypatch.setattr(Client, "submit", watched)
    common = "a question that many tasks have " * 50
    executor = Cluster[int](
        running.address, Post("tests.services.crew:work", None, wall=60), patience=QUICK, once=("question",)
    )
    try:
        tasks: list[tuple[int, Json]] = [(number, {"question": common, "number": number}) for number in range(12)]
        found: dict[int, Any] = dict(answers(tasks, executor))
    finally:
        executor.end()
    assert [found[number]["said"] for number, _ in tasks] == [told for _, told in tasks]
    carried = [call for call in sent if call[1] == "carry"]
    assert len([call for call in carried if common.encode() in call[2]]) == 1
    for module, _, *arguments in sent:
        assert module == "viva.services.executors.bundle"
        for each in arguments:
            assert isinstance(each, bytes | dict) or type(each).__name__ == "Future"


def test_what_was_answered_is_handed_on_also_where_somebody_stopped_listening(running: Running) -> None:
    """As the site does when its database is away for a moment: the rest of a bundle comes the next time."""
    executor = Cluster[int](running.address, Post("tests.services.crew:work", None, wall=60), patience=QUICK)
    heard: list[int] = []
    try:
        for number in range(60):
            executor.ask(number, {"exercise": "e", "number": number})
            while not executor.is_free:
                heard += [place for place, _ in executor.hear()]
            if number in (0, 1, 2):  # one by one, so that what they take is known, and the others travel together
                while executor.is_busy:
                    heard += [place for place, _ in executor.hear()]
        while executor.is_busy:
            for place, _ in executor.hear():
                heard.append(place)
                break
    finally:
        executor.end()
    assert sorted(heard) == list(range(60))


def test_ten_thousand_copies_of_one_file_are_examined_once(running: Running, tmp_path: Path) -> None:
    asked, folder = exercise(tmp_path / "e"), tmp_path / "in"
    folder.mkdir()
    first = folder / "student-00000.txt"
    first.write_text("hullo")
    for number in range(1, 10_000):
        os.link(first, folder / f"student-{number:05}.txt")
    sent: list[Json] = []
    ask = Cluster.ask

    def watched(self: Cluster[Any], task: Any, told: Json) -> None:
        sent.append(told)
        ask(self, task, told)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Cluster, "ask", watched)
        rows = grade_there(running, asked, folder, tmp_path / "out")
    assert len(rows) == 10_000
    assert len(sent) == 1
    assert {row.report.verdict.value for row in rows if row.report} == {"refuted"}


def test_an_exercise_that_changes_while_a_class_runs_is_graded_as_it_was(running: Running, tmp_path: Path) -> None:
    asked = exercise(tmp_path / "e")
    folder = class_of(tmp_path / "in", [f"wait 0.05 {number}" for number in range(8)] + ["hello"])
    changed = threading.Event()

    def change(_: object) -> None:
        if not changed.is_set():
            changed.set()
            manifest = asked / "exercise.toml"
            manifest.write_text(manifest.read_text().replace('"hello"', '"something else"'))

    rows = grade_there(running, asked, folder, tmp_path / "out", progress=change)
    assert [row.report.verdict.value for row in rows if row.report] == ["refuted"] * 8 + ["passed"]
    again = grade_there(running, asked, folder, tmp_path / "out", resume=True)
    assert [row.report.verdict.value for row in again if row.report] == ["refuted"] * 9


def test_two_clients_with_one_folder_for_results_are_told_apart(running: Running, tmp_path: Path) -> None:
    asked, folder, out = exercise(tmp_path / "e"), class_of(tmp_path / "in", ["hello", "no"]), tmp_path / "out"
    refused: list[str] = []

    def second(_: object) -> None:
        with pytest.raises(Fault) as told:
            grade_there(running, asked, folder, out)
        refused.append(str(told.value))

    rows = grade_there(running, asked, folder, out, progress=second)
    assert len(rows) == 2
    assert all("another `viva grade` writes its results here" in sentence for sentence in refused)
    assert len(refused) == 2


def test_two_clients_with_folders_of_their_own_do_not_disturb_each_other(running: Running, tmp_path: Path) -> None:
    asked = exercise(tmp_path / "e")
    folders = [class_of(tmp_path / f"in{who}", [f"wrong {who} {number}" for number in range(10)]) for who in range(2)]
    found: dict[int, Any] = {}

    def work(who: int) -> None:
        found[who] = grade_there(running, asked, folders[who], tmp_path / f"out{who}")

    threads = [threading.Thread(target=work, args=(who,)) for who in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for who, folder in enumerate(folders):
        assert timeless(found[who]) == timeless(grade_here(asked, folder, tmp_path / f"here{who}"))


def test_a_worker_of_another_kind_or_of_no_viva_is_given_nothing_and_told(tmp_path: Path) -> None:
    """A worker of Dask that is none of Viva's, and one whose Viva has another text."""
    running = Running(free_port(), tmp_path)
    other = tmp_path / "other"
    shutil.copytree(ROOT / "src", other, ignore=shutil.ignore_patterns("__pycache__", "static"))
    (other / "viva" / "core" / "version.py").open("a").write("# changed\n")
    call = ("-m", "distributed.cli.dask_worker", running.address.of_scheduler, "--nthreads", "1", "--no-dashboard")
    with scheduler(running.port, tmp_path / "scheduler"):
        until(lambda: listens(running.port))
        changed = started(*call, "--preload", "viva.grading.preload", log=tmp_path / "changed", PYTHONPATH=str(other))
        with started(*call, log=tmp_path / "plain"), changed:
            until(lambda: len(running.members()) == 2)
            patience = type(QUICK)(workers=0.5, back=1.0, frozen=60.0, moment=0.1)
            with pytest.raises(Fault, match="has no worker for Viva") as told:
                grade_there(running, exercise(tmp_path / "e"), class_of(tmp_path / "in", ["x"]), tmp_path / "out",
                            patience=patience)  # fmt: skip
    assert "is no worker of Viva" in str(told.value)
    assert "reports would differ" in str(told.value)


def test_a_machine_without_bubblewrap_is_no_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viva: Viva) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("viva.sandbox.bubblewrap.program", lambda: None)
    call = viva("worker", "--engine", "dask://127.0.0.1:9")
    assert call.status == 2
    assert "this machine has no full isolation" in call.err
    assert "bubblewrap" in call.err


@pytest.mark.parametrize("written", ["dask://", "dask://127.0.0.1", "tcp://127.0.0.1:1", "dask://[:1", "dask://h:x"])
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(Fault, match="no address of a cluster"):
        read_address(written)


@pytest.mark.parametrize("written", ["dask://10.0.0.1:8786", "dask://0.0.0.0:8786", "dask://cluster.example:8786"])
def test_a_cluster_beyond_this_machine_is_refused_without_tls(written: str, tmp_path: Path) -> None:
    with pytest.raises(Fault, match="without TLS"):
        read_address(written)
    with pytest.raises(Fault, match=r"no ca\.pem"):
        read_address(written, tmp_path)


@pytest.mark.parametrize("command", ["grade", "doctor", "serve"])
def test_what_answers_as_no_scheduler_is_told_in_a_sentence(command: str, tmp_path: Path, viva: Viva) -> None:
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))  # bound and not listening: whoever connects is turned away
        engine = f"dask://127.0.0.1:{mute.getsockname()[1]}"
        calls = {
            "grade": ("grade", exercise(tmp_path / "e"), class_of(tmp_path / "in", ["x"]), "--out", tmp_path / "out"),
            "doctor": ("doctor",),
            "serve": ("serve", "--data", tmp_path / "data", "--no-browser"),
        }
        call = viva(*calls[command], "--engine", engine)
    assert call.status == 2
    assert "no scheduler of Dask answers at dask://" in call.err
    assert not (tmp_path / "out" / "results.unfinished.jsonl").exists()


def test_a_worker_that_finds_no_scheduler_says_so_and_ends(monkeypatch: pytest.MonkeyPatch, viva: Viva) -> None:
    monkeypatch.setenv(ANY_ISOLATION, "1")
    monkeypatch.setattr("viva.cli.commands.classes.worker._PATIENCE", 0.5)
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        call = viva("worker", "--engine", f"dask://127.0.0.1:{mute.getsockname()[1]}")
    assert call.status == 2
    assert "no scheduler of Dask answers" in call.err and "`dask scheduler --host 127.0.0.1`" in call.err


def test_a_worker_with_fewer_walls_is_told_of_before_it_is_given_anything() -> None:
    assert Member("tcp://a", kind(), "full").told == ""
    assert "limited isolation, and its reports say so" in Member("tcp://a", kind(), "limited").told
    assert "given nothing" in Member("tcp://a", "Viva 9", "full").told


@pytest.mark.thorough
@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", b"", b"\0" * 64, None], ids=repr
)
def test_a_port_that_answers_something_else_is_told_in_a_sentence(
    answer: bytes | None, tmp_path: Path, viva: Viva
) -> None:
    """Or that answers nothing, and keeps whoever asks."""
    kept: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as page:
        port = page.getsockname()[1]

        def serve() -> None:
            while True:
                try:
                    caller, _ = page.accept()
                except OSError:
                    return
                if answer is None:
                    kept.append(caller)
                    continue
                caller.sendall(answer)
                caller.close()

        threading.Thread(target=serve, daemon=True).start()
        call = viva("doctor", "--engine", f"dask://127.0.0.1:{port}")
        page.shutdown(socket.SHUT_RDWR)
    for caller in kept:
        caller.close()
    assert call.status == 2
    assert "no scheduler of Dask answers at dask://" in call.err


def certificates(folder: Path) -> Path:
    """As docs/scale.md makes them."""
    page = (ROOT / "docs" / "scale.md").read_text("utf-8")
    lines = page.partition("<!-- certificates -->\n```\n")[2].partition("```")[0]
    assert lines.count("openssl") >= 3
    folder.mkdir()
    for line in lines.splitlines():
        subprocess.run(line, shell=True, check=True, cwd=folder, capture_output=True)
    return folder


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("openssl") is None, reason="left out: there is no openssl here (Debian: openssl)")
def test_scheduler_workers_and_client_speak_tls_and_turn_others_away(tmp_path: Path, viva: Viva) -> None:
    tls, others = certificates(tmp_path / "tls"), certificates(tmp_path / "others")
    port = free_port()
    files = (
        "--tls-ca-file",
        str(tls / "ca.pem"),
        "--tls-cert",
        str(tls / "cert.pem"),
        "--tls-key",
        str(tls / "key.pem"),
    )
    engine = f"dask://127.0.0.1:{port}"
    asked, folder = exercise(tmp_path / "e"), class_of(tmp_path / "in", ["hello", "no"])
    with scheduler(port, tmp_path / "scheduler", "--protocol", "tls", "--no-dashboard", *files):
        until(lambda: listens(port))
        with worker(engine, tmp_path / "worker", "--jobs", "1", "--tls", str(tls)):
            call = ("grade", asked, folder, "--out", tmp_path / "out", "--engine", engine)
            assert viva(*call, "--tls", tls).status == 0
            assert [row["verdict"] for row in in_file(tmp_path / "out")] == ["passed", "refuted"]
            for wrong in ((), ("--tls", others)):
                told = viva(*call, *wrong)
                assert told.status == 2
                assert "no scheduler of Dask answers" in told.err


def test_the_time_that_is_left_follows_from_the_last_half_minute() -> None:
    pace = Pace()
    for second in range(41):
        pace.see(1000 + 10 * second, float(second))  # a thousand were there at once
    assert pace.told(3400) == "10/s, 3 min left"
    fresh = Pace()
    fresh.see(1, 0.0)
    assert fresh.told(10) == ""
    fresh.see(3, 2.0)
    assert fresh.told(10) == "1/s, 7 s left"


def test_the_dashboard_of_dask_is_told(tmp_path: Path, viva: Viva) -> None:
    pytest.importorskip("bokeh", reason="left out: Dask's dashboard needs bokeh (pip install bokeh)")
    running = Running(free_port(), tmp_path)
    shown = free_port()
    with scheduler(running.port, tmp_path / "scheduler", "--dashboard-address", f"127.0.0.1:{shown}"):
        until(lambda: listens(running.port))
        with worker(running.engine, tmp_path / "worker", "--jobs", "1"):
            asked, folder = exercise(tmp_path / "e"), class_of(tmp_path / "in", ["hello"])
            call = viva("grade", asked, folder, "--out", tmp_path / "out", "--engine", running.engine)
    assert f"http://127.0.0.1:{shown}/status" in call.err
