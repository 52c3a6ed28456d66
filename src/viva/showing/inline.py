"""A drawing's SVG as part of a page.

A drawing may carry words of a submission, and may come from a layout program or a package of somebody else. So only
what is listed here enters a page: shapes, text, and motion of what is seen. Scripts, links, images, foreign markup,
event attributes and references to anything outside are not on the list, and no styles either: the page has the sheet
of all drawings. A motion changes numbers of a shape (where it is, how large, how opaque) and nothing else: never an
address, and not on an event.
"""

import re
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from viva.core.text.escape import visible

_SVG = "{http://www.w3.org/2000/svg}"
_ELEMENTS = re.compile(
    "svg|g|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|title|desc|defs|marker",
)
_ATTRIBUTES = re.compile(
    "viewBox|preserveAspectRatio|width|height|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|dx|dy|d|points|transform|"
    "class|id|role|aria-label|fill|fill-opacity|stroke|stroke-(width|dasharray|linecap|linejoin|opacity)|opacity|"
    "font-(family|size|weight|style)|text-anchor|dominant-baseline|"
    "marker-(start|mid|end)|markerWidth|markerHeight|refX|refY|orient",
)
_MOTIONS = ("animate", "animateMotion", "animateTransform")
_NUMBERS = re.compile(r"[-+\d.eE,;\s]{1,200000}")
_SECONDS = re.compile(r"\d{1,6}(\.\d{1,6})?s")
_MOTION = {
    "attributeName": re.compile("x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|width|height|opacity|transform"),
    "type": re.compile("translate|rotate|scale"),
    "values": _NUMBERS,
    "from": _NUMBERS,
    "to": _NUMBERS,
    "keyTimes": _NUMBERS,
    "path": re.compile(r"[-+\d.eE,\sMmLlHhVvCcSsQqTtAaZz]{1,200000}"),
    "rotate": re.compile("auto|auto-reverse"),
    "dur": _SECONDS,
    "begin": _SECONDS,
    "repeatCount": re.compile(r"indefinite|\d{1,4}"),
    "calcMode": re.compile("discrete|linear|paced"),
    "fill": re.compile("freeze|remove"),
}
_REFERENCE = re.compile(r"url\((?!#[\w-]+\))|@|\\|expression|javascript:", re.IGNORECASE)
_DEEPEST = 60


def inline_svg(svg: str) -> str | None:
    """The drawing with nothing but what is listed, or None where it is not a drawing at all."""
    if "<!" in svg:  # no document types, so no entities
        return None
    try:
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, ValueError):
        return None
    return _element(root, 0) if root.tag == f"{_SVG}svg" else None


def _motion(name: str, element: ElementTree.Element) -> str:
    """Nothing where one of its attributes is not as it should be: half of a motion is another one."""
    given = element.attrib.items()
    if not all(key in _MOTION and _MOTION[key].fullmatch(value) for key, value in given):
        return ""
    return f"<{name}{''.join(f' {key}={quoteattr(value)}' for key, value in given)}></{name}>"


def _element(element: ElementTree.Element, depth: int) -> str:
    name = str(element.tag).removeprefix(_SVG)
    if name in _MOTIONS and str(element.tag).startswith(_SVG):
        return _motion(name, element)
    if not _ELEMENTS.fullmatch(name) or not str(element.tag).startswith(_SVG) or depth > _DEEPEST:
        return ""
    attributes = "".join(
        f" {key}={quoteattr(visible(value))}"
        for key, value in element.attrib.items()
        if _ATTRIBUTES.fullmatch(key) and not _REFERENCE.search(value)
    )
    text = element.text or ""
    if name in ("title", "desc"):
        text = text.replace("`", "")
    inside = escape(visible(text)) + "".join(
        _element(child, depth + 1) + escape(visible(child.tail or "")) for child in element
    )
    return f"<{name}{attributes}>{inside}</{name}>"
