"""The site under a class: 100 students who hand in within a minute, a student alone, many who read, and what the server
itself takes. The server is `viva serve` as it is started by hand; who visits it is here, and counts as load beside it.

Wall times are what a student waits; the processor time of the server alone is what can be compared on a loaded machine.
"""

import gzip
import http.client
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from measure import QUICK, fewer

from viva.services.shipped import list_shipped

STUDENTS = 3 if QUICK else 100
READERS = 5 if QUICK else 1000
PAGES = fewer(3000, 30)
SPREAD = 1.0 if QUICK else 55.0  # seconds within which the class hands in
PATIENCE = 600.0
HOSTILE = ("while True: pass\n", "import os\nwhile True: os.fork()\n", "x = [0]\nwhile True: x = x + x\n")
PLACES = ("functions.mean", "console.sum-of-n", "automata.ends-in-00", "machines.crossing", "harmony.intervals")
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    value: float
    unit: str
    goal: str = ""


def versions() -> dict[str, str]:
    import fastapi  # noqa: PLC0415
    import sqlalchemy  # noqa: PLC0415
    import uvicorn  # noqa: PLC0415

    return {"fastapi": fastapi.__version__, "sqlalchemy": sqlalchemy.__version__, "uvicorn": uvicorn.__version__}


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as data:
        yield from _first_page(data)
        with _served(data) as server:
            yield from _server_alone(server)
            yield from _alone(server)
            yield from _reading(server)
            yield from _class(server)
            yield from _in_the_browser(server)


