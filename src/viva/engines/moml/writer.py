"""Writes MoML that Ptolemy opens."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.text.escape import markup
from viva.engines.moml.model import Entity, Link, Model, Property

_HEAD = """<?xml version="1.0" standalone="no"?>
<!DOCTYPE entity PUBLIC "-//UC Berkeley//DTD MoML 1//EN"
    "http://ptolemy.eecs.berkeley.edu/xml/dtd/MoML_1.dtd">
"""


def write(model: Model) -> str:
    """The text of a model; `read` makes the same model of it, lines aside.

    The version is written where the root has no `_createdBy` of its own.
    """
    root = model.root
    created = model.version is not None and not root.has("_createdBy")
    lines = [*_opened("entity", root.name, root.class_name, None)]
    if created:
        version = Property("_createdBy", "ptolemy.kernel.attributes.VersionAttribute", f"{model.version}.devel")
        lines += _indented(_property(version))
    lines += _inside(root)
    lines.append("</entity>")
    return _HEAD + "\n".join(lines) + "\n"


def _opened(tag: str, name: str, class_name: str | None, value: str | None) -> Iterator[str]:
    of_class = "" if class_name is None else f' class="{_attribute(class_name)}"'
    with_value = "" if value is None else f' value="{_attribute(value)}"'
    yield f'<{tag} name="{_attribute(name)}"{of_class}{with_value}>'


def _attribute(text: str) -> str:
    return markup(text).replace("\n", "&#10;").replace("\t", "&#9;")


def _indented(lines: Iterator[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)


def _property(given: Property) -> Iterator[str]:
    yield from _opened("property", given.name, given.class_name, given.value)
    for inner in given.properties:
        yield from _indented(_property(inner))
    yield "</property>"


def _inside(entity: Entity) -> Iterator[str]:
    for given in entity.properties:
        yield from _indented(_property(given))
    for port in entity.ports:
        yield from _indented(_simple("port", port.name, port.class_name, port.properties))
    for inner in entity.entities:
        yield from _indented(_entity(inner))
    for relation in entity.relations:
        yield from _indented(_simple("relation", relation.name, relation.class_name, relation.properties))
    for link in entity.links:
        yield f"    {_link(link)}"


def _entity(entity: Entity) -> Iterator[str]:
    yield from _opened("entity", entity.name, entity.class_name, None)
    yield from _inside(entity)
    yield "</entity>"


def _simple(tag: str, name: str, class_name: str | None, properties: tuple[Property, ...]) -> Iterator[str]:
    yield from _opened(tag, name, class_name, None)
    for given in properties:
        yield from _indented(_property(given))
    yield f"</{tag}>"


def _link(link: Link) -> str:
    if link.port is None:
        return f'<link relation1="{_attribute(link.relation)}" relation2="{_attribute(link.other or "")}"/>'
    return f'<link port="{_attribute(link.port)}" relation="{_attribute(link.relation)}"/>'
