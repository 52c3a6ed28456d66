"""`viva test FOLDER`: which modules are found, and what is made of all of them together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.examining import Viva
from viva.testing.folders import may_have_properties, modules_below

RIGHT = "def prop_or(x: bool, y: bool) -> bool:\n    return (x or y) == (y or x)\n"
WRONG = "def prop_sum(x: bool) -> bool:\n    return x\n"


def tree(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (RIGHT, True),
        ("class Stack:\n    def prop_or(self, x: bool): return True\n", True),
        ("if True:\n    prop_given = 3\n", True),
        ("prop: object = 3\n", True),
        ("from viva.properties import prop as law\n@law\ndef commutes(x: int): return True\n", True),
        ("from viva import properties\n", True),
        ("import viva.properties as p\n", True),
        ("async def propCamel(): pass\n", True),
        ("def prop_or(x: bool:\n    return\n", True),
        ("from viva.properties import *\ndef x(:\n", True),
        ("def propagate(x): return x\nproperty = 3\nimport viva\n", False),
        ("def helper(x:\n", False),
        ("'def prop_in_a_text(x): pass'\n", False),
        ("", False),
        ("\0", False),
    ],
)
def test_what_may_have_properties_is_told_without_running_it(source: str, found: bool) -> None:
    assert may_have_properties(source.encode()) is found


def test_hidden_folders_environments_and_loops_are_left_out(tmp_path: Path) -> None:
    places = ("a", "deep__er__b", ".hidden__c", "own__lib__d", "__pycache____e", "node_modules__f", "venv__g")
    tree(tmp_path, **{place.replace("__pycache____", "p__"): RIGHT for place in places}, none="x = 1\n")
    (tmp_path / "own/pyvenv.cfg").touch()
    (tmp_path / "p").rename(tmp_path / "__pycache__")
    (tmp_path / "deep/loop").symlink_to(tmp_path)
    (tmp_path / "deep/again.py").symlink_to(tmp_path / "a.py")
    (tmp_path / "deep/nowhere.py").symlink_to(tmp_path / "gone.py")
    (tmp_path / "deep/self.py").symlink_to(tmp_path / "deep/self.py")
    assert [path.relative_to(tmp_path).as_posix() for path in modules_below(tmp_path)] == ["a.py", "deep/er/b.py"]


def test_a_folder_is_tested_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viva: Viva) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    tree(
        tmp_path, right=RIGHT, inside__wrong=WRONG, users="from viva.properties import examine\n", inside__other="x = 1"
    )
    call = viva("test", ".")
    assert call.status == 1
    assert call.err == ""
    assert "2 properties of 2 modules: 1 proved, 1 refuted" in call.out
    assert "viva test inside/wrong.py -k prop_sum --replay" in call.out
    assert call.out.index("inside/wrong.py\n") < call.out.index("right.py\n")
    tree(tmp_path, inside__wrong=RIGHT, broken="def prop_or(:\n")
    call = viva("test", ".", "--json")
    assert call.status == 2
    assert call.err.count("\n") == 1
    assert "broken.py:1: this is not Python" in call.err
    told = json.loads(call.out)
    assert [each["module"] for each in told["properties"]] == ["inside/wrong.py", "right.py"]
    assert [each["module"] for each in told["errors"]] == ["broken.py"]


def test_a_folder_without_properties_is_one_sentence(tmp_path: Path, viva: Viva) -> None:
    tree(tmp_path, users="from viva.properties import examine\n", other="x = 1\n")
    for place in (tmp_path, tmp_path / "gone"):
        call = viva("test", place)
        assert call.status == 2
        assert call.out == ""
        assert call.err.count("\n") == 1
    assert "no such file or folder" in call.err
    assert "no Python file here has a property in it" in viva("test", tmp_path).err
