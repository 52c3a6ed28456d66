"""Types of Haskell as the nested lists from which shapes are made.

A type with constructors is a choice of classes, one for each constructor; where a type is used with several arguments,
the classes of the second use are named `Node@2`. A function is a choice of classes without fields that are named by the
texts of functions, and a letter one of a few that are named by `'a'`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from viva.core.json import Json
from viva.languages.haskell.concrete import BROKEN, WHOLE, constructors
from viva.languages.haskell.function_values import functions
from viva.languages.haskell.interface import Interface
from viva.languages.haskell.types import CHAR, NoType, Type, list_of
from viva.languages.heap import Heap, Malformed, Reference, Slot

_LETTERS = "abcxyzABZ019 .,-_"
_NAMES = (("[]", ("xs", "ys", "zs")), ("->", ("f", "g", "h")))


Given = Callable[[Type], Sequence[Json]]
"""What the instance of `Arbitrary` of a type makes, as `written` has it."""


class Shaper:
    """Collects the classes that the types of one module need. Of a type with an instance of `Arbitrary` there are the
    values that this makes and no others: whatever they have in common, functions may rely on it."""

    def __init__(self, interface: Interface, letters: str = "", given: Given = lambda _: ()) -> None:
        self.interface = interface
        self.given = given
        self.letters = tuple(dict.fromkeys(_LETTERS + "".join(one for one in letters if one.isprintable())))
        self.classes: dict[str, tuple[tuple[str, Json], ...]] = {}
        self._known: dict[Type, Json] = {}

    def json(self, body: Type) -> Json:
        """Raises NoType for a type of which no values can be made."""
        name, arguments = body.name, body.arguments
        if name in WHOLE:
            return ["int"] if name != "Word" else ["range", 0, 2**31]
        if name in BROKEN:
            return ["float"]
        if name == "Bool":
            return ["bool"]
        if name == "()":
            return ["none"]
        if name == "Char":
            self.classes["Char"] = (("n", ["int"]),)
            named = self._named([f"'{letter}'" for letter in self.letters])
            return [*named, ["name", "Char"]]  # there are far more letters than those that are worth a name
        if name in ("[]", "Seq"):
            return ["str"] if arguments == (CHAR,) and name == "[]" else ["list", self.json(arguments[0])]
        if name == "NonEmpty":
            return self._chosen(body, [(":|", (arguments[0], list_of(arguments[0])))])
        if name.startswith("(,"):
            return ["tuple", *map(self.json, arguments)]
        if name == "Set":
            return ["frozenset", self.json(arguments[0])]
        if name == "IntSet":
            return ["frozenset", ["int"]]
        if name == "Map":
            return ["dict", self.json(arguments[0]), self.json(arguments[1])]
        if name == "IntMap":
            return ["dict", ["int"], self.json(arguments[0])]
        if name == "->":
            return self._functions(body)
        if ("Arbitrary", name) in self.interface.instances and (values := self.given(body)):
            return ["given", *values]
        made = constructors(self.interface, body)
        if made is None:
            raise NoType(f"the type {name.rpartition('.')[2]}")
        return self._chosen(body, [(one.name, one.fields) for one in made])

    def _chosen(self, body: Type, made: Sequence[tuple[str, Sequence[Type]]]) -> Json:
        if body in self._known:
            return self._known[body]
        names = {name: self._free(name) for name, _ in made}
        for name in names.values():
            self.classes[name] = ()
        found: Json = _union(list(names.values()))
        self._known[body] = found
        for name, fields in made:
            labels = parameter_names(fields)
            self.classes[names[name]] = tuple(zip(labels, map(self.json, fields), strict=True))
        return found

    def _functions(self, body: Type) -> Json:
        if body not in self._known:
            texts = [one.text for one in functions(self.interface, body)]
            if not texts:
                raise NoType("functions of such a type as arguments")
            self._known[body] = self._named(texts)
        return self._known[body]

    def _named(self, texts: Sequence[str]) -> list[Json]:
        """Values that are known by their texts: classes without fields."""
        for text in texts:
            self.classes.setdefault(text, ())
        return _union(texts)

    def _free(self, name: str) -> str:
        if name not in self.classes:
            return name
        return next(free for number in range(2, 1000) if (free := f"{name}@{number}") not in self.classes)


def _union(names: Sequence[str]) -> list[Json]:
    named: list[Json] = [["name", name] for name in names]
    return ["union", *named]


def parameter_names(types: Sequence[Type]) -> list[str]:
    """Names as one gives them in Haskell: `xs` for a list, `f` for a function."""
    found: list[str] = []
    for body in types:
        usual = dict(_NAMES).get(body.name, ("x", "y", "z"))
        if body.name == "[]" and body.arguments == (CHAR,):
            usual = ("s", "t", "u")
        elif body.name in WHOLE:
            usual = ("n", "m", "k")
        free = [name for name in usual if name not in found]
        number = 2
        while not free:
            free = [name for name in (f"{usual[0]}{number}",) if name not in found]
            number += 1
        found.append(free[0])
    return found


def json_of(heap: Heap, fields: Mapping[str, Sequence[Type]]) -> Json:
    """A value as one of those that a type is `given`; `fields` are the types of the fields of constructors. None for
    one that has parts which cannot be written."""
    try:
        return _written(heap.root, heap, fields)
    except Malformed:
        return None


def _written(slot: Slot, heap: Heap, fields: Mapping[str, Sequence[Type]]) -> Json:
    if isinstance(slot, bool | int | str):
        return slot
    if isinstance(slot, float) and math.isfinite(slot):
        return slot
    node = heap.nodes[slot.node] if isinstance(slot, Reference) else None
    if node is None:
        raise Malformed("not a plain value")
    parts = [_written(child, heap, fields) for child in node.children]
    match node.kind:
        case "list" | "tuple":
            return [node.kind, *parts]
        case "sub" if len(parts) == 1 and isinstance(parts[0], str):
            return ["record", f"'{parts[0]}'"]
        case "object" | "dataclass" if node.label in fields and len(parts) == len(fields[node.label]):
            named: list[Json] = [
                [name, part] for name, part in zip(parameter_names(fields[node.label]), parts, strict=True)
            ]
            return ["record", node.label, *named]
    raise Malformed(f"no {node.kind} can be written")
