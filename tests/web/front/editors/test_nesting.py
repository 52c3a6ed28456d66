"""States in states, in the picture of a machine: dropped into each other by mouse, put there by keys and in the table,
moved together, and handed in."""

import os
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.front.editors.test_graph import centre, connect, drag, finish, open_picture, state, swipe
from tests.web.windows import Server, window
from viva.engines.machines.formats import text as machines
from viva.engines.machines.model import FSM

pytestmark = pytest.mark.needs_chromium
expect.set_options(timeout=60_000)
PICTURES = os.environ.get("VIVA_SCREENSHOTS")
TALL = {"width": 1100, "height": 1500}
PLACE = "machines.washing-machine"
FLAT = """input start, stop, next
output done
machine {
  initial Idle # rest
  state Running
  state Filling
  state Heating
  Idle -> Running: start
  Running -> Idle: stop
  Filling -> Heating: next
  Heating -> Idle: stop
}
"""
NESTED = """input start, stop, next
output done
machine {
  initial Idle # rest
  state Running {
    initial Filling
    state Heating
    Filling -> Heating: next
  }
  Idle -> Running: start
  Running -> Idle: stop
}
"""


def levels(page: Page) -> dict[str, list[str]]:
    """The states in each state; those of the whole machine under no name."""
    read = machines.read(page.input_value("#text").partition("# layout")[0]).machine
    assert isinstance(read, FSM)
    found = {"": [each.name for each in read.states]}
    for each in read.states:
        if isinstance(each.refinement, FSM):
            found[each.name] = [inner.name for inner in each.refinement.states]
    return found


def box(page: Page, name: str) -> dict[str, float]:
    found = state(page, name).locator(".body").bounding_box()
    assert found
    return {key: float(found[key]) for key in ("x", "y", "width", "height")}


def is_around(page: Page, outer: str, inner: str) -> bool:
    large, small = box(page, outer), box(page, inner)
    return (
        large["x"] < small["x"]
        and large["y"] < small["y"]
        and large["x"] + large["width"] > small["x"] + small["width"]
        and large["y"] + large["height"] > small["y"] + small["height"]
    )


def test_states_are_dropped_into_another_and_out_of_it(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, viewport=TALL) as student:
        student.enter("Nester")
        page = open_picture(student, PLACE, FLAT)
        told = page.locator("viva-graph [role=status]")
        state(page, "Filling").locator(".body").click()
        state(page, "Heating").locator(".body").click(modifiers=["Shift"])
        drag(page, centre(page, "Filling"), centre(page, "Running"))
        expect(state(page, "Running.Filling")).to_be_visible()
        expect(told).to_contain_text("Filling, Heating is now inside Running")
        expect(told).to_contain_text("Transitions to states that stayed are gone: 1")
        assert levels(page) == {"": ["Idle", "Running"], "Running": ["Filling", "Heating"]}
        text = page.input_value("#text")
        assert text.partition("# layout")[0] == NESTED, "all else stays as it is"
        assert is_around(page, "Running", "Running.Filling") and is_around(page, "Running", "Running.Heating")
        assert student.axe() == []
        before = box(page, "Running.Filling")
        outer = box(page, "Running")
        drag(page, (outer["x"] + 8, outer["y"] + 8), (outer["x"] + 68, outer["y"] + 48))
        expect(told).to_contain_text("Moved")
        assert is_around(page, "Running", "Running.Filling")
        assert levels(page)["Running"] == ["Filling", "Heating"]
        assert box(page, "Running.Filling")["x"] - before["x"] != pytest.approx(0, abs=5)
        outer = box(page, "Running")
        drag(
            page, centre(page, "Running.Heating"), (outer["x"] + outer["width"] + 20, outer["y"] + outer["height"] + 30)
        )
        expect(state(page, "Heating")).to_be_visible()
        assert levels(page) == {"": ["Idle", "Running", "Heating"], "Running": ["Filling"]}
        page.focus("svg.graph")
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        assert page.input_value("#text") == FLAT


def test_a_finger_drops_a_state_into_another_and_takes_it_out(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, viewport=TALL, has_touch=True) as student:
        student.enter("Nester by touch")
        page = open_picture(student, PLACE, FLAT)
        told = page.locator("viva-graph [role=status]")
        page.locator(".graph-view").scroll_into_view_if_needed()
        page.tap("button[data-act=several]")
        for name in ("Filling", "Heating"):
            page.touchscreen.tap(*centre(page, name))
        page.tap("button[data-act=several]")
        swipe(page, centre(page, "Filling"), centre(page, "Running"))
        expect(told).to_contain_text("Filling, Heating is now inside Running")
        assert levels(page) == {"": ["Idle", "Running"], "Running": ["Filling", "Heating"]}
        outer = box(page, "Running")
        swipe(
            page, centre(page, "Running.Heating"), (outer["x"] + outer["width"] + 20, outer["y"] + outer["height"] / 2)
        )
        expect(state(page, "Heating")).to_be_visible()
        assert levels(page) == {"": ["Idle", "Running", "Filling", "Heating"]}, "both are still selected"


