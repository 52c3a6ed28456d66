"""What a MoML file holds. Start reading here.

All names are as the file has them, all values are texts: nobody has evaluated anything. Every value knows the line on
which it begins, so that what is wrong with it can be pointed at; 0 where it was not read from a file.
"""

from __future__ import annotations

import re

from viva.core.records import dataclass

_LEADING_NUMBERS = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6}){0,5}")


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """The version of Ptolemy that made a file, like 8.1.devel: its numbers, which can be compared."""

    numbers: tuple[int, ...]

    @staticmethod
    def of(text: str) -> Version | None:
        found = _LEADING_NUMBERS.match(text.strip())
        return Version(tuple(map(int, found[0].split(".")))) if found else None

    def __str__(self) -> str:
        return ".".join(map(str, self.numbers))


@dataclass(frozen=True, slots=True)
class Property:
    """`class_name` and `value` are None where the file has none, as in `<property name="input"/>`."""

    name: str
    class_name: str | None = None
    value: str | None = None
    properties: tuple[Property, ...] = ()
    line: int = 0


class _WithProperties:
    """Looks up properties by name; of several with one name the last counts, as in Ptolemy."""

    __slots__ = ()
    properties: tuple[Property, ...]

    def find(self, name: str) -> Property | None:
        return next((found for found in reversed(self.properties) if found.name == name), None)

    def value(self, name: str) -> str | None:
        """The value of a property, or None where there is no such property or it has none."""
        found = self.find(name)
        return None if found is None else found.value

    def has(self, name: str) -> bool:
        return self.find(name) is not None


@dataclass(frozen=True, slots=True)
class Port(_WithProperties):
    name: str
    class_name: str | None = None
    properties: tuple[Property, ...] = ()
    line: int = 0

    @property
    def is_input(self) -> bool:
        return self.has("input")

    @property
    def is_output(self) -> bool:
        return self.has("output")


@dataclass(frozen=True, slots=True)
class Relation(_WithProperties):
    name: str
    class_name: str | None = None
    properties: tuple[Property, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """A port (`name`, or `entity.name` for one of an entity inside) at a relation, or two relations joined: then `port`
    is None and `other` is the second relation."""

    port: str | None
    relation: str
    other: str | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Entity(_WithProperties):
    name: str
    class_name: str | None = None
    properties: tuple[Property, ...] = ()
    ports: tuple[Port, ...] = ()
    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()
    links: tuple[Link, ...] = ()
    line: int = 0

    def entity(self, name: str) -> Entity | None:
        return next((found for found in self.entities if found.name == name), None)

    def of_class(self, ending: str) -> tuple[Entity, ...]:
        """The entities inside whose class has this last name: packages changed between versions, names did not."""
        return tuple(found for found in self.entities if last_name(found.class_name) == ending)


@dataclass(frozen=True, slots=True)
class Model:
    """A file: its outermost entity, and the version that made it where the file says it."""

    root: Entity
    version: Version | None = None


def last_name(class_name: str | None) -> str:
    """`State` of `ptolemy.domains.modal.kernel.State`."""
    return (class_name or "").rpartition(".")[2]
