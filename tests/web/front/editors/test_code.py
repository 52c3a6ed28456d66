"""The editor around the text field: one writes, is told what cannot be read, and hands in the same text."""

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.web.windows import Server, Window, window

pytestmark = pytest.mark.needs_chromium
PROGRAM = "console.average"
expect.set_options(timeout=60_000)


def open_editor(student: Window, place: str) -> None:
    student.page.goto(f"{student.server.start}/exercises/{place}")
    student.page.wait_for_selector("viva-code[ready]", timeout=120_000)


def test_mistakes_are_marked_while_one_writes_and_the_keyboard_leaves(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Writer")
        page = student.page
        open_editor(student, PROGRAM)
        page.locator(".cm-content").focus()
        page.keyboard.type("whil")
        page.keyboard.press("Control+Space")
        expect(page.locator(".cm-tooltip-autocomplete")).to_contain_text("while")
        page.keyboard.press("Escape")
        page.keyboard.press("Control+a")
        page.keyboard.type("x = = 1\n")
        expect(page.locator(".cm-lintRange-error")).to_have_count(1)
        assert student.axe() == []
        page.keyboard.press("Control+a")
        page.keyboard.type("x = 1\nprint(x)\n")
        expect(page.locator(".cm-lintRange-error")).to_have_count(0)
        assert page.input_value("#text").startswith("x = 1\nprint(x)")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('viva-code') !== null"), "Tab indents"
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "plain", "Esc, then Tab leaves"
        page.reload()
        expect(page.locator(".cm-content")).to_contain_text("print(x)")


def test_a_server_that_is_busy_is_asked_again(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Patient writer")
        page = student.page
        open_editor(student, PROGRAM)
        refused = []

        def busy(route: Route) -> None:
            refused.append(route)
            if len(refused) == 1:
                route.fulfill(status=503, headers={"retry-after": "1"}, body="{}")
            else:
                route.continue_()

        page.route("**/editing/proofread", busy)
        student.write("x = = 1\n")
        expect(page.locator(".cm-lintRange-error")).to_have_count(1)
        assert len(refused) >= 2


def test_the_places_of_a_report_stand_in_the_margin_and_lead_there(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Reader")
        page = student.page
        assert student.hand_in(PROGRAM, "x = 1\ny = (2\nprint(x)\n") == "bad"
        open_editor(student, PROGRAM)
        expect(page.locator(".cm-finding")).to_have_count(1)
        page.click("ul.findings button")
        page.keyboard.type("#")
        assert page.input_value("#text").splitlines()[1].startswith("#")
        assert student.axe() == []


def test_the_plain_field_can_be_chosen_and_both_hold_the_same_text(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Plain")
        page = student.page
        open_editor(student, PROGRAM)
        expect(page.locator("#text")).to_be_hidden()
        page.click("button.plain")
        page.fill("#text", "print('<script>alert(1)</script>')")
        page.reload()
        page.wait_for_selector("viva-code[ready]")
        expect(page.locator("#text")).to_be_visible()
        page.click("button.plain")
        expect(page.locator(".cm-content")).to_have_text("print('<script>alert(1)</script>')")
        page.locator(".cm-content").focus()
        page.keyboard.press("Control+End")
        page.keyboard.type(" # ü€😀")
        assert page.input_value("#text") == "print('<script>alert(1)</script>') # ü€😀"


def test_a_mark_goes_with_its_line_and_ends_with_it(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Mover")
        page = student.page
        assert student.hand_in(PROGRAM, "x = = 1\nprint(x)\n") == "bad"
        open_editor(student, PROGRAM)
        mark, entry = page.locator(".cm-finding"), page.locator("viva-code > ul.findings button")
        expect(entry).to_have_text(re.compile("^1: "))
        page.locator(".cm-content").focus()
        page.keyboard.press("Control+Home")
        page.keyboard.type("y = 2\n")
        expect(mark).to_have_text("x = = 1")
        expect(entry).to_have_text(re.compile("^2: "))
        page.click("button.plain")
        page.fill("#text", "# new\ny = 3\nx = = 1\nprint(x)\n")
        page.click("button.plain")
        expect(mark).to_have_text("x = = 1")
        expect(entry).to_have_text(re.compile("^3: "))
        page.locator(".cm-content").focus()
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        page.keyboard.type("print(1)\n")
        expect(mark).to_have_count(0)
        expect(page.locator("viva-code > ul.findings")).to_be_hidden()


def test_the_field_holds_the_file_that_was_handed_in(chromium: Browser, shipped: Server) -> None:
    content = b"\xef\xbb\xbfnumbers = []\r\n\r\nx = '\xe2\x80\xae\xe2\x80\xa8\x7f\xc2\xad\x1b'\r\n\x0cprint(x)\r\n\r\n"
    with window(chromium, shipped) as student:
        student.enter("Windows")
        page = student.page
        open_editor(student, PROGRAM)
        page.set_input_files("#file", {"name": "a.py", "mimeType": "text/plain", "buffer": content})
        for plain in (False, True):
            page.click("form[enctype] button.main")
            page.wait_for_url("**/attempts/*")
            kept = page.request.get(page.url + "/files/0")
            assert kept.body() == content
            open_editor(student, PROGRAM)
            if plain:
                page.click("button.plain")
