"""Arguments from their shapes and the values of variables, named as in `viva.engines.symbolic.frames`."""

from collections.abc import Mapping
from typing import Any

from .containers import SymbolicDict, SymbolicList
from .numbers import symbolic
from .path import Path
from .texts import open_text

Shape = list[Any]
LETTER = ord("a")


class Builder:
    """`values` gives each variable its value; one that is missing has the default of its shape. `fields` are those of
    classes."""

    def __init__(
        self, path: Path, values: Mapping[str, Any], classes: Mapping[str, Any], fields: Mapping[str, Any]
    ) -> None:
        self.path = path
        self.values = values
        self.classes = classes
        self.fields = fields

    def build(self, shape: Shape, name: str) -> Any:
        path = self.path
        match shape:
            case ["none"]:
                return None
            case ["int", default]:
                return symbolic(path, self.values.get(name, default), path.variable(name))
            case ["float"]:
                return symbolic(path, float(self.values.get(f"{name}~", 0.0)), path.variable(f"{name}~"))
            case ["bool"]:
                return self.choice(name, 2) == 1
            case ["str"]:
                size = self.values.get(f"{name}#", 0)
                shown = "".join(chr(self.values.get(f"{name}.{index}", LETTER)) for index in range(size))
                return open_text(path, shown, name)
            case ["list", inner]:
                made = SymbolicList(self.build(inner, f"{name}.{index}") for index in range(self.size(name)))
                made.path, made.open = path, name
                return made
            case ["dict", key, value]:
                pairs = range(self.size(name))
                table = SymbolicDict(
                    (self.build(key, f"{name}.{index}k"), self.build(value, f"{name}.{index}v")) for index in pairs
                )
                table.path, table.open = path, name
                return table
            case ["many", inner]:
                return tuple(self.build(inner, f"{name}.{index}") for index in range(self.pinned_size(name)))
            case ["set", inner]:
                return {self.build(inner, f"{name}.{index}") for index in range(self.pinned_size(name))}
            case ["frozenset", inner]:
                return frozenset(self.build(inner, f"{name}.{index}") for index in range(self.pinned_size(name)))
            case ["tuple", *inner]:
                return tuple(self.build(part, f"{name}.{index}") for index, part in enumerate(inner))
            case ["named", *inner]:
                return {key: self.build(part, f"{name}.{key}") for key, part in inner}
            case ["one of", *inner]:
                chosen = self.choice(name, len(inner))
                return self.build(inner[chosen], f"{name}.{chosen}")
            case ["literal", *values]:
                return values[self.choice(name, len(values))]
            case ["object", cls]:
                instance = object.__new__(self.classes[cls])
                for attribute, inner in self.fields[cls]:
                    object.__setattr__(instance, attribute, self.build(inner, f"{name}.{attribute}"))
                return instance
        raise ValueError("no such shape")

    def size(self, name: str) -> int:
        return int(self.values.get(f"{name}#", 0))

    def pinned_size(self, name: str) -> int:
        size = self.size(name)
        self.path.pin(self.path.variable(f"{name}#"), size)
        return size

    def choice(self, name: str, most: int) -> int:
        """One of several kinds of value: the run is told which, and the path keeps it."""
        chosen = min(int(self.values.get(f"{name}?", 0)), most - 1)
        self.path.pin(self.path.variable(f"{name}?"), chosen)
        return chosen
