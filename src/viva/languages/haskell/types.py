"""Types of Haskell, as GHC writes them in an interface, and as values: read, and with synonyms filled in.

Names of the language itself lose their module (`GHC.Types.Int` is `Int`); those of the submission keep none either, so
a type of its own that is called like one of the language is told apart by `OWN`, which stands before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from viva.core.records import dataclass

OWN = "S."
MODULE = "Submission"
_DEEPEST = 60
_TOKEN = re.compile(
    r"\s*(?:(?P<name>(?:[A-Z][\w']*\.)*[A-Za-z_][\w']*#?)|(?P<sign>->|=>|::|[()\[\],.!{}|=~@*]|[-:!#$%&*+./<=>?@\\^|~]+)|(?P<other>\S))"
)
_KNOWN = {
    "GHC.Types.Int": "Int", "GHC.Types.Word": "Word", "GHC.Num.Integer.Integer": "Integer",
    "GHC.Types.Double": "Double", "GHC.Types.Float": "Float", "GHC.Types.Char": "Char", "GHC.Types.Bool": "Bool",
    "GHC.Types.Ordering": "Ordering", "GHC.Maybe.Maybe": "Maybe", "Data.Either.Either": "Either",
    "Data.Map.Internal.Map": "Map", "Data.Set.Internal.Set": "Set", "Data.IntMap.Internal.IntMap": "IntMap",
    "Data.IntSet.Internal.IntSet": "IntSet", "GHC.Real.Ratio": "Ratio", "GHC.Base.NonEmpty": "NonEmpty",
    "Data.Sequence.Internal.Seq": "Seq", "GHC.Types.IO": "IO",
}  # fmt: skip


class NoType(ValueError):
    """The text is no type that is understood here."""


@dataclass(frozen=True, slots=True)
class Con:
    """A type with its arguments: `Con("[]", (Con("Int"),))`, `Con("(,)", …)`, `Con("->", …)`, `Con("S.Tree", …)`."""

    name: str
    arguments: tuple[Type, ...] = ()


@dataclass(frozen=True, slots=True)
class Var:
    """A variable; with arguments it stands for a type that takes some."""

    name: str
    arguments: tuple[Type, ...] = ()


Type = Con | Var
INTEGER, INT, DOUBLE, CHAR, BOOL, UNIT = (Con(name) for name in ("Integer", "Int", "Double", "Char", "Bool", "()"))
STRING = Con("[]", (CHAR,))
_FILLED: dict[str, Type] = {
    "GHC.Base.String": STRING,
    "GHC.IO.FilePath": STRING,
    "GHC.Real.Rational": Con("Ratio", (INTEGER,)),
    "Data.IntMap.Internal.Key": INT,
}


@dataclass(frozen=True, slots=True)
class Scheme:
    """A type and what is asked of its variables: pairs of a class and a variable."""

    body: Type
    constraints: tuple[tuple[str, str], ...] = ()


def list_of(element: Type) -> Con:
    return Con("[]", (element,))


def function(parameter: Type, result: Type) -> Con:
    return Con("->", (parameter, result))


def unfold(body: Type) -> tuple[tuple[Type, ...], Type]:
    """The parameters of a function, and its result."""
    found: list[Type] = []
    while isinstance(body, Con) and body.name == "->":
        found.append(body.arguments[0])
        body = body.arguments[1]
    return tuple(found), body


def parts(body: Type) -> Iterator[Type]:
    """The type and all that it is made of."""
    todo = [body]
    while todo:
        one = todo.pop()
        yield one
        todo += one.arguments


def variables(body: Type) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.name for one in parts(body) if isinstance(one, Var)))


def put_in(body: Type, values: Mapping[str, Type]) -> Type:
    """The type with others in place of variables."""
    arguments = tuple(put_in(one, values) for one in body.arguments)
    if isinstance(body, Con):
        return Con(body.name, arguments)
    found = values.get(body.name)
    if found is None:
        return Var(body.name, arguments)
    return type(found)(found.name, (*found.arguments, *arguments))


def source(body: Type, prefix: str = OWN, tightly: int = 2) -> str:
    """The type as Haskell has it. `prefix` stands before the submission's own; `tightly` says where it stands: 0 alone,
    1 before an arrow, 2 as the argument of a type."""
    name, arguments = body.name, body.arguments
    if name == "[]" and len(arguments) == 1:
        return "String" if arguments[0] == CHAR else f"[{source(arguments[0], prefix, 0)}]"
    if name.startswith("(,") and len(arguments) == len(name) - 1:
        return f"({', '.join(source(one, prefix, 0) for one in arguments)})"
    if name == "->" and len(arguments) == 2:
        text = f"{source(arguments[0], prefix, 1)} -> {source(arguments[1], prefix, 0)}"
        return f"({text})" if tightly else text
    name = prefix + name.removeprefix(OWN) if name.startswith(OWN) else name
    name = "(->)" if name == "->" else name
    text = " ".join([name, *(source(one, prefix, 2) for one in arguments)])
    return f"({text})" if arguments and tightly == 2 else text


def show_scheme(scheme: Scheme) -> str:
    """For people: `Eq a => a -> [a] -> Bool`."""
    wanted = [f"{name.rpartition('.')[2]} {variable}" for name, variable in scheme.constraints]
    context = f"{wanted[0] if len(wanted) == 1 else '(' + ', '.join(wanted) + ')'} => " if wanted else ""
    return context + source(scheme.body, "", 0)


# Reading


class Reader:
    """Tokens of a declaration, one after the other. Raises NoType."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        place = 0
        text = text.rstrip()
        while place < len(text):
            found = _TOKEN.match(text, place)
            if found is None or found.group("other"):
                raise NoType(text[:80])
            self.tokens.append(found.group("name") or found.group("sign"))
            place = found.end()
        self.place = 0
        self.depth = 0

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        token = self.next
        if not token or (wanted and token not in wanted):
            raise NoType(f"{token!r} where {' or '.join(wanted)} was expected")
        self.place += 1
        return token

    def took(self, token: str) -> bool:
        if self.next == token:
            self.place += 1
            return True
        return False

    def scheme(self) -> Scheme:
        constraints: list[tuple[str, str]] = []
        if self.took("forall"):
            while self.next not in (".", ""):
                self.take()
            self.take(".")
        while (context := self._context()) is not None:
            constraints += context
        return Scheme(self.type(), tuple(constraints))

    def _context(self) -> list[tuple[str, str]] | None:
        """What stands before `=>`, if that comes at this depth."""
        depth, place = 0, self.place
        while place < len(self.tokens) and not (depth == 0 and self.tokens[place] in ("->", "=>")):
            depth += (self.tokens[place] in "([") - (self.tokens[place] in ")]")
            place += 1
        if place >= len(self.tokens) or self.tokens[place] != "=>":
            return None
        whole = self.tokens[self.place : place]
        self.place = place + 1
        found = []
        for words in _split(whole[1:-1] if whole[:1] == ["("] else whole):
            if len(words) != 2:
                raise NoType("a constraint that is not of one variable")
            found.append((words[0], words[1]))
        return found

    def type(self) -> Type:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise NoType("too deep")
        left = self.applied()
        if self.took("->"):
            left = function(left, self.type())
        self.depth -= 1
        return left

    def applied(self) -> Type:
        head = self.atom()
        arguments = list(head.arguments)
        while self._begins_atom():
            arguments.append(self.atom())
        return type(head)(head.name, tuple(arguments))

    def _begins_atom(self) -> bool:
        token = self.next
        return token in ("(", "[", "!") or (bool(re.match(r"[A-Za-z_]", token)) and token not in ("forall", "where"))

    def atom(self) -> Type:
        self.took("!")
        token = self.take()
        if token == "[":
            if self.took("]"):
                return Con("[]")
            element = self.type()
            self.take("]")
            return list_of(element)
        if token == "(":
            return self._bracket()
        if re.match(r"[a-z_]", token) and "." not in token:
            if token == "forall":
                raise NoType("forall inside of a type")
            return Var(token)
        if re.match(r"[A-Z]", token):
            return self.named(token)
        raise NoType(f"{token!r} in a type")

    def _bracket(self) -> Type:
        if self.took(")"):
            return UNIT
        if self.next == "->":
            self.take()
            self.take(")")
            return Con("->")
        if self.next == ",":
            commas = 0
            while self.took(","):
                commas += 1
            self.take(")")
            return Con(f"({',' * commas})")
        found = [self.type()]
        while self.took(","):
            found.append(self.type())
        self.take(")")
        return found[0] if len(found) == 1 else Con(f"({',' * (len(found) - 1)})", tuple(found))

    def named(self, name: str) -> Type:
        module, _, last = name.rpartition(".")
        if module in ("", MODULE):
            return Con(OWN + last)
        if name in _FILLED:
            return _FILLED[name]
        return Con(_KNOWN.get(name, name))


