"""What people know from other tools does here what it did there, or the page of the docs says which gesture does. Each
row of the tables in docs/editors.md is a test here, by its number."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.front.editors.test_graph import centre, connect, drag, moves, open_picture, state
from tests.web.front.editors.test_staff import WRITE, drawn, open_staff, put, sounding
from tests.web.windows import Server, window

pytestmark = pytest.mark.needs_chromium
expect.set_options(timeout=60_000)
DOCS = Path(__file__).parents[4] / "docs" / "editors.md"
TABLE = "       a   b\n-> p   q   p\n   q   q   q\n"
MACHINE = "input tick, go\noutput walk\nmachine {\n  initial A\n  state B\n}\n"
VIEW = {"width": 1100, "height": 1600}


def rows() -> list[tuple[str, str]]:
    """The number of each row, and what is done in it."""
    return re.findall(r"^\| (T\d|P\d|M\d) \| ([^|]+?) \|", DOCS.read_text("utf-8"), re.MULTILINE)


def free(page: Page) -> tuple[float, float]:
    box = page.locator("svg.graph").bounding_box()
    assert box
    return box["x"] + box["width"] - 40, box["y"] + box["height"] - 40


def t1(page: Page) -> None:
    page.mouse.dblclick(*free(page))
    expect(page.locator(".state")).to_have_count(3)


def t2(page: Page) -> None:
    connect(page, "q", "p", "a")
    assert ("q", "a", "p") in moves(page)


def t3(page: Page) -> None:
    state(page, "q").locator(".body").click()
    page.click("[data-act=accepting]")
    expect(state(page, "q").locator(".double")).to_have_count(1)


def t4(page: Page) -> None:
    state(page, "q").locator(".body").click()
    page.click("[data-act=start]")
    assert "-> q" in page.input_value("#text")


def t5(page: Page) -> None:
    page.locator(".arrow .label").first.dblclick()
    page.keyboard.press("Control+a")
    page.keyboard.type("b")
    page.keyboard.press("Enter")
    assert ("p", "a", "q") not in moves(page)


def t6(page: Page) -> None:
    state(page, "q").locator(".body").click()
    page.click("[data-act=remove]")
    expect(page.locator(".state")).to_have_count(1)


def t7(page: Page) -> None:
    x, y = centre(page, "q")
    drag(page, (x, y), (x + 30, y + 60))
    expect(page.locator("#text")).to_have_value(re.compile("# layout: "))


def p1(page: Page) -> None:
    connect(page, "A", "B", "go / walk")
    assert "go / walk" in page.input_value("#text")


def p2(page: Page) -> None:
    connect(page, "A", "B", "go / walk")
    page.locator(".arrow .label").first.dblclick()
    page.keyboard.press("Control+a")
    page.keyboard.type("tick / walk")
    page.keyboard.press("Enter")
    assert "tick / walk" in page.input_value("#text") and "go / walk" not in page.input_value("#text")


def p3(page: Page) -> None:
    state(page, "B").locator(".body").dblclick()
    page.keyboard.press("Control+a")
    page.keyboard.type("Rest")
    page.keyboard.press("Enter")
    assert "state Rest" in page.input_value("#text")


def p4(page: Page) -> None:
    state(page, "B").locator(".body").click()
    page.click("[data-act=start]")
    assert re.search(r"initial B", page.input_value("#text"))


def p5(page: Page) -> None:
    state(page, "B").focus()
    page.keyboard.press("Control+c")
    page.keyboard.press("Control+v")
    expect(page.locator(".state")).to_have_count(3)
    page.keyboard.press("Control+z")
    expect(page.locator(".state")).to_have_count(2)


def p6(page: Page) -> None:
    drag(page, centre(page, "B"), centre(page, "A"))
    expect(state(page, "A.B")).to_be_visible()
    assert re.search(r"initial A \{\s+initial B\s+\}", page.input_value("#text"))


def m1(page: Page) -> None:
    put(page, 0, 34, "treble")
    assert "B4" in sounding(page)[0]


def m2(page: Page) -> None:
    page.locator('.piano [data-key="67"]').click()
    assert "G4" in sounding(page)[0]


def m3(page: Page) -> None:
    choose(page)
    page.click("[data-act=sharp]")
    assert sounding(page) == [["C#4", "E4"]]
    page.click("[data-act=natural]")
    assert sounding(page) == [["C4", "E4"]]


def m4(page: Page) -> None:
    choose(page)
    page.click("[data-act=remove]")
    assert sounding(page) == [["E4"]]


def m5(page: Page) -> None:
    page.locator("[data-choice=clef]").select_option("bass")
    page.locator("[data-choice=key]").select_option("D")
    assert re.search("K:D clef=bass", page.input_value("#text"))


def m6(page: Page) -> None:
    page.click("[data-act=play]")
    expect(page.locator("viva-staff")).to_have_attribute("data-playing", "2")


def choose(page: Page) -> None:
    """The first note, by a click on it."""
    drawn(page)
    box = page.locator('[id^="note-0-0-"] .notehead').bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


DONE = {
    "T1": t1, "T2": t2, "T3": t3, "T4": t4, "T5": t5, "T6": t6, "T7": t7,
    "P1": p1, "P2": p2, "P3": p3, "P4": p4, "P5": p5, "P6": p6,
    "M1": m1, "M2": m2, "M3": m3, "M4": m4, "M5": m5, "M6": m6,
}  # fmt: skip


def test_every_row_of_the_docs_is_tested_here() -> None:
    assert [number for number, _ in rows()] == [*DONE]


@pytest.mark.parametrize("of", ["T", "P", "M"])
def test_what_is_known_from_elsewhere(chromium: Browser, shipped: Server, of: str) -> None:
    with window(chromium, shipped, viewport=VIEW) as student:
        student.enter(f"Knows {of}")
        page = student.page
        if of == "M":
            open_staff(student, WRITE)
        else:
            open_picture(student, "automata.exactly-two" if of == "T" else "machines.crossing")
        for number, act in DONE.items():
            if not number.startswith(of):
                continue
            if of == "M":
                student.write("")
                drawn(page)
                student.write("L:1/4\nK:C clef=treble\nC E\n")
                drawn(page)
            else:
                student.write("")
                student.write(TABLE if of == "T" else MACHINE)
                page.wait_for_selector("viva-graph[laid]")
            act(page)
