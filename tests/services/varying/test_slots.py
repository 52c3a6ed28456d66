"""Slots: what stands in them, and in which order the ways to fill them come."""

import pytest

from viva.core.exercise import read_manifest
from viva.core.fault import Fault
from viva.core.source import MANIFEST, Source
from viva.core.texts import fill
from viva.services.varying.slots import Slot, choices, choose_slots, first, slots_of, title_of

MANIFEST_TEXT = """subject = "echo"
title = "Up to {most.name}"

[echo]
say = ["{most}", "{other}"]

[echo.slots.most]
values = ["10", "20"]
words = ["ten", "twenty"]
name = ["a \\"ten\\"", "twenty of {unit}"]

[echo.slots.unit]
values = ["cm", "km"]
"""


@pytest.fixture
def source() -> Source:
    files = {MANIFEST: MANIFEST_TEXT, "statement.md": "Up to {most} {unit}, {not_a_slot}.\n", "spec": "{most} {{unit}}"}
    bytes_of = {path: text.encode() for path, text in files.items()}
    return Source("made", {**bytes_of, "picture.png": b"\xff\xd8", "examples/right/a": b"{most}"})


def test_what_stands_in_braces_and_is_no_slot_stays() -> None:
    assert fill("{a} {a.b} {{a}} {c} {a.c} { a }", {"a": "1", "a.b": "2"}) == "1 2 {1} {c} {a.c} { a }"


def test_an_exercise_is_the_one_with_the_first_value_of_each_slot(source: Source) -> None:
    own = first(source)
    assert own.text("statement.md") == "Up to ten cm, {not_a_slot}.\n"
    assert own.text("spec") == "10 {cm}"
    assert read_manifest(own).title == title_of(source.manifest(), source.name) == 'Up to a "ten"'
    assert own.text(MANIFEST).count("\n") == MANIFEST_TEXT.count("\n")
    assert own.files["picture.png"] == b"\xff\xd8"
    assert own.files["examples/right/a"] == b"{most}"


def test_a_variant_has_other_values_and_no_slots(source: Source) -> None:
    other = choose_slots(source, slots_of(source), (1, 1))
    assert other.text("statement.md") == "Up to twenty km, {not_a_slot}.\n"
    assert other.text("spec") == "20 {km}"
    manifest = read_manifest(other)
    assert manifest.title == "Up to twenty of km"
    assert manifest.settings.values == {"say": ["twenty", "{other}"]}
    assert "examples/right/a" not in other.files


def test_a_slot_stands_in_the_statement_and_in_a_file(source: Source) -> None:
    for path, text, problem in (
        ("statement.md", "Up to {most}.", "`unit` in [slots] does not occur in the statement; write {unit}"),
        ("spec", "{most}", "`unit` in [slots] occurs in no file but the statement"),
    ):
        manifest = MANIFEST_TEXT.replace("twenty of {unit}", "twenty").encode()
        with pytest.raises(Fault) as raised:
            first(Source("made", {**source.files, MANIFEST: manifest, path: text.encode()}))
        assert problem in str(raised.value)


def test_the_first_choices_have_little_in_common() -> None:
    slots = tuple(Slot(name, tuple("abc"), tuple("abc")) for name in "xyz")
    for seed in range(5):
        found = choices(slots, seed)
        assert len(set(found)) == len(found) == 26
        assert (0, 0, 0) not in found
        one, two = found[:2]
        assert all(len({0, ours, theirs}) == 3 for ours, theirs in zip(one, two, strict=True))
    assert choices(slots, 1) == choices(slots, 1) != choices(slots, 2)
