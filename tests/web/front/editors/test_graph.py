"""The picture of an automaton, by mouse, by keyboard alone and in its table: each makes the same text, and one history
of changes spans picture and text."""

import json
import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.windows import Server, Window, window
from viva.engines.automata import formats

pytestmark = pytest.mark.needs_chromium
expect.set_options(timeout=60_000)
PLACE = "automata.exactly-two"  # over a and b: exactly two a


def open_picture(student: Window, place: str = PLACE, text: str = "") -> Page:
    page = student.page
    page.goto(f"{student.server.start}/exercises/{place}")
    page.wait_for_selector("viva-code[ready]", timeout=120_000)
    page.wait_for_selector("viva-graph[drawn]")
    if text:
        student.write(text)
        page.wait_for_selector("viva-graph[laid]")  # the server has found places for it
    return page


def state(page: Page, name: str) -> Locator:
    return page.locator(f'[data-state="{name}"]')


def centre(page: Page, name: str) -> tuple[float, float]:
    box = state(page, name).locator(".body").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()


def swipe(page: Page, start: tuple[float, float], end: tuple[float, float], steps: int = 2) -> None:
    """A finger goes from here to there."""
    hand = page.context.new_cdp_session(page)
    for part in range(steps + 2):
        kind = "Start" if part == 0 else "Move" if part <= steps else "End"
        share = part / steps
        at = {"x": start[0] + (end[0] - start[0]) * share, "y": start[1] + (end[1] - start[1]) * share}
        points = [] if kind == "End" else [at]
        hand.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})


def connect(page: Page, source: str, target: str, label: str) -> None:
    box = state(page, source).locator(".rim").bounding_box()
    assert box
    drag(page, (box["x"] + box["width"] / 2, box["y"] + 3), centre(page, target))
    page.keyboard.type(label)
    page.keyboard.press("Enter")


def moves(page: Page) -> set[tuple[str, str, str]]:
    read = formats.read("answer.txt", page.input_value("#text"))
    return {(read.names[each.source], each.label, read.names[each.target]) for each in read.edges}


def finish(student: Window) -> str:
    student.page.click("button.main")
    student.page.wait_for_selector(".job:not([data-follow]) .verdict", timeout=120_000)
    return str(student.page.get_attribute(".beside > div > .verdict", "class")).partition("tone-")[2]


ALL_MOVES = {(f"q{state}", letter, f"q{min(3, state + (letter == 'a'))}") for state in range(4) for letter in "ab"}


def test_an_automaton_is_drawn_with_the_mouse_and_handed_in(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, viewport={"width": 1200, "height": 1000}) as student:
        student.enter("Mouse")
        page = open_picture(student)
        area = page.locator("svg.graph").bounding_box()
        assert area
        for number in range(4):
            page.mouse.dblclick(area["x"] + 150 + 180 * number, area["y"] + 120)
            expect(state(page, f"q{number}")).to_be_visible()
        for number in range(4):
            if number < 3:
                connect(page, f"q{number}", f"q{number + 1}", "a")
            connect(page, f"q{number}", f"q{number}", "b" if number < 3 else "a,b")
        assert moves(page) == ALL_MOVES
        assert finish(student) == "bad", "no state accepts yet"
        page = open_picture(student)
        state(page, "q2").locator(".body").click()
        page.click("button[data-act=accepting]")
        expect(state(page, "q2").locator(".double")).to_have_count(1)
        assert student.axe() == []
        assert finish(student) == "good"


