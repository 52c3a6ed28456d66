"""An outline as one HTML page that carries everything it needs: no scripts, no links to anywhere, nothing to fetch.

Every value that a template writes goes through `visible` and then through the escaping of markup; only drawings are
markup themselves, and `inline.py` lets nothing but shapes and words through.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from viva.core.drawing import Drawing
from viva.core.escape import visible
from viva.showing.inline import inline_svg
from viva.showing.outline import Outline

_TEMPLATES = Path(__file__).parent / "templates"


def as_page(outline: Outline) -> str:
    return render("report.html", (), outline=outline)


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
    return environment


def _picture(drawing: Drawing) -> Markup | None:
    svg = inline_svg(drawing.svg)
    return None if svg is None else Markup(svg)
