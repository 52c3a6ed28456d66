import stat
import zipfile
from pathlib import Path

import pytest

from viva.core.fault import Fault
from viva.grading.handed_in import archive
from viva.grading.handed_in.archive import unpack


def packed(file: Path, *names: str) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as target:
        for name in names:
            target.writestr(zipfile.ZipInfo(name), "" if name.endswith("/") else "x = 1\n")
    return file


def inside(file: Path, exercises: list[str], course: bool = False) -> list[str]:
    with unpack(file, exercises, course) as (folder, _):
        return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(
    ("names", "course", "expected"),
    [
        (["anna.py", "bert.py", "__MACOSX/._anna.py"], False, ["anna.py", "bert.py"]),
        (["handed-in/anna.py", "handed-in/bert.py"], False, ["anna.py", "bert.py"]),
        (["sum/anna.py", "sum/bert.py"], False, ["anna.py", "bert.py"]),
        (["sum/anna.py", "sum/bert.py"], True, ["sum"]),
        (["class/anna/sum.py", "class/bert/sum.py"], True, ["anna", "bert"]),
        (["anna/sum.py", "anna/notes.txt"], False, ["anna"]),
        (["Zoë_1_assignsubmission_file_/a.py", "Zoë_1_assignsubmission_file_/b.py"], False, None),
        (["anna\\sum.py", "bert\\sum.py", "carl/"], False, ["anna", "bert", "carl"]),
    ],
)
def test_a_zip_is_a_folder_of_submissions(
    tmp_path: Path, names: list[str], course: bool, expected: list[str] | None
) -> None:
    file = packed(tmp_path / "all.ZIP", *names)
    assert inside(file, ["sum"], course) == (expected or ["Zoë_1_assignsubmission_file_"])


def test_nothing_of_a_zip_leads_out_of_its_folder_or_stays_behind(tmp_path: Path) -> None:
    file = packed(
        tmp_path / "all.zip", "../up.py", "/root.py", "a/../../b.py", "C:/x.py", "x" * 300, "bert.py", "carl.py"
    )
    link = zipfile.ZipInfo("link.py")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(file, "a") as target:
        target.writestr(link, "/etc/passwd")
    with unpack(file, ["sum"], False) as (folder, left_out):
        assert sorted(path.name for path in folder.iterdir()) == ["bert.py", "carl.py"]
        assert len(left_out) == 6
    assert not folder.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.zip"]


def test_a_zip_that_is_broken_or_too_large_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.zip").write_bytes(b"PK\3\4...")
    with pytest.raises(Fault, match="cannot be read"):
        inside(tmp_path / "broken.zip", ["sum"])
    monkeypatch.setattr(archive, "_LARGEST", 8)
    with pytest.raises(Fault, match="unpacks to more than 8 bytes"):
        inside(packed(tmp_path / "all.zip", "anna.py", "bert.py"), ["sum"])
    monkeypatch.setattr(archive, "_MOST_FILES", 1)
    with pytest.raises(Fault, match="has 2 files"):
        inside(tmp_path / "all.zip", ["sum"])
