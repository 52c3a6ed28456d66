"""What the last report told, in the editors: the run of its example on the picture, its places, and its fix as a ghost.
Who opens the site by the link is a teacher and is told all of it at once."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.front.editors.test_graph import centre, drag, open_picture, state
from tests.web.windows import Server, Window, window

pytestmark = pytest.mark.needs_chromium
expect.set_options(timeout=60_000)
EXERCISES = Path(__file__).parents[4] / "exercises"
PICTURES = os.environ.get("VIVA_SCREENSHOTS")
TALL = {"width": 1100, "height": 1800}


def reported(teacher: Window, place: str, text: str) -> Page:
    """The page of an exercise after a wrong answer."""
    teacher.page.goto(teacher.server.link)
    assert teacher.hand_in(place, text) == "bad"
    return open_picture(teacher, place)


def look(page: Page, name: str) -> None:
    if PICTURES:
        page.locator("form[enctype]").screenshot(path=f"{PICTURES}/{name}.png")


def wrong(place: str) -> str:
    return (EXERCISES / place).read_text("utf-8")


def test_the_run_of_a_machine_is_marked_on_its_picture_and_not_on_another(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, viewport=TALL) as teacher:
        page = reported(teacher, "machines.crossing", wrong("machines/crossing/examples/wrong/forgets.machine.txt"))
        page.get_by_text("Step through the example of the last report").click()
        page.wait_for_selector("viva-frames[ready]")
        now, taken = page.locator("svg.graph .state.now"), page.locator("svg.graph .arrow.taken")
        expect(now).to_have_attribute("data-state", "Cars")
        expect(taken).to_have_count(0)
        page.keyboard.press("End")
        expect(now).to_have_count(1)
        expect(taken).to_have_count(1)
        assert taken.locator(".near").count() == 1
        look(page, "machine-run")
        x, y = centre(page, "Asked")
        drag(page, (x, y), (x + 40, y + 20))
        expect(taken).to_have_count(1)  # a move changes nothing of what it means
        state(page, "Asked").locator(".body").dblclick()
        page.keyboard.type("Waiting")
        page.keyboard.press("Enter")
        expect(taken).to_have_count(0)
        page.locator("viva-frames [aria-label='To the start']").click()
        expect(page.locator("viva-graph [role=status]")).to_contain_text("the one before")
        expect(now).to_have_count(0)
        assert teacher.axe() == []


def test_what_is_tried_of_a_hybrid_system_is_marked_and_its_wrong_transition(
    chromium: Browser, shipped: Server
) -> None:
    with window(chromium, shipped, viewport=TALL) as teacher:
        page = reported(teacher, "hybrid.thermostat", wrong("hybrid/thermostat/examples/wrong/too-cold.hybrid"))
        expect(page.locator("svg.graph .arrow.wrong")).to_have_count(1)
        expect(page.locator("svg.graph .ghost .line")).to_have_count(1)
        expect(page.locator("svg.graph .arrow.gone")).to_have_count(1)
        page.click("details.try summary")
        page.fill("#given", "30")
        page.click("details.try p button")
        page.wait_for_selector(".try viva-frames[ready]", timeout=120_000)
        seen = set()
        for _ in range(27):
            seen.add(str(page.locator("svg.graph .state.now").get_attribute("data-state")))
            page.keyboard.press("ArrowRight")
        assert seen == {"on", "off"}
        look(page, "hybrid-fix")


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("automata.exactly-two", "     a  b\n-> p q  p\n   q q  r\n * r r  r\n"),
        ("automata.exactly-two", "     a  b\n-> p q  p\n   q r  q\n   r t  r\n * t t  t\n"),
        ("machines.every-fourth", "machines/every-fourth/examples/wrong/cascade-delayed.machine.txt"),
    ],
    ids=["moves", "accepting", "machine"],
)
def test_the_fix_is_a_ghost_until_the_answer_is_another(
    chromium: Browser, shipped: Server, place: str, text: str
) -> None:
    with window(chromium, shipped, viewport=TALL) as teacher:
        page = reported(teacher, place, text if "\n" in text else wrong(text))
        expect(page.locator("svg.graph .ghost").first).to_be_attached()
        before = page.locator("svg.graph .ghost").count()
        if place.startswith("machines"):
            assert before == 1, "two changes of one transition are one"
            expect(page.locator("svg.graph .ghost text")).to_have_text("press / ring")
        look(page, f"ghost-{place}-{len(text)}")
        if page.locator("viva-graph > ul.findings button").count():
            page.locator("viva-graph > ul.findings button").first.click()
            inside = page.evaluate("document.activeElement.closest('svg.graph g') !== null")
            assert inside, "a sentence leads to its place"
        page.focus("svg.graph")
        assert teacher.axe() == []
        page.keyboard.press("n")
        expect(page.locator("svg.graph .ghost")).to_have_count(0)
        page.keyboard.press("Control+z")
        expect(page.locator("svg.graph .ghost")).to_have_count(before)


def test_a_fix_of_a_program_stands_where_it_goes(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, viewport=TALL) as teacher:
        page = teacher.page
        page.goto(shipped.link)
        text = wrong("functions/leap-year/examples/wrong/no-centuries.py")
        assert teacher.hand_in("functions.leap-year", text) == "bad"
        page.goto(f"{shipped.start}/exercises/functions.leap-year")
        page.wait_for_selector("viva-code[ready]")
        expect(page.locator(".cm-new")).to_have_count(2)  # a test before the line, and the other years behind it
        assert page.locator(".cm-new").first.inner_text().strip() == "if year % 400 == 0:"
        look(page, "fix-inline")
        page.locator(".cm-content").click()
        page.keyboard.press("Control+End")
        page.keyboard.type("# more")
        expect(page.locator(".cm-new")).to_have_count(2)
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        expect(page.locator(".cm-new")).to_have_count(0)
        assert teacher.axe() == []


def test_the_lines_of_a_run_are_coloured_and_findings_of_quality_stand_in_the_margin(
    chromium: Browser, shipped: Server
) -> None:
    text = "def root(x):\n    if x > 9:\n        y = 0\n        while (y + 1) * (y + 1) <= x:\n            y = y + 1\n"
    text += "        if (y == x) == True:\n            return y\n        return y\n    else:\n        return 1\n"
    with window(chromium, shipped, viewport=TALL) as teacher:
        page = teacher.page
        page.goto(shipped.link)
        page.goto(f"{shipped.start}/exercises/functions.safe-root")
        page.wait_for_selector("viva-code[ready]")
        teacher.write(text)
        page.click("details.try summary")
        page.fill("#given", "3")
        page.click("details.try p button")
        page.wait_for_selector(".try viva-frames[ready]", timeout=120_000)
        expect(page.locator(".cm-now")).to_have_text("def root(x):")
        seen = [each.strip() for each in page.locator(".cm-ran").all_inner_texts()]
        assert seen == ["if x > 9:", "return 1"]
        expect(page.locator(".cm-missed")).to_have_count(6)
        page.fill("#given", "16")
        page.click("details.try p button")
        expect(page.locator(".cm-ran")).to_have_count(6)
        assert [each.strip() for each in page.locator(".cm-missed").all_inner_texts()] == ["return y", "return 1"]
        page.keyboard.press("ArrowRight")
        expect(page.locator(".cm-now")).to_have_text(re.compile("while"))
        look(page, "coverage")
        assert teacher.axe() == []
        page.locator(".cm-content").click()
        page.keyboard.type(" ")
        expect(page.locator(".cm-ran")).to_have_count(0)
        assert teacher.hand_in("functions.safe-root", text) in ("bad", "open")
        page.goto(f"{shipped.start}/exercises/functions.safe-root")
        page.wait_for_selector("viva-code[ready]")
        expect(page.locator(".cm-finding-quality").first).to_be_attached()
        sign = page.locator(".cm-findings .cm-gutterElement span", has_text="›").last
        sign.click()
        assert page.evaluate("document.activeElement.closest('viva-code') !== null"), "a click leads to the line"
        look(page, "margin")


def test_who_has_not_earned_the_fix_gets_no_ghost(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("No ghosts")
        assert student.hand_in("automata.exactly-two", "     a  b\n-> p q  p\n   q q  r\n * r r  r\n") == "bad"
        page = open_picture(student)
        expect(page.locator(".state")).to_have_count(3)
        assert page.locator(".ghost, .gone, .loses, .wrong").count() == 0
        assert '"changes"' not in (page.locator("viva-code").get_attribute("data-findings") or "")
