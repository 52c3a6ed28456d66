"""What tests of tutorials share: the blocks of a page, and its commands with what it shows of their output."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def blocks(page: str) -> list[str]:
    """What stands between fences, in the order of the page."""
    return re.findall(r"```\w*\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)


def shown(text: str) -> list[tuple[str, str]]:
    """The commands of a block, each with what is shown of its output; a line … stands for any lines."""
    calls = [call.partition("\n") for call in text.split("$ ")[1:]]
    return [(command, output) for command, _, output in calls]


def fits(output: str, expected: str) -> bool:
    pieces = [re.escape(piece) for piece in re.split(r"^…\n", expected, flags=re.MULTILINE)]
    return re.fullmatch(".*".join(pieces), output, re.DOTALL) is not None
