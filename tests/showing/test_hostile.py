"""Nothing out of a submission acts on a terminal or a page, whichever way it takes through a report."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from viva.core.drawing import Drawing
from viva.core.isolation import Isolation
from viva.core.ladder import Rung
from viva.core.report import About, Comparison, Evidence, Finding, Report, Witness
from viva.core.submission import Submission
from viva.core.verdict import Verdict
from viva.core.where import Bar, Instruction, Node, Passage, State, Transition, Where
from viva.drawing import map as plan
from viva.drawing.shapes import Box, Label
from viva.drawing.svg import animation, picture
from viva.showing.document import as_json
from viva.showing.inline import inline_svg
from viva.showing.outline import outline
from viva.showing.page import as_page
from viva.showing.terminal import Paper, as_text

ATTACKS = [
    "\x1b[2J\x1b]0;owned\x07",
    "\x9b31m\r\x08\x7f",
    "\u202eabc\u2066\u200b\ufeff",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'\"--></style></title><svg onload=alert(1)>",
    "{{ 7 * 7 }}{% raw %}",
    "\udfff\ud800\0",
]
HIDDEN = {*map(chr, range(32)), *map(chr, range(127, 160)), *"\u202e\u2066\u200b\ufeff\ud800"} - {"\n"}


def report_full_of(attack: str) -> Report:
    places: list[Where] = [
        Passage(attack, 1, 1),
        Passage("a.py", 1, 2, 1, 4),
        State(attack),
        Transition(attack, attack, attack),
        Instruction(attack),
        Bar(1, attack),
        Node(attack),
    ]
    drawing = picture(attack, [Box((0, 0), (9, 9), attack)], attack)
    witness = Witness(
        attack, {attack: attack, "expected": attack + " ", "actual": attack, "list": [attack], "n": {attack: 1}}
    )
    comparison = Comparison(
        attack, (attack, attack, "x"), ((attack, attack, attack), ("", attack + " ", attack)), 1, attack
    )
    findings = (
        Finding(attack, rung=Rung.HINT, drawing=drawing),
        Finding(attack, rung=Rung.PATTERN, drawing=Drawing(f"<svg>{attack}", attack)),
        Finding(attack, rung=Rung.EXAMPLE, witness=witness, signature=attack),
        Finding(attack, rung=Rung.EXAMPLE, comparison=comparison),
        Finding(attack, About.POLICY),
        *(Finding(attack, rung=Rung.PLACE, where=place) for place in places),
    )
    evidence = Evidence(attack, 1, attack, {attack: attack})
    report = Report(
        verdict=Verdict.REFUTED,
        subject=attack,
        exercise=attack,
        evidence=evidence,
        title=attack,
        reason=attack,
        score=0.5,
        missed=(attack,),
        findings=findings,
        isolation=Isolation.NONE,
    )
    return replace(report, parts=(report,), version=attack)


def outline_full_of(attack: str) -> str:
    submission = Submission(attack, {"a.py": attack.encode(errors="surrogatepass")})
    return as_text(outline(report_full_of(attack), submission), Paper())


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
@pytest.mark.parametrize("width", [None, 40])
def test_a_terminal_gets_no_control_character(attack: str, width: int | None) -> None:
    submission = Submission(attack, {"a.py": attack.encode(errors="surrogatepass")})
    text = as_text(outline(report_full_of(attack), submission), Paper(width=width))
    assert not HIDDEN & set(text)
    text.encode()


@pytest.mark.parametrize("module", ["showing.outline", "showing.comparing", "drawing.listing"])
def test_a_terminal_would_get_them_if_any_module_did_not_escape(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("visible", "visible_line"):
        monkeypatch.setattr(f"viva.{module}.{name}", lambda text: text, raising=False)
    assert HIDDEN & set(outline_full_of(ATTACKS[0]))


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def parsed(text: str) -> Page:
    page = Page()
    page.feed(text)
    return page


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_a_page_has_the_same_elements_whatever_a_submission_says(attack: str) -> None:
    def page(word: str) -> str:
        submission = Submission(word, {"a.py": word.encode(errors="surrogatepass")})
        return as_page(outline(report_full_of(word), submission)) + report_full_of(word)._repr_html_()

    hostile, harmless = page(attack), page("harmless")
    assert parsed(hostile).tags == parsed(harmless).tags
    assert parsed(hostile).attributes == parsed(harmless).attributes
    assert not HIDDEN & set(hostile)
    assert "49" not in re.sub("<style>.*?</style>", "", hostile, flags=re.DOTALL)


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_json_is_ascii_and_valid(attack: str) -> None:
    text = as_json(report_full_of(attack).to_json())
    assert text.isascii()
    assert not HIDDEN & set(text)
    assert Report.from_json(json.loads(text)).findings[0].text == attack


def test_json_has_words_for_what_it_lacks() -> None:
    assert json.loads(as_json({"a": [float("inf"), float("-inf"), float("nan"), 1.5]})) == {
        "a": ["inf", "-inf", "nan", 1.5]
    }


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        "<a href='javascript:alert(1)'><text>x</text></a>",
        "<image href='http://example.org/x.png'/>",
        "<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>x</p></foreignObject>",
        "<use href='http://example.org/x.svg#a'/>",
        "<animate attributeName='href' values='javascript:alert(1)'/>",
        "<rect onload='alert(1)' width='3' height='3'/>",
        "<style>@import 'http://example.org/x.css';</style>",
        "<style>rect { fill: url(http://example.org/x) }</style>",
        "<style>rect { fill: \\75rl(http://example.org/x) }</style>",
        "<rect style='background: url(http://example.org)' fill='url(http://example.org)'/>",
        "<set attributeName='onmouseover' to='alert(1)'/>",
    ],
)
def test_a_drawing_brings_only_shapes_into_a_page(inside: str) -> None:
    svg = inline_svg(f"<svg xmlns='http://www.w3.org/2000/svg'><rect width='5' height='5'/>{inside}</svg>")
    assert svg is not None
    assert '<rect width="5" height="5">' in svg
    for word in ("script", "href", "http", "onload", "foreignObject", "import", "url", "alert"):
        assert word not in svg


@pytest.mark.parametrize(
    "svg",
    [
        "",
        "<svg>",
        "<p/>",
        "<svg/>",
        "not markup",
        "<!DOCTYPE svg [<!ENTITY a 'aa'>]><svg xmlns='http://www.w3.org/2000/svg'>&a;</svg>",
    ],
)
def test_what_is_no_drawing_stays_out(svg: str) -> None:
    assert inline_svg(svg) is None


def test_our_own_drawings_come_through_whole() -> None:
    drawing = picture("a box", [Box((0, 0), (60, 20), "a < b")], "[ a < b ]")
    svg = inline_svg(drawing.svg)
    assert svg is not None
    assert svg.count("<path") == drawing.svg.count("<path")
    assert "a &lt; b" in svg
    assert 'class="drawing shapes"' in svg


def test_a_drawing_brings_no_style_along_and_its_words_are_said_without_marks_of_code() -> None:
    inside = "<style>text,.a .b{fill:#111}.line{stroke:#333}</style><desc>the value of `x`</desc>"
    svg = inline_svg(f"<svg xmlns='http://www.w3.org/2000/svg'>{inside}</svg>")
    assert svg is not None
    assert "style" not in svg
    assert "#111" not in svg
    assert "<desc>the value of x</desc>" in svg


def test_motion_of_a_shape_enters_a_page() -> None:
    drawing = animation("steps", [[Label((0, 0), "a")], [Label((0, 0), "b")]], "a, then b")
    way = plan.draw([plan.Way([(0, 0), (1, 1), (2, 0)], 12.0, "the way")], "plan", "a way")
    for moving, name in ((drawing, "<animate "), (way, "<animateMotion ")):
        svg = inline_svg(moving.svg)
        assert svg is not None
        assert svg.count(name) == moving.svg.count(name) > 0


@pytest.mark.parametrize(
    "inside",
    [
        "<animate attributeName='href' values='javascript:alert(1)' dur='1s'/>",
        "<animate attributeName='href' to='javascript:alert(1)' begin='0s'/>",
        "<animate attributeName='xlink:href' to='0' dur='1s'/>",
        "<animate attributeName='opacity' values='0;1' dur='1s' href='http://example.org/#a'/>",
        "<animate xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='#a' attributeName='x' to='1' dur='1s'/>",
        "<animate attributeName='style' values='1' dur='1s'/>",
        "<animate attributeName='class' values='1' dur='1s'/>",
        "<animate attributeName='onclick' to='1' dur='1s'/>",
        "<animate attributeName='fill' values='url(http://example.org)' dur='1s'/>",
        "<animate attributeName='x' values='0;1' dur='1s' onbegin='alert(1)'/>",
        "<animate attributeName='x' values='0;1' dur='1s' begin='a.click'/>",
        "<animate attributeName='x' values='0;1' dur='1s' begin='accessKey(s)'/>",
        "<animate attributeName='x' values='0;1' dur='1s' attributeType='XML'/>",
        "<animate attributeName='x' values='calc(1)' dur='1s'/>",
        "<animateMotion dur='1s' path='M0 0L1 1url(#x)'/>",
        "<animateTransform attributeName='transform' type='matrix' values='1' dur='1s'/>",
        "<animateMotion dur='1s'><mpath href='http://example.org/#a'/><script>alert(1)</script></animateMotion>",
        "<set attributeName='href' to='javascript:alert(1)'/>",
        "<animateColor attributeName='fill' to='red'/>",
        "<h:animate xmlns:h='http://www.w3.org/1999/xhtml' attributeName='x' values='0;1' dur='1s'/>",
    ],
)
def test_motion_that_reaches_further_than_its_shape_stays_out(inside: str) -> None:
    svg = inline_svg(f"<svg xmlns='http://www.w3.org/2000/svg'><rect width='5' height='5'>{inside}</rect></svg>")
    assert svg is not None
    for word in ("animate ", "set ", "animateColor", "animateTransform", "mpath", "script", "href", "url(", "alert"):
        assert word not in svg
