"""A student walks through one exercise of every subject in a real browser: wrong twice, then right."""

import os
from pathlib import Path, PurePosixPath

import pytest
from playwright.sync_api import Browser

from tests.web.windows import LOOKS, ROOT, Server, window
from viva.services.shipped import list_shipped

pytestmark = pytest.mark.needs_chromium
PICTURES = ROOT / "docs" / "web" if os.environ.get("VIVA_SCREENSHOTS") else None


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


@pytest.mark.some(1)
@pytest.mark.parametrize("look", LOOKS)
def test_every_page_of_a_student_looks_right(chromium: Browser, shipped: Server, look: str) -> None:
    place, wrong, right = next(walk for walk in WALKS if walk[0].startswith("automata."))
    with window(chromium, shipped, **LOOKS[look]) as student:
        page = student.page
        page.goto(f"{shipped.start}/")
        assert student.axe() == [] and not student.is_wider_than_the_screen()
        student.enter(f"Looker {look}")
        student.hand_in(place, wrong[0])
        report = page.url
        student.hand_in(place, right)
        for name, address in (
            ("course", f"{shipped.start}/"),
            ("exercise", f"{shipped.start}/exercises/{place}"),
            ("report", report),
            ("right", page.url),
            ("me", f"{shipped.start}/me"),
            ("nowhere", f"{shipped.start}/nowhere"),
        ):
            page.goto(address)
            page.wait_for_selector("main h1")
            assert student.axe() == [], name
            assert not student.is_wider_than_the_screen(), name
            if PICTURES is not None and name in ("course", "exercise", "report"):
                PICTURES.mkdir(exist_ok=True)
                page.screenshot(path=PICTURES / f"{name}-{look}.png")
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.className") == "skip", "the first key leads to the content"
        page.goto(report)
        page.emulate_media(media="print")
        assert page.locator("header.site").is_hidden() and page.locator(".verdict").first.is_visible()
        page.emulate_media(media="screen")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert not student.is_wider_than_the_screen(), "twice as large"


@pytest.mark.thorough
def test_the_pages_of_the_teacher_look_right(chromium: Browser, shipped: Server) -> None:
    with window(chromium, shipped) as teacher:
        page = teacher.page
        page.goto(shipped.link)
        page.wait_for_selector("table.course")
        page.goto(f"{shipped.start}/class")
        page.wait_for_selector("table.students")
        assert teacher.axe() == []
        if PICTURES is not None:
            page.screenshot(path=PICTURES / "class-light.png")
        page.click("table.students tbody a")
        page.wait_for_selector("#points")
        assert teacher.axe() == []
