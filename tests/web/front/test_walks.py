"""A student walks through one exercise of every subject in a real browser: wrong twice, then right."""

from pathlib import Path, PurePosixPath

import pytest
from playwright.sync_api import Browser

from tests.web.windows import LOOKS, Server, Window, window
from viva.services.shipped import list_shipped

pytestmark = pytest.mark.needs_chromium

# Every third is walked through in every run: an automaton, a program, a machine.
ORDER = ("automata", "assembly", "functions", "console", "hybrid", "labs", "machines", "harmony", "structures")


def _answers(folder: Path, which: str) -> list[str]:
    """Examples that are texts, in the notation of the first right one."""
    right = sorted((folder / "examples" / "right").glob("*.*"))
    endings = {PurePosixPath(right[0].name).suffix} if right else set()
    files = [each for each in sorted((folder / "examples" / which).glob("*.*")) if each.suffix in endings]
    return [each.read_text("utf-8") for each in files if not each.name.endswith(".expect.toml")]


def _walks() -> list[tuple[str, list[str], str]]:
    """For each subject the first exercise with two wrong answers and a right one, as texts."""
    found: dict[str, tuple[str, list[str], str]] = {}
    for each in list_shipped():
        wrong, right = _answers(each.folder, "wrong"), _answers(each.folder, "right")
        if each.subject not in found and len(wrong) >= 2 and right:
            found[each.subject] = f"{each.subject}.{each.name}", wrong[:2], right[0]
    return sorted(found.values(), key=lambda walk: ORDER.index(walk[0].partition(".")[0]))


WALKS = _walks()


def test_every_subject_is_walked_through() -> None:
    subjects = {each.subject for each in list_shipped()}
    assert {place.partition(".")[0] for place, _, _ in WALKS} == subjects


@pytest.mark.some(3)
@pytest.mark.parametrize(("place", "wrong", "right"), WALKS, ids=[place for place, _, _ in WALKS])
def test_wrong_twice_and_then_right(
    chromium: Browser, shipped: Server, place: str, wrong: list[str], right: str
) -> None:
    with window(chromium, shipped) as student:
        student.enter(f"Walker {place}")
        for text in wrong:
            assert student.hand_in(place, text) in ("bad", "open")
            assert student.axe() == []
        first = student.page.url
        assert student.hand_in(place, right) == "good"
        assert student.page.url != first and student.axe() == []
        student.page.click("main a")  # back to the exercise
        student.page.wait_for_selector("ol.attempts")
        assert student.page.locator("ol.attempts li").count() == 3
        assert student.axe() == []


@pytest.mark.some(1)
@pytest.mark.parametrize(("place", "wrong", "right"), WALKS, ids=[place for place, _, _ in WALKS])
def test_the_same_without_script(chromium: Browser, shipped: Server, place: str, wrong: list[str], right: str) -> None:
    with window(chromium, shipped, script=False) as student:
        student.enter(f"Plain walker {place}")
        for text in wrong:
            assert student.hand_in(place, text) in ("bad", "open")
        assert student.hand_in(place, right) == "good"


def _looks_right(seen: Window, name: str, address: str, look: str) -> None:
    """One page: nothing for axe to find, no wider than the screen, also twice as large, and fit to be printed."""
    page = seen.page
    page.goto(address)
    page.wait_for_selector("main h1")
    assert seen.axe() == [], name
    assert not seen.is_wider_than_the_screen(), name
    assert "{" not in page.inner_text("main h1") and ".title}" not in page.inner_text("main"), "slots are filled"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip", "the first key leads to the content"
    page.emulate_media(media="print")
    assert page.locator("main h1").first.is_visible(), name
    for useless in ("header.site", "button:not(.students button)", "textarea", "input"):
        assert page.locator(useless).locator("visible=true").count() == 0, (name, useless, "on paper")
    if look != "narrow":
        assert not seen.is_wider_than_the_screen(), (name, "paper")
    page.emulate_media(media="screen")
    if name != "class" or look != "narrow":  # a table of marks may be wider than 160 pixels
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert not seen.is_wider_than_the_screen(), (name, "twice as large")


@pytest.mark.some(1)
@pytest.mark.parametrize("look", LOOKS)
def test_every_page_looks_right(chromium: Browser, shipped: Server, look: str) -> None:
    place, wrong, right = next(walk for walk in WALKS if walk[0].startswith("automata."))
    start = shipped.start
    with window(chromium, shipped, **LOOKS[look]) as student:
        _looks_right(student, "entrance", f"{start}/", look)
        student.enter(f"Looker {look}")
        student.hand_in(place, wrong[0])
        report = student.page.url
        student.hand_in(place, right)
        for name, address in (
            ("course", f"{start}/"),
            ("exercise", f"{start}/exercises/{place}"),
            ("variant", f"{start}/exercises/{place}/like/7"),
            ("report", report),
            ("right", student.page.url),
            ("me", f"{start}/me"),
            ("nowhere", f"{start}/nowhere"),
        ):
            _looks_right(student, name, address, look)
    with window(chromium, shipped, **LOOKS[look]) as teacher:
        page = teacher.page
        page.goto(shipped.link)
        page.goto(f"{start}/class")
        person = page.get_attribute("table.students tbody a", "href")
        page.select_option("#place", place)
        page.get_by_role("button", name="Show what would change").click()
        page.wait_for_url("**/class/regrade/*")
        for name, address in (
            ("regrade", page.url),
            ("class", f"{start}/class"),
            ("person", f"{start}{person}"),
            ("course of the teacher", f"{start}/"),
            ("report for the teacher", report),
        ):
            _looks_right(teacher, name, address, look)
