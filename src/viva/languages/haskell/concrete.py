"""Types made concrete: what variables stand for, of which types there are values, and which functions can be arguments.

A variable without constraints, or with those of ordinary values, stands for `Int`; one that has to divide for
`Double`; one of a class of the submission for the first type that has an instance; one that takes a type for a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viva.core.records import dataclass
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
    unfold,
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


# Functions as arguments


@dataclass(frozen=True, slots=True)
class Expression:
    """A value as Haskell writes it: `text` for people, and `code` for a driver, of the type that is asked."""

    text: str
    code: str


def functions(interface: Interface, body: Type) -> list[Expression]:
    """Functions of a type, the plainest first; the same ones for types that differ in the kind of number only."""
    parameters, result = unfold(body)
    found: dict[str, str] = {}
    named = _OF_ONE if len(parameters) == 1 else _OF_TWO if len(parameters) == 2 else ()
    kinds = [_kind(one) for one in (*parameters, result)]
    for wanted, texts in named:
        if _matches(wanted, kinds, (*parameters, result)):
            for text in texts:
                found[text] = _adapted(text, parameters, result)
    marks = " ".join("_" for _ in parameters)
    for one in values(interface, result)[:3]:
        text = f"const {one.text}" if len(parameters) == 1 else f"(\\{marks} -> {one.text})"
        code = f"const {one.code}" if len(parameters) == 1 else f"(\\{marks} -> {one.code})"
        found.setdefault(text, code)
    return [Expression(text, code) for text, code in found.items()]


def _kind(body: Type) -> str:
    if body.name in WHOLE:
        return "whole"
    if body.name in BROKEN:
        return "broken"
    if body == STRING:
        return "text"
    return {"[]": "list", "Maybe": "maybe"}.get(body.name, body.name)


def _matches(wanted: str, kinds: Sequence[str], types: Sequence[Type]) -> bool:
    """A word for each type: `n` a number, `w` a whole one, `c` a letter, `b` a truth value, `l` a list, `o` something
    ordered, `.` anything; a capital letter is the same type wherever it stands, `[A]` a list and `?A` a Maybe of it."""
    meant: dict[str, Type] = {}
    for word, kind, body in zip(wanted.split(), kinds, types, strict=True):
        if word[0] in "[?" and len(word) > 1:
            if kind not in (("list", "text") if word[0] == "[" else ("maybe",)):
                return False
            if meant.setdefault(word[1], _plain(body.arguments[0])) != _plain(body.arguments[0]):
                return False
        elif word.isupper():
            if meant.setdefault(word, _plain(body)) != _plain(body):
                return False
        elif not _fits(word, kind):
            return False
    return True


def _plain(body: Type) -> Type:
    """Whole numbers are of one kind here: which one it is, is the submission's choice."""
    return INTEGER if body.name in WHOLE else DOUBLE if body.name in BROKEN else body


def _fits(word: str, kind: str) -> bool:
    allowed = {
        "n": ("whole", "broken"), "w": ("whole",), "c": ("Char",), "b": ("Bool",), "l": ("list", "text"),
        "o": ("whole", "broken", "Char", "Bool", "text"), "r": ("Ordering",),
    }  # fmt: skip
    return word == "." or kind in allowed[word]


def _adapted(text: str, parameters: Sequence[Type], result: Type) -> str:
    """The expression for a type in which whole numbers are of several kinds."""
    kinds = {one.name for one in (*parameters, result) if one.name in WHOLE}
    if len(kinds) < 2 or result.name not in WHOLE:
        return text if len({one.name for one in parameters if one.name in WHOLE}) < 2 else _widened(text, parameters)
    narrowed = "fromIntegral ." if len(parameters) == 1 else "(\\f x y -> fromIntegral (f x y))"
    return f"({narrowed} {_widened(text, parameters)})"


