"""Instances as arguments: made however their class wants its values; a class that cannot be made is a fault."""

from pathlib import Path

import pytest

import viva
from viva.core.fault import Fault
from viva.core.verdict import Verdict

FIND = """def find(users: list[User], wanted: int) -> str | None:
    for user in users:
        if user{id} == wanted:
            return user{name}
    return None
"""
FIRST_ONLY = """def find(users, wanted):
    for user in users:
        return user{name} if user{id} == wanted else None
    return None
"""
CLASSES = {
    "by place": "from dataclasses import dataclass\n@dataclass\nclass User:\n    id: int\n    name: str\n",
    "by name": "from dataclasses import dataclass\n@dataclass(kw_only=True)\nclass User:\n    id: int\n    name: str\n",
    "by name in a constructor": "class User:\n    def __init__(self, *, name: str = '', id: int = 0):\n"
    "        self.id, self.name = id, name\n",
    "as a dict": "from typing import TypedDict\nclass User(TypedDict):\n    id: int\n    name: str\n",
    "as a tuple": "from typing import NamedTuple\nclass User(NamedTuple):\n    id: int\n    name: str\n",
}


def folder(place: Path, classes: str, *, dotted: bool) -> Path:
    names = {"id": ".id", "name": ".name"} if dotted else {"id": '["id"]', "name": '["name"]'}
    (place / "exercise.toml").write_text(
        'subject = "functions"\ntitle = "T"\nstatement = "s.md"\n[functions]\nreference = "r.py"\nfunction = "find"\n'
    )
    (place / "s.md").write_text("Write it.\n")
    (place / "r.py").write_text(classes + FIND.format(**names))
    (place / "wrong.py").write_text(FIRST_ONLY.format(**names))
    return place


@pytest.mark.parametrize("which", CLASSES)
def test_who_looks_at_the_first_only_is_found_out(tmp_path: Path, which: str) -> None:
    place = folder(tmp_path, CLASSES[which], dotted=which != "as a dict")
    assert viva.check(place, place / "wrong.py", rung="verdict").verdict is Verdict.REFUTED


def test_a_class_of_which_no_instance_can_be_made_is_a_fault(tmp_path: Path) -> None:
    refusing = CLASSES["by place"] + "    def __post_init__(self):\n        raise ValueError(self.name)\n"
    place = folder(tmp_path, refusing, dotted=True)
    with pytest.raises(Fault, match="no instance of User can be made"):
        viva.check(place, place / "wrong.py")


@pytest.mark.parametrize(
    "members", ["RED = 1\n    BLUE = 2", "RED = 'r'\n    BLUE = 'b'", "RED = auto()\n    BLUE = auto()"]
)
def test_members_of_an_enumeration_are_arguments(tmp_path: Path, members: str) -> None:
    kinds = f"from enum import Enum, auto\nclass Colour(Enum):\n    {members}\n"
    place = folder(tmp_path, "class User: pass\n", dotted=True)
    asked = "def find(colour: Colour, n: int) -> int:\n    return n if colour is Colour.RED else -n\n"
    (place / "r.py").write_text(kinds + asked)
    (place / "wrong.py").write_text(kinds + asked.replace("-n", "abs(n)"))
    (place / "right.py").write_text(kinds + asked.replace("is Colour", "== Colour"))
    assert viva.check(place, place / "wrong.py", rung="verdict").verdict is Verdict.REFUTED
    assert viva.check(place, place / "right.py", rung="verdict").verdict.right