class Server:
    def __init__(self, data: str) -> None:
        call = [sys.executable, "-c", "from viva.cli.main import main; main()", "serve", "--open", "--data", data]
        options = ["--no-browser", "--port", "0", "--per-minute", "1000", "--waiting", "1000"]
        self.process = subprocess.Popen([*call, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        self.link = self.process.stdout.readline().strip()
        self.port = int(self.link.rpartition("/enter/")[0].rpartition(":")[2])

    def processor(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def memory(self) -> float:
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
        assert found
        return int(found[1]) / 1024

    def workers_memory(self) -> float:
        listed = subprocess.run(["ps", "-eo", "ppid,rss"], capture_output=True, text=True, check=True).stdout
        own = [line.split() for line in listed.splitlines()[1:]]
        return sum(int(rss) for parent, rss in own if int(parent) == self.process.pid) / 1024


@contextmanager
def _served(data: str) -> Iterator[Server]:
    server = Server(data)
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait(60)


class Visitor:
    """Somebody with a connection and a cookie; `waits` has what each page took."""

    def __init__(self, server: Server, name: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.cookie, self.waits = "", list[float]()
        status, _, headers = self.ask("POST", "/enter", urlencode({"name": name}))
        assert status == 303, status
        self.cookie = headers["set-cookie"].partition(";")[0]

    def ask(self, method: str, path: str, body: str = "") -> tuple[int, str, dict[str, str]]:
        began = time.perf_counter()
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        try:
            self.connection.request(method, path, body or None, headers)
            answer = self.connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError):  # it was kept for long enough
            self.connection.close()
            self.connection.request(method, path, body or None, headers)
            answer = self.connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        self.waits.append(time.perf_counter() - began)
        return answer.status, text, {name.lower(): value for name, value in answer.getheaders()}

    def get(self, path: str) -> str:
        status, text, _ = self.ask("GET", path)
        assert status == 200, (path, status)
        return text

    def hand_in(self, place: str, text: str) -> str:
        ends = time.monotonic() + PATIENCE
        while 'name="token"' not in (page := self.get(f"/exercises/{place}")) and time.monotonic() < ends:
            time.sleep(0.2)
        token = re.search(r'name="token" value="([^"]+)"', page)
        assert token
        fields = urlencode({"token": token[1], "text": text, "once": os.urandom(9).hex()})
        status, _, headers = self.ask("POST", f"/exercises/{place}", fields)
        assert status == 303, status
        return headers["location"]

    def report(self, attempt: str, pause: float = 1.0) -> str:
        ends = time.monotonic() + PATIENCE
        while "data-follow" in (page := self.get(attempt)):
            assert time.monotonic() < ends, "no report"
            time.sleep(pause)
        return page


def _first_page(data: str) -> Iterator[Row]:
    """From the command to the first page, with the shipped exercises and a fresh database."""
    began = time.perf_counter()
    with _served(data) as server:
        visitor = Visitor(server, "First")
        page = visitor.get("/")
        yield Row("from `viva serve` to the first page", time.perf_counter() - began, "s", "2")
        yield Row("processor time of the server until then", server.processor(), "s")
        sheets = "".join(visitor.get(path) for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
        size = sum(len(gzip.compress(each.encode(), 6)) for each in (page, sheets)) / 1024
        yield Row("the first page with sheet and script, compressed", size, "kB", "60")


def _server_alone(server: Server) -> Iterator[Row]:
    Visitor(server, "Somebody").get("/")
    ends = time.monotonic() + (5 if QUICK else 60)
    while time.monotonic() < ends and server.workers_memory() == 0:
        time.sleep(0.2)
    time.sleep(1)
    yield Row("memory of the server process, idle", server.memory(), "MB", "150")
    yield Row("memory of its workers beside it", server.workers_memory(), "MB")


def _answers(place: str) -> list[str]:
    folder = next(each.folder for each in list_shipped() if f"{each.subject}.{each.name}" == place)
    right = sorted((folder / "examples" / "right").glob("*.*"))
    wrong = sorted((folder / "examples" / "wrong").glob(f"*{right[0].suffix}"))
    return [each.read_text("utf-8") for each in [right[0], *wrong] if not each.name.endswith(".expect.toml")]


def _alone(server: Server) -> Iterator[Row]:
    visitor = Visitor(server, "Alone")
    verdicts, reports = list[float](), list[float]()
    for place in PLACES[: 1 if QUICK else None]:
        text = _answers(place)[-1]
        visitor.report(visitor.hand_in(place, text), 0.05)  # the workers know the exercise now
        began = time.perf_counter()
        attempt = visitor.hand_in(place, f"{text}\n")
        while 'class="verdict tone-' not in visitor.get(attempt):
            time.sleep(0.05)
        verdicts.append(time.perf_counter() - began)
        visitor.report(attempt, 0.05)
        reports.append(time.perf_counter() - began)
    yield Row("verdict of a student alone, median of subjects", statistics.median(verdicts), "s", "1.5")
    yield Row("verdict of a student alone, slowest subject", max(verdicts), "s", "1.5")
    yield Row("whole report of a student alone, median of subjects", statistics.median(reports), "s")
    yield Row("whole report of a student alone, slowest subject", max(reports), "s")


def _reading(server: Server) -> Iterator[Row]:
    """Every reader with a cookie of their own. The reader is on the same machine, so it should be cheap."""
    visitors = [Visitor(server, f"Reader {number}") for number in range(READERS)]
    paths = ["/", *(f"/exercises/{place}" for place in PLACES)]
    for path in paths:
        visitors[0].get(path)
    used, began = server.processor(), time.perf_counter()
    cheap = shutil.which("wrk")
    count, wrong = _read_with(cheap, server, visitors, paths) if cheap else _read_here(visitors, paths)
    took, used = time.perf_counter() - began, server.processor() - used
    for visitor in visitors:
        visitor.connection.close()
    yield Row(f"{READERS} readers: errors", wrong, "", "0")
    yield Row(f"pages read by the clock, with {'wrk' if cheap else 'Python'}", count / took, "pages/s", "300")
    yield Row("pages read, for a core of the server", count / max(used, 0.01), "pages/core s", "300")
    yield Row("processor time of a page", 1000 * used / count, "ms")


_SCRIPT = """
local cookies, paths, turn = {%s}, {%s}, 0
request = function()
  turn = turn + 1
  return wrk.format("GET", paths[turn %% #paths + 1], {Cookie = cookies[turn %% #cookies + 1]})
end
"""


def _read_with(wrk: str, server: Server, visitors: list[Visitor], paths: list[str]) -> tuple[int, int]:
    """How many pages were read, and how many of them were none."""
    quoted = [", ".join(f'"{each}"' for each in those) for those in ([v.cookie for v in visitors], paths)]
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(_SCRIPT % tuple(quoted))
        script.flush()
        call = [wrk, "-t1", "-c50", f"-d{1 if QUICK else 10}s", "-s", script.name, f"http://127.0.0.1:{server.port}"]
        said = subprocess.run(call, capture_output=True, text=True, check=True).stdout
    read, refused = re.search(r"(\d+) requests in", said), re.search(r"Non-2xx or 3xx responses: (\d+)", said)
    assert read, said
    return int(read[1]), int(refused[1]) if refused else 0


def _read_here(visitors: list[Visitor], paths: list[str]) -> tuple[int, int]:
    def read(number: int) -> None:
        for turn in range(PAGES // READERS):
            visitors[number].get(paths[(number + turn) % len(paths)])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(read, range(READERS)))
    return PAGES // READERS * READERS, 0


def _class(server: Server) -> Iterator[Row]:
    """One in twenty is hostile. Everybody reads pages while their check waits."""
    chance = random.Random(1)
    visitors = [Visitor(server, f"Student {number}") for number in range(STUDENTS)]
    choices = {place: _answers(place) for place in PLACES}
    first = time.perf_counter()
    done: list[float] = []
    problems: list[str] = []
    lock = threading.Lock()

    def student(number: int) -> None:
        time.sleep(SPREAD * number / STUDENTS)
        place = PLACES[number % len(PLACES)]
        text = HOSTILE[number // 20 % len(HOSTILE)] if number % 20 == 7 else chance.choice(choices[place])
        try:
            visitors[number].report(visitors[number].hand_in(place, f"{text}\n"))
            with lock:
                done.append(time.perf_counter() - first)
        except (AssertionError, OSError) as problem:
            problems.append(repr(problem))

    used = server.processor()
    with ThreadPoolExecutor(STUDENTS) as pool:
        list(pool.map(student, range(STUDENTS)))
    waits = sorted(wait for visitor in visitors for wait in visitor.waits[1:])
    yield Row(f"{STUDENTS} students: errors", len(problems), "", "0")
    yield Row(f"{STUDENTS} students: reports", len(done), "", str(STUDENTS))
    yield Row("all reports after the first post", max(done, default=0.0), "s", "120")
    yield Row("a page while checks run, 95th percentile", 1000 * waits[int(0.95 * len(waits))], "ms", "200")
    yield Row("processor time of the server for all of it", server.processor() - used, "s")


def _in_the_browser(server: Server) -> Iterator[Row]:
    """Until the page answers, on a processor that is four times as slow."""
    program = shutil.which("chromium")
    if program is None or QUICK:
        return
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.getuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        page = browser.new_page()
        page.goto(server.link)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        waits = []
        for _ in range(5):
            page.goto(f"http://127.0.0.1:{server.port}/exercises/functions.mean")
            waits.append(page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
        browser.close()
    yield Row("until a page answers, processor four times as slow", statistics.median(waits) / 1000, "s", "1")