def test_the_same_by_keyboard_alone_with_every_step_announced(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Keyboard")
        page = open_picture(student)
        told = page.locator("viva-graph [role=status]")
        press = page.keyboard.press
        page.focus("svg.graph")
        for number in range(4):
            press("n")
            expect(told).to_have_text(f"State q{number} is there.")

        def go(name: str) -> None:
            for _ in range(30):
                if page.evaluate("document.activeElement.dataset?.state ?? ''") == name:
                    return
                press(".")
            raise AssertionError(name)

        for source, letter, target in sorted(ALL_MOVES):
            go(source)
            press("t")
            expect(told).to_contain_text(f"From {source}")
            go(target)
            press("Enter")
            page.keyboard.type(letter)
            press("Enter")
            expect(told).to_have_text(f"From {source} to {target}: {letter}.")
        go("q2")
        press("a")
        expect(told).to_have_text("q2 accepts.")
        assert moves(page) == ALL_MOVES
        press("F2")
        page.keyboard.type("two")
        press("Enter")
        expect(told).to_have_text("It is now called two.")
        press("Delete")
        expect(state(page, "two")).to_have_count(0)
        press("Control+z")
        expect(told).to_have_text("Taken back.")
        expect(state(page, "two")).to_have_count(1)
        press("Control+z")
        assert moves(page) == ALL_MOVES
        assert finish(student) == "good"


TABLE = """# Mine
        a    b     # letters
-> zero one  zero

   one  two  one   # one so far
 * two  more two
   more more more
"""


def test_a_move_changes_only_the_places_and_undo_spans_both_views(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Mover of places")
        page = open_picture(student, text=TABLE)
        expect(page.locator(".state")).to_have_count(4)
        x, y = centre(page, "two")
        drag(page, (x, y), (x + 60, y + 40))
        expect(page.locator("#text")).to_have_value(re.compile("# layout: "))
        assert page.input_value("#text").startswith(TABLE)
        state(page, "one").locator(".body").dblclick()
        page.keyboard.type("uno")
        page.keyboard.press("Enter")
        text = page.input_value("#text")
        assert "# one so far" in text and "# letters" in text and "-> zero uno  zero" in text
        page.locator(".cm-content").focus()
        page.keyboard.press("Control+End")
        page.keyboard.type("# more words")
        for _ in range(20):
            if page.input_value("#text") == TABLE:
                break
            page.keyboard.press("Control+z")
        assert page.input_value("#text") == TABLE
        expect(state(page, "one")).to_have_count(1)


def test_text_that_cannot_be_read_leaves_the_picture_and_says_the_line(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Broken")
        page = open_picture(student, text=TABLE)
        expect(page.locator(".state")).to_have_count(4)
        student.write(TABLE.replace("one  two  one ", "one  two      "))
        expect(page.locator("viva-graph [role=alert]")).to_contain_text("Line 5")
        expect(page.locator(".state")).to_have_count(4)
        unread = page.input_value("#text")
        state(page, "two").focus()
        page.keyboard.press("ArrowRight")  # the picture is not that of the text, and writes nothing into it
        expect(page.locator("viva-graph [role=status]")).to_contain_text("cannot be read")
        assert page.input_value("#text") == unread
        student.write(TABLE + "   <b>x</b> more more\n")
        expect(page.locator("viva-graph [role=alert]")).to_be_empty()
        expect(state(page, "<b>x</b>")).to_have_count(1)
        many = "     a\n" + "".join(f"s{number} s{number}\n" for number in range(1000))
        student.write(many)
        expect(page.locator("viva-graph [role=alert]")).to_contain_text("200")
        student.write("digraph { a -> b }")
        expect(page.locator("viva-graph [role=alert]")).to_contain_text("not drawn")


def test_the_table_beside_it_copies_and_selections(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Table")
        page = open_picture(student, text=TABLE)
        page.locator("viva-graph summary").last.click()
        page.get_by_label("Name of one").fill("eins")
        page.get_by_label("Name of one").press("Enter")
        expect(page.locator("#text")).to_have_value(re.compile("-> zero eins zero"))
        page.get_by_label("eins accepts").check()
        expect(state(page, "eins").locator(".double")).to_have_count(1)
        page.get_by_label("Label from two to more").fill("b")
        page.get_by_label("Label from two to more").press("Enter")
        assert ("two", "b", "more") in moves(page) and ("two", "a", "more") not in moves(page)
        assert student.axe() == []
        page.locator("svg.graph").focus()
        box = page.locator("svg.graph").bounding_box()
        assert box
        drag(page, (box["x"] + 5, box["y"] + 5), (box["x"] + box["width"] - 5, box["y"] + box["height"] - 5))
        expect(page.locator(".state.selected")).to_have_count(4)
        page.locator("svg.graph").focus()
        page.keyboard.press("Control+c")
        page.keyboard.press("Control+v")
        expect(page.locator(".state")).to_have_count(8)
        page.keyboard.press("Control+z")
        expect(page.locator(".state")).to_have_count(4)


def test_what_is_wrong_is_pointed_at_in_the_picture(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Pointed at")
        page = open_picture(student, text=TABLE.replace("two  more two", "two  more -"))
        expect(page.locator(".wrong")).to_have_count(1)
        expect(state(page, "two")).to_have_attribute("aria-description", re.compile("`b`"))


TEXTS = {
    "machines.crossing": (
        "input request, tick\noutput walk, drive\nmachine {\n  initial A\n  state B\n  A -> B: tick # keep\n}\n"
    ),
    "hybrid.thermostat": "variables T = 20\nmode A\n  T' = -1\n  when T <= 1 go to B # keep\nmode B\n  T' = 2\n",
    PLACE: "   a b\n-> A B A # keep\n   B B B\n",
}
REFUSED = {
    "machines.crossing": ["a # k", "a // c", "//", "a }", "state C", "A -> B", "a\nB -> A: tick"],
    "hybrid.thermostat": ["T <= 1 # k", "T <= 1 go to A", "T\nmode C", "x -> y"],
    PLACE: ["#", "ab", "# b", "|", "->", "a,#"],
}
TAKEN = {
    "machines.crossing": ["", "request / walk", "[preemptive]", "/ walk", "request  &  tick"],
    "hybrid.thermostat": ["", "T > 3 / T := 0", "T>1 and T<4"],
    PLACE: ["a,b", "b", "ε", "c", "a b"],
}


@pytest.mark.parametrize("place", TEXTS)
def test_a_label_that_would_not_be_read_as_that_label_is_refused(
    chromium: Browser, shipped: Server, place: str
) -> None:
    with window(chromium, shipped) as student:
        student.enter(f"Labels {place}")
        page = open_picture(student, place, TEXTS[place])
        label = """([label, isNew]) => { const graph = document.querySelector("viva-graph");
          if (isNew) graph.connect("B", "A", label); else graph.relabel(0, label); }"""
        for is_new in (True, False):
            for text in REFUSED[place]:
                page.evaluate(label, [text, is_new])
                assert page.input_value("#text") == TEXTS[place], text
                expect(page.locator("viva-graph [role=status]")).to_contain_text(re.compile("cannot be|single letter"))
            for text in TAKEN[place]:
                page.evaluate(label, [text, is_new])
                expect(page.locator("viva-graph [role=status]")).to_contain_text("From ")
                expect(page.locator("viva-graph [role=alert]")).to_be_empty()
                assert "# keep" in page.input_value("#text")
                student.write(TEXTS[place])


def test_several_are_selected_by_keys_and_by_touch(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, has_touch=True) as student:
        student.enter("Selector")
        page = open_picture(student, text=TABLE)
        told, chosen = page.locator("viva-graph [role=status]"), page.locator(".state.selected")
        page.focus("svg.graph")
        for key in (".", "x", ".", ".", "x"):
            page.keyboard.press(key)
        expect(told).to_have_text("2 selected.")
        assert [each.get_attribute("data-state") for each in chosen.all()] == ["zero", "two"]
        page.keyboard.press("x")
        expect(told).to_have_text("1 selected.")
        page.keyboard.press("x")
        page.keyboard.press("Delete")
        expect(page.locator(".state")).to_have_count(2)
        page.keyboard.press("Control+z")
        page.keyboard.press("Escape")
        several = page.locator("button[data-act=several]")
        several.tap()
        expect(several).to_have_attribute("aria-pressed", "true")
        for name in ("one", "more"):
            page.touchscreen.tap(*centre(page, name))
        assert [each.get_attribute("data-state") for each in chosen.all()] == ["one", "more"]
        several.tap()
        page.touchscreen.tap(*centre(page, "two"))
        expect(chosen).to_have_count(1)
        assert student.axe() == []


def test_a_finger_on_free_ground_moves_what_is_seen(chromium: Browser, shipped: Server) -> None:
    text = "     a b\n-> " + "   ".join(f"s{n} s{(7 * n + 3) % 20} s{(n + 1) % 20}\n" for n in range(20))
    with window(chromium, shipped, has_touch=True, viewport={"width": 360, "height": 740}) as student:
        student.enter("Telephone")
        page = open_picture(student, text=text)
        page.locator(".graph-view").evaluate("(view) => { view.scrollTo(0, 0); view.scrollIntoView(); }")
        box = page.locator(".graph-view").bounding_box()
        assert box
        ground = """([left, top]) => {
          for (let y = top + 300; y < top + 600; y += 8) for (let x = left + 8; x < left + 300; x += 8)
          if (document.elementFromPoint(x, y)?.classList.contains("graph")) return {x, y}; }"""
        start = page.evaluate(ground, [box["x"], box["y"]])
        swipe(page, (start["x"], start["y"]), (start["x"], start["y"] - 220), steps=12)
        page.wait_for_function("() => document.querySelector('.graph-view').scrollTop > 100")
        assert page.input_value("#text") == text


def test_touch_moves_and_connects(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, has_touch=True) as student:
        student.enter("Touch")
        page = open_picture(student, text=TABLE)
        page.locator("svg.graph").scroll_into_view_if_needed()
        box = state(page, "more").locator(".rim").bounding_box()
        assert box
        swipe(page, (box["x"] + box["width"] / 2, box["y"] + 2), centre(page, "zero"))
        page.keyboard.type("a")
        page.keyboard.press("Enter")
        assert ("more", "a", "zero") in moves(page)
        x, y = centre(page, "two")
        swipe(page, (x, y), (x + 50, y + 30))
        expect(page.locator("#text")).to_have_value(re.compile("# layout: "))


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("place", "name", "label"), [("machines.crossing", "Cars", "tick"), ("hybrid.thermostat", "off", "T <= 18")]
)
def test_machines_and_hybrid_systems_are_drawn_too(
    chromium: Browser, shipped: Server, place: str, name: str, label: str
) -> None:
    texts = {
        "machines": "input request, tick\noutput walk, drive\nmachine {\n  initial Cars # go\n  state Rest\n}\n",
        "hybrid": "variables T = 20\nmode off # cold\n  T' = -1\nmode on\n  T' = 2\n",
    }
    other = {"machines": "Rest", "hybrid": "on"}[place.partition(".")[0]]
    with window(chromium, shipped) as student:
        student.enter(f"Drawer {place}")
        page = open_picture(student, place, texts[place.partition(".")[0]])
        expect(page.locator(".state")).to_have_count(2)
        connect(page, name, other, label)
        expect(page.locator(".arrow")).to_have_count(1)
        text = page.input_value("#text")
        assert label in text and ("# go" in text or "# cold" in text)
        assert student.axe() == []


def test_without_the_server_and_with_odd_input_the_editors_go_on(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Offline")
        page = open_picture(student)
        page.route("**/editing/*", lambda route: route.abort())
        student.write(TABLE)
        expect(page.locator(".state")).to_have_count(4)
        expect(page.locator("#connection")).not_to_be_empty()
        page.click("button[data-act=tidy]")
        expect(page.locator("viva-graph [role=status]")).to_contain_text("does not answer")
        state(page, "more").locator(".body").dblclick()
        page.keyboard.type("<img src=x onerror=alert(1)>")
        page.keyboard.press("Enter")
        expect(page.locator("viva-graph [role=status]")).to_contain_text("cannot be the name")
        name = "<img src=x onerror=alert(1)>"
        student.write(json.dumps({"states": [name], "transitions": [[name, "<b>", name]]}))
        expect(page.locator(".arrow")).to_have_attribute("aria-label", re.compile("<b>"))
        assert page.locator("svg.graph img").count() == 0
        picture = """(editor) => { const data = new DataTransfer();
          data.items.add(new File([new Uint8Array([137, 80, 78, 71])], "x.png", {type: "image/png"}));
          const more = {clipboardData: data, bubbles: true, cancelable: true};
          editor.dispatchEvent(new ClipboardEvent("paste", more)); }"""
        before = page.input_value("#text")
        page.locator(".cm-content").evaluate(picture)
        assert page.input_value("#text") == before
        student.problems.clear()  # that the server was away is told on the console too


def test_the_example_of_a_report_runs_through_the_picture(chromium: Browser, shipped: Server) -> None:
    table = "     a  b\n-> p q  p\n   q q  r\n * r r  r\n"  # accepts aab... but not aa
    with window(chromium, shipped) as teacher:
        teacher.page.goto(shipped.link)  # a teacher is told the example at once
        assert teacher.hand_in(PLACE, table) == "bad"
        page = open_picture(teacher)
        word, told = page.get_by_label("Word", exact=True), page.locator("viva-graph [role=status]")
        given = word.input_value()
        assert given
        page.get_by_title("To the end").click()
        expect(told).to_contain_text(f"After {given}:")
        page.get_by_title("To the start").click()
        expect(page.locator(".state.now")).to_have_attribute("data-state", "p")
        word.fill("ab")
        word.press("Enter")
        expect(page.locator(".state.now")).to_have_attribute("data-state", "q")
        expect(page.locator(".arrow.taken")).to_have_count(1)
        word.press("Enter")
        expect(told).to_have_text("After ab: r. The word is accepted.")
        state(page, "r").locator(".body").click()
        page.click("button[data-act=accepting]")  # what is changed is seen at once
        word.press("Enter")
        expect(told).to_have_text("After ab: r. The word is not accepted.")
        assert "/exercises/" in page.url, "Enter in the word hands nothing in"
        assert teacher.axe() == []
