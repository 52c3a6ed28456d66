"""Names an engineer would look for: an index that is true, folders with rooms, functions that say what they do."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/viva"
WORDS = (
    "alignment", "concolic", "flaky", "timeout", "edge case", "homoglyph", "product program", "loop summary",
    "partition refinement",
)  # fmt: skip
MOST_MODULES = 20
PARTICIPLE = re.compile(r"(?:un|re)?[a-z]+(?:ed|[^f]own|[^vkw]en|eld|told|said|made|built|spent|meant)")
NO_PARTICIPLES = frozenset({"between", "seed", "straighten", "flatten", "strengthen", "listen"})
PROTOCOL = frozenset({"edited", "rephrased", "renamed"})
"""Methods that the protocol of languages names so."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        if not {"template", "inside"} & set(path.parts):
            name = ".".join(("viva", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
            yield name, ast.parse(path.read_text("utf-8"))


def test_the_index_of_the_vocabulary_leads_to_files() -> None:
    page = (ROOT / "docs/vocabulary.md").read_text("utf-8")
    index = page.partition("## Where the words of the field are")[2]
    files = re.findall(r"`((?:\w+/)+\w+\.py)`", index)
    assert len(files) > len(WORDS)
    assert [file for file in files if not (SOURCE / file).is_file()] == []
    assert [word for word in WORDS if word not in index] == []


def test_a_folder_with_many_modules_has_rooms() -> None:
    folders = {path.parent for path in SOURCE.rglob("*.py") if not {"template", "inside"} & set(path.parts)}
    sizes = {str(each.relative_to(SOURCE)): len([*each.glob("*.py")]) - 1 for each in folders}
    assert {folder: size for folder, size in sizes.items() if size > MOST_MODULES} == {}


def test_a_function_that_others_call_is_no_bare_participle() -> None:
    """A local may be `told`; who imports a function wants to know what it does, or what it gives."""
    imported: Counter[tuple[str, str]] = Counter()
    defined: list[tuple[str, str]] = []
    for name, tree in modules():
        defined += [(name, each.name) for each in tree.body if isinstance(each, ast.FunctionDef)]
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported.update((node.module, each.name) for each in node.names)
    used = [(module, name) for module, name in defined if imported[module, name]]
    assert len(used) > 1000
    assert [each for each in used if PARTICIPLE.fullmatch(each[1]) and each[1] not in NO_PARTICIPLES | PROTOCOL] == []