def test_text_shows_states_in_states_and_changes_in_the_picture_change_it(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, viewport=TALL) as student:
        student.enter("Nested text")
        page = open_picture(student, PLACE, NESTED)
        expect(page.locator(".state")).to_have_count(4)
        assert is_around(page, "Running", "Running.Filling") and is_around(page, "Running", "Running.Heating")
        if PICTURES:
            page.locator("viva-graph").screenshot(path=f"{PICTURES}/nested.png")
        state(page, "Running.Heating").locator(".body").dblclick()
        page.keyboard.type("Hot")
        page.keyboard.press("Enter")
        expect(state(page, "Running.Hot")).to_be_visible()
        assert page.input_value("#text") == NESTED.replace("Heating", "Hot")
        rim = state(page, "Running.Hot").locator(".rim").bounding_box()
        assert rim
        drag(page, (rim["x"] + rim["width"] / 2, rim["y"] + 2), centre(page, "Idle"))
        page.keyboard.type("stop")
        page.keyboard.press("Enter")
        expect(page.locator("viva-graph [role=status]")).to_contain_text("one level")
        page.locator(".cm-content").focus()
        student.write(NESTED.replace("state Heating", "state Heating { initial Warm }"))
        expect(state(page, "Running.Heating.Warm")).to_be_visible()
        assert is_around(page, "Running.Heating", "Running.Heating.Warm")
        state(page, "Running").focus()
        page.keyboard.press("Control+c")
        page.keyboard.press("Control+v")
        expect(page.locator(".state")).to_have_count(9)
        assert levels(page)["Running_2"] == ["Filling_2", "Heating_2"] or len(levels(page)["Running_2"]) == 2


def test_machines_side_by_side_are_drawn_and_their_states_changed(chromium: Browser, shipped: Server) -> None:
    text = "input start\nmachine { initial A parallel { L { initial B } R { initial C } } } # end\n"
    with window(chromium, shipped, viewport=TALL) as student:
        student.enter("Side by side")
        page = open_picture(student, PLACE, text)
        told, press = page.locator("viva-graph [role=status]"), page.keyboard.press
        assert is_around(page, "A", "A.L") and is_around(page, "A.L", "A.L.B") and not is_around(page, "A.L", "A.R")
        expect(state(page, "A.L")).to_have_attribute("aria-label", re.compile("runs beside others"))
        connect(page, "A.L.B", "A.L.B", "start")
        assert "B -> B: start" in page.input_value("#text") and page.input_value("#text").endswith("# end\n")
        state(page, "A.R").focus()
        press("Delete")
        expect(told).to_contain_text("side by side")
        student.write("input start\nparallel { L { initial B } R { initial C } }\n")
        expect(state(page, "R.C")).to_be_visible()
        state(page, "R.C").focus()
        press("n")
        expect(state(page, "R.q0")).to_be_focused()
        press("Control+c")
        press("Control+v")
        expect(state(page, "R.q0_2")).to_be_visible()
        assert student.axe() == []


def test_by_keys_and_in_the_table_with_every_step_announced(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Nester by keys")
        page = open_picture(student, PLACE, FLAT)
        told, press = page.locator("viva-graph [role=status]"), page.keyboard.press
        page.focus("svg.graph")

        def go(name: str) -> None:
            for _ in range(30):
                if page.evaluate("document.activeElement.dataset?.state ?? ''") == name:
                    return
                press(".")
            raise AssertionError(name)

        go("Filling")
        press("i")
        expect(told).to_contain_text("the state it should lie in")
        go("Running")
        press("Enter")
        expect(told).to_contain_text("Filling is now inside Running.")
        go("Running.Filling")
        expect(told).to_contain_text("inside Running")
        press("o")
        expect(told).to_contain_text("Filling is among the outermost states.")
        assert levels(page) == {"": ["Idle", "Running", "Heating", "Filling"]}
        go("Filling")
        press("i")
        press("Enter")
        expect(told).to_contain_text("A state cannot lie in itself.")
        page.locator("viva-graph summary").last.click()
        page.get_by_label("Heating lies in").select_option("Running")
        expect(state(page, "Running.Heating")).to_be_attached()
        assert levels(page)["Running"] == ["Heating"]
        assert student.axe() == []


def test_a_machine_with_states_in_states_is_handed_in_from_the_picture(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, viewport=TALL) as student:
        student.enter("Nested answer")
        page = open_picture(student, PLACE, NESTED)
        expect(state(page, "Running.Heating")).to_be_visible()
        assert finish(student) in ("bad", "open")
        page.go_back()
        assert re.search("initial Filling", page.input_value("#text"))
