"""One moment of what happens in time as a picture that stands alone, for who looks at it."""

from collections.abc import Iterator

from viva.core.drawing import Frames
from viva.drawing.sheet import sheet
from viva.drawing.svg import px


def picture_at(frames: Frames, at: int) -> Iterator[str]:
    """The pictures of one moment as SVG that can stand alone."""
    for pane, shown in zip(frames.panes, frames.stills[at].shown, strict=True):
        left, top, width, height = map(px, pane.view)
        body = "".join(pane.parts[number] for number in shown)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing {pane.kind}" role="img" '
            f'viewBox="{left} {top} {width} {height}" width="{width}" height="{height}">'
            f"<style>{sheet(pane.kind)}</style>{body}</svg>\n"
        )
