"""What GHC says of a module that it has compiled: its functions with their types, its types, classes and instances.

The text is that of `-ddump-hi`. It came out of the sandbox, where submitted code may have had a hand in it: whatever it
is, what is found here is plain data, and at worst no driver can be made of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field

from viva.core.records import dataclass
from viva.languages.haskell.types import (
    MODULE,
    OWN,
    Con,
    Expand,
    NoType,
    Plain,
    Reader,
    Scheme,
    Type,
    Var,
    expander,
    parts,
    unfold,
)

_HASH = re.compile(r"^[0-9a-f]{32}$", re.MULTILINE)
_MOST = 2_000_000
_INSTANCE = re.compile(r"^instance (?:\[\w+\] )?(\S+) \[([^\]]*)\]", re.MULTILINE)
_IMPORT = re.compile(r"^import\s+\S+\s+[\w.-]+:([\w.]+) ", re.MULTILINE)
_NO_PART = re.compile(r"  \[.*\]$|\s*type role |\s*type \S+ ::")
_WITH_SIGNATURES = re.compile(r"((?:data|newtype)\s[^={]*?)\bwhere\b")
_NEXT_SIGNATURE = re.compile(r"\n {4}(?=\S)")
_NOT_FUNCTIONS = re.compile(r"\$|RecSel\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Constructor:
    name: str
    fields: tuple[Type, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Data:
    """A type of the submission's own. `constructors` is None where they are of a kind that cannot be made here."""

    name: str
    parameters: tuple[str, ...]
    constructors: tuple[Constructor, ...] | None


@dataclass(frozen=True, slots=True)
class Interface:
    """`functions` by name; `instances` are pairs of a class and the name of a type; `safe`: GHC has inferred that it is
    Safe Haskell, so that no function has effects that its type does not tell."""

    functions: dict[str, Scheme] = field(default_factory=dict)
    types: dict[str, Data] = field(default_factory=dict)
    instances: frozenset[tuple[str, str]] = frozenset()
    packages: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    safe: bool = False
    splices: bool = False


def read_interface(text: str) -> Interface:
    text = text[:_MOST]
    before, *entries = _HASH.split(text)
    last, instances = _after(entries[-1]) if entries else ("", text)
    entries = [*entries[:-1], last]
    synonyms: dict[str, tuple[tuple[str, ...], Type]] = {}
    raw: dict[str, Scheme] = {}
    data: dict[str, Data] = {}
    for entry in entries:
        _read(entry, synonyms, raw, data)
    expand = expander(synonyms)
    packages = re.search(r"^package dependencies:((?:.*\n)(?:[ ]+.*\n)*)", before, re.MULTILINE)
    return Interface(
        functions={name: found for name, scheme in raw.items() if (found := _expanded(scheme, expand)) is not None},
        types={name: _filled(one, expand) for name, one in data.items()},
        instances=frozenset((_class(one), _head(two)) for one, two in _INSTANCE.findall(instances)),
        packages=tuple(re.findall(r"([A-Za-z][\w-]*?)-[\d.]+\*?(?=\s|$)", packages.group(1)) if packages else ()),
        imports=tuple(_IMPORT.findall(before)),
        safe=bool(re.search(r"^trusted: safe", instances, re.MULTILINE)),
        splices="used TH splices: True" in before,
    )


def _after(entry: str) -> tuple[str, str]:
    """The last declaration, and what follows all of them."""
    found = re.search(r"^(?:instance|family instance|trusted:|\"|vectorised)", entry, re.MULTILINE)
    return (entry, "") if found is None else (entry[: found.start()], entry[found.start() :])


def _class(name: str) -> str:
    return name.rpartition(".")[2]


def _head(text: str) -> str:
    """The name of the type of an instance, as `types` has it."""
    try:
        found = Reader(text.strip()).atom() if text.strip() else Con("")
    except NoType:
        return ""
    return found.name


