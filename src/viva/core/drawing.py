"""A picture as a finished value: SVG for pages, and its twin in plain text for terminals and screen readers."""

from viva.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Drawing:
    svg: str
    text: str
