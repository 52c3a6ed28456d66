"""Where the parts of a picture lie is no part of an answer: files that differ in nothing else get the same report."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import viva
from tests.web.front.editors.test_graph import centre, drag, open_picture, state
from tests.web.windows import Server, window
from viva.core.submission import Submission
from viva.engines.automata import formats

EXERCISES = Path(__file__).parents[4] / "exercises"
WRONG = "     a  b\n-> p q  p\n   q q  r\n * r r  r\n"
LAYOUT = '# layout: {"p": [40, -60], "no state": [1, 2]}\n'


def jflap(shift: float) -> str:
    text = formats.write(formats.read("a.txt", WRONG), "jff")
    return re.sub(r"<([xy])>([\d.]+)<", lambda found: f"<{found[1]}>{float(found[2]) * 3 - shift}<", text)


def shipped_text(place: str) -> str:
    return (EXERCISES / place).read_text("utf-8")


PLAIN = json.loads(formats.write(formats.read("a.txt", WRONG), "json"))
PAIRS = {
    "table": ("automata/exactly-two", "answer.txt", WRONG, WRONG + LAYOUT),
    "json": ("automata/exactly-two", "a.fa.json", json.dumps(PLAIN), json.dumps({"layout": {"p": [1, 2]}} | PLAIN)),
    "jflap": ("automata/exactly-two", "answer.jff", jflap(0), jflap(-71.5)),
    "jflap without": ("automata/exactly-two", "answer.jff", jflap(0), re.sub(r"<[xy]>.*?</[xy]>", "", jflap(0))),
    "machine": (
        "machines/every-fourth", "answer.machine.txt",
        shipped_text("machines/every-fourth/examples/wrong/cascade-delayed.machine.txt"),
        shipped_text("machines/every-fourth/examples/wrong/cascade-delayed.machine.txt").rstrip("\n") + "\n" + LAYOUT,
    ),
    "hybrid": (
        "hybrid/thermostat", "answer.hybrid",
        shipped_text("hybrid/thermostat/examples/wrong/too-cold.hybrid"),
        shipped_text("hybrid/thermostat/examples/wrong/too-cold.hybrid").rstrip("\n") + "\n" + LAYOUT,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIRS)
def test_files_that_differ_only_in_layout_get_the_same_report(name: str) -> None:
    place, file, one, other = PAIRS[name]
    assert one != other
    first, second = (viva.check(EXERCISES / place, Submission.from_text(text, file)) for text in (one, other))
    assert first.verdict is viva.Verdict.REFUTED
    assert replace(first, seconds=0.0).to_json() == replace(second, seconds=0.0).to_json()


@pytest.mark.needs_chromium
def test_a_move_in_the_picture_of_a_jflap_file_writes_its_x_and_y(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Comes from JFLAP")
        text = jflap(0).replace("<automaton>", "<automaton><!-- mine -->")
        page = open_picture(student)
        student.write(text)
        expect(page.locator(".state")).to_have_count(3)
        x, y = centre(page, "q")
        drag(page, (x, y), (x + 60, y + 40))
        expect(page.locator("#text")).not_to_have_value(text)
        moved = page.input_value("#text")
        places = [re.findall(r'name="(\w)"><x>([^<]*)</x><y>([^<]*)', each) for each in (text, moved)]
        assert [name for (name, *old), (_, *new) in zip(*places, strict=True) if old != new] == ["q"]
        assert "<!-- mine -->" in moved and "layout" not in moved
        state(page, "q").locator(".body").dblclick()
        page.keyboard.type("middle")
        page.keyboard.press("Enter")
        assert page.input_value("#text") == moved.replace('name="q"', 'name="middle"')
        page.focus("svg.graph")
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        assert page.input_value("#text") == text
        assert student.axe() == []
