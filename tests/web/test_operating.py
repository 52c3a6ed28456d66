"""Running the site: health, a proxy with a path, a stop within seconds, readers that are slow, posts that break off."""

import asyncio
import configparser
import json
import logging
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from tests.examining import Viva
from tests.web.browsing import PATIENCE, Hall, hall
from tests.web.test_faults import Served, numbers
from viva.services.database.opening import sqlite_url
from viva.web import connection, guard
from viva.web.database.sessions import Database
from viva.web.guard import JsonLines
from viva.web.people import links

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def running(course: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("running")
    served = Served(folder / "data", course, folder / "log")
    yield served
    served.process.send_signal(signal.SIGTERM)
    served.process.wait(PATIENCE)


def connect(served: Served) -> socket.socket:
    host, _, port = served.start.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def test_health_says_what_waits(speaking: Hall) -> None:
    told = speaking.visitor().get("/health")
    assert told.status_code == 200 and told.json()["status"] == "ok" and {"waiting", "working"} <= set(told.json())


def test_below_a_path_everything_stays_below_it(course: Path, tmp_path: Path) -> None:
    """Whether the proxy takes the path away or not."""
    with hall(tmp_path, course, path="/courses/viva") as opened:
        for start in ("", "/courses/viva"):
            someone = opened.visitor()
            got = someone.get(f"{start}/enter/{links.teacher_link(opened.site)}")
            assert got.headers["location"] == "/courses/viva/" and "Path=/courses/viva" in got.headers["set-cookie"]
            cookie = {"cookie": got.headers["set-cookie"].partition(";")[0]}
            for path in ("/", "/exercises/say-hello", "/me", "/class", "/nowhere"):
                page = someone.get(start + path, headers=cookie).text
                inside = re.findall(r'(?:href|src|action)="(/[^"]*)"', page)
                assert inside and all(each.startswith("/courses/viva/") for each in inside), (path, inside)
                chosen = re.search(r'href="([^"]*/language/de[^"]*)"', page)
                back = someone.get(chosen[1] if chosen else "").headers["location"]
                assert back == "/courses/viva" + ("/" if path == "/nowhere" else path)
        for back, leads in (("/me", "/me"), ("/courses/viva", "/"), ("/courses/viva//evil", "/"), ("//evil", "/")):
            got = opened.visitor().get("/language/de", params={"back": back})
            assert got.headers["location"] == f"/courses/viva{leads}"


@pytest.mark.parametrize("path", ["", "/courses/viva"])
def test_a_slash_at_the_end_changes_nothing(course: Path, tmp_path: Path, path: str) -> None:
    with hall(tmp_path, course, path=path) as opened:
        teacher = opened.teacher()
        for page in ("/class", "/me", "/exercises/say-hello"):
            with_slash, without = teacher.get(f"{path}{page}/"), teacher.get(f"{path}{page}")
            assert (with_slash.status_code, without.status_code) == (200, 200), page
        assert teacher.get(f"{path}/nowhere/").status_code == 404


def test_the_printed_link_opens_whatever_a_proxy_calls_the_site(course: Path, tmp_path: Path) -> None:
    with hall(tmp_path, course, names="courses.example.org", path="/viva") as opened:
        begin = links.address(opened.site.settings, 8765)
        assert begin == "http://127.0.0.1:8765/viva"
        visitor = opened.visitor("http://127.0.0.1:8765")
        assert visitor.get(f"/viva/enter/{links.teacher_link(opened.site)}").status_code == 303
        assert opened.visitor("http://evil.example").get("/viva/").status_code == 421


def test_health_says_that_the_disk_is_full(speaking: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    answer = speaking.visitor().get("/health")
    assert answer.status_code == 503 and answer.json()["status"] == "the disk is full"


def test_names_of_the_site_are_kept_to(course: Path, tmp_path: Path) -> None:
    with hall(tmp_path, course, host="0.0.0.0", names="courses.example.org, localhost") as opened:
        assert opened.visitor("http://courses.example.org").get("/").status_code == 401
        assert opened.visitor("http://evil.example").get("/").status_code == 421


def test_a_post_that_breaks_off_stores_nothing(running: Served) -> None:
    database = Database(sqlite_url(Path(running.process.args[running.process.args.index("--data") + 1]) / "site.db"))  # type: ignore[union-attr, arg-type, index]
    before = numbers(database)
    for sent in (b"token=x&text=he", b""):
        with connect(running) as client:
            head = f"POST /exercises/say-hello HTTP/1.1\r\nHost: {running.start.removeprefix('http://')}\r\n"
            head += f"Cookie: {_cookie(running)}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            client.sendall(f"{head}Content-Length: 1000\r\n\r\n".encode() + sent)
    assert "Say hello" in running.get("/"), "it goes on"
    assert numbers(database) == before
    database.close()


def _cookie(served: Served) -> str:
    jar = served.cookies.cookiejar
    return "; ".join(f"{each.name}={each.value}" for each in jar)


def test_a_length_without_a_body_keeps_nobody_waiting(running: Served) -> None:
    host = running.start.removeprefix("http://")
    for method, path in (("GET", "/health"), ("HEAD", "/health"), ("GET", "/")):
        for length in (1000, 10**12):
            with connect(running) as client:
                client.sendall(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n".encode())
                client.settimeout(PATIENCE)
                assert client.recv(12).startswith(b"HTTP/1.1 "), (method, path, length)


def test_a_body_that_does_not_come_is_not_waited_for(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Announced and never sent, or sent a byte at a time: the answer says so, and nothing is stored."""
    monkeypatch.setattr(guard, "_PIECE_SECONDS", 0.2)
    monkeypatch.setattr(guard, "_BODY_SECONDS", 0.5)
    with hall(tmp_path, course) as opened:
        application, cookie = opened.app, next(iter(opened.student("Slow").client.cookies.items()))

        async def post(pieces: int) -> tuple[int, bytes]:
            """A piece each tenth of a second, and then none."""
            left, sent = pieces, []
            head = {
                "host": "localhost",
                "cookie": "=".join(cookie),
                "content-type": "application/x-www-form-urlencoded",
            }

            async def receive() -> dict[str, Any]:
                nonlocal left
                if left == 0:
                    await asyncio.Event().wait()
                left -= 1
                await asyncio.sleep(0.1)
                return {"type": "http.request", "body": b"x", "more_body": True}

            async def send(message: Any) -> None:
                sent.append(message)

            scope = {
                "type": "http",
                "http_version": "1.1",
                "method": "POST",
                "scheme": "http",
                "path": "/exercises/say-hello",
                "query_string": b"",
                "headers": [(name.encode(), value.encode()) for name, value in head.items()],
                "client": ("127.0.0.1", 1),
                "server": ("localhost", 80),
            }
            await asyncio.wait_for(application(scope, receive, send), PATIENCE)
            return sent[0]["status"], b"".join(each.get("body", b"") for each in sent[1:])

        for pieces in (0, 1, 1000):
            with ThreadPoolExecutor(1) as thread:  # a browser of another test may have a loop in this one
                status, page = thread.submit(asyncio.run, post(pieces)).result()
            assert status == 408 and b"did not arrive in time" in page
        assert numbers(opened.site.database)[0] == 0


class Line(asyncio.Transport):
    """The other end of a connection: what was written to it, and whether it was ended."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 80)})
        self.written, self.is_ended = b"", False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self.is_ended = True

    def is_closing(self) -> bool:
        return self.is_ended


@pytest.mark.parametrize("begun", [b"", b"GET / HTT", b"GET / HTTP/1.1\r\nHost: localhost\r\n"])
def test_a_head_that_never_ends_ends_the_connection(begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a byte of it comes now and then; a head that is whole is waited for no more."""
    monkeypatch.setattr(connection, "_HEAD_SECONDS", 0.3)
    answered = b"HTTP/1.1 204 No Content\r\n"

    async def nothing(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def talk(*, first: bytes) -> Line:
        config = uvicorn.Config(nothing, log_config=None)
        line, loop = Line(), asyncio.get_running_loop()
        heard = connection.Connection(config, ServerState(), {}, loop)
        heard.connection_made(line)
        if first:
            heard.data_received(first)
            await asyncio.sleep(0.05)
            assert line.written.startswith(answered)
        assert not line.is_ended
        if begun:
            heard.data_received(begun)
        ends = loop.time() + PATIENCE
        while not line.is_ended:
            assert loop.time() < ends, "it is held for ever"
            await asyncio.sleep(0.05)
            if begun and not line.is_ended:
                heard.data_received(b"x")
        heard.connection_lost(None)
        return line

    for first in (b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") if begun else (b"",):
        with ThreadPoolExecutor(1) as thread:
            line = thread.submit(asyncio.run, talk(first=first)).result()
        assert b" 408 Request Timeout" in line.written


def test_slow_readers_keep_nobody_waiting(running: Served) -> None:
    """Forty who ask for a page or a stream of events and never read the answer, and some who send a request that never
    ends."""
    running.hand_in("hang slow")
    paths = ["/", *re.findall(r'"(/attempts/[^"]+)"', running.get("/exercises/say-hello"))[:1]]
    assert len(paths) == 2
    clients = [connect(running) for _ in range(40)]
    host = running.start.removeprefix("http://")
    for number, client in enumerate(clients):
        ending = "\r\n" if number % 2 else ""
        path = paths[number // 2 % 2] + ("/events" if number // 2 % 2 else "")
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {_cookie(running)}\r\n{ending}".encode())
    began = time.monotonic()
    assert "Say hello" in running.get("/")
    assert time.monotonic() - began < PATIENCE / 2
    for client in clients:
        client.close()


@pytest.mark.parametrize("sent", [b"\x16\x03\x01\x02\x00", b"GET / HTTP/9\r\n\r\n", b"GET /\r\n\r\n", b"\0" * 100])
def test_what_is_no_request_ends_the_connection_and_nothing_else(running: Served, sent: bytes) -> None:
    with connect(running) as client:
        client.sendall(sent)
        client.shutdown(socket.SHUT_WR)
        client.recv(1000)
    assert "Say hello" in running.get("/")


def test_a_line_of_the_log_is_json_whatever_is_in_it() -> None:
    record = logging.makeLogRecord({"msg": "odd \x1b[31m\n", "path": "/\u202e", "levelname": "INFO"})
    told = JsonLines().format(record)
    assert "\n" not in told and "\x1b" not in told and json.loads(told)["path"] == "/\u202e"


def _unit() -> str:
    page = (ROOT / "docs" / "site.md").read_text("utf-8")
    found = re.search(r"```ini\n(.*?)```", page, re.DOTALL)
    assert found
    return found[1]


def test_the_unit_in_the_docs_is_one(tmp_path: Path) -> None:
    """As far as the machine allows: its keys here, and `systemd-analyze` where it is."""
    unit = configparser.ConfigParser()
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(_unit())
    assert unit["Service"]["StandardOutput"] == "null", "the link must not stand in the journal"
    assert unit["Service"]["ExecStart"].split()[1] == "serve"
    program = shutil.which("systemd-analyze")
    if program:
        file = tmp_path / "viva.service"
        file.write_text(_unit().replace("/opt/viva/.venv/bin/viva", "/bin/true"))
        done = subprocess.run([program, "verify", str(file)], capture_output=True, text=True, check=False)
        assert "Unknown" not in done.stderr and "Failed to parse" not in done.stderr, done.stderr


def test_the_proxy_in_the_docs_keeps_secrets_out_of_its_log(tmp_path: Path) -> None:
    """As far as the machine allows: what it says here, and `nginx` itself where it is."""
    page = (ROOT / "docs" / "site.md").read_text("utf-8")
    found = re.search(r"```nginx\n(.*?)```", page, re.DOTALL)
    assert found
    inside = found[1].partition("location /viva/enter/")[2]
    assert "access_log off" in inside and "X-Forwarded-Proto" in inside
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program:
        file = tmp_path / "nginx.conf"
        own = "".join(
            f"{name}_temp_path {tmp_path / name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        file.write_text(f"pid {tmp_path}/pid; events {{}} http {{ access_log off; {own} server {{ {found[1]} }} }}")
        call = [program, "-t", "-c", str(file), "-p", str(tmp_path), "-e", str(tmp_path / "error.log")]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_only_its_user_reads_the_data_wherever_it_lies(viva: Viva, course: Path, tmp_path: Path) -> None:
    data = tmp_path / "made-by-others"
    data.mkdir()
    data.chmod(0o755)

    def readable() -> list[str]:
        return [each.name for each in data.iterdir() if each.stat().st_mode & 0o077]

    os.umask(0o022)
    with hall(data, course) as opened:
        student = opened.student("Quiet")
        student.report(student.hand_in("say-hello", "hello"))
        assert {"site.db", "site.db-wal", "site.db-shm"} <= {each.name for each in data.iterdir()}
        assert readable() == []
        for each in data.glob("site.db*"):
            each.chmod(0o644)  # as an earlier version left them
        assert viva("serve", "--data", data, "--backup", data / "copy.db").status == 0
        assert readable() == []
    assert os.umask(0o022) == 0o077, "what the server makes besides is its own, too"
    assert "StateDirectoryMode=0700" in _unit()
