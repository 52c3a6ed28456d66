import codecs
from pathlib import Path

import pytest

from viva.core.fault import Fault
from viva.grading.handed_in.members import read_members


@pytest.mark.parametrize(
    "text",
    [
        "Zoë Müller\nanna\n\n  bert \nANNA\n",
        "name\r\nZoë Müller\r\nanna\r\nbert\r\n",
        "id;student;group\n1;Zoë Müller;a\n2;anna;b\n3;bert\n",
        'First name,Last name,Mail\nZoë,Müller,z@x\nanna,,a@x\n"bert",,\n',
        "Nr\tVorname\tNachname\n1\tZoë\tMüller\n2\tanna\n3\tbert\t\n",
    ],
)
def test_a_list_of_the_class_is_read_as_people_have_it(tmp_path: Path, text: str) -> None:
    for content in (text.encode(), codecs.BOM_UTF8 + text.encode()):
        (tmp_path / "list").write_bytes(content)
        assert read_members(tmp_path / "list") == ("Zoë Müller", "anna", "bert")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no names in it"),
        (b"\n \n", "no names in it"),
        (b"mail,group\na@x,1\n", "no column of this table is called student"),
        (b"\xff\xfe", "not text in UTF-8"),
        (None, "no such list"),
    ],
)
def test_a_list_that_cannot_be_read_is_one_sentence(tmp_path: Path, content: bytes | None, words: str) -> None:
    if content is not None:
        (tmp_path / "list").write_bytes(content)
    with pytest.raises(Fault, match=words):
        read_members(tmp_path / "list")
    with pytest.raises(Fault, match="cannot be read"):
        read_members(tmp_path)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("student\nstudent two\n", ["student two"]),  # a heading is none
        ("anna\nname\n", ["anna", "name"]),  # a heading stands at the top
        ("username,name\nu1,Anna\nu2,Bert\n", ["Anna", "Bert"]),  # a name before a login
        ("login;points\nu1;3\nu2;\n", ["u1", "u2"]),
        ("Last name,First name\nMüller,Zoë\n", ["Zoë Müller"]),
        ("first name,student,last name\nA,Anna B,C\n", ["Anna B"]),  # one whole name before two parts
        ("student;mail\n;a@x\nbert;b@x\n \n;\n", ["bert"]),
        ("Anna B\nanna  b\nANNA B\n", ["Anna B"]),  # one person, as first written
        ('student,points\n"Müller, Zoë",3\n', ["Müller, Zoë"]),
        ("\n\nstudent\tgroup\nanna\t1\n", ["anna"]),
    ],
)
def test_each_person_of_the_list_is_there_once_and_no_heading_is_one(
    tmp_path: Path, text: str, names: list[str]
) -> None:
    (tmp_path / "list").write_text(text)
    assert list(read_members(tmp_path / "list")) == names


@pytest.mark.parametrize("text", ["first name,mail\nAnna,a@x\n", "last name;mail\nB;a@x\n"])
def test_half_a_name_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "list").write_text(text)
    with pytest.raises(Fault, match="no column of this table is called student"):
        read_members(tmp_path / "list")
