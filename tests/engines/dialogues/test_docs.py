"""The page about this engine: its examples are right."""

import re
from pathlib import Path


def test_the_examples_of_the_page_hold() -> None:
    page = (Path(__file__).parents[3] / "docs" / "dialogues.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 4
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)
