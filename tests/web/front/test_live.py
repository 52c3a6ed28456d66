"""What the script adds: drafts survive, a second tab harms nothing, a server may go away and come back."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.windows import Server, served, window

pytestmark = pytest.mark.needs_chromium


@pytest.fixture(scope="module")
def speaking_server(course: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(course, "--open", "--data", tmp_path_factory.mktemp("data")) as server:
        yield server


def test_a_draft_survives_a_reload_and_is_gone_when_handed_in(chromium: Browser, speaking_server: Server) -> None:
    with window(chromium, speaking_server) as student:
        student.enter("Draft")
        page = student.page
        page.goto(f"{speaking_server.start}/exercises/say-hello")
        page.type("#text", "half an ans")
        page.reload()
        expect(page.locator("#text")).to_have_value("half an ans")
        expect(page.locator(".draft")).to_contain_text("what you typed before")
        assert student.axe() == []
        page.type("#text", "wer")
        assert student.hand_in("say-hello", "an answer") == "bad"
        page.goto(f"{speaking_server.start}/exercises/say-hello")
        expect(page.locator("#text")).to_have_value("an answer")
        expect(page.locator(".draft")).to_be_empty()


def test_a_second_tab_does_not_overwrite_the_first(chromium: Browser, speaking_server: Server) -> None:
    with window(chromium, speaking_server) as student:
        student.enter("Two tabs")
        first = student.page
        first.goto(f"{speaking_server.start}/exercises/say-hello")
        second = first.context.new_page()
        second.goto(f"{speaking_server.start}/exercises/say-hello")
        first.type("#text", "from the first")
        expect(second.locator(".draft")).to_contain_text("another tab")
        second.type("#text", "from the second")
        first.reload()
        expect(first.locator("#text")).to_have_value("from the first")
        second.click(".draft button")
        expect(second.locator("#text")).to_have_value("from the first")


def test_each_of_three_tabs_keeps_its_own_text(chromium: Browser, speaking_server: Server) -> None:
    with window(chromium, speaking_server) as student:
        student.enter("Three tabs")
        tabs = [student.page, *(student.page.context.new_page() for _ in range(2))]
        for tab in tabs:
            tab.goto(f"{speaking_server.start}/exercises/say-hello")
        for turn in ("one ", "two "):
            for number, tab in enumerate(tabs):
                tab.type("#text", f"{turn}{number} ")
        for number, tab in enumerate(tabs):
            tab.reload()
            expect(tab.locator("#text")).to_have_value(f"one {number} two {number} ")
        tabs[0].click("button.main")
        tabs[0].wait_for_selector(".job:not([data-follow]) .verdict")
        tabs[0].goto(f"{speaking_server.start}/exercises/say-hello")
        expect(tabs[0].locator("#text")).to_have_value("one 0 two 0 ")
        tabs[0].close()
        tabs[1].close()
        fresh = tabs[2].context.new_page()
        fresh.goto(f"{speaking_server.start}/exercises/say-hello")
        expect(fresh.locator("#text")).to_have_value("one 2 two 2 ")
        fresh.get_by_role("button", name="Take the text of the other tab").click()
        expect(fresh.locator("#text")).to_have_value("one 1 two 1 ")


def test_drafts_of_one_student_are_not_anothers(chromium: Browser, speaking_server: Server) -> None:
    """Two who use one browser, one after the other."""
    with window(chromium, speaking_server) as shared:
        shared.enter("Before")
        shared.page.goto(f"{speaking_server.start}/exercises/say-secret")
        shared.page.type("#text", "my own idea")
        shared.page.goto(f"{speaking_server.start}/me")
        shared.page.get_by_role("button", name="Leave on this browser").click()
        shared.page.wait_for_selector("#name")
        shared.enter("After")
        shared.page.goto(f"{speaking_server.start}/exercises/say-secret")
        expect(shared.page.locator("#text")).to_have_value("")


def test_the_class_is_live_and_stays_as_it_was_sorted(chromium: Browser, speaking_server: Server) -> None:
    with window(chromium, speaking_server) as teacher, window(chromium, speaking_server) as student:
        student.enter("Zita")
        student.hand_in("say-hello", "hello")
        teacher.page.goto(speaking_server.link)
        teacher.page.goto(f"{speaking_server.start}/class")
        head = teacher.page.get_by_role("columnheader").first.get_by_role("button")
        head.click()
        head.click()
        expect(teacher.page.locator("table.students tbody tr").first).to_contain_text("Zita")
        asked: list[str] = []
        teacher.page.on("request", lambda request: asked.append(request.url))
        student.page.goto(f"{speaking_server.start}/me")
        student.page.get_by_role("button", name="Leave on this browser").click()
        student.page.wait_for_selector("#name")
        student.enter("Zoltan")
        expect(teacher.page.locator("table.students tbody tr").first).to_contain_text("Zoltan")
        expect(teacher.page.locator("table.students")).to_contain_text("Zita")
        expect(head).to_be_focused()
        assert len(asked) <= 3, "it is told of a change, and does not ask for ever"
        assert teacher.axe() == []


def test_times_are_told_in_the_zone_of_the_reader(chromium: Browser, speaking_server: Server) -> None:
    with window(chromium, speaking_server, timezone_id="Asia/Tokyo") as student:
        student.enter("Tokyo")
        student.hand_in("say-hello", "hello")
        shown = student.page.locator("time").first
        assert "UTC" not in shown.inner_text()
        expected = student.page.evaluate(
            "(at) => new Date(at).toLocaleString('en', {dateStyle: 'medium', timeStyle: 'short'})",
            shown.get_attribute("datetime"),
        )
        assert shown.inner_text() == expected


def test_a_server_that_restarts_is_waited_for(chromium: Browser, course: Path, tmp_path: Path) -> None:
    """The server is stopped while a form is sent: the page says so, and goes on by itself, with one submission."""
    import socket  # noqa: PLC0415

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    call = [sys.executable, "-c", "from viva.cli.main import main; main()", "serve", str(course), "--open"]
    call += ["--data", str(tmp_path), "--no-browser", "--port", port]

    def begin() -> "subprocess.Popen[str]":
        process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert process.stdout is not None
        process.link = process.stdout.readline().strip()  # type: ignore[attr-defined]
        return process

    process = begin()
    server = Server(process.link)  # type: ignore[attr-defined]
    try:
        with window(chromium, server) as student:
            student.enter("Patient")
            page = student.page
            page.goto(f"{server.start}/exercises/say-hello")
            page.fill("#text", "hello")
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            page.click("button.main")
            expect(page.locator("#connection")).to_contain_text("No connection")
            process = begin()
            page.wait_for_selector(".job:not([data-follow]) .verdict.tone-good", timeout=60_000)
            page.goto(f"{server.start}/exercises/say-hello")
            assert page.locator("ol.attempts li").count() == 1
            student.problems.clear()  # that the server was away is told on the console too
    finally:
        process.terminate()
        process.wait(60)


def test_files_can_be_chosen_and_the_keyboard_is_enough(chromium: Browser, speaking_server: Server) -> None:
    with window(chromium, speaking_server) as student:
        student.enter("Keys only")
        page = student.page
        page.goto(f"{speaking_server.start}/exercises/say-hello")
        page.focus("#text")
        page.keyboard.type("hello")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "main"
        page.keyboard.press("Enter")
        page.wait_for_selector(".job:not([data-follow]) .verdict.tone-good")
        page.goto(f"{speaking_server.start}/exercises/say-secret")
        page.set_input_files("#file", {"name": "mine.txt", "mimeType": "text/plain", "buffer": b"xyzzyplugh"})
        page.click("button.main")
        page.wait_for_selector(".job:not([data-follow]) .verdict.tone-good")
        assert "mine.txt" in page.inner_text("main")
