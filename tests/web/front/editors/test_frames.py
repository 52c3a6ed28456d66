"""What happens in time, in a browser: played, stepped by mouse and by keys, and read where nothing is drawn."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.windows import Server, Window, window

pytestmark = pytest.mark.needs_chromium
EXERCISES = Path(__file__).parents[4] / "exercises"
expect.set_options(timeout=60_000)
TRIED = {  # what is tried, and what its last step says
    "automata.ends-in-00": ("automata/ends-in-00/examples/wrong/begins.txt", "0010", "it is accepted"),
    "console.average": ("console/average/examples/wrong/as-int.py", "2\n3\n4.5", "ValueError"),
    "functions.safe-root": ("functions/safe-root/examples/wrong/one-too-far.py", "10", "Result:"),
}
MORE = {
    "machines.every-fourth": (
        "machines/every-fourth/examples/wrong/cascade-delayed.machine.txt", "press; press", "Reaction 2",
    ),
    "hybrid.room": ("hybrid/room/examples/wrong/forgot-loss.hybrid", "5", "in mode"),
    "labs.keep-a-level": ("labs/keep-a-level/examples/wrong/always-on.py", "", "At 80 s"),
    "structures.duplicates-left": (
        "structures/duplicates-left/examples/wrong/from-the-right.py", "2(1, 3(3, -)): delete(2)", "In the end",
    ),
}  # fmt: skip
CASES = [*TRIED, *(pytest.param(name, marks=pytest.mark.thorough) for name in MORE)]


def try_out(student: Window, place: str) -> None:
    file, given, _ = (TRIED | MORE)[place]
    page = student.page
    page.goto(f"{student.server.start}/exercises/{place}")
    page.wait_for_selector("#text", state="attached", timeout=60_000)
    student.write((EXERCISES / file).read_text("utf-8"))
    page.click("details.try summary")
    page.fill("#given", given)
    page.click("details.try p button")
    page.wait_for_selector("viva-frames[ready]", timeout=120_000)


@pytest.mark.parametrize("place", CASES)
def test_one_tries_an_answer_out_and_goes_through_it_by_keys(chromium: Browser, shipped: Server, place: str) -> None:
    with window(chromium, shipped) as student:
        student.enter(f"Tries {place}")
        try_out(student, place)
        page, told = student.page, student.page.locator("viva-frames p.told")
        first = told.inner_text()
        assert page.evaluate("document.activeElement.type") == "range"
        page.keyboard.press("ArrowRight")
        expect(told).not_to_have_text(first)
        page.keyboard.press("ArrowLeft")
        expect(told).to_have_text(first)
        page.keyboard.press("End")
        expect(told).to_contain_text((TRIED | MORE)[place][2])
        assert told.get_attribute("role") == "status"
        assert student.axe() == []
        assert not student.is_wider_than_the_screen()
        assert "/attempts/" not in page.content()


def test_the_run_of_an_example_is_stepped_with_the_mouse_and_plays_to_its_end(
    chromium: Browser, shipped: Server
) -> None:
    with window(chromium, shipped, reduced_motion="reduce") as student:
        student.enter("Steps")
        page = student.page
        text = (EXERCISES / "automata/ends-in-00/examples/wrong/begins.txt").read_text("utf-8")
        for attempt in range(4):
            student.hand_in("automata.ends-in-00", text + "\n" * attempt)
        page.click("viva-frames a")
        page.wait_for_selector("viva-frames[ready]", timeout=120_000)
        told, slider = page.locator("viva-frames p.told"), page.locator("viva-frames input[type=range]")
        assert page.locator("viva-frames select").input_value() == "0", "who wants less motion has it slow"
        page.click("viva-frames [aria-label=Forward]")
        expect(slider).to_have_js_property("value", "2")
        seen = page.locator("viva-frames .part:not(.off)").count()
        page.click("viva-frames [aria-label='To the end']")
        expect(told).to_contain_text("The word is over")
        assert page.locator("viva-frames .part:not(.off)").count() > 0 < seen
        page.click("viva-frames [aria-label='To the start']")
        page.locator("viva-frames select").select_option("4")
        page.click("viva-frames [aria-label=Play]")
        expect(told).to_contain_text("The word is over")
        expect(page.locator("viva-frames [aria-label=Play]")).to_have_count(1)
        page.click("viva-frames summary")
        page.locator("viva-frames li").nth(1).click()
        expect(slider).to_have_js_property("value", "2")
        assert student.axe() == []


def test_without_script_the_steps_are_a_list(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, script=False, viewport={"width": 360, "height": 700}) as student:
        student.enter("Plain reader")
        page = student.page
        page.goto(f"{shipped.start}/exercises/automata.ends-in-00")
        page.fill("#text", (EXERCISES / "automata/ends-in-00/examples/wrong/begins.txt").read_text("utf-8"))
        page.click("details.try summary")
        page.fill("#given", "0010")
        page.click("details.try p button")
        expect(page.locator(".steps li")).to_have_count(6)
        expect(page.locator(".panes svg").first).to_be_visible()
