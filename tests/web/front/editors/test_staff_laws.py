"""The law of staves, in the browser, over generated texts in ABC: what is read of a text is what Viva's own reader
says, and a change in the picture changes what it means and no other note, in no voice. Comments stay."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.windows import Server, window
from viva.core.text.reading import Misread
from viva.engines.music.formats.abc import read_abc
from viva.engines.music.score import Score
from viva.subjects.harmony.staves import understood

pytestmark = pytest.mark.needs_chromium
TEXTS = 30
RUN = """(cases) => cases.map(({text, name, more}) => {
  const laws = customElements.get("viva-staff").laws;
  try {
    if (name === "readTune") return {read: laws.readTune(text).understood};
    return {done: laws[name](text, ...more)};
  } catch (problem) { return {problem: problem.key ?? String(problem), line: problem.line}; }
})"""
Part = list[tuple[str, Fraction]]


@pytest.fixture(scope="module")
def staff(chromium: Browser, shipped: Server) -> Iterator[Page]:
    with window(chromium, shipped) as student:
        student.enter("Laws of staves")
        student.page.goto(f"{shipped.start}/exercises/harmony.four-parts")
        student.page.wait_for_selector("viva-staff[drawn]", timeout=120_000)
        yield student.page


def some_tune(rng: random.Random) -> str:
    """With all that a reader may meet: voices, ties, chords, tuplets, broken rhythm, keys inside, comments."""
    voices = rng.choice([[""], ["1", "2"], ["S", "A", "T"]])
    lines = [rng.choice(["X:1", "X: 7 % number", "T:<b>A & tune</b>"]), f"M:{rng.choice(['4/4', 'C', '3/4', '6/8'])}"]
    if rng.random() < 0.7:
        lines.append(f"L:{rng.choice(['1/4', '1/8', '1/1', '1/16 % short'])}")
    if voices != [""]:
        lines += [f"V:{name}{rng.choice(['', ' clef=bass', ' alto', ' clef=tenor % low'])}" for name in voices]
    lines.append(f"K:{rng.choice(['C', 'G', 'Bb', 'F#m', ' Dmix', 'Gm clef=bass', 'none', 'Eb % flat', 'A minor'])}")
    for name in rng.choices(voices, k=rng.randint(1, 5)):
        if rng.random() < 0.2:
            lines.append(f"% note {len(lines)} <b>&")
        if rng.random() < 0.1:
            lines.append("w: la la")
        start = "" if not name else rng.choice([f"[V:{name}] ", f"V:{name}\n", f"[V:{name}]"])
        end = rng.choice(["", "  ", f" % beside {len(lines)}", " |]"])
        lines.append(start + some_music(rng) + end)
    return "\n".join(lines) + rng.choice(["", "\n", "\n\nK:D\nA B\n"])


def some_music(rng: random.Random) -> str:
    def note() -> str:
        return rng.choice(["", "", "", "^", "_", "=", "^^", "__"]) + rng.choice("CDEFGABcdefgab") + rng.choice(
            ["", "", "", ",", "'", ",,"]
        )  # fmt: skip

    def length() -> str:
        return rng.choice(["", "", "", "2", "3", "/", "/2", "3/2", "//", "4"])

    found = []
    for _ in range(rng.randint(1, 12)):
        kind = rng.randrange(14)
        if kind < 6:
            found.append(note() + length())
        elif kind == 6:
            found.append(f"[{note()}{rng.choice(['', '2'])}{note()}{rng.choice(['', note()])}]{length()}")
        elif kind == 7:
            found.append(rng.choice("zx") + length())
        elif kind == 8:
            found.append(rng.choice(["|", "||", "|:", ":|", "|1", ":: "]))
        elif kind == 9:
            found.append("(3" + note() + note() + note())
        elif kind == 10:
            found.append(note() + rng.choice("<>") + note())
        elif kind == 11:
            same = note() + length()
            found.append(f"{same}-{rng.choice(['', ' ', '|', ' | '])}{same}")
        elif kind == 12:
            found.append(
                rng.choice(['"Am"', "!f!", "{ag}", "(", ")", "~", ".", "[K:D]", "[M:3/4]", "[L:1/8]", "[r:x]"])
            )
        else:
            found.append(rng.choice([f"[{note()}-{note()}-]", note() + "-"]))
    return rng.choice(["", " "]).join(found) if rng.random() < 0.3 else " ".join(found)


def readable(rng: random.Random) -> Iterator[str]:
    while True:
        text = some_tune(rng)
        try:
            read_abc(text)
        except Misread:
            continue
        yield text


def parts_of(score: Score) -> list[Part]:
    return [[(" ".join(map(str, event.voices)), event.duration) for event in part.events] for part in score.parts]


def read(text: str) -> Score:
    return read_abc(text, whole=True)


def changed(before: list[Part], after: list[Part]) -> list[tuple[int, Part, Part]]:
    """In which part what stands now instead of what: without what is alike at both ends."""
    found = []
    for number, (one, other) in enumerate(zip(before, after, strict=True)):
        start = 0
        while start < min(len(one), len(other)) and one[start] == other[start]:
            start += 1
        end = 0
        while end < min(len(one), len(other)) - start and one[-1 - end] == other[-1 - end]:
            end += 1
        if one != other:
            found.append((number, one[start : len(one) - end], other[start : len(other) - end]))
    return found


def comments(text: str) -> Counter[str]:
    return Counter(re.findall(r"% (?:note|beside) \d+|% (?:number|short|low|flat)|w: la la|<b>A & tune</b>", text))


def test_what_is_read_in_the_browser_is_what_the_reader_says(staff: Page) -> None:
    rng = random.Random("readings of staves")
    texts = [some_tune(rng) for _ in range(6 * TEXTS)]
    texts += [
        "K:C\n",
        "K:Q\nA",
        "K:C\nA#",
        "K:C\n[CE",
        "K:C\nA0",
        "K:C\nc''''''''",
        "A B",
        "K:C\nA*B",
        "K:C\n[]",
        "K:Cbm",
    ]
    texts += [
        "K:C\n(3AB",
        "K:C\n>A",
        "K:C\nA999",
        "K:C\nA///// B",
        "L:0\nK:C\nA",
        "M:3/7\nK:C\nA",
        "K:C\nA\x0bB\x1cC\x85D",
    ]
    found = staff.evaluate(RUN, [{"text": text, "name": "readTune", "more": []} for text in texts])
    for text, said in zip(texts, found, strict=True):
        try:
            expected = [*understood(read(text))]
        except Misread as problem:
            assert said == {"problem": "misread", "line": problem.line}, (text, said)
        else:
            assert said == {"read": expected}, text


@pytest.mark.parametrize("how", [pytest.param("some"), pytest.param("many", marks=pytest.mark.thorough)])
def test_a_change_of_a_note_changes_no_other(staff: Page, how: str) -> None:
    rng = random.Random("changes of staves")
    cases: list[dict[str, Any]] = []
    done = Counter[str]()
    for text, _ in zip(readable(rng), range(TEXTS if how == "some" else 20 * TEXTS), strict=False):
        score = read(text)
        marks = [event.mark for part in score.parts for event in part.events]
        notes = [event for part in score.parts for event in part.events if event.voices]
        mark, note, voice = rng.choice(marks), rng.choice(notes), rng.randrange(len(score.parts))
        inside = [event.mark for event in score.parts[voice].events]
        pitch = {"letter": rng.randrange(7), "octave": rng.randint(2, 6), "shift": rng.choice([None, None, 0, 1, -1])}
        length = rng.choice([[1, 4], [1, 8], [3, 8], [1, 1]])
        tone = rng.randrange(len(note.voices))
        for name, more in (
            ("insert", [voice, rng.choice([None, *inside]), pitch, length]),
            ("insert", [voice, None, None, length]),
            *([("insert", [voice, rng.choice(inside), pitch, length, True])] if inside else []),
            ("setPitch", [note.mark, tone, pitch]),
            ("addTone", [mark, pitch]),
            ("remove", [note.mark, rng.choice([None, tone])]),
            ("setLength", [mark, length]),
            ("toggleBar", [mark]),
            ("toggleTie", [note.mark]),
            ("setKey", [rng.choice(["C", "Eb", "F#m", "A"])]),
            ("setMeter", [rng.choice(["4/4", "3/4", "6/8"])]),
            ("setClef", [voice, rng.choice(["treble", "bass", "alto"])]),
            ("addVoice", ["bass"]),
        ):  # fmt: skip
            cases.append({"text": text, "name": name, "more": more})
    for case, found in zip(cases, staff.evaluate(RUN, cases), strict=True):
        assert "problem" not in found, (case, found)
        if found["done"] is None:
            done[f"{case['name']} refused"] += 1
            continue
        done[case["name"]] += 1
        _holds(case["name"], case["more"], case["text"], found["done"]["text"])
    made = {each: done[each] / (done[each] + done[f"{each} refused"]) for each in {case["name"] for case in cases}}
    assert all(share > 0.4 for share in made.values()), (made, done)


def _holds(name: str, more: list[Any], text: str, after_text: str) -> None:
    told = (name, more, text, after_text)
    before, after = read(text), read(after_text)
    assert comments(text) == comments(after_text), told
    if name == "addVoice":
        assert len(after.parts) == len(before.parts) + 1 and after.parts[-1].clef == "bass", told
        assert parts_of(after)[:-1] == parts_of(before), told
        return
    clefs = [part.clef for part in before.parts]
    if name == "setClef":
        others = [clef for at, clef in enumerate(clefs) if at != more[0]]
        now = [part.clef for part in after.parts]
        assert now[more[0]] == more[1], told
        if any(line.startswith("V:") or "[V:" in line for line in text.splitlines()):
            assert [clef for at, clef in enumerate(now) if at != more[0]] == others, told
        assert parts_of(after) == parts_of(before), told
        return
    assert [part.clef for part in after.parts] == clefs, told
    found = changed(parts_of(before), parts_of(after))
    if name in ("toggleBar", "setKey", "setMeter"):
        assert not found, told
        return
    assert len(found) <= 1, told
    if not found:
        assert name in ("setPitch", "setLength", "toggleTie") or "|" in after_text, told
        return
    ((part, gone, come),) = found
    match name:
        case "insert":
            assert part == more[0] and len(come) <= 2 and len(gone) <= 1, told
            assert sum(length for _, length in come) - sum(length for _, length in gone) == Fraction(*more[3]), told
        case "setPitch" | "addTone":
            assert len(gone) == len(come) == 1 and gone[0][1] == come[0][1], told
            wanted = f"{'CDEFGAB'[more[-1]['letter']]}{'#' * max(0, more[-1]['shift'] or 0)}"
            assert any(
                voice.startswith(wanted) and voice.endswith(str(more[-1]["octave"])) for voice in come[0][0].split()
            )
        case "remove":
            assert len(gone) >= 1 and len(come) <= 1, told
        case "setLength":
            assert [voices for voices, _ in gone] == [voices for voices, _ in come], told
            assert len(come) == 1 and come[0][1] == Fraction(*more[1]), told
        case "toggleTie":
            assert {voices for voices, _ in gone} == {voices for voices, _ in come}, told
            assert sum(length for _, length in gone) == sum(length for _, length in come), told
        case _:
            raise AssertionError(name)
