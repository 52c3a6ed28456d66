"""Types made concrete: what variables stand for, of which types there are values, and which functions can be arguments.

A variable without constraints, or with those of ordinary values, stands for `Int`; one that has to divide for
`Double`; one of a class of the submission for the first type that has an instance; one that takes a type for a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viva.languages.haskell.interface import Constructor, Data, Interface
from viva.languages.haskell.types import (
    BOOL,
    CHAR,
    DOUBLE,
    INT,
    INTEGER,
    OWN,
    STRING,
    UNIT,
    Con,
    NoType,
    Scheme,
    Type,
    Var,
    list_of,
    parts,
    put_in,
    variables,
)

WHOLE = frozenset({"Int", "Integer", "Word"})
BROKEN = frozenset({"Double", "Float"})
_ATOMS = WHOLE | BROKEN | {"Char", "Bool", "()", "Ordering", "IntSet"}
_TAKING = {"[]": 1, "Maybe": 1, "Either": 2, "Map": 2, "Set": 1, "IntMap": 1, "Ratio": 1, "NonEmpty": 1, "Seq": 1}
_LONGEST_TUPLE = 7
_DIVIDING = frozenset({"Fractional", "Floating", "RealFrac", "RealFloat"})
_OF_NUMBERS = frozenset(
    {"Num", "Real", "Integral", "Enum", "Eq", "Ord", "Show", "Read", "Ix", "Bits", "Typeable", "NFData"}
)
_JOINING = frozenset({"Semigroup", "Monoid"})
_BOUNDED = frozenset({"Bounded", "FiniteBits"})
_TAKERS = frozenset(
    {"Functor", "Foldable", "Traversable", "Applicative", "Monad", "Alternative", "MonadPlus", "MonadFail"}
)
_TRIED: tuple[Type, ...] = (INTEGER, INT, DOUBLE, CHAR, BOOL, UNIT)
MAYBE = Data("Maybe", ("a",), (Constructor("Nothing", ()), Constructor("Just", (Var("a"),))))
EITHER = Data("Either", ("a", "b"), (Constructor("Left", (Var("a"),)), Constructor("Right", (Var("b"),))))
ORDERING = Data("Ordering", (), (Constructor("LT", ()), Constructor("EQ", ()), Constructor("GT", ())))
GIVEN = {"Maybe": MAYBE, "Either": EITHER, "Ordering": ORDERING}


def concrete(interface: Interface, scheme: Scheme, asked: Type | None = None) -> Type:
    """The type with something in place of each variable: what stands there in the type that is `asked`, where there is
    one. Raises NoType where nobody knows what."""
    values: dict[str, Type] = {}
    meant = _meant(scheme, asked) if asked is not None else {}
    applied = {one.name for one in parts(scheme.body) if isinstance(one, Var) and one.arguments}
    for name in variables(scheme.body):
        classes = [cls for cls, variable in scheme.constraints if variable == name]
        if name in meant:
            values[name] = meant[name]
        else:
            values[name] = _taker(classes) if name in applied else _ordinary(interface, classes)
    return put_in(scheme.body, values)


def _meant(scheme: Scheme, asked: Type) -> dict[str, Type]:
    """What variables stand for where both types have the same form; one that has to divide is no whole number."""
    found: dict[str, Type] = {}
    todo: list[tuple[Type, Type]] = [(scheme.body, asked)]
    while todo:
        mine, other = todo.pop()
        arguments = other.arguments
        if isinstance(mine, Var):
            if mine.arguments:
                head = arguments[: len(arguments) - len(mine.arguments)]
                if len(arguments) < len(mine.arguments):
                    continue
                found.setdefault(mine.name, Con(other.name, head))
                arguments = arguments[len(head) :]
            elif not (other.name in WHOLE and _divides(scheme, mine.name)):
                found.setdefault(mine.name, other)
                continue
        elif mine.name != other.name:
            continue
        if len(mine.arguments) == len(arguments):
            todo += zip(mine.arguments, arguments, strict=True)
    return found


def _divides(scheme: Scheme, variable: str) -> bool:
    return any(cls.rpartition(".")[2] in _DIVIDING for cls, one in scheme.constraints if one == variable)


def _taker(asked: Sequence[str]) -> Type:
    unknown = [cls for cls in asked if cls.rpartition(".")[2] not in _TAKERS]
    if unknown:
        raise NoType(f"the class {unknown[0].rpartition('.')[2]}")
    return Con("[]")


def _ordinary(interface: Interface, asked: Sequence[str]) -> Type:
    classes = {cls.rpartition(".")[2] for cls in asked}
    own = {cls.rpartition(".")[2] for cls in asked if cls.startswith("Submission.")}
    if own:
        candidates = [
            *_TRIED,
            STRING,
            *(Con(OWN + name) for name, one in interface.types.items() if not one.parameters),
        ]
        for candidate in candidates:
            if all((cls, candidate.name) in interface.instances for cls in own):
                return candidate
        raise NoType(f"the class {min(own)}")
    if classes & _DIVIDING:
        return DOUBLE
    if classes & _JOINING:
        return list_of(INT)
    if classes & _BOUNDED:
        return INT
    unknown = classes - _OF_NUMBERS
    if unknown:
        raise NoType(f"the class {min(unknown)}")
    return INT


def constructors(interface: Interface, body: Type) -> tuple[Constructor, ...] | None:
    """Those of a type that is made of constructors, with the types of their fields filled in; None for others."""
    data = interface.types.get(body.name.removeprefix(OWN)) if body.name.startswith(OWN) else GIVEN.get(body.name)
    if data is None:
        return None
    if data.constructors is None:
        raise NoType(f"the type {data.name}, whose constructors hide something")
    if len(data.parameters) != len(body.arguments):
        raise NoType(f"the type {data.name} without all that it takes")
    values = dict(zip(data.parameters, body.arguments, strict=True))
    return tuple(
        Constructor(one.name, tuple(put_in(each, values) for each in one.fields), one.names)
        for one in data.constructors
    )


def types_inside(interface: Interface, body: Type) -> list[Type]:
    """All types that values of a type are made of, each once. Raises NoType where one of them has no values here."""
    found: dict[Type, None] = {}
    todo = [body]
    while todo:
        one = todo.pop()
        if one in found:
            continue
        if len(found) > 200:
            raise NoType("a type that grows without end")
        found[one] = None
        todo += _inside(interface, one)
    return list(found)


def _inside(interface: Interface, body: Type) -> list[Type]:
    name, arguments = body.name, body.arguments
    if isinstance(body, Var):
        raise NoType(f"the type variable {name}")
    made = constructors(interface, body)
    if made is not None:
        return [field for one in made for field in one.fields]
    if name == "->" and len(arguments) == 2:
        return list(arguments)
    if name.startswith("(,") and len(arguments) == len(name) - 1 <= _LONGEST_TUPLE:
        return list(arguments)
    if (name in _ATOMS and not arguments) or (name in _TAKING and len(arguments) == _TAKING[name]):
        return list(arguments)
    if name == "IO":
        raise NoType("an action (IO), which a program does and a function does not give")
    raise NoType(f"the type {name.rpartition('.')[2]}")


def constructor_name(name: str, prefix: str = "") -> str:
    return f"({prefix}{name})" if name.startswith(":") else f"{prefix}{name}"


def own_types(types: Sequence[Type]) -> Iterator[str]:
    """The names of the submission's own types among these, each once."""
    yield from dict.fromkeys(one.name.removeprefix(OWN) for one in types if one.name.startswith(OWN))
