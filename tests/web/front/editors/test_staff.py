"""The staves of an answer in notes: by mouse, by keys alone and by the piano, each makes the same text; one history of
changes spans picture and text, and nothing is written into a text that the picture is not of."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.windows import Server, Window, window
from viva.engines.music.formats.abc import read_abc

pytestmark = pytest.mark.needs_chromium
expect.set_options(timeout=60_000)
PARTS, WRITE = "harmony.four-parts", "harmony.write-intervals"  # I IV V I in G; Cb5, Ab4, B4, C#4
TALL = {"width": 1100, "height": 1700}
TOP = {"treble": 38, "bass": 26}


def open_staff(student: Window, place: str, text: str | None = None) -> Page:
    page = student.page
    page.goto(f"{student.server.start}/exercises/{place}")
    page.wait_for_selector("viva-staff[drawn]", timeout=120_000)
    if text is not None:
        student.write(text)
        page.wait_for_selector("viva-staff[drawn]")
    return page


def drawn(page: Page) -> None:
    page.wait_for_selector("viva-staff[drawn]")


def put(page: Page, voice: int, height: int, clef: str, *, right: float = 0.0, touch: bool = False) -> None:
    """A click at a height on the last bar of a staff, behind what stands there."""
    drawn(page)
    lines = page.evaluate(
        """(voice) => { const bars = document.querySelectorAll(".engraved .measure");
          const staff = bars[bars.length - 1].querySelectorAll(":scope > .staff")[voice];
          const lines = [...staff.querySelectorAll(":scope > path")].map((each) => each.getBoundingClientRect());
          return {top: lines[0].top + lines[0].height / 2, end: lines[4].top + lines[4].height / 2,
                  right: lines[0].right}; }""",
        voice,
    )
    y = lines["top"] + (TOP[clef] - height) * (lines["end"] - lines["top"]) / 8
    (page.touchscreen.tap if touch else page.mouse.click)(lines["right"] - 14 + right, y)


def finish(student: Window) -> str:
    student.page.click("button.main")
    student.page.wait_for_selector(".job:not([data-follow]) .verdict", timeout=120_000)
    return str(student.page.get_attribute(".beside > div > .verdict", "class")).partition("tone-")[2]


def sounding(page: Page) -> list[list[str]]:
    return [
        [" ".join(map(str, each.voices)) for each in part.events] for part in read_abc(page.input_value("#text")).parts
    ]


RIGHT = [["G4", "G4", "F#4", "G4"], ["B3", "C4", "A3", "B3"], ["D3", "E3", "D3", "D3"], ["G2", "C3", "D3", "G2"]]


def test_four_parts_are_written_with_the_mouse_and_handed_in(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, viewport=TALL) as student:
        student.enter("Mouse at the staff")
        page = open_staff(student, PARTS)
        for voice, notes in enumerate(RIGHT):
            for name in notes if voice else ["G4", "G4", "F#4", "F#4"]:
                put(page, voice, 7 * int(name[-1]) + "CDEFGAB".index(name[0]), "treble" if voice < 2 else "bass")
        drawn(page)
        assert finish(student) == "bad", "the leading note does not resolve"
        page = open_staff(student, PARTS)
        last = page.locator('[id^="note-3-0-"]').bounding_box()
        assert last
        x, y = last["x"] + last["width"] / 2, last["y"] + last["height"] - 4
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 3)
        page.mouse.move(x, y - 5)
        page.mouse.up()
        assert sounding(page) == RIGHT
        drawn(page)
        assert student.axe() == []
        assert finish(student) == "good"


def test_the_same_by_keyboard_alone_with_every_step_announced(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as student:
        student.enter("Keys at the staff")
        page = open_staff(student, PARTS)
        told, press = page.locator("viva-staff [role=status]"), page.keyboard.press
        for _ in range(60):
            press("Tab")
            if page.evaluate("document.activeElement.classList.contains('engraved')"):
                break
        for number, keys in enumerate(("ggff", "bcab", "dedd", "gcdg")):
            if number:
                press("PageDown")
            for key in keys:
                press(key)
            expect(told).to_contain_text(f"voice {'SATB'[number]}, bar 1.")
        assert sounding(page)[0] == ["G4", "G4", "F#4", "F#4"]
        press("PageUp")
        press("PageUp")
        press("PageUp")
        expect(told).to_contain_text("F♯4, quarter; voice S")
        page.focus("button.main")
        press("Enter")
        page.wait_for_selector(".job:not([data-follow]) .verdict", timeout=120_000)
        page = open_staff(student, PARTS)
        page.focus(".engraved")
        press("End")
        expect(told).to_contain_text("F♯4, quarter; voice S, bar 1.")
        press("ArrowUp")
        expect(told).to_have_text("G4, quarter; voice S, bar 1.")
        for name, row in zip(("A", "T", "B"), RIGHT[1:], strict=True):
            press("PageDown")
            press("Home")
            for at, note in enumerate(row):
                press("ArrowRight")
                while (now := sounding(page)["SATB".index(name)][at]) != note:
                    assert now[:-1] == note[:-1]
                    press("Shift+ArrowDown" if now[-1] > note[-1] else "Shift+ArrowUp")
        assert sounding(page) == RIGHT
        page.focus("button.main")
        press("Enter")
        page.wait_for_selector(".job:not([data-follow]) .verdict.tone-good", timeout=120_000)


TUNE = """X:1 % mine
L:1/8
K:G clef=treble
%% odd
G2   ^F[GB]2-[GB]2 |  (3ABc "Am" F>G   % the first line
c4  z2 _B2 |]
"""


def test_accidentals_lengths_and_ties_change_only_what_is_meant(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, viewport=TALL) as student:
        student.enter("Changer")
        page = open_staff(student, WRITE, TUNE)
        page.focus(".engraved")
        press = page.keyboard.press
        before = sounding(page)
        press("ArrowRight")
        press("+")  # G becomes G#, and no other G does
        assert sounding(page) == [["G#4", *before[0][1:]]]
        assert "^G2   ^F[=GB]2-[GB]2" in page.input_value("#text")
        press("Control+z")
        assert page.input_value("#text") == TUNE
        press("ArrowRight")
        press("ArrowRight")
        press("ArrowUp")  # the lowest of a chord that is tied
        assert "[AB]2-[AB]2" in page.input_value("#text")
        press("ArrowRight")
        press("Delete")  # of a triplet: a rest
        assert "(3zBc" in page.input_value("#text")
        page.keyboard.press("4")
        expect(page.locator("viva-staff [role=status]")).to_contain_text("cannot be done")
        page.locator("[data-choice=key]").select_option("Eb")
        assert "K:Eb clef=treble" in page.input_value("#text")
        page.locator("[data-choice=clef]").select_option("bass")
        assert "K:Eb clef=bass" in page.input_value("#text")
        text = page.input_value("#text")
        assert "% mine" in text and "% the first line" in text and "%% odd" in text and text.endswith("|]\n")
        page.locator(".cm-content").focus()
        for _ in range(30):
            if page.input_value("#text") == TUNE:
                break
            press("Control+z")
        assert page.input_value("#text") == TUNE
        drawn(page)
        expect(page.locator(".engraved .note")).not_to_have_count(0)


def test_the_piano_voices_clefs_and_chords(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, viewport=TALL) as student:
        student.enter("Pianist")
        page = open_staff(student, WRITE)
        page.locator('.piano [data-key="61"]').click(position={"x": 0, "y": 10}, force=True)
        assert sounding(page) == [["C#4"]]
        page.locator('.piano [data-key="60"]').focus()
        for _ in range(4):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        assert sounding(page) == [["C#4", "E4"]]
        page.focus(".engraved")
        page.keyboard.press("Shift+g")
        assert sounding(page) == [["C#4", "E4 G4"]]
        page.click("[data-act=voice]")
        page.locator("[data-choice=clef]").select_option("alto")
        page.focus(".engraved")
        page.keyboard.press("c")
        assert [part.clef for part in read_abc(page.input_value("#text")).parts] == ["treble", "alto"]
        drawn(page)
        expect(page.locator(".engraved .measure >> nth=0").locator("> .staff")).to_have_count(2)
        assert student.axe() == []


def test_a_click_with_shift_builds_a_chord_upwards_and_downwards(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, viewport=TALL) as student:
        student.enter("Builds chords")
        page = open_staff(student, WRITE, "L:1/4\nK:C\nF G A\n")
        place = """([x, top, wanted]) => { const staff = document.querySelector("viva-staff");
          for (let y = top - 80; y < top + 160; y++)
            if (staff.score.spot(x, y, staff.tune.staves).height === wanted) return y + 2; }"""
        for height, chord in ((34, "G4 B4"), (36, "G4 B4 D5"), (30, "G4 B4 D5 E4")):
            drawn(page)
            note = page.locator('[id^="note-1-0-"]').bounding_box()  # its stem goes up, and belongs to it
            assert note
            x = note["x"] + note["width"] - 1
            y = page.evaluate(place, [x, note["y"], height])
            page.keyboard.down("Shift")
            page.mouse.click(x, y)
            page.keyboard.up("Shift")
            assert sorted(sounding(page)[0][1].split()) == sorted(chord.split())
        page.focus(".engraved")
        for _ in range(3):
            page.keyboard.press("Control+z")
        assert sounding(page) == [["F4", "G4", "A4"]]


def test_text_and_staves_that_do_not_fit_each_other(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, viewport=TALL) as student:
        student.enter("Misfit")
        page = open_staff(student, WRITE, "K:C\nC D E\n")
        expect(page.locator(".engraved .note")).to_have_count(3)
        alert, told = page.locator("viva-staff [role=alert]"), page.locator("viva-staff [role=status]")
        for text, said in (
            ("K:C\nC D *E\n", "Line 2"),
            ("C4 E4 G4\n", "names, not notes"),
            ("K:C\n" + "C" * 401, "More than 400"),
            ("K:C\n" + "C " * 10_000, "Line 2"),
            ("<score/>", "names, not notes"),
        ):
            student.write(text)
            expect(alert).to_contain_text(said)
            expect(page.locator(".engraved .note")).to_have_count(3)
            page.focus(".engraved")
            page.keyboard.press("g")
            expect(told).to_contain_text("cannot be done")
            assert page.input_value("#text") == text
        student.write("T:<img src=x onerror=alert(1)>\nV:<b>\nK:C\n[V:<b>] C\n")
        drawn(page)
        expect(alert).to_be_empty()
        assert page.locator(".engraved img, .engraved b").count() == 0


def test_an_answer_of_the_server_to_another_text_is_not_shown(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped, viewport=TALL) as student:
        student.enter("Late")
        page = open_staff(student, WRITE, "K:C\nC D E\n")
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/editing/engrave", hold)
        student.write("K:C\nC D E F\n")
        page.wait_for_timeout(400)
        box = page.locator(".engraved .note").nth(1).bounding_box()
        assert box and held
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)
        expect(page.locator("viva-staff [role=status]")).to_contain_text("One moment")
        page.focus(".engraved")
        page.keyboard.press("g")  # keys go on without the picture
        assert page.input_value("#text").splitlines()[1].split()[0] in ("G", "C")
        old = held[0].fetch()
        text = page.input_value("#text")
        wrong = old.json() | {"staves": old.json()["staves"] | {"notes": ["0:0:1:0:1/4:C4"]}}
        page.unroute("**/editing/engrave")
        page.route("**/editing/engrave", lambda route: route.fulfill(json=wrong))
        student.write(text + "%\n")
        expect(page.locator("viva-staff [role=alert]")).to_contain_text("two ways")
        page.keyboard.press("a")
        assert page.input_value("#text") == text + "%\n"
        page.unroute("**/editing/engrave")
        page.route("**/editing/*", lambda route: route.abort())
        student.write("K:C\nC\n")
        expect(page.locator("viva-staff [role=status]")).to_contain_text("does not answer")
        page.focus(".engraved")
        page.keyboard.press("d")
        assert sorted(sounding(page)[0]) == ["C4", "D4"]
        page.unroute("**/editing/*")
        drawn(page)
        student.problems.clear()  # that the server was away is told on the console too


def test_notes_sound_as_they_are_written(chromium: Browser, shipped: Server) -> None:
    heard = """async () => {
      const context = new OfflineAudioContext(1, 44100, 44100);
      customElements.get("viva-staff").laws.schedule(context, [{at: 0, lasts: 0.9, keys: [69], among: 1}], 0);
      const samples = (await context.startRendering()).getChannelData(0);
      let waves = 0, loudest = 0;
      for (let at = 4410; at < 30870; at++) {
        loudest = Math.max(loudest, Math.abs(samples[at]));
        if (samples[at] < 0 && samples[at + 1] >= 0) waves += 1;
      }
      return {frequency: waves / 0.6, loudest, end: Math.abs(samples[44000])}; }"""
    with window(chromium, shipped, viewport=TALL) as student:
        student.enter("Listener")
        page = open_staff(student, WRITE, "L:1/16\nK:C\nC D [EG]\n")
        said = page.evaluate(heard)
        assert abs(said["frequency"] - 440) < 5 and 0.05 < said["loudest"] < 1 and said["end"] < 0.001
        page.click("[data-act=play]")
        expect(page.locator("viva-staff")).to_have_attribute("data-playing", "3")
        expect(page.locator(".engraved .sounds")).not_to_have_count(0)
        expect(page.locator("viva-staff:not([data-playing])")).to_have_count(1)


@pytest.mark.some(1)
@pytest.mark.parametrize("look", [{"viewport": {"width": 360, "height": 800}}, {"color_scheme": "dark"}])
def test_touch_writes_and_moves_and_nothing_is_wider_than_the_screen(
    chromium: Browser, shipped: Server, look: dict[str, Any]
) -> None:
    with window(chromium, shipped, has_touch=True, **look) as student:
        student.enter(f"Finger {len(json.dumps(look))}")
        page = open_staff(student, WRITE)
        page.locator(".engraved").scroll_into_view_if_needed()
        put(page, 0, 34, "treble", touch=True)
        assert sounding(page) == [["B4"]]
        drawn(page)
        hand = page.context.new_cdp_session(page)
        box = page.locator('[id^="note-0-0-"] .notehead').bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for kind, points in (("Start", [y]), ("Move", [y + 5]), ("Move", [y + 10]), ("End", [])):
            hand.send(
                "Input.dispatchTouchEvent",
                {"type": f"touch{kind}", "touchPoints": [{"x": x, "y": at} for at in points]},
            )
        assert re.fullmatch("[AG]4", sounding(page)[0][0])
        drawn(page)
        assert student.axe() == []
        assert not student.is_wider_than_the_screen()


def test_a_wrong_place_is_led_to_and_heard_as_it_is_and_as_it_should_be(chromium: Browser, shipped: Server) -> None:
    head = "L:1/4\nK:G\nV:S\nV:A\nV:T clef=bass\nV:B clef=bass\n"
    wrong = head + "[V:S] G G F E\n[V:A] B, C A, B,\n[V:T] D, E, D, D,\n[V:B] G,, C, D, G,,\n"
    with window(chromium, shipped, viewport=TALL) as teacher:
        page = teacher.page
        page.goto(shipped.link)  # a teacher is told every rung
        assert teacher.hand_in(PARTS, wrong) == "bad"
        page = open_staff(teacher, PARTS)
        expect(page.locator(".engraved .wrong")).not_to_have_count(0)
        row = page.locator("viva-staff .findings li", has_text="G4").last
        row.get_by_text("as it is").click()
        expect(page.locator("viva-staff")).to_have_attribute("data-heard", "64 59 50 43")
        row.get_by_text("as it should be").click()
        expect(page.locator("viva-staff")).to_have_attribute("data-heard", "67 59 50 43")
        row.locator("button").first.click()
        expect(page.locator("viva-staff [role=status]")).to_have_text("E4, quarter; voice S, bar 1.")
        assert teacher.axe() == []
