"""The documentation names every package, names nothing that is not there, and its examples come out as it says."""

import doctest
import importlib
import pkgutil
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import viva

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LISTED = re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2])
PAGES = {name: (DOCS / name).read_text("utf-8") for name in LISTED}
EXAMPLES = [name for name, text in PAGES.items() if "\n>>> " in text]
MAP = "floors.md"  # lists every package, and tells of none


def packages() -> Iterator[str]:
    """Those below the subjects; of a floor with several, each."""
    for floor in (each.name for each in pkgutil.iter_modules(viva.__path__) if each.ispkg):
        if floor in ("languages", "engines"):
            below = pkgutil.iter_modules(importlib.import_module(f"viva.{floor}").__path__, f"viva.{floor}.")
            yield from (each.name for each in below if each.ispkg and not each.name.endswith(".inside"))
        elif floor not in ("cli", "subjects"):
            yield f"viva.{floor}"


def is_there(name: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    module, _, rest = name.rpartition(".")
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        return bool(module) and is_there(module) and hasattr(importlib.import_module(module), rest)
    return True


def test_every_page_is_listed_once() -> None:
    assert sorted(LISTED) == sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


@pytest.mark.parametrize("package", list(packages()))
def test_every_package_of_the_lower_floors_has_a_page_that_tells_of_it(package: str) -> None:
    assert [name for name, text in PAGES.items() if name != MAP and re.search(rf"\b{re.escape(package)}\b", text)]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_only_what_is_there(page: str) -> None:
    """Subjects aside: a page may tell of one that its reader is to write."""
    floors = "|".join(module.name for module in pkgutil.iter_modules(viva.__path__) if module.name != "subjects")
    named = set(re.findall(rf"\bviva\.(?:{floors})(?:\.\w+)+", PAGES[page]))
    assert [name for name in sorted(named) if not is_there(name)] == []


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_import_only_what_is_there(page: str) -> None:
    imports = re.findall(r"^(?:>>> )?from (viva(?:\.\w+)*) import ([\w, ]+)", PAGES[page], re.MULTILINE)
    named = {f"{module}.{name.strip()}" for module, names in imports for name in names.split(",")}
    assert [name for name in sorted(named) if not is_there(name)] == []


def test_the_map_lists_every_floor_subject_and_engine() -> None:
    """Each once, and no other: in the first block of the page."""
    told = PAGES[MAP].split("```")[1]
    subjects = re.search(r"viva\.subjects\.\{([\w,]+)\}", told)
    assert subjects and subjects[1].split(",") == _folders("subjects")
    engines = told.partition("\nengines ")[2].partition("\nruntime ")[0].partition("\n")[2]
    layers = [sorted(re.findall(r"\w+", layer)) for line in engines.splitlines() for layer in line[42:].split("·")]
    assert sorted(name for layer in layers for name in layer) == _folders("engines")
    assert layers == _held_layers()
    floors = set(re.findall(r"\bviva\.(\w+)", told))
    assert floors == {each.name for each in pkgutil.iter_modules(viva.__path__) if each.ispkg}


def _held_layers() -> list[list[str]]:
    """The order of the engines that import-linter holds; one in brackets may not be there yet."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (held,) = (each for each in contracts if each.get("containers") == ["viva.engines"])
    there = _folders("engines")
    named = [sorted(name for name in re.findall(r"\w+", layer) if name in there) for layer in held["layers"]]
    return [layer for layer in named if layer]


def _folders(floor: str) -> list[str]:
    found = pkgutil.iter_modules(importlib.import_module(f"viva.{floor}").__path__)
    return sorted(each.name for each in found if each.ispkg)


@pytest.mark.parametrize("floor", ["core", "services"])
def test_the_page_on_the_core_names_every_module_of_it_once(floor: str) -> None:
    """The modules stand in the first column of the floor's table."""
    table = re.search(rf"^\| in `viva\.{floor}` \|.*?\n\n", PAGES["core.md"], re.MULTILINE | re.DOTALL)
    assert table
    named = [name for row in table[0].strip().splitlines()[2:] for name in re.findall(r"`([\w.]+)`", row.split("|")[1])]
    package = importlib.import_module(f"viva.{floor}")
    there = [each.name for each in pkgutil.walk_packages(package.__path__, f"viva.{floor}.") if not each.ispkg]
    assert sorted(f"viva.{floor}.{name}" for name in named) == sorted(there)


def test_the_exercises_that_come_with_viva_are_counted() -> None:
    """In the README, wherever it speaks of their number."""
    told = re.findall(r"\b(\d+|[a-z]+) exercises come with", (ROOT / "README.md").read_text("utf-8"))
    assert told == [str(len(list((ROOT / "exercises").glob("*/*/exercise.toml"))))]


@pytest.mark.parametrize("page", EXAMPLES)
def test_the_examples_of_a_page_come_out_as_it_says(page: str) -> None:
    without_fences = re.sub(r"^```.*$", "", PAGES[page], flags=re.MULTILINE)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    told: list[str] = []
    runner.run(doctest.DocTestParser().get_doctest(without_fences, {}, page, str(DOCS / page), 0), out=told.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(told)


def test_tests_stand_where_the_source_does() -> None:
    tests = ROOT / "tests"
    here = {folder.relative_to(tests) for folder in tests.rglob("*") if list(folder.glob("test_*.py"))}
    source = {folder.relative_to(ROOT / "src" / "viva") for folder in (ROOT / "src" / "viva").rglob("*")}
    assert here - source == {Path("bench"), Path("docs")}  # which have folders of their own beside the source
