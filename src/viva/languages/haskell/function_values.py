"""Functions as arguments: some of each type, written as Haskell, the plainest first.

Those that everybody knows (`even`, `(+ 1)`, `(:)`), some that always give the same, and where a type has few of the
first kind, some that look at what they are given and answer accordingly: `\\x -> if x > 0 then Right x else Left x`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viva.core.records import dataclass
from viva.languages.haskell.concrete import BROKEN, GIVEN, WHOLE, constructor_name, constructors
from viva.languages.haskell.interface import Interface
from viva.languages.haskell.types import DOUBLE, INTEGER, OWN, STRING, NoType, Type, parts, source, unfold

_FEW = 4
_LOOKING = 6
_DEEPEST = 3
_PARTS = ("text", "code")
_CODE = {"length": "(fromIntegral . length)"}
"""Where what people write is of one kind of number only."""
_CASTS = {"whole": "fromIntegral", "broken": "realToFrac"}


@dataclass(frozen=True, slots=True)
class Expression:
    """A value as Haskell writes it: `text` for people, and `code` for a driver, of the type that is asked."""

    text: str
    code: str


def functions(interface: Interface, body: Type) -> list[Expression]:
    """Functions of a type, the plainest first; the same ones for types that differ in the kind of number only: between
    numbers of several kinds, each calculates with `Integer` and `Double` inside."""
    named = {part.name for part in parts(body)}
    if len(named & WHOLE) < 2 and len(named & BROKEN) < 2:
        return _functions(interface, body)
    plain = _widest(body)
    try:
        _between(body, "")
    except NoType:
        return _constant(interface, *unfold(body))
    return [
        Expression(one.text, _between(body, f"({one.code} :: {source(plain, OWN)})"))
        for one in _functions(interface, plain)
    ]


def _widest(body: Type) -> Type:
    return type(body)(_plain(body).name, tuple(map(_widest, body.arguments)))


def _between(body: Type, code: str) -> str:
    """A function for the widest numbers as one of a type with others."""
    parameters, result = unfold(body)
    names = [f"v{number}" for number, _ in enumerate(parameters)]
    given = [f"({_conversion(one, True)} {name})" for name, one in zip(names, parameters, strict=True)]
    return f"(\\{' '.join(names)} -> {_conversion(result, False)} ({' '.join([code, *given])}))"


def _conversion(body: Type, widening: bool) -> str:
    """What makes the numbers in a value of a type the widest ones, or the other way round. Raises NoType."""
    if body.name in WHOLE:
        return "toInteger" if widening else "fromInteger"
    if body.name in BROKEN:
        return "realToFrac"
    inner = [_conversion(one, widening) for one in body.arguments]
    if all(one == "id" for one in inner):
        return "id"
    if body.name in ("[]", "Maybe", "Seq"):
        return f"(fmap {inner[0]})"
    if body.name == "Either":
        return f"(either (Left . {inner[0]}) (Right . {inner[1]}))"
    if body.name.startswith("(,"):
        names = [f"w{number}" for number, _ in enumerate(inner)]
        made = ", ".join(f"{one} {name}" for one, name in zip(inner, names, strict=True))
        return f"(\\ ~({', '.join(names)}) -> ({made}))"
    raise NoType("functions between numbers of several kinds")


def _functions(interface: Interface, body: Type) -> list[Expression]:
    parameters, result = unfold(body)
    found: dict[str, str] = {}
    named = _OF_ONE if len(parameters) == 1 else _OF_TWO if len(parameters) == 2 else ()
    kinds = [_kind(one) for one in (*parameters, result)]
    for wanted, texts in named:
        if _matches(wanted, kinds, (*parameters, result)):
            found |= {text: _CODE.get(text, text) for text in texts}
    more = _looking(interface, parameters, result) if len(found) < _FEW else []
    for one in (*_constant(interface, parameters, result), *more):
        found.setdefault(one.text, one.code)
    return [Expression(text, code) for text, code in found.items()]


def _constant(interface: Interface, parameters: Sequence[Type], result: Type) -> list[Expression]:
    heading = "const " if len(parameters) == 1 else f"(\\{' '.join('_' for _ in parameters)} -> "
    end = "" if len(parameters) == 1 else ")"
    made = values(interface, result)[:3]
    return [Expression(f"{heading}{one.text}{end}", f"{heading}{one.code}{end}") for one in made]


def _kind(body: Type) -> str:
    if body.name in WHOLE:
        return "whole"
    if body.name in BROKEN:
        return "broken"
    if body == STRING:
        return "text"
    return {"[]": "list", "Maybe": "maybe"}.get(body.name, body.name)


def _matches(wanted: str, kinds: Sequence[str], types: Sequence[Type]) -> bool:
    """A word for each type: `n` a number, `w` a whole one, `c` a letter, `b` a truth value, `r` an order, `o` something
    that has one, `.` anything; `[A]` is a list of `A` and `?A` a Maybe of it. A capital letter is the same type in all
    its places, and so are `n` and `o`."""
    meant: dict[str, Type] = {}
    for word, kind, body in zip(wanted.split(), kinds, types, strict=True):
        if word[0] in "[?" and len(word) > 1:
            if kind not in (("list", "text") if word[0] == "[" else ("maybe",)):
                return False
            if meant.setdefault(word[1], _plain(body.arguments[0])) != _plain(body.arguments[0]):
                return False
        else:
            alike = word.isupper() or word in "no"
            if not (word.isupper() or _fits(word, kind)):
                return False
            if alike and meant.setdefault(word, _plain(body)) != _plain(body):
                return False
    return True


def _plain(body: Type) -> Type:
    """Whole numbers are of one kind here: which one it is, is the submission's choice."""
    return INTEGER if body.name in WHOLE else DOUBLE if body.name in BROKEN else body