def _read(
    entry: str,
    synonyms: dict[str, tuple[tuple[str, ...], Type]],
    functions: dict[str, Scheme],
    data: dict[str, Data],
) -> None:
    lines = [line for line in entry.strip("\n").split("\n") if not _NO_PART.match(line)]
    text = "\n".join(lines).strip()
    word = text.partition(" ")[0]
    try:
        if word in ("data", "newtype"):
            found = _data(text)
            data[found.name] = found
        elif word == "type":
            reader = Reader(text)
            reader.take("type")
            name, parameters = _heading(reader)
            reader.take("=")
            synonyms[OWN + name] = (parameters, reader.type())
        elif word == "class":
            _class_methods(text, functions)
        elif not _NOT_FUNCTIONS.search(text) and "::" in text:
            name, _, rest = text.partition("::")
            kept = re.sub(
                r"^\s*(?:HasNoCafRefs|Arity:|Strictness:|Unfolding:|LambdaFormInfo:).*$", "", rest, flags=re.M
            )
            reader = Reader(kept)
            functions[name.strip().strip("()").strip()] = reader.scheme()
    except NoType:
        if word in ("data", "newtype"):
            found_name = re.match(
                r"(?:data|newtype)\s+(?:\([^)]*\)\s*=>\s*)?([A-Z][\w']*)((?:\s+(?!where\b)[a-z][\w']*)*)", text
            )
            if found_name:
                name = found_name.group(1)
                data[name] = Data(name, tuple(found_name.group(2).split()), None)


def _class_methods(text: str, functions: dict[str, Scheme], kind: type[Reader] = Reader) -> None:
    """Methods of a class of its own can be asked too; that the class is needed is part of their types."""
    heading = re.match(r"class\s+(?:.*=>\s*)?([A-Z][\w']*)\s+([a-z][\w']*)\s+where", text)
    if heading is None:
        return
    for _, name, body in re.findall(r"^( +)(\w[\w']*) *::((?:.*)(?:\n\1 +.*)*)", text, re.MULTILINE):
        try:
            scheme = kind(body).scheme()
        except NoType:
            continue
        own = (f"{MODULE}.{heading.group(1)}", heading.group(2))
        functions[name] = Scheme(scheme.body, (own, *scheme.constraints))


def _heading(reader: Reader) -> tuple[str, tuple[str, ...]]:
    name = reader.take()
    parameters: list[str] = []
    while re.match(r"[a-z_]", reader.next) and reader.next != "where":
        parameters.append(reader.take())
    return name, tuple(parameters)


def _data(text: str, kind: type[Reader] = Reader) -> Data:
    if found := _WITH_SIGNATURES.match(text):
        reader = kind(found[1])
        reader.take("data", "newtype")
        name, parameters = _heading(reader)
        written = _NEXT_SIGNATURE.split(text[found.end() :].strip())
        return Data(name, parameters, tuple(_signature(kind(one), name, parameters) for one in written if one.strip()))
    reader = kind(text)
    reader.take("data", "newtype")
    name, parameters = _heading(reader)
    constructors: list[Constructor] = []
    if reader.took("="):
        constructors.append(_constructor(reader))
        while reader.took("|"):
            constructors.append(_constructor(reader))
    if reader.next:
        raise NoType("constructors of another kind")
    return Data(name, parameters, tuple(constructors))


def _signature(reader: Reader, type_name: str, parameters: Sequence[str]) -> Constructor:
    """A constructor that is written by its type, and would be the same in the usual way of writing."""
    in_brackets = reader.took("(")
    name = reader.take()
    if in_brackets:
        reader.take(")")
    reader.take("::")
    names: list[str] = []
    fields: list[Type] = []
    if reader.took("{"):
        while not reader.took("}"):
            names.append(reader.take())
            reader.take("::")
            fields.append(reader.type())
            reader.took(",")
        reader.take("->")
    taken, result = unfold(reader.type())
    fields += taken
    known = {part.name for field in fields for part in parts(field) if isinstance(part, Var)}
    plain = result.name.removeprefix(OWN) == type_name and result.arguments == tuple(map(Var, parameters))
    if reader.next or not plain or not known <= set(parameters):
        raise NoType("a constructor that hides a type")
    return Constructor(name, tuple(fields), tuple(names))


