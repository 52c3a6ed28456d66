from xml.etree import ElementTree

import pytest

from viva.drawing.shapes import Arrow, Box, Circle, Emphasis, Label, Outline, Shape
from viva.drawing.svg import animation, picture

ATTACK = "</text><script>alert(1)</script>\x1b[31m\u202e\"'&]]>"


def shapes(text: str) -> list[Shape]:
    boxes: list[Shape] = [Box((100 * n, 0), (80, 30), text, outline) for n, outline in enumerate(Outline)]
    circles: list[Shape] = [Circle((0, 100 * n), 20, text, n % 2 == 0, emphasis) for n, emphasis in enumerate(Emphasis)]
    lines: list[Shape] = [Arrow(((0, 0), (50, 50), (90, 90)), text), Arrow(((0, 0), (0, 0))), Label((5, 5), text)]
    return boxes + circles + lines


@pytest.mark.parametrize("text", ["x", "", "two\nlines", ATTACK, "\0", "\ud800", "\ufffe"])
def test_a_picture_is_valid_xml_whatever_its_texts_say(text: str) -> None:
    drawing = picture(text, shapes(text), text)
    root = ElementTree.fromstring(drawing.svg.encode())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert names <= {"svg", "title", "desc", "style", "rect", "g", "path", "circle", "text"}


def test_a_picture_has_a_name_and_says_in_words_what_it_shows() -> None:
    drawing = picture("a box", [Box((0, 0), (10, 10), "b")], "[ b ]")
    root = ElementTree.fromstring(drawing.svg)
    assert root.get("role") == "img"
    assert root.get("aria-label") == "a box"
    assert root.findtext("{http://www.w3.org/2000/svg}desc") == "[ b ]" == drawing.text


def test_every_shape_lies_inside_the_picture() -> None:
    drawing = picture("wide", [Box((0, 0), (10, 10), "a text that is much wider than its box")], "")
    left, _, width, _ = map(float, (ElementTree.fromstring(drawing.svg).get("viewBox") or "").split())
    assert left < -100
    assert left + width > 100


def test_an_empty_picture_is_a_picture() -> None:
    drawn = ElementTree.fromstring(picture("nothing", [], "nothing").svg)
    _, _, width, height = map(float, (drawn.get("viewBox") or "").split())
    assert drawn.tag.endswith("svg") and width >= 0 and height >= 0


def test_the_twin_in_words_carries_no_escapes() -> None:
    assert "\x1b" not in picture("t", [], ATTACK).text


def test_an_animation_shows_one_picture_after_the_other() -> None:
    frames = [[Label((0.0, 0.0), "one")], [Label((0.0, 50.0), "two")], [Label((0.0, 0.0), "<three>")]]
    drawing = animation("moving", frames, "one, two, three")
    root = ElementTree.fromstring(drawing.svg)
    moving = root.findall(".//{http://www.w3.org/2000/svg}animate")
    assert [each.get("values") for each in moving] == ["1;0;0", "0;1;0", "0;0;1"]
    assert {each.get("dur") for each in moving} == {"4.5s"}
    assert "<three>" not in drawing.svg
