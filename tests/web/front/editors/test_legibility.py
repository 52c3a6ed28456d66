"""A picture can be read: letters are large enough on any screen, and a label covers nothing and stands at its line."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.front.editors.test_graph import centre, drag, open_picture, state
from tests.web.windows import Server, window

pytestmark = pytest.mark.needs_chromium
EXERCISES = Path(__file__).parents[4] / "exercises"
SCREENS = {"desk": {"width": 1100, "height": 900}, "telephone": {"width": 360, "height": 740}}
SHIPPED = (
    "machines/washing-machine/examples/right", "machines/two-dials", "machines/alarm", "machines/lamp-from-ptolemy",
    "machines/radio", "machines/two-switches", "automata/both-at-once", "automata/same-first-and-last",
    "automata/third-from-the-end", "hybrid/parking", "hybrid/ring", "hybrid/ticks",
)  # fmt: skip
# Everything as it is seen: texts, lines as points, and outlines, each with the arrow or state that it belongs to.
SEEN = """(() => {
  const rectangle = (part) => {
    const {left, top, right, bottom} = part.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const root = document.querySelector("svg.graph");
  const all = (query) => [...document.querySelectorAll(`svg.graph ${query}`)];
  const points = (line) => {
    const [length, matrix] = [line.getTotalLength(), line.getScreenCTM()];
    return Array.from({length: 60}, (_, at) => {
      const point = line.getPointAtLength(length * at / 59).matrixTransform(matrix);
      return [point.x, point.y];
    });
  };
  return {
    labels: all(".arrow .label text").filter((text) => text.textContent)
      .map((text) => [text.closest(".arrow").ariaLabel, rectangle(text)]),
    lines: all(".arrow .line").filter((line) => getComputedStyle(line).visibility === "visible")
      .map((line) => [line.closest(".arrow").ariaLabel, points(line)]),
    states: all(".state").filter((group) => !document.querySelector(`[data-state^="${group.dataset.state}."]`))
      .map((group) => [group.dataset.state, rectangle(group.querySelector(".body"))]),
    letters: parseFloat(getComputedStyle(root).fontSize) * root.getScreenCTM().a,
  };
})()"""


def texts() -> dict[str, tuple[str, str]]:
    """The longest text of each of these exercises that is drawn."""
    found = {}
    for place in SHIPPED:
        files = [each for each in (EXERCISES / place).rglob("*") if each.name.endswith((".txt", ".hybrid"))]
        known = [each for each in files if "examples" in each.parts]
        text = max((each.read_text("utf-8") for each in known), key=len, default="")
        assert text, place
        found[place.split("/")[1]] = (".".join(place.split("/")[:2]), text)
    return found


def overlap(one: list[float], other: list[float], by: float = 1.0) -> bool:
    return min(one[2], other[2]) - max(one[0], other[0]) > by and min(one[3], other[3]) - max(one[1], other[1]) > by


def covered(seen: dict[str, Any], *, lines: bool) -> list[tuple[str, str]]:
    """Labels that lie on each other, on a state, or on a line of another arrow."""
    found = []
    labels = seen["labels"]
    for number, (name, box) in enumerate(labels):
        found += [(name, other) for other, theirs in labels[:number] if overlap(box, theirs, 2.0)]
        found += [(name, other) for other, theirs in seen["states"] if overlap(box, theirs)]
        for other, points in seen["lines"] if lines else ():
            inner = [box[0] + 1, box[1] + 3, box[2] - 1, box[3] - 3]
            if any(inner[0] < x < inner[2] and inner[1] < y < inner[3] for x, y in points):
                found.append((name, f"the line of {other}"))
    return found


def look(page: Page) -> dict[str, Any]:
    seen: dict[str, Any] = page.evaluate(SEEN)
    assert seen["letters"] >= 11.0 and seen["states"]
    return seen


@pytest.mark.some(1)
@pytest.mark.parametrize("screen", SCREENS)
def test_shipped_answers_are_legible(chromium: Browser, shipped: Server, screen: str) -> None:
    wrong = {}
    with window(chromium, shipped, viewport=SCREENS[screen]) as student:
        student.enter(f"Reader {screen}")
        for name, (place, text) in texts().items():
            page = open_picture(student, place, text)
            found = covered(look(page), lines=True)
            if found:
                wrong[name] = found
            page.locator("viva-graph summary").last.click()
            assert not student.is_wider_than_the_screen(), "the picture is moved, and the page is not"
            assert student.axe() == []
    assert wrong == {}


def test_a_state_that_is_moved_takes_its_labels_where_there_is_room(chromium: Browser, shipped: Server) -> None:
    place, text = texts()["alarm"]
    with window(chromium, shipped, viewport=SCREENS["desk"]) as student:
        student.enter("Mover of labels")
        page = open_picture(student, place, text)
        name = page.locator(".state").nth(1).get_attribute("data-state") or ""
        state(page, name).scroll_into_view_if_needed()
        x, y = centre(page, name)
        drag(page, (x, y), (x + 90, y + 50))
        expect(page.locator("#text")).to_have_value(re.compile("# layout"))
        assert covered(look(page), lines=False) == []


def test_a_large_picture_is_moved_to_what_the_keyboard_is_at(chromium: Browser, shipped: Server) -> None:
    place, text = texts()["washing-machine"]
    with window(chromium, shipped, viewport=SCREENS["telephone"]) as student:
        student.enter("Goes round")
        page = open_picture(student, place, text)
        page.focus("svg.graph")
        hidden = """(() => {
          const [own, seen] = [document.activeElement, document.querySelector(".graph-view")]
            .map((each) => each.getBoundingClientRect());
          return own.left > seen.right - 20 || own.right < seen.left + 20 || own.top > seen.bottom - 10
            || own.bottom < seen.top + 10; })()"""
        for _ in range(page.locator(".state").count()):
            page.keyboard.press(".")
            assert not page.evaluate(hidden), page.evaluate("document.activeElement.dataset.state")
        assert (
            page.evaluate(
                "document.querySelector('.graph-view').scrollTop + document.querySelector('.graph-view').scrollLeft"
            )
            > 0
        )
