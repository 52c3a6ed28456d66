"""The one catalogue of edits: whatever a language proposes stands in it, and nothing else does."""

import re
from pathlib import Path

import viva.languages.inside.vivabox.python.changing as inside
from viva.engines.calls import sandbox_of
from viva.engines.edits import CATALOGUE
from viva.languages import javascript, python

SOURCES = ("adding", "aligning", "borrowing", "edits", "guiding", "undoing")
IN_JAVASCRIPT = "inside/vivajs/changing.js"
WRONG = """def f(xs, n):
    for x in range(len(xs)):
        total = 0
        if xs[x] > n and x != 1:
            total = total + xs[x]
        else:
            return total
        print(total)
    while n < 3:
        best = max(xs)
    ys = xs.sort()
    return sorted(list(xs[1:]), reverse=True)
"""


def test_every_kind_in_the_catalogue_is_one_that_a_language_names() -> None:
    folder = Path(str(inside.__file__)).parent
    files = [*(folder / f"{file}.py" for file in SOURCES), Path(str(javascript.__file__)).parent / IN_JAVASCRIPT]
    texts = [file.read_text("utf-8") for file in files]
    named = {word for text in texts for word in re.findall(r'"([a-z_]+)"', text)}
    assert set(CATALOGUE) <= named


def test_every_edit_that_is_proposed_is_of_a_kind_in_the_catalogue() -> None:
    other = "def f(xs, n):\n    ys = []\n    for x in xs:\n        if x > n:\n            ys.append(x)\n    return ys\n"
    with sandbox_of(python) as sandbox:
        changes = [
            *python.mends.small_changes(sandbox, WRONG, [7], ["a"], most=3000),
            *python.mends.small_changes(sandbox, WRONG, most=3000, further=True),
        ]
        scripts = python.mends.scripts(sandbox, WRONG, "f", [other])
    changes += [change for script in (*scripts.found, scripts.borrowed, scripts.own) for change in script]
    kinds = {change.kind for change in changes}
    assert len(kinds) > 25
    assert kinds <= set(CATALOGUE)
