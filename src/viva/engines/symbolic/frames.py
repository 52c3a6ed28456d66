"""The variables that the solver sees for the arguments of a call, and arguments to variables and back.

An argument is spread over variables, named by where they are: `0` is the integer that is argument 0, `1#` the length
of argument 1, `1.2` its third element or character, `2~` a float, `3?` which of several shapes argument 3 has and
`3.1` the second of them, `4.0k` and `4.0v` the first key and value of a dict, `5.name` a field of an instance, which
is a record here. A `Frame` knows the shapes of a call, and what each name may stand for.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import field

from viva.core.json import Json
from viva.core.records import dataclass
from viva.engines.shapes import Choice, Either, Fixed, Instance, Many, Named, Plain, Record, Shape, Table, inner_shapes

Values = Mapping[str, int | float]
Scalar = None | bool | int | str

LETTER = ord("a")
PRINTABLE = (32, 126)
_NAME = re.compile(r"[0-9]{1,3}(?:\.[A-Za-z0-9_]{1,60}){0,40}[#?~]?")
_CONTAINERS = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}


class Unfitting(ValueError):
    """A value that does not have the shape."""


def fitting(shape: Shape) -> bool:
    """Whether there are variables for values of the shape."""
    return all(map(_fits, _all_shapes([shape])))


def _fits(shape: Shape) -> bool:
    match shape:
        case Plain(kind):
            return kind != "bytes"
        case Choice(values, some):  # what a type has made itself is asked in languages that have no variables
            return bool(values) and (some or all(isinstance(value, Scalar) for value in values))
        case Named(fields):
            return all(
                name.isascii() and name.isidentifier() for name, _ in fields
            )  # they are parts of the names of variables
    return True


def _all_shapes(shapes: Sequence[Shape]) -> list[Shape]:
    """The shapes and all they are made of; the fields of a class once."""
    found = list(shapes)
    classes: set[str] = set()
    for shape in found:  # grows while it is walked
        found += inner_shapes(shape)
        if isinstance(shape, Instance) and shape.name not in classes:
            classes.add(shape.name)
            found += [part for _, part in shape.fields]
    return found


@dataclass(frozen=True, slots=True)
class VariableKind:
    """What a variable may be: `integer`, `real`, `character`, `length` or `choice`, with its bounds."""

    name: str
    low: int | None = None
    high: int | None = None

    @property
    def default(self) -> int:
        """Its value where nothing was said: an `a`, or the number within the bounds that is nearest to zero."""
        if self.name == "character":
            return LETTER
        lowest = 0 if self.low is None else max(0, self.low)
        return lowest if self.high is None else min(lowest, self.high)


@dataclass(slots=True)
class Frame:
    """The shapes of a call. Lengths that are chosen stay within `longest`; texts within `longest_text`."""

    shapes: tuple[Shape, ...]
    longest: int = 6
    longest_text: int = 12
    _kinds: dict[str, VariableKind | None] = field(default_factory=dict)

    def kind(self, name: str) -> VariableKind | None:
        """What the variable stands for; None if no argument has such a part."""
        if name not in self._kinds:
            self._kinds[name] = self._found(name)
        return self._kinds[name]

    def _found(self, name: str) -> VariableKind | None:
        if not _NAME.fullmatch(name):
            return None
        suffix = name[-1] if name[-1] in "#?~" else ""
        first, *rest = name.removesuffix(suffix).split(".")
        if int(first) >= len(self.shapes):
            return None
        return _kind(self.shapes[int(first)], rest, suffix, self)

    def written(self) -> list[Json]:
        return [write_frame(shape) for shape in self.shapes]

    def written_classes(self) -> dict[str, Json]:
        """The fields of the classes that the shapes name."""
        named = [shape for shape in _all_shapes(self.shapes) if isinstance(shape, Instance)]
        return {shape.name: [[name, write_frame(part)] for name, part in shape.fields] for shape in named}

    def arguments(self, values: Values) -> tuple[object, ...]:
        return tuple(_decoded(shape, str(number), values) for number, shape in enumerate(self.shapes))

    def values(self, arguments: Sequence[object]) -> dict[str, int | float]:
        """The variables of arguments; raises `Unfitting` where they do not have the shapes."""
        if len(arguments) != len(self.shapes):
            raise Unfitting(f"{len(arguments)} arguments for {len(self.shapes)} parameters")
        found: dict[str, int | float] = {}
        for number, (shape, argument) in enumerate(zip(self.shapes, arguments, strict=True)):
            _encode(shape, str(number), argument, found)
        return found


def _kind(shape: Shape, rest: Sequence[str], suffix: str, frame: Frame) -> VariableKind | None:
    if rest:
        return _inner(shape, rest, suffix, frame)
    match shape, suffix:
        case Plain("int", low, high), "":
            return VariableKind("integer", low, high)
        case Plain("float"), "~":
            return VariableKind("real")
        case Plain("bool"), "?":
            return VariableKind("choice", 0, 1)
        case Either(parts), "?":
            return VariableKind("choice", 0, len(parts) - 1)
        case Choice(values), "?":
            return VariableKind("choice", 0, len(values) - 1)
        case Plain("str"), "#":
            return VariableKind("length", 0, frame.longest_text)
        case ((Many() | Table()), "#"):
            return VariableKind("length", 0, frame.longest)
    return None


def _inner(shape: Shape, rest: Sequence[str], suffix: str, frame: Frame) -> VariableKind | None:
    part, *deeper = rest
    inner: Shape | None = None
    match shape:
        case Plain("str") if part.isdecimal() and not deeper and not suffix:
            return VariableKind("character", *PRINTABLE)
        case Many(_, element) if part.isdecimal():
            inner = element
        case Fixed(parts) | Either(parts) if part.isdecimal() and int(part) < len(parts):
            inner = parts[int(part)]
        case Table(key, value) if part[:-1].isdecimal() and part[-1] in "kv":
            inner = key if part[-1] == "k" else value
        case Named(fields):
            inner = dict(fields).get(part)
        case Instance():
            inner = dict(shape.fields).get(part)
    return None if inner is None else _kind(inner, deeper, suffix, frame)


def write_frame(shape: Shape) -> Json:
    """As `vivabox.python.symbolic.building` reads it."""
    match shape:
        case Plain("int", low, high):
            return ["int", VariableKind("integer", low, high).default]
        case Plain(kind):
            return [kind]
        case Many(kind, element):
            return [_MANY.get(kind, kind), write_frame(element)]
        case Fixed(parts):
            return ["tuple", *map(write_frame, parts)]
        case Table(key, value):
            return ["dict", write_frame(key), write_frame(value)]
        case Named(fields):
            return ["named", *([name, write_frame(inner)] for name, inner in fields)]
        case Either(parts):
            return ["one of", *map(write_frame, parts)]
        case Choice(values):
            return ["literal", *map(_scalar, values)]
        case Instance(name):
            return ["object", name]


_MANY = {"tuple": "many"}


def _scalar(value: object) -> Json:
    assert isinstance(value, Scalar), "see `fitting`"
    return value


def _decoded(shape: Shape, name: str, values: Values) -> object:
    def part(inner: Shape, index: object) -> object:
        return _decoded(inner, f"{name}.{index}", values)

    size = max(0, int(values.get(f"{name}#", 0)))
    match shape:
        case Plain("int", low, high):
            return int(values.get(name, VariableKind("integer", low, high).default))
        case Plain("float"):
            return float(values.get(f"{name}~", 0.0))
        case Plain("bool"):
            return values.get(f"{name}?", 0) == 1
        case Plain("str"):
            return "".join(chr(int(values.get(f"{name}.{index}", LETTER))) for index in range(size))
        case Many(kind, element):
            return _CONTAINERS[kind](part(element, index) for index in range(size))
        case Fixed(parts):
            return tuple(part(inner, index) for index, inner in enumerate(parts))
        case Table(key, value):
            return {part(key, f"{index}k"): part(value, f"{index}v") for index in range(size)}
        case Named(fields):
            return {field: part(inner, field) for field, inner in fields}
        case Either(parts):
            chosen = _chosen(values, name, len(parts))
            return part(parts[chosen], chosen)
        case Choice(options):
            return options[_chosen(values, name, len(options))]
        case Instance():
            return Record(shape.name, tuple((field, part(inner, field)) for field, inner in shape.fields))
    return None


def _chosen(values: Values, name: str, options: int) -> int:
    return min(max(0, int(values.get(f"{name}?", 0))), options - 1)


def _encode(shape: Shape, name: str, value: object, found: dict[str, int | float]) -> None:
    def parts(element: Shape, items: Sequence[object]) -> None:
        found[f"{name}#"] = len(items)
        for index, item in enumerate(items):
            _encode(element, f"{name}.{index}", item, found)

    match shape, value:
        case Plain("int", low, high), int() if not isinstance(value, bool):
            if (low is not None and value < low) or (high is not None and value > high):
                raise Unfitting(f"{value} is out of bounds")
            found[name] = value
        case Plain("float"), float() | int() if not isinstance(value, bool):
            found[f"{name}~"] = float(value)
        case Plain("bool"), bool():
            found[f"{name}?"] = int(value)
        case Plain("str"), str():
            found[f"{name}#"] = len(value)
            found.update((f"{name}.{index}", ord(character)) for index, character in enumerate(value))
        case Plain("none"), None:
            return
        case Many("list", element), list():
            parts(element, value)
        case Many("tuple", element), tuple():
            parts(element, value)
        case Many("set" | "frozenset", element), set() | frozenset():
            parts(element, sorted(value, key=repr))
        case Fixed(inner), tuple() if len(inner) == len(value):
            for index, (shape_, item) in enumerate(zip(inner, value, strict=True)):
                _encode(shape_, f"{name}.{index}", item, found)
        case Table(key, content), dict():
            found[f"{name}#"] = len(value)
            for index, (k, v) in enumerate(value.items()):
                _encode(key, f"{name}.{index}k", k, found)
                _encode(content, f"{name}.{index}v", v, found)
        case Named(fields), dict() if value.keys() == dict(fields).keys():
            for field, inner_shape in fields:
                _encode(inner_shape, f"{name}.{field}", value[field], found)
        case Either(options), _:
            _encode_choice(options, name, value, found)
        case Choice(options), _:
            same = [index for index, option in enumerate(options) if option == value and type(option) is type(value)]
            if not same:
                raise Unfitting(f"{value!r} is none of {options!r}")
            found[f"{name}?"] = same[0]
        case Instance(), Record(cls, given) if shape.name == cls:
            contents = dict(given)
            for field, inner_shape in shape.fields:
                if field not in contents:
                    raise Unfitting(f"no field {field}")
                _encode(inner_shape, f"{name}.{field}", contents[field], found)
        case _:
            raise Unfitting(f"{type(value).__name__} is not {type(shape).__name__}")


def _encode_choice(options: Sequence[Shape], name: str, value: object, found: dict[str, int | float]) -> None:
    for index, option in enumerate(options):
        trial: dict[str, int | float] = {}
        try:
            _encode(option, f"{name}.{index}", value, trial)
        except Unfitting:
            continue
        found.update(trial)
        found[f"{name}?"] = index
        return
    raise Unfitting(f"{type(value).__name__} is none of the shapes")
