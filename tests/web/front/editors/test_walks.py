"""Every subject through its editor, a wrong answer and then a right one: by keyboard alone, and with the mouse."""

import pytest
from playwright.sync_api import Browser, expect

from tests.web.front.test_walks import WALKS
from tests.web.windows import Server, Window, window

pytestmark = pytest.mark.needs_chromium
BY_ALL = [pytest.param(*walk, id=walk[0]) for walk in WALKS]


def open_text(student: Window, place: str) -> str:
    """What is typed into, once it is there."""
    student.page.goto(f"{student.server.start}/exercises/{place}")
    student.page.wait_for_selector("viva-code[ready], form > #text", timeout=120_000)
    return ".cm-content" if student.page.locator(".cm-content").count() else "#text"


def verdict(student: Window) -> str:
    student.page.wait_for_selector(".job:not([data-follow]) .verdict", timeout=120_000)
    return str(student.page.get_attribute(".beside > div > .verdict", "class")).partition("tone-")[2]


@pytest.mark.some(3)
@pytest.mark.parametrize(("place", "wrong", "right"), BY_ALL)
def test_by_keyboard_alone_wrong_and_then_right(
    chromium: Browser, shipped: Server, place: str, wrong: list[str], right: str
) -> None:
    with window(chromium, shipped) as student:
        student.enter(f"Typist {place}")
        page = student.page

        def tab_to(is_there: str) -> None:
            for _ in range(120):
                page.keyboard.press("Tab")
                if page.evaluate(f"(() => {{ const now = document.activeElement; return {is_there}; }})()"):
                    return
            raise AssertionError(is_there)

        for text, tones in ((wrong[0], ("bad", "open")), (right, ("good",))):
            area = open_text(student, place)
            within = "now.shadowRoot?.activeElement?.classList.contains('cm-content')"
            tab_to(within if area == ".cm-content" else "now.id === 'text'")
            page.keyboard.press("Control+a")
            page.keyboard.press("Delete")
            page.keyboard.insert_text(text)
            assert page.input_value("#text") == text
            page.keyboard.press("Escape")
            tab_to("now.className === 'main'")
            page.keyboard.press("Enter")
            assert verdict(student) in tones


@pytest.mark.some(3)
@pytest.mark.parametrize(("place", "wrong", "right"), BY_ALL)
def test_with_the_mouse_wrong_and_then_right(
    chromium: Browser, shipped: Server, place: str, wrong: list[str], right: str
) -> None:
    """What is written comes from the clipboard, as it does for who only has a mouse."""
    with window(chromium, shipped) as student:
        student.enter(f"Clicker {place}")
        page = student.page
        paste = """(area, text) => { const data = new DataTransfer(); data.setData("text/plain", text);
          area.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true})); }"""
        for text, tones in ((wrong[0], ("bad", "open")), (right, ("good",))):
            area = page.locator(open_text(student, place))
            area.click()
            if area.evaluate("(area) => area.id") == "text":
                area.fill(text)
            else:
                box = area.bounding_box()
                assert box
                page.mouse.move(box["x"] + 1, box["y"] + 1)
                page.mouse.down()
                page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] + 200)
                page.mouse.up()
                area.evaluate(paste, text)
            expect(page.locator("#text")).to_have_value(text)
            assert student.axe() == []
            page.click("button.main")
            assert verdict(student) in tones
