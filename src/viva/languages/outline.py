"""A trusted source in one notation for all languages: that of Python, as far as its classes and functions go."""

from viva.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Outline:
    """`text` is Python that is read and never run: classes, what their methods take, store, compare and call. Private
    parts begin with `PRIVATE`, which stands for `#`. `lines` has for each line that of the source; none where they are
    the same."""

    text: str
    lines: tuple[int, ...] = ()

    def line(self, number: int) -> int:
        return self.lines[number - 1] if 0 < number <= len(self.lines) else number


@dataclass(frozen=True, slots=True)
class Joined:
    """A text with others before it: in how many lines, and whether it is as it was behind these."""

    text: str
    before: int
    whole: bool = True


PRIVATE = "\u01c3"


def name_in_source(name: str) -> str:
    """A name as it stands in the source."""
    return name.replace(PRIVATE, "#")