def _fits(word: str, kind: str) -> bool:
    allowed = {
        "n": ("whole", "broken"), "w": ("whole",), "c": ("Char",), "b": ("Bool",),
        "o": ("whole", "broken", "Char", "Bool", "text"), "r": ("Ordering",),
    }  # fmt: skip
    return word == "." or kind in allowed[word]


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
    ("n r", ("(\\x -> compare x 1)",)),
    ("c r", ("(\\x -> compare x 'm')",)),
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
        return [Expression(*(f"({', '.join(getattr(one[0], part) for one in inner)})" for part in _PARTS))]
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


def _applied(name: str, arguments: Sequence[str]) -> str:
    return f"({' '.join([name, *arguments])})" if arguments else name


# Functions that look at what they are given


def _looking(interface: Interface, parameters: Sequence[Type], result: Type) -> list[Expression]:
    """Functions with an answer for each of two cases, and such that only make something of what they are given."""
    names = iter("xyzuvw" + "abcdefghijklmnopqrst")
    given: list[tuple[str, Type]] = []
    patterns = []
    for body in parameters:
        inner = body.arguments if body.name.startswith("(,") else (body,)
        named = [(name, one) for one, name in zip(inner, names, strict=False)]
        given += named
        patterns.append(f"({', '.join(name for name, _ in named)})" if len(inner) > 1 else named[0][0])
    made = list(dict.fromkeys(_made(interface, given, result, _DEEPEST)))[:3]
    heading = f"\\{' '.join(patterns)} ->"
    answers = [(one, other) for one, other in ((0, 1), (1, 0), (0, 2)) if max(one, other) < len(made)]
    tests = [test for name, body in given for test in _tests(name, body)[: 2 if len(given) == 1 else 1]]
    found = [
        Expression(
            *(
                f"({heading} if {test} then {getattr(made[one], part)} else {getattr(made[other], part)})"
                for part in _PARTS
            )
        )
        for one, other in answers
        for test in tests
    ]
    plain = [
        Expression(f"({heading} {one.text})", f"({heading} {one.code})")
        for one in made
        if _mentions(one, [name for name, _ in given])
    ]
    return [*plain[:2], *found[:_LOOKING]]


def _mentions(made: Expression, names: Sequence[str]) -> bool:
    return any(name in made.text.replace("(", " ").replace(")", " ").replace(",", " ").split() for name in names)


def _tests(name: str, body: Type) -> list[str]:
    """Conditions on a value of a type."""
    kind = _kind(body)
    if kind in ("whole", "broken"):
        return [f"{name} > 0", f"{name} == 1"]
    return {
        "Bool": [name], "Char": [f"{name} > 'm'", f"isUpper {name}"], "maybe": [f"null {name}"],
        "list": [f"null {name}", f"length {name} == 2"], "text": [f"null {name}", f"length {name} == 2"],
    }.get(kind, [])  # fmt: skip


def _made(interface: Interface, given: Sequence[tuple[str, Type]], body: Type, depth: int) -> Iterator[Expression]:
    """Values of a type that are made of what is given, and others."""
    for name, one in given:
        if _plain(one) == _plain(body):
            code = name if one.name == body.name else f"({_CASTS[_kind(body)]} {name})"
            yield Expression(name, code)
            if body.name in WHOLE or body.name in BROKEN:
                yield Expression(f"({name} - 1)", f"({code} - 1)")
    if body == STRING:
        for name, one in given:
            if one.name in WHOLE or one.name in BROKEN:
                yield Expression(f"(show {name})", f"(show {name})")
    if body.name == "Bool":
        tests = [test for name, one in given for test in _tests(name, one)[:1] if test != name]
        yield from (Expression(f"({test})", f"({test})") for test in tests)
    if depth and body.name == "[]" and body != STRING:
        for item in list(_made(interface, given, body.arguments[0], depth - 1))[:2]:
            yield Expression(f"[{item.text}]", f"[{item.code}]")
    if depth and body.name.startswith("(,"):
        inner = [list(_made(interface, given, one, depth - 1)) for one in body.arguments]
        if all(inner):
            for turn in range(2):
                chosen = [options[(turn + place) % len(options)] for place, options in enumerate(inner)]
                yield Expression(*(f"({', '.join(getattr(one, part) for one in chosen)})" for part in _PARTS))
    try:
        ways = constructors(interface, body) if depth and (body.name in GIVEN or body.name.startswith(OWN)) else None
    except NoType:
        ways = None
    prefix = OWN if body.name.startswith(OWN) else ""
    for way in sorted(ways or (), key=lambda one: len(one.fields), reverse=True):
        inner = [list(_made(interface, given, field, depth - 1))[:1] for field in way.fields]
        if all(inner):
            yield Expression(
                _applied(constructor_name(way.name), [one[0].text for one in inner]),
                _applied(constructor_name(way.name, prefix), [one[0].code for one in inner]),
            )
    yield from values(interface, body, depth)