def _split(tokens: Sequence[str]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for token in tokens:
        if token == ",":
            found.append([])
        else:
            found[-1].append(token)
    return [words for words in found if words]


class Plain(Reader):
    """A type as a person writes it: the usual names without their modules."""

    def named(self, name: str) -> Type:
        last = name.rpartition(".")[2]
        usual = {"String": STRING, "Rational": Con("Ratio", (INTEGER,))}
        if last in usual:
            return usual[last]
        return Con(last if last in _KNOWN.values() else OWN + last)


def read_plain(text: str) -> Scheme:
    """Raises NoType."""
    reader = Plain(text)
    found = reader.scheme()
    if reader.next:
        raise NoType(f"{reader.next!r} after a type")
    return found


Expand = Callable[[Type], Type]


def expander(synonyms: Mapping[str, tuple[tuple[str, ...], Type]]) -> Expand:
    """Fills in synonyms, as deep as they go."""

    def expand(body: Type, depth: int = 0) -> Type:
        if depth > _DEEPEST:
            raise NoType("a synonym that holds itself")
        arguments = tuple(expand(one, depth + 1) for one in body.arguments)
        found = synonyms.get(body.name) if isinstance(body, Con) else None
        if found is None or len(arguments) < len(found[0]):
            return type(body)(body.name, arguments)
        names, meant = found
        filled = put_in(meant, dict(zip(names, arguments, strict=False)))
        rest = arguments[len(names) :]
        return expand(type(filled)(filled.name, (*filled.arguments, *rest)), depth + 1)

    return expand
