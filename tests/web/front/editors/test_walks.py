"""Every subject through its editor by keyboard alone: a wrong answer, then a right one."""

import pytest
from playwright.sync_api import Browser

from tests.web.front.test_walks import WALKS
from tests.web.windows import Server, window

pytestmark = pytest.mark.needs_chromium


@pytest.mark.some(1)
@pytest.mark.parametrize(("place", "wrong", "right"), WALKS, ids=[place for place, _, _ in WALKS])
def test_by_keyboard_alone_wrong_and_then_right(
    chromium: Browser, shipped: Server, place: str, wrong: list[str], right: str
) -> None:
    with window(chromium, shipped) as student:
        student.enter(f"Typist {place}")
        page = student.page
        tones = []
        for text in (wrong[0], right):
            page.goto(f"{shipped.start}/exercises/{place}")
            page.wait_for_selector("viva-code[ready], #text:visible", timeout=120_000)
            editor = page.locator(".cm-content")
            (editor if editor.count() else page.locator("#text")).focus()
            page.keyboard.press("Control+a")
            page.keyboard.insert_text(text)
            assert page.input_value("#text") == text
            assert student.axe() == []
            page.keyboard.press("Escape")
            for _ in range(60):
                page.keyboard.press("Tab")
                if page.evaluate("document.activeElement.className") == "main":
                    break
            page.keyboard.press("Enter")
            page.wait_for_selector(".job:not([data-follow]) .verdict", timeout=120_000)
            shown = str(page.get_attribute(".beside > div > .verdict", "class"))
            tones.append(shown.partition("tone-")[2])
        assert tones[0] in ("bad", "open") and tones[1] == "good"
