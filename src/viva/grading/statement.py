"""The statement of an exercise for a page: Markdown without pictures, links and markup of its own, which pages do not
carry. Headings go below those of the page."""

from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from viva.core.text.escape import visible

_LOWEST = 6


@cache
def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "link", "autolink"])


def statement_html(statement: str, level: int) -> Markup:
    """Its highest heading is one of `level`."""
    reader = _reader()
    tokens = reader.parse(visible(statement))
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(_LOWEST, int(token.tag[1:]) + level - 1)}"
    written = reader.renderer.render(tokens, reader.options, {})
    return Markup(written.replace("<pre>", '<pre tabindex="0">'))  # a wide one is moved by keys, too
