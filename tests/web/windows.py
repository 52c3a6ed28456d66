"""Real Chromium (Debian's) in front of a real server: one of each for all tests here.

In every test the policy of the site must hold and no script may fail: what breaks one of both is collected, and looked
at when the page is closed.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
AXE = ROOT / ".front" / "axe-core" / "axe.min.js"
WATCH = """addEventListener("securitypolicyviolation", (event) =>
  console.error("policy: " + event.violatedDirective + " " + event.blockedURI));"""
LOOKS: dict[str, dict[str, Any]] = {
    "narrow": {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"},
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
}


@dataclass(frozen=True)
class Server:
    link: str

    @property
    def start(self) -> str:
        return self.link.partition("/enter/")[0]


@contextmanager
def served(*arguments: str | Path) -> Iterator[Server]:
    call = [sys.executable, "-c", "from viva.cli.main import main; main()", "serve", *map(str, arguments)]
    options = ["--no-browser", "--port", "0", "--per-minute", "1000", "--waiting", "1000"]
    process = subprocess.Popen([*call, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        yield Server(process.stdout.readline().strip())
    finally:
        process.terminate()
        process.wait(60)


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The exercises that come with Viva, open to whoever types a name."""
    with served("--open", "--data", tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        program = shutil.which("chromium")
        arguments = ["--no-sandbox"] if os.getuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        yield browser
        browser.close()


@dataclass
class Window:
    """One browser with its own cookies. `problems` is all that went against the policy, or broke."""

    page: Page
    server: Server
    problems: list[str] = field(default_factory=list)

    def enter(self, name: str) -> None:
        self.page.goto(f"{self.server.start}/")
        self.page.fill("#name", name)
        self.page.click("main form button")
        self.page.wait_for_selector("table.course")

    def hand_in(self, place: str, text: str) -> str:
        """Types the answer, sends it, and waits for the report; the tone of its verdict."""
        self.page.goto(f"{self.server.start}/exercises/{place}")
        self.page.wait_for_selector("#text", state="attached", timeout=60_000)
        self.write(text)
        self.page.click("button.main")
        self.page.wait_for_selector(".job:not([data-follow]) .verdict", timeout=120_000)
        return str(self.page.get_attribute(".beside > div > .verdict", "class")).partition("tone-")[2]

    def write(self, text: str) -> None:
        """Puts a text into the field of the page, whether or not an editor is around it."""
        put = "(area, text) => { area.value = text; area.dispatchEvent(new Event('input', {bubbles: true})); }"
        self.page.locator("#text").evaluate(put, text)

    def axe(self) -> list[str]:
        """What axe finds against WCAG 2.2 at the levels A and AA."""
        self.page.evaluate(AXE.read_text("utf-8"))
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        found = self.page.evaluate("(tags) => axe.run({runOnly: tags})", tags)
        return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found["violations"]]

    def is_wider_than_the_screen(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@contextmanager
def window(browser: Browser, server: Server, *, script: bool = True, **look: Any) -> Iterator[Window]:
    context = browser.new_context(java_script_enabled=script, locale="en-GB", **look)
    context.set_default_timeout(60_000)
    page = context.new_page()
    opened = Window(page, server)
    if script:
        page.add_init_script(WATCH)
    page.on("pageerror", lambda error: opened.problems.append(str(error)))
    page.on("console", lambda said: opened.problems.append(said.text) if said.type == "error" else None)
    try:
        yield opened
    finally:
        context.close()
    broken = [each for each in opened.problems if "Failed to load resource" not in each]
    assert not broken, broken
