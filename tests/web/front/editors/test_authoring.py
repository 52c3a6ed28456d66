"""An author in the browser: what students read follows the text, and nothing that was typed is lost by a test."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browsing import write_course
from tests.web.windows import served, window

pytestmark = pytest.mark.needs_chromium


def test_an_author_writes_tests_saves_removes_and_takes_back(chromium: Browser, tmp_path: Path) -> None:
    course = write_course(tmp_path / "course")
    words = course / "say-hello" / "statement.md"
    old = words.read_text()
    with served(course, "--data", tmp_path / "data") as server, window(chromium, server) as author:
        page = author.page
        page.goto(server.link)
        page.goto(f"{server.start}/author/say-hello?file=statement.md")
        page.wait_for_selector("viva-code[ready]")
        author.write("Now *other* words.\n")
        expect(page.locator("#student-page em")).to_have_text("other", timeout=60_000)
        assert words.read_text() == old
        page.click("text=Test the exercise")
        expect(page.locator(".tried li").first).to_be_visible(timeout=60_000)
        expect(page.locator("#text")).to_have_value("Now *other* words.\n")
        assert author.axe() == []
        page.click("button.main")
        expect(page.locator(".versions li")).to_have_count(1)
        assert words.read_text() == "Now *other* words.\n"
        page.click("text=Remove this file")
        expect(page.locator(".versions li")).to_have_count(2)
        assert not words.exists()
        page.get_by_label("Take back save 2 of statement.md").click()
        expect(page.locator(".versions li")).to_have_count(3)
        assert words.read_text() == "Now *other* words.\n"
        page.fill("#program", "good bye")
        page.click("text=Show me")
        expect(page.locator(".verdict")).to_be_visible(timeout=60_000)
