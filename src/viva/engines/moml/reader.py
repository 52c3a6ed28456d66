"""Reads MoML."""

from __future__ import annotations

from dataclasses import field

from viva.core.records import dataclass
from viva.core.text.escape import clip
from viva.core.text.reading import Misread, in_quotes, unfit
from viva.core.text.xmltext import go_over
from viva.engines.moml.model import Entity, Link, Model, Port, Property, Relation, Version
from viva.engines.moml.sentences import sentence

_DEEPEST = 300
_MOST_CHARACTERS = 20_000_000
_NAMED = ("entity", "class", "property", "port", "relation")


@dataclass
class _Open:
    """An element that is not closed yet, with what was found inside of it."""

    tag: str
    attributes: dict[str, str]
    line: int
    properties: list[Property] = field(default_factory=list)
    ports: list[Port] = field(default_factory=list)
    entities: list[Entity] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)


class _MomlReader:
    """What is told of the file while it is gone over."""

    def __init__(self) -> None:
        self.open: list[_Open] = []
        self.root: Entity | None = None
        self.skipping = 0  # how many elements are open inside of one that holds pictures or libraries

    def start(self, tag: str, attributes: dict[str, str], line: int) -> None:
        if not self.open and tag not in ("entity", "class"):
            raise Misread(unfit(sentence("entity_expected"), f"<{clip(tag)}>"), line, 1)
        if self.skipping or tag not in (*_NAMED, "link", "group"):
            self.skipping += 1
            return
        if tag in _NAMED and not attributes.get("name"):
            raise Misread(sentence("no_name", tag=tag), line)
        self.open.append(_Open(tag, attributes, line))

    def end(self, tag: str, text: str, line: int) -> None:  # noqa: ARG002 the shape of a handler
        if self.skipping:
            self.skipping -= 1
            return
        closed = self.open.pop()
        if not self.open:
            self.root = _entity(closed)
            return
        parent = self.open[-1]
        match closed.tag:
            case "entity" | "class":
                parent.entities.append(_entity(closed))
            case "property":
                parent.properties.append(_property(closed))
            case "port":
                parent.ports.append(
                    Port(_name(closed), _class(closed), tuple(closed.properties), closed.line),
                )
            case "relation":
                parent.relations.append(
                    Relation(_name(closed), _class(closed), tuple(closed.properties), closed.line),
                )
            case "link":
                parent.links.append(_link(closed))
            case _:  # a group only holds together what belongs to its parent
                parent.properties += closed.properties
                parent.ports += closed.ports
                parent.entities += closed.entities
                parent.relations += closed.relations
                parent.links += closed.links


def read(text: str) -> Model:
    """The model in a MoML file. Raises Misread with the line where it is not one."""
    if len(text) > _MOST_CHARACTERS:
        raise Misread(sentence("too_long", most=_MOST_CHARACTERS), reason="too_large")
    reader = _MomlReader()
    go_over(text, reader, "Ptolemy", deepest=_DEEPEST, bare_type=True)
    if reader.root is None:
        raise Misread(sentence("no_entity"), reason="empty")
    created = reader.root.find("_createdBy")
    return Model(reader.root, Version.of(created.value) if created and created.value else None)


def _name(element: _Open) -> str:
    return element.attributes["name"]


def _class(element: _Open) -> str | None:
    return element.attributes.get("class") or element.attributes.get("extends")


def _property(element: _Open) -> Property:
    value = element.attributes.get("value")
    return Property(_name(element), _class(element), value, tuple(element.properties), element.line)


def _entity(element: _Open) -> Entity:
    _refuse_twins(element, "entities", [(found.name, found.line) for found in element.entities])
    _refuse_twins(element, "relations", [(found.name, found.line) for found in element.relations])
    _refuse_twins(element, "ports", [(found.name, found.line) for found in element.ports])
    return Entity(
        _name(element),
        _class(element),
        tuple(element.properties),
        tuple(element.ports),
        tuple(element.entities),
        tuple(element.relations),
        tuple(element.links),
        element.line,
    )


def _refuse_twins(element: _Open, what: str, found: list[tuple[str, int]]) -> None:
    seen: set[str] = set()
    for name, line in found:
        if name in seen:
            problem = sentence(f"twins_{what}", owner=in_quotes(_name(element)), name=in_quotes(name))
            raise Misread(problem, line, remedy=sentence("rename"))
        seen.add(name)


def _link(element: _Open) -> Link:
    given = element.attributes
    port, relation = given.get("port"), given.get("relation")
    if port and relation:
        return Link(port, relation, line=element.line)
    one, other = given.get("relation1"), given.get("relation2")
    if one and other:
        return Link(None, one, other, line=element.line)
    raise Misread(sentence("loose_link"), element.line)
