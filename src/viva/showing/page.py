"""An outline as one HTML page that carries everything it needs: no scripts, no links to anywhere, nothing to fetch.

Every value that a template writes goes through `visible` and then through the escaping of markup; only drawings are
markup themselves, and `inline.py` lets nothing but shapes and words through. What stands between backticks is code.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from viva.core.drawing import Drawing
from viva.core.text.escape import visible
from viva.core.texts import catalogue
from viva.drawing.sheet import sheet
from viva.showing.inline import inline_svg
from viva.showing.outline import Outline

_TEMPLATES = Path(__file__).parent / "templates"
_PER_CENT = re.compile(r"(?<=\d) %")  # a number and its sign stay in one line
_CODE = re.compile(r"`([^`]+)`")


def as_page(outline: Outline) -> str:
    return render("report.html", (), outline=outline)


def as_cell(outline: Outline) -> str:
    """A part of somebody else's page, with a style that stays inside of it."""
    return render("cell.html", (), outline=outline)


def render(template: str, folders: Sequence[Path] = (), **values: object) -> str:
    """A page from a template in one of the folders, or here; other packages extend `base.html`."""
    return _environment((*folders, _TEMPLATES)).get_template(template).render(**values)


@cache
def _environment(folders: tuple[Path, ...]) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: value if isinstance(value, Markup) or not isinstance(value, str) else visible(value),
    )
    environment.globals["picture"] = _picture
    environment.globals["say"] = _say
    # A cell stands in somebody else's page, whose drawings are not ours.
    environment.globals["drawing_sheet"] = Markup(sheet().replace(".drawing", ".viva .drawing"))
    environment.filters["coded"] = mark_code
    return environment


def mark_code(text: str) -> Markup:
    """Text with what stands between backticks as code."""
    pieces = _CODE.split(_PER_CENT.sub("\u00a0%", visible(text)))
    return Markup().join(
        Markup("<code>{}</code>").format(piece) if number % 2 else escape(piece) for number, piece in enumerate(pieces)
    )


def _say(locale: str, key: str, **slots: object) -> str:
    return catalogue("viva.showing", locale).say(key, **slots)


def _picture(drawing: Drawing) -> Markup | None:
    svg = inline_svg(drawing.svg)
    return None if svg is None else Markup(svg)