def _widened(text: str, parameters: Sequence[Type]) -> str:
    names = [f"v{number}" for number in range(len(parameters))]
    given = [f"(toInteger {name})" if one.name in WHOLE else name for name, one in zip(names, parameters, strict=True)]
    return f"(\\{' '.join(names)} -> ({text}) {' '.join(given)})"


_OF_ONE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("w b", ("even", "odd")),
    ("n b", ("(> 0)", "(< 3)", "(== 1)", "(/= 2)")),
    ("A A", ("id",)),
    ("n n", ("(+ 1)", "(* 2)", "negate", "subtract 3", "(\\x -> x * x)")),
    ("c b", ("(== 'a')", "isUpper", "isDigit", "isAlpha", "(> 'm')")),
    ("c c", ("toUpper", "toLower")),
    ("b b", ("not",)),
    ("[A] w", ("length",)),
    ("[A] b", ("null", "(not . null)")),
    ("[A] [A]", ("reverse", "take 1", "drop 1")),
    ("A [A]", ("(\\x -> [x])", "(\\x -> [x, x])")),
    ("A ?A", ("Just",)),
    ("n ?A", ("(\\x -> if x > 0 then Just (fromIntegral (truncate (realToFrac x))) else Nothing)",)),
    ("o r", ("compare minBound",)),
)
_OF_TWO: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("A A b", ("(==)", "(/=)")),
    ("o o b", ("(<)", "(<=)", "(>)")),
    ("b b b", ("(&&)", "(||)")),
    ("n n n", ("(+)", "(-)", "(*)", "max", "min", "(\\x y -> 10 * x + y)")),
    ("o o r", ("compare", "flip compare")),
    ("A [A] [A]", ("(:)", "(\\x xs -> xs ++ [x])")),
    ("[A] A [A]", ("(\\xs x -> x : xs)", "(\\xs x -> xs ++ [x])")),
    ("[A] [A] [A]", ("(++)",)),
    ("A B A", ("const",)),
    ("B A A", ("flip const",)),
    ("n . n", ("(\\n _ -> n + 1)",)),
    (". n n", ("(\\_ n -> n + 1)",)),
)


def values(interface: Interface, body: Type, depth: int = 3) -> list[Expression]:
    """A few small values of a type, for functions that give always the same."""
    name = body.name
    if name in WHOLE or name in BROKEN:
        return [Expression("0", "0"), Expression("1", "1")]
    simple = {"Bool": ("True", "False"), "Char": ("'a'", "'b'"), "()": ("()",), "[]": ("[]",)}
    if body == STRING:
        simple["[]"] = ('""', '"ab"')
    if name in simple:
        return [Expression(text, text) for text in simple[name]]
    if name.startswith("(,"):
        inner = [values(interface, one, depth) for one in body.arguments]
        if not all(inner):
            return []
        return [Expression(*(f"({', '.join(getattr(one[0], part) for one in inner)})" for part in ("text", "code")))]
    try:
        made = constructors(interface, body) if depth else None
    except NoType:
        made = None
    found: list[Expression] = []
    for one in sorted(made or (), key=lambda one: len(one.fields)):
        inner = [values(interface, field, depth - 1) for field in one.fields]
        if all(inner):
            prefix = OWN if body.name.startswith(OWN) else ""
            found.append(
                Expression(
                    _applied(constructor_name(one.name), [part[0].text for part in inner]),
                    _applied(constructor_name(one.name, prefix), [part[0].code for part in inner]),
                )
            )
    return found


def constructor_name(name: str, prefix: str = "") -> str:
    return f"({prefix}{name})" if name.startswith(":") else f"{prefix}{name}"


def _applied(name: str, arguments: Sequence[str]) -> str:
    return f"({' '.join([name, *arguments])})" if arguments else name


def own_types(types: Sequence[Type]) -> Iterator[str]:
    """The names of the submission's own types among these, each once."""
    yield from dict.fromkeys(one.name.removeprefix(OWN) for one in types if one.name.startswith(OWN))
