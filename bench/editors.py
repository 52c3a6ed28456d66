"""The editors of the site: what they load, and what a key, a drag and a new text cost the page's own thread.

The times are those of the browser's clock over work that waits for nothing but the processor; on a loaded machine the
median counts, and it is an upper bound.
"""

import gzip
import os
import shutil
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measure import fewer
from web import Row, Server, _served

import viva.web

LINES, STATES = 500, 60
TURNS = fewer(200, 5)
STATIC = Path(viva.web.__file__).parent / "static"
KEYS = """(turns) => {
  const code = document.querySelector("viva-code"), took = [];
  for (let turn = 0; turn < turns; turn++) {
    const at = code.text.length >> 1, began = performance.now();
    code.rewrite(code.text.slice(0, at) + "x" + code.text.slice(at));
    code.getBoundingClientRect();
    took.push(performance.now() - began);
  }
  return took;
}"""
DRAG = """(turns) => {
  const graph = document.querySelector("viva-graph"), took = [];
  for (let turn = 0; turn < turns; turn++) {
    const began = performance.now();
    graph.picture.move("s7", [100 + turn, 100 + turn / 2]);
    graph.picture.root.getBoundingClientRect();
    took.push(performance.now() - began);
  }
  return took;
}"""
STAFF = """async (text) => {
  const area = document.querySelector("#text"), staff = document.querySelector("viva-staff");
  const began = performance.now();
  area.value = text;
  area.dispatchEvent(new Event("input", {bubbles: true}));
  const read = performance.now() - began;
  while (!staff.isCurrent) await new Promise((done) => setTimeout(done, 2));
  return [read, performance.now() - began];
}"""
DRAWN = """async (text) => {
  const area = document.querySelector("#text"), graph = document.querySelector("viva-graph");
  const asked = new Promise((done) => new PerformanceObserver((list) => {
    const found = list.getEntriesByType("resource").find((each) => each.name.endsWith("/editing/layout"));
    if (found) done(found.duration);
  }).observe({type: "resource"}));
  const began = performance.now();
  area.value = text;
  area.dispatchEvent(new Event("input", {bubbles: true}));
  graph.picture.root.getBoundingClientRect();
  return [performance.now() - began, await asked];
}"""


STEP = """(turns) => {
  const slider = document.querySelector("viva-frames input[type=range]"), took = [];
  for (let turn = 0; turn < turns; turn++) {
    const began = performance.now();
    slider.value = String(1 + turn % Number(slider.max));
    slider.dispatchEvent(new Event("input"));
    slider.getBoundingClientRect();
    took.push(performance.now() - began);
  }
  return took;
}"""


def versions() -> dict[str, str]:
    return {"chromium": shutil.which("chromium") or "missing"}


def rows() -> Iterator[Row]:
    yield from _sizes()
    if shutil.which("chromium"):
        with tempfile.TemporaryDirectory() as data, _served(data) as server:
            yield from _in_the_browser(server)


def _sizes() -> Iterator[Row]:
    packed = {path.name.partition("-")[0]: 0.0 for path in STATIC.glob("*.js")}
    for path in STATIC.glob("*.js"):
        packed[path.name.partition("-")[0]] += len(gzip.compress(path.read_bytes(), 9)) / 1024
    shared = packed.get("chunk", 0.0)
    for language in ("python", "javascript"):
        yield Row(f"code editor with {language}, compressed", packed["code"] + shared + packed[language], "kB", "150")
    for notation in ("table", "json", "jflap", "machine", "hybrid"):
        yield Row(f"picture of {notation}, compressed", packed["graph"] + shared + packed[notation], "kB", "20")
    yield Row("staves, compressed", packed["staff"] + shared, "kB", "15")
    yield Row("steps, compressed", packed["frames"], "kB", "10")


def _in_the_browser(server: Server) -> Iterator[Row]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.getuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        page = browser.new_page()
        page.set_default_timeout(120_000)
        page.goto(server.link)
        start = f"http://127.0.0.1:{server.port}/exercises/"
        page.goto(f"{start}console.average")
        page.wait_for_selector("viva-code[ready]")
        page.evaluate("(text) => document.querySelector('viva-code').rewrite(text)", _program())
        took = sorted(page.evaluate(KEYS, TURNS))
        yield Row(f"a key at {LINES} lines, median", statistics.median(took), "ms", "8")
        yield Row(f"a key at {LINES} lines, 95th percentile", took[int(0.95 * len(took))], "ms")
        page.goto(f"{start}automata.exactly-two")
        page.wait_for_selector("viva-code[ready]")
        page.wait_for_selector("viva-graph[drawn]")
        drawn, asked = page.evaluate(DRAWN, _table())
        yield Row(f"text to picture, {STATES} states", drawn, "ms", "150")
        yield Row(f"places from the server, {STATES} states", asked, "ms")
        took = sorted(page.evaluate(DRAG, TURNS))
        yield Row(f"a step of a drag at {STATES} states, median", statistics.median(took), "ms", "16")
        yield Row(f"a step of a drag at {STATES} states, 95th percentile", took[int(0.95 * len(took))], "ms")
        page.goto(f"{start}harmony.four-parts")
        page.wait_for_selector("viva-staff[drawn]")
        taken = [page.evaluate(STAFF, _tune(turn)) for turn in range(fewer(20, 3))]
        yield Row("text to staves read, 128 notes", statistics.median(read for read, _ in taken), "ms")
        yield Row("text to staves drawn, 128 notes", statistics.median(whole for _, whole in taken), "ms", "150")
        page.goto(f"{start}labs.avoid-obstacles")
        page.wait_for_selector("viva-code[ready]")
        page.locator("#text").evaluate("(area, text) => { area.value = text; }", _controller())
        page.click("details.try summary")
        page.click("details.try p button")
        page.wait_for_selector("viva-frames[ready]")
        took = sorted(page.evaluate(STEP, TURNS))
        yield Row("a step of a run in an arena, median", statistics.median(took), "ms", "16")
        browser.close()


def _program() -> str:
    return "".join(f"def f{line}(x, y={line}):\n    return x + y * {line}  # a comment\n" for line in range(LINES // 2))


def _controller() -> str:
    """The first of the lab's own wrong answers."""
    wrong = Path(viva.web.__file__).parents[3] / "exercises/labs/avoid-obstacles/examples/wrong"
    return sorted(wrong.glob("*.py"))[0].read_text("utf-8")


def _tune(turn: int) -> str:
    """Eight bars in four parts."""
    voices = "".join(f"[V:{voice}] {'G A B c | ' * 8}% {turn}\n" for voice in range(4))
    return f"L:1/4\nK:G\n{voices}"


def _table() -> str:
    moves = (f"s{number} s{(7 * number + 3) % STATES} s{(number + 1) % STATES}\n" for number in range(STATES))
    return "     a b\n-> " + "   ".join(moves)
