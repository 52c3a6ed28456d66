"""The pictures of docs/site.md: a small class, as its students and its teacher see it."""

import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.windows import ROOT, served, window

pytestmark = [pytest.mark.needs_chromium, pytest.mark.thorough]
PICTURES = ROOT / "docs" / "web"
EXERCISES = ROOT / "exercises"
COURSE = ("console/sum-of-n", "automata/exactly-two", "functions/second-largest")
CLASS = {
    "Ada": ("right/accumulator.py", "right/table.txt", "right/sorting.py"),
    "Blaise": ("wrong/forgets-the-last.py", "wrong/at-least.txt", ""),
    "Charles": ("wrong/forgets-the-last.py", "right/table.txt", "wrong/counts-twice.py"),
    "Dorothy": ("right/countdown.py", "wrong/at-least.txt", "right/sorting.py"),
    "Edsger": ("wrong/reads-one-more.py", "", "wrong/counts-twice.py"),
}
SIZE: dict[str, Any] = {"viewport": {"width": 1100, "height": 760}, "color_scheme": "light"}


@pytest.fixture
def course(tmp_path: Path) -> Path:
    folder = tmp_path / "first-steps"
    for each in COURSE:
        shutil.copytree(EXERCISES / each, folder / each.partition("/")[2])
    rows = [f'[[exercise]]\nfolder = "{each.partition("/")[2]}"\n' for each in COURSE]
    (folder / "course.toml").write_text('title = "First steps"\n\n' + "\n".join(rows))
    return folder


def test_a_class_is_seen_by_its_students_and_its_teacher(chromium: Browser, course: Path, tmp_path: Path) -> None:
    with served(course, "--open", "--data", tmp_path / "data") as site:
        for name, answers in CLASS.items():
            with window(chromium, site, **SIZE) as student:
                student.enter(name)
                for exercise, answer in zip(COURSE, answers, strict=True):
                    if not answer:
                        continue
                    place = exercise.partition("/")[2]
                    text = (EXERCISES / exercise / "examples" / answer).read_text("utf-8")
                    tone = student.hand_in(place, text)
                    assert (tone == "good") == answer.startswith("right/"), (name, answer)
                    if (name, place) == ("Blaise", "sum-of-n"):
                        _taken(student.page, "report")
                    if (name, place) == ("Blaise", "exactly-two"):
                        student.page.goto(f"{site.start}/exercises/{place}")
                        student.page.wait_for_selector("viva-code[ready]")
                        student.page.wait_for_selector("viva-graph text")
                        _taken(student.page, "exercise")
        with window(chromium, site, **SIZE) as teacher:
            teacher.page.goto(site.link)
            teacher.page.goto(f"{site.start}/class")
            teacher.page.wait_for_selector("table.students tbody tr")
            assert teacher.page.locator("table.students tbody tr").count() == len(CLASS)
            said = teacher.page.inner_text("main")
            assert re.search(r"Blaise, Charles|Charles, Blaise", said), "equal mistakes stand together"
            _taken(teacher.page, "class")


def _taken(page: Page, name: str) -> None:
    """With the time of the hand-in left out, so that a new picture is another one only where the page is."""
    page.evaluate("for (const each of document.querySelectorAll('time')) each.textContent = 'today'")
    assert page.locator("main h1").first.is_visible()
    if os.environ.get("VIVA_SCREENSHOTS"):
        page.screenshot(path=PICTURES / f"{name}.png")
