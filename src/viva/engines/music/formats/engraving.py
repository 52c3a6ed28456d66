"""Engraved music as SVG, by verovio where it is installed; otherwise the notes by name."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib.util import find_spec
from types import MappingProxyType

from viva.core.drawing import Drawing
from viva.core.text.escape import markup, visible
from viva.drawing.shapes import Label
from viva.drawing.sheet import sheet
from viva.drawing.svg import picture
from viva.engines.music.formats.mei import Figures, write_mei
from viva.engines.music.score import Score, slices

_OPTIONS = {
    "scale": 50,  # ledger lines vanish below
    "adjustPageHeight": True,
    "adjustPageWidth": True,
    "breaks": "auto",
    "pageWidth": 2400,
    "header": "none",
    "footer": "none",
    "svgViewBox": True,
    "xmlIdSeed": 1,
}

_LARGER = 1.25  # than verovio's scale, so that a staff on a page is as high as three lines of text


def engrave(
    score: Score,
    title: str,
    text: str,
    wrong: frozenset[tuple[int, Fraction]] = frozenset(),
    *,
    bar: int | None = None,
    figures: Figures = MappingProxyType({}),
    blank: bool = False,
) -> Drawing:
    """`text` is the twin in words; `wrong` and `bar` say what is coloured, `figures` what stands under the bass;
    rests are left `blank` where there is to write."""
    if find_spec("verovio") is None:
        lines = [f"{each.bar}: {' '.join(map(str, each.voices))}" for each in slices(score)]
        return picture(title, [Label((0.0, 24.0 * at), line) for at, line in enumerate(lines)], text)
    import verovio  # noqa: PLC0415 29 MB that only who draws needs

    verovio.enableLog(verovio.LOG_OFF)
    toolkit = verovio.toolkit()
    toolkit.setOptions(_OPTIONS)
    toolkit.loadData(write_mei(score, wrong, bar, figures, blank=blank))
    svg = _with_plain_figures(_with_signs_in_place(str(toolkit.renderToSVG(1))))
    named = f"<title>{markup(title)}</title><desc>{markup(text)}</desc>"
    svg = re.sub(r"<desc>.*?</desc>", "", svg, count=1, flags=re.DOTALL)
    svg = re.sub(r"<style.*?</style>", "", svg, count=1, flags=re.DOTALL)
    named += f'<style>{sheet("score")}</style><rect class="paper" width="100%" height="100%"/>'

    def head(found: re.Match[str]) -> str:
        width, height = (round(float(size) * _LARGER) for size in (found[2], found[3]))
        size = f'width="{width}" height="{height}"'
        return f'{found[1]} class="drawing score" {size} role="img" aria-label="{markup(title)}">{named}'

    svg = re.sub(r'(<svg\b[^>]*viewBox="0 0 ([0-9.]+) ([0-9.]+)"[^>]*)>', head, svg, count=1)
    return Drawing(svg, visible(text))


def _with_signs_in_place(svg: str) -> str:
    """Clefs and heads of notes where they stand, not as references to a definition, which a page does not show."""
    defined, _, rest = svg.partition("</defs>")
    before, _, inside = defined.partition("<defs>")
    signs = dict(re.findall(r'<g id="([^"]+)">(.*?)</g>', inside, re.DOTALL))

    def in_place(use: re.Match[str]) -> str:
        return f"<g {use[2].strip()}>{signs[use[1]].strip()}</g>"

    return before + re.sub(r'<use xlink:href="#([^"]+)"([^>]*?)/>', in_place, rest)


_FIGURE_SIGNS = {"\uea63": "𝄫", "\uea64": "♭", "\uea65": "♮", "\uea66": "♯", "\uea67": "𝄪"}


def _with_plain_figures(svg: str) -> str:
    """The signs of a figured bass as letters that every font has, not as those of a font for music."""
    signs = "".join(_FIGURE_SIGNS)
    return re.sub(
        rf'<tspan font-family="[^"]*" font-size="[^"]*">([{signs}])</tspan>',
        lambda found: f'<tspan font-size="405px">{_FIGURE_SIGNS[found[1]]}</tspan>',
        svg,
    )
