import json
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.examining import Viva
from viva.core.fault import Fault
from viva.core.source import Source
from viva.services.shipped import list_shipped
from viva.services.varying.slots import slots_of, without_slots

ROOT = Path(__file__).parents[2]


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_every_exercise_is_listed_with_its_title_by_subject(viva: Viva) -> None:
    call = viva("exercises", "list")
    assert call.status == 0
    for folder in ROOT.glob("exercises/*/*"):
        assert f"  {folder.name} " in call.out
    assert "The mean of temperatures" in call.out
    of_one = viva("exercises", "list", "--subject", "automata", "--json")
    listed = json.loads(of_one.out)
    assert {each["name"] for each in listed} == {path.name for path in ROOT.glob("exercises/automata/*")}
    assert {each["subject"] for each in listed} == {"automata"}


def test_a_copy_is_the_exercise_itself(viva: Viva, tmp_path: Path) -> None:
    for name, target in (("mean", "one"), ("functions/mean", "two/deep")):
        call = viva("exercises", "copy", name, tmp_path / target)
        assert call.status == 0
        assert f"viva test-exercise {tmp_path / target}" in call.out
        assert files(tmp_path / target) == files(ROOT / "exercises/functions/mean")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("copy", "meen", "x"), "none of that name comes with Viva; did you mean 'mean'?"),
        (("copy", "function/mean", "x"), "did you mean 'functions/mean'?"),
        (("copy", "../../etc", "x"), "`viva exercises list` shows all of them"),
        (("copy", "mean", "full"), "this is not an empty folder"),
        (("copy", "mean", "file"), "this is not an empty folder"),
        (("copy", "mean"), "missing argument 'DIR'"),
        (("list", "--subject", "consol"), "did you mean 'console'?"),
        (("lst",), "did you mean 'list'?"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full/a").touch()
    (tmp_path / "file").touch()
    call = viva("exercises", *arguments)
    assert call.status == 2
    assert words.lower() in call.err.lower()
    assert call.err.count("\n") == 1
    assert not (tmp_path / "x").exists()


def test_alone_it_says_how_it_is_used(viva: Viva) -> None:
    call = viva("exercises")
    assert call.status == 0
    assert "viva exercises copy mean my-mean" in call.out


def test_an_installed_package_has_the_exercises_beside_its_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is built to be installed is unpacked, and nothing else of the checkout is there."""
    wheel = next(iter(WheelBuilder(str(ROOT)).build(directory=str(tmp_path / "dist"), versions=["standard"])))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    assert (tmp_path / "installed/viva/py.typed").is_file()
    monkeypatch.setattr("viva.services.shipped._PACKAGE", tmp_path / "installed/viva")
    found = list_shipped()
    assert {each.path for each in found} == {f"{path.parent.name}/{path.name}" for path in ROOT.glob("exercises/*/*")}
    for each in found:
        assert each.folder.is_relative_to(tmp_path)
        assert files(each.folder) == files(ROOT / "exercises" / each.path)


def test_a_package_without_its_exercises_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viva.services.shipped._PACKAGE", tmp_path / "a/b/viva")
    with pytest.raises(Fault, match="install Viva anew"):
        list_shipped()


def test_an_exercise_goes_by_its_name_and_a_folder_in_place_wins(
    viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert viva("show", "sum-of-n").out.startswith("Sum of n numbers\n\nRead a natural number")
    assert viva("show", "console/sum-of-n").out == viva("show", ROOT / "exercises/console/sum-of-n").out
    assert viva("exercises", "copy", "mean", "sum-of-n").status == 0
    assert viva("show", "sum-of-n").out.startswith("The mean of temperatures\n")


@pytest.mark.parametrize("folder", sorted(ROOT.glob("exercises/*/*")), ids=lambda folder: folder.name)
def test_no_place_that_variants_fill_is_left_in_what_a_student_reads(viva: Viva, folder: Path, tmp_path: Path) -> None:
    source = Source.from_folder(folder)
    names = [slot.name for slot in slots_of(source)]
    shown = viva("show", folder).out if names else ""
    filled = without_slots(source)
    assert not slots_of(filled)
    for name in names:
        assert f"{{{name}" not in shown
        assert f"{{{name}" not in filled.text("statement.md")
    assert filled.below("examples/") == source.below("examples/")


def test_a_copy_of_an_exercise_with_slots_is_the_one_a_student_meets(viva: Viva, tmp_path: Path) -> None:
    original = next(path for path in sorted(ROOT.glob("exercises/*/*")) if slots_of(Source.from_folder(path)))
    assert viva("exercises", "copy", original.name, tmp_path / "filled").status == 0
    assert viva("exercises", "copy", original.name, tmp_path / "open", "--with-slots").status == 0
    assert files(tmp_path / "open") == files(original)
    assert viva("show", tmp_path / "filled").out == viva("show", original).out
    assert viva("test-exercise", tmp_path / "filled").status == 0


def test_the_statement_of_a_variant_is_that_of_its_seed(viva: Viva) -> None:
    own, one, other = (viva("show", "sum-of-n", *more).out for more in ((), ("--seed", "1"), ("--seed", "2")))
    assert own != one != other
    assert viva("show", "sum-of-n", "--seed", "1").out == one
