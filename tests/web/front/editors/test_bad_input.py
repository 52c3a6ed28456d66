"""What nobody should write, and somebody will: the editors go on, and no text is lost."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.front.editors.test_graph import open_picture, state
from tests.web.windows import Server, window

pytestmark = pytest.mark.needs_chromium
expect.set_options(timeout=60_000)
IMAGE = """(place) => { const data = new DataTransfer();
  data.items.add(new File([new Uint8Array([137, 80, 78, 71])], "x.png", {type: "image/png"}));
  place.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true})); }"""
MARKUP = "<img src=x onerror=alert(1)>"
SEEN = """() => { const found = []; const look = (root) => root.querySelectorAll("*").forEach((each) => {
    for (const part of [null, "::before", "::after"]) {
      const style = getComputedStyle(each, part);
      for (const key of ["backgroundImage", "content", "listStyleImage", "cursor", "maskImage"])
        if (String(style[key]).includes("data:")) found.push(each.className + " " + key); }
    if (each.shadowRoot) look(each.shadowRoot); });
  look(document); return found; }"""


def thousand(notation: str) -> str:
    names = [f"s{number}" for number in range(1000)]
    states = [f'<state id="{number}" name="{name}"/>' for number, name in enumerate(names)]
    return {
        "table": "     a\n" + "".join(f"{name} {name}\n" for name in names),
        "json": json.dumps({"states": names, "transitions": []}),
        "jflap": f"<structure>{''.join(states)}</structure>",
        "machine": "machine {\n" + "".join(f"  state {name}\n" for name in names) + "}\n",
        "nested": "machine { initial out {\n" + "".join(f"  state {name}\n" for name in names) + "} }\n",
    }[notation]


@pytest.mark.parametrize("of", ["automata.exactly-two", "machines.crossing"])
def test_a_thousand_states_are_said_to_be_too_many_and_fewer_are_drawn_again(
    chromium: Browser, shipped: Server, of: str
) -> None:
    with window(chromium, shipped) as student:
        student.enter(f"Thousand {of}")
        page = open_picture(student, of)
        few = "    a\n-> q q\n" if of.startswith("automata") else "machine { initial q }"
        for notation in ("table", "json", "jflap") if of.startswith("automata") else ("machine", "nested"):
            student.write(thousand(notation))
            expect(page.locator("viva-graph [role=alert]")).to_contain_text("200")
            expect(page.locator(".state")).to_have_count(0)
            student.write(few)
            expect(page.locator(".state")).to_have_count(1)


def test_names_with_markup_are_text_in_every_notation(chromium: Browser, shipped: Server) -> None:
    written = MARKUP.replace("<", "&lt;").replace(">", "&gt;")
    texts = {
        "automata.exactly-two": f'<structure><state id="0" name="{written}"/></structure>',
        "machines.crossing": f'machine {{ initial "{MARKUP}" }}',
        "hybrid.thermostat": f'mode "{MARKUP}"\n',
    }
    with window(chromium, shipped) as student:
        student.enter("Markup")
        for place, text in texts.items():
            page = open_picture(student, place)
            student.write(text)
            expect(state(page, MARKUP)).to_have_count(1)
            page.locator("viva-graph summary").last.click()
            assert page.locator("viva-graph img").count() == 0
            assert student.axe() == []


def test_a_picture_that_is_pasted_changes_nothing(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Paints")
        text = "    a\n-> q q\n"
        page = open_picture(student, text=text)
        for place in ("svg.graph", ".cm-content"):
            page.locator(place).evaluate(IMAGE)
        assert page.input_value("#text") == text
        expect(page.locator(".state")).to_have_count(1)


def test_two_tabs_do_not_write_over_each_other(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Two tabs")
        first = open_picture(student, text="    a\n-> q q\n")
        second: Page = student.page.context.new_page()
        second.goto(first.url)
        second.wait_for_selector("viva-graph[drawn]")
        first.bring_to_front()
        first.focus("svg.graph")
        first.keyboard.press("n")
        kept = first.input_value("#text")
        second.bring_to_front()
        second.focus("svg.graph")
        second.keyboard.press("n")
        second.keyboard.press("n")
        other = second.input_value("#text")
        assert first.input_value("#text") == kept != other
        for page, text in ((first, kept), (second, other)):
            page.reload()
            page.wait_for_selector("viva-graph[drawn]")
            assert page.input_value("#text") == text


def test_without_the_server_pictures_are_changed_and_nothing_is_lost(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Away")
        machine = "# mine\nmachine {  # odd\n\n   initial A\n}  // end\n"
        page = open_picture(student, "machines.crossing", machine)
        page.context.set_offline(True)
        page.focus("svg.graph")
        for key in ("n", "i", ",", "Enter"):
            page.keyboard.press(key)
        expect(state(page, "A.q0")).to_be_attached()
        text = page.input_value("#text")
        assert text.startswith("# mine\nmachine {  # odd\n\n   initial A {\n") and "}  // end" in text
        page.click("details.try summary")
        page.fill("#given", "tick")
        page.click("details.try p button")
        expect(page.locator(".try viva-frames [role=alert]")).to_contain_text("cannot be reached")
        assert page.input_value("#text") == text
        page.context.set_offline(False)
        student.problems.clear()  # that the server was away is told on the console too


def test_no_sign_is_a_picture_in_an_address(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Signs")
        page = student.page
        assert student.hand_in("console.average", "x = 1\ny = (2\nprint(x)\n") == "bad"
        page.goto(f"{shipped.start}/exercises/console.average")
        page.wait_for_selector("viva-code[ready]")
        expect(page.locator(".cm-lint-marker").first).to_be_visible()
        expect(page.locator(".cm-findings span").first).to_be_visible()
        page.locator(".cm-lint-marker").first.hover()
        expect(page.locator(".cm-tooltip-lint")).to_be_visible()
        assert page.evaluate(SEEN) == []
