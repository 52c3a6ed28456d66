"""What the page about drawings shows is what its examples draw and print."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from viva.core.drawing import Drawing

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "drawing.md").read_text("utf-8")
EXAMPLES = dict(zip(("graph", "plot", "listing"), re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL), strict=True))
TEXTS = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_picture_is_what_the_example_draws(name: str) -> None:
    drawing, _ = run(name)
    assert drawing.svg == (DOCS / "drawing" / f"{name}.svg").read_text("utf-8")


def test_the_texts_are_what_the_examples_say() -> None:
    assert [run("graph")[0].text + "\n", run("listing")[1]] == TEXTS


def run(name: str) -> tuple[Drawing, str]:
    names: dict[str, object] = {}
    with redirect_stdout(StringIO()) as out:
        exec(EXAMPLES[name], names)
    drawing = names["drawing"]
    assert isinstance(drawing, Drawing)
    return drawing, out.getvalue()
