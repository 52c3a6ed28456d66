"""Ptolemy's files as plain values: what is in them, and what no file can do."""

from dataclasses import replace
from typing import Any

import pytest

from viva.core.text.reading import Misread
from viva.engines import moml
from viva.engines.moml import Entity, Link, Model, Port, Property, Relation, Version

HEAD = """<?xml version="1.0" standalone="no"?>
<!DOCTYPE entity PUBLIC "-//UC Berkeley//DTD MoML 1//EN"
    "http://ptolemy.eecs.berkeley.edu/xml/dtd/MoML_1.dtd">
"""
MODEL = (
    HEAD
    + """<entity name="Light" class="ptolemy.actor.TypedCompositeActor">
    <property name="_createdBy" class="ptolemy.kernel.attributes.VersionAttribute" value="8.1.devel">
    </property>
    <property name="icon" class="ptolemy.kernel.util.SingletonConfigurableAttribute">
        <configure><svg><text x="20">-P-</text><entity name="not one"/></svg></configure>
    </property>
    <entity name="M" class="ptolemy.domains.modal.modal.ModalModel">
        <port name="a" class="ptolemy.domains.modal.modal.ModalPort">
            <property name="input"/>
        </port>
        <entity name="_Controller" class="ptolemy.domains.modal.modal.ModalController">
            <entity name="S" class="ptolemy.domains.modal.kernel.State"/>
            <relation name="t" class="ptolemy.domains.modal.kernel.Transition">
                <property name="guardExpression" class="ptolemy.kernel.util.StringAttribute" value="a &amp;&amp; !b">
                </property>
            </relation>
            <link port="S.outgoingPort" relation="t"/>
            <link port="S.incomingPort" relation="t"/>
        </entity>
    </entity>
    <group><entity name="Grouped" class="x.Y"/></group>
</entity>
"""
)


def without_lines(value: Any) -> Any:
    """The same value as if nothing had been read from a file."""
    if isinstance(value, tuple):
        return tuple(without_lines(item) for item in value)
    if isinstance(value, Entity | Port | Property | Relation | Link):
        names = [name for name in type(value).__dataclass_fields__ if name != "line"]
        return replace(value, **{name: without_lines(getattr(value, name)) for name in names}, line=0)
    return value


def test_a_file_is_read_as_entities_ports_relations_and_links() -> None:
    model = moml.read(MODEL)
    assert model.version == Version((8, 1))
    machine = model.root.entity("M")
    assert machine is not None
    assert [port.name for port in machine.ports if port.is_input] == ["a"]
    controller = machine.of_class("ModalController")[0]
    assert [entity.name for entity in controller.entities] == ["S"]
    assert controller.relations[0].value("guardExpression") == "a && !b"
    assert [(link.port, link.relation) for link in controller.links] == [
        ("S.outgoingPort", "t"),
        ("S.incomingPort", "t"),
    ]
    assert controller.relations[0].line == MODEL[: MODEL.index("<relation")].count("\n") + 1


def test_pictures_are_passed_over_and_groups_belong_to_their_parent() -> None:
    assert [entity.name for entity in moml.read(MODEL).root.entities] == ["M", "Grouped"]


def test_what_is_written_is_read_back() -> None:
    model = moml.read(MODEL)
    again = moml.read(moml.write(model))
    assert without_lines(again.root) == without_lines(model.root)
    assert again.version == model.version


def test_a_version_is_written_where_the_model_has_none() -> None:
    written = moml.write(Model(Entity("E", "a.B", properties=(Property("p", None, "1\n<2>"),)), Version((11, 0))))
    again = moml.read(written)
    assert again.version == Version((11, 0))
    assert again.root.value("p") == "1\n<2>"


def test_versions_compare_by_number() -> None:
    found = [Version.of(text) for text in ("7.2.devel_2009", "8.0.1", "9.0.devel", "10.0", "11.1-beta")]
    assert found == sorted(version for version in found if version)
    assert Version.of("nightly") is None


BOMB = '<!DOCTYPE e [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><entity name="&b;"/>'
OUTSIDE = '<!DOCTYPE e [<!ENTITY x SYSTEM "file:///etc/passwd">]><entity name="x">&x;</entity>'


@pytest.mark.parametrize(
    ("text", "part", "reason"),
    [
        (BOMB, "entities", "forbidden"),
        (OUTSIDE, "entities", "forbidden"),
        (HEAD + '<entity name="&undeclared;"/>', "undefined entity", "syntax_error"),
        ("<entity" + " name='x'", "not XML", "syntax_error"),
        ("", "not XML", "syntax_error"),
        ("<svg/>", "expected <entity>", "syntax_error"),
        ("<entity/>", "no name", "syntax_error"),
        ('<entity name="a"><link port="x"/></entity>', "joins nothing", "syntax_error"),
        ('<entity name="a"><entity name="b"/><entity name="b"/></entity>', "two entities", "syntax_error"),
        ('<entity name="a">' * 400 + "</entity>" * 400, "nested", "too_complex"),
        ('<entity name="a">' + "<x/>" * 200_001 + "</entity>", "elements", "too_large"),
        ("<entity name='\ud800'/>", "not XML", "syntax_error"),
        ("{}", "not XML", "syntax_error"),
    ],
)
def test_what_is_not_moml_is_told_with_its_reason(text: str, part: str, reason: str) -> None:
    with pytest.raises(Misread, match=part) as problem:
        moml.read(text)
    assert problem.value.reason == reason


def test_the_line_of_a_mistake_counts_the_prologue() -> None:
    with pytest.raises(Misread) as problem:
        moml.read(HEAD + '<entity name="a">\n<entity/>\n</entity>')
    assert problem.value.line == 5
