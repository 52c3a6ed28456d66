import ast
import json
import random
from itertools import pairwise
from pathlib import Path

import pytest

from viva.core.submission import Submission, Unreadable
from viva.core.text.notebooks import read_notebook

# Each with what is left of it, line by line.
CELLS = {
    "%matplotlib inline\nx = 1": "pass\nx = 1",
    "!pip install numpy (it's \"\nx = 1": "pass\nx = 1",
    "x = (7\n     % 3)": "x = (7\n     % 3)",
    's = """\n%no magic\n!nor this\n"""': 's = """\n%no magic\n!nor this\n"""',
    "files = !ls\nx = %who": "pass\npass",
    "if x:\n    %time print(x)\n    ?print": "if x:\n    print(x)\n    pass",
    "print?\nlen??": "pass\npass",
    "y = 5 \\\n  % 3": "y = 5 \\\n  % 3",
    "%%time\nx = 1": "\nx = 1",
    "%%bash\nls\ncd": "pass\n\n",
    "a = 'it''s' # don't (\n%magic": "a = 'it''s' # don't (\npass",
    'b = "\\"("\n!ls': 'b = "\\"("\npass',
    "c = '''\\''' !x'''\n!ls": "c = '''\\''' !x'''\npass",
    "d = [1,\n!2]": "d = [1,\n!2]",
    "e = x != 3\nf = a % b": "e = x != 3\nf = a % b",
    "from IPython.display import display, clear_output\nx = 1": "pass\nx = 1",
    "if x:\n    from IPython.display import (\n        display,\n    )\nx = 1": "if x:\n    pass\n\n\nx = 1",
    "import IPython\nimport IPython.display as shown": "pass\npass",
    "import IPythonish\nfrom IPythonish import x": "import IPythonish\nfrom IPythonish import x",
    "display(x)\nif x:\n    display (x,\n  y)": "print(x)\nif x:\n    print(x,\n  y)",
    "def display(x):\n    print(x)\ndisplay(1)": "def display(x):\n    print(x)\ndisplay(1)",
    "display = 3\nprint(display)": "display = 3\nprint(display)",
}


def notebook(*cells: str, language: str = "python", listed: bool = True, version: int = 4) -> bytes:
    made: list[dict[str, object]] = [{"cell_type": "markdown", "metadata": {}, "source": "# Words"}]
    source = "source" if version >= 4 else "input"
    made += [
        {"cell_type": "code", source: cell.splitlines(keepends=True) if listed else cell, "outputs": []}
        for cell in cells
    ]
    inside = {"cells": made} if version >= 4 else {"worksheets": [{"cells": made}]}
    return json.dumps({**inside, "metadata": {"kernelspec": {"language": language}}, "nbformat": version}).encode()


def program(content: bytes, file: str = "a.ipynb") -> str:
    return Submission(file, {file: content}).text((".py",))[1]


@pytest.mark.parametrize(("cell", "left"), CELLS.items())
def test_what_only_a_notebook_knows_is_left_out(cell: str, left: str) -> None:
    found = read_notebook(notebook(cell))
    assert found is not None
    assert found.program == f"# cell 1\n{left}\n"


@pytest.mark.parametrize("half", ["\ud800", "\udfff", "a\udc80b"])
def test_half_a_character_is_no_text(half: str) -> None:
    with pytest.raises(Unreadable) as told:
        program(notebook("x = 1", f"y = '{half}'"))
    assert told.value.reason == "encoding"


@pytest.mark.parametrize("version", [3, 4])
@pytest.mark.parametrize("listed", [True, False])
def test_code_cells_are_read_in_their_order(version: int, listed: bool) -> None:
    content = notebook("x = 1", "print(x)", listed=listed, version=version)
    assert program(content) == "# cell 1\nx = 1\n\n# cell 2\nprint(x)\n"


def test_a_notebook_that_was_renamed_is_one_all_the_same() -> None:
    assert "print(1)" in program(notebook("print(1)"), "a.py")


def test_a_program_beside_a_notebook_is_what_counts() -> None:
    files = {"a.ipynb": notebook("print(1)"), "a.py": b"print(2)"}
    assert Submission("folder", files).text((".py",)) == ("a.py", "print(2)")
    files = {"a.ipynb": notebook("print(1)"), "data.csv": b"1,2"}
    assert Submission("folder", files).text((".py",))[0] == "a.ipynb"


def test_a_notebook_in_another_language_is_told_as_a_notebook() -> None:
    with pytest.raises(Unreadable, match=r"This is a \.ipynb file; hand in one \.py file"):
        program(notebook("x <- 1", language="R"))


def test_no_notebook_at_all_is_left_alone() -> None:
    for content in (
        b'{"cells": 1, "nbformat": 4',
        b'{"cells": []}',
        b"nbformat = 'cells'",
        b"[" * 100_000 + b"nbformat cells",
    ):
        assert read_notebook(content) is None


def test_a_notebook_of_any_program_is_that_program() -> None:
    """Cut into cells between statements, with magics put in between, it has the same syntax tree as before."""
    files = sorted(Path(__file__).parents[2].joinpath("src/viva/core").rglob("*.py"))
    randomness = random.Random(7)
    for file in randomness.sample(files, 30):
        text = file.read_text()
        tree = ast.parse(text)
        if not tree.body or "\f" in text:
            continue
        lines = text.split("\n")
        starts = [
            min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))]) for node in tree.body
        ]
        cuts = sorted({0, *(start - 1 for start in starts if randomness.random() < 0.3), len(lines)})
        cells = ["\n".join(lines[a:b]) for a, b in pairwise(cuts)]
        cells = [cell for cell in cells if cell.strip("\n")]
        found = read_notebook(notebook(*cells))
        assert found is not None
        assert ast.dump(ast.parse(found.program)) == ast.dump(tree), file
        magics = [f"%magic it's (\n{cell}\n!ls \"" for cell in cells]
        kept = read_notebook(notebook(*magics))
        assert kept is not None
        body = [node for node in ast.parse(kept.program).body if not isinstance(node, ast.Pass)]
        assert [*map(ast.dump, body)] == [*map(ast.dump, tree.body)], file
