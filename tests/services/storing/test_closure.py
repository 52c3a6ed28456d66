"""What a module is made of: nothing that it loads is missing, and a changed byte is noticed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from viva.services.storing.closure import HOME, closure, version
from viva.subjects.functions.suite import MAKERS as FUNCTIONS

CONSOLE = "viva.engines.dialogues.suites.suite"

MAKES_CONSOLE = """
from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.suites.suite import suite
assert suite(parse("[>x]^Z ( [{0} >] <x_C > 4711> [{1} >] )"), 0).tests
"""
MAKES_FUNCTIONS = """
from viva.core.exercise import read_manifest
from viva.core.source import Source
from viva.engines.calls import Oracle, Searcher, programs_of
from viva.subjects.functions.notation import read_task
from viva.subjects.functions.suite import suite_of
manifest = b'subject = "functions"\\n[functions]\\nfunction = "f"\\nreference = "r.py"\\n'
reference = b"def f(xs: list[int], n: int) -> int:\\n    return sum(xs) if n > 1234 else max(xs)\\n"
source = Source("made-here", {"exercise.toml": manifest, "r.py": reference})
manifest = read_manifest(source)
exercise = manifest.exercise(source, read_task(manifest.settings, source))
asked = exercise.task.question
with programs_of(asked) as programs:
    made = suite_of(exercise, Searcher(asked, programs), Oracle(asked, programs), 0)
assert made.searched.solver_calls
"""


@pytest.mark.parametrize(("makers", "program"), [((CONSOLE,), MAKES_CONSOLE), (FUNCTIONS, MAKES_FUNCTIONS)])
def test_every_module_that_is_loaded_to_make_a_suite_is_in_the_closure(
    makers: tuple[str, ...], program: str, tmp_path: Path
) -> None:
    code = f"{program}\nimport sys\nprint(*(name for name in sys.modules if name.partition('.')[0] == 'viva'))"
    made = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"XDG_CACHE_HOME": str(tmp_path)}
    )
    loaded = set(made.stdout.split())
    assert loaded >= set(makers)
    assert loaded <= set(closure(makers).modules)


def test_what_runs_in_the_sandbox_belongs_to_it() -> None:
    modules = closure(FUNCTIONS).modules
    boxes = [
        path
        for folder in ("languages", "engines/symbolic", "sandbox")
        for path in (HOME / folder).rglob("inside/**/*.py")
    ]
    names = {
        ".".join(("viva", *path.relative_to(HOME).with_suffix("").parts)).removesuffix(".__init__") for path in boxes
    }
    assert len(names) > 30
    assert names <= set(modules)


@pytest.mark.thorough
def test_a_changed_byte_in_any_module_is_a_change_and_one_elsewhere_is_none(tmp_path: Path) -> None:
    home = tmp_path / "viva"
    shutil.copytree(HOME, home, ignore=shutil.ignore_patterns("__pycache__"))
    before = closure([CONSOLE], home).modules
    assert before == closure([CONSOLE]).modules
    for path in sorted(home.rglob("*.py"))[::5]:
        content = path.read_bytes()
        path.write_bytes(content + b"#")
        name = ".".join(("viva", *path.relative_to(home).with_suffix("").parts)).removesuffix(".__init__")
        after = closure([CONSOLE], home).modules
        assert (after != before) == (name in before), name
        path.write_bytes(content)


def test_imports_are_found_however_they_are_written(tmp_path: Path) -> None:
    home = tmp_path / "house"
    files = {
        "__init__.py": "",
        "hall.py": "from house import (\n    kitchen,\n    roof,\n)\ndef f():\n    import house.cellar.wine, json\n",
        "kitchen.py": "if True: import house.stove\nimport z3  # import house.attic\n",
        "roof.py": "try:\n    from . import tiles\nexcept ImportError:\n    pass\n",
        "stove.py": "x = 1; from .cellar import wood\n",
        "tiles.py": "",
        "attic.py": "",
        "cellar/__init__.py": "",
        "cellar/wine.py": "from ..garden import tree\n",
        "cellar/wood.py": "",
        "garden.py": "",
    }
    for name, text in files.items():
        (home / name).parent.mkdir(exist_ok=True, parents=True)
        (home / name).write_text(text)
    found = closure(["house.hall"], home)
    rooms = {"hall", "kitchen", "roof", "stove", "tiles", "cellar", "cellar.wine", "cellar.wood", "garden"}
    assert set(found.modules) == {"house", *(f"house.{room}" for room in rooms)}
    assert found.libraries == {"z3"}


def test_a_library_has_the_version_that_is_installed() -> None:
    import importlib.metadata  # noqa: PLC0415

    assert importlib.metadata.version("z3-solver") in version("z3")


def test_a_maker_that_does_not_exist_is_no_maker() -> None:
    with pytest.raises(LookupError, match="no module viva"):
        closure(["viva.nowhere"])