def _constructor(reader: Reader) -> Constructor:
    if reader.next == "forall":
        raise NoType("a constructor that hides a type")
    if reader.next == "(" and re.fullmatch(r"[:\-!#$%&*+./<=>?@\\^|~]+", reader.tokens[reader.place + 1]):
        reader.take()
        name = reader.take()
        reader.take(")")
        return Constructor(name, _atoms(reader))
    if reader.next.startswith(("(", "[", "!")) or not re.match(r"[A-Z]", reader.next) or _is_operator(_second(reader)):
        left = reader.applied() if reader.next not in ("(", "[", "!") else reader.atom()
        return _infix(reader, left)
    name = reader.take()
    if reader.took("{"):
        names: list[str] = []
        fields: list[Type] = []
        while not reader.took("}"):
            names.append(reader.take())
            reader.take("::")
            fields.append(reader.type())
            reader.took(",")
        return Constructor(name, tuple(fields), tuple(names))
    found = _atoms(reader)
    if _is_operator(reader.next):
        head = reader.named(name)
        return _infix(reader, type(head)(head.name, (*head.arguments, *found)))
    return Constructor(name, found)


def _infix(reader: Reader, left: Type) -> Constructor:
    operator = reader.take()
    if not _is_operator(operator):
        raise NoType("no constructor")
    right = reader.atom() if reader.next in ("(", "[", "!") else reader.applied()
    return Constructor(operator, (left, right))


def _second(reader: Reader) -> str:
    return reader.tokens[reader.place + 1] if reader.place + 1 < len(reader.tokens) else ""


def _is_operator(token: str) -> bool:
    return len(token) > 1 and token.startswith(":") and token != "::"


def _atoms(reader: Reader) -> tuple[Type, ...]:
    found: list[Type] = []
    while reader.next in ("(", "[", "!") or re.match(r"[A-Za-z_]", reader.next):
        found.append(reader.atom())
    return tuple(found)


def _expanded(scheme: Scheme, expand: Expand) -> Scheme | None:
    try:
        return Scheme(expand(scheme.body), scheme.constraints)
    except NoType:
        return None


def _filled(data: Data, expand: Expand) -> Data:
    if data.constructors is None:
        return data
    try:
        made = [Constructor(one.name, tuple(map(expand, one.fields)), one.names) for one in data.constructors]
    except NoType:
        return Data(data.name, data.parameters, None)
    return Data(data.name, data.parameters, tuple(made))


def read_text(text: str) -> Interface:
    """What a source itself says of its types: enough to read an exercise where there is no compiler to ask."""
    functions: dict[str, Scheme] = {}
    data: dict[str, Data] = {}
    synonyms: dict[str, tuple[tuple[str, ...], Type]] = {}
    for chunk in re.split(r"\n(?=\S)", text):
        plain = re.sub(r"--+(?![!#$%&*+./<=>?@\\^|~:])[^\n]*", "", chunk)
        try:
            if re.match(r"(data|newtype)\s", plain):
                declaration = _data(re.split(r"\bderiving\b", plain)[0], Plain)
                data[declaration.name] = declaration
            elif re.match(r"class\s", plain):
                _class_methods(plain, functions, Plain)
            elif re.match(r"type\s", plain):
                reader = Plain(plain)
                reader.take("type")
                name, parameters = _heading(reader)
                reader.take("=")
                synonyms[OWN + name] = (parameters, reader.type())
            elif declared := re.match(r"((?:[a-z_][\w']*|\([^\w\s()]+\))(?:\s*,\s*[a-z_][\w']*)*)\s*::", plain):
                scheme = Plain(plain[declared.end() :]).scheme()
                functions |= {name.strip(" ()\n"): scheme for name in declared.group(1).split(",")}
        except NoType:
            continue
    expand = expander(synonyms)
    return Interface(
        functions={
            name: found for name, scheme in functions.items() if (found := _expanded(scheme, expand)) is not None
        },
        types={name: _filled(one, expand) for name, one in data.items()},
    )
