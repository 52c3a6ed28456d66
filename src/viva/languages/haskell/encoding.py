"""Values on their way into a driver and out of it: flat text, words with blanks between them.

In: numbers, `d` and a number for a float, texts in quotes, `[ … ]`, `( … )`, `<Constructor … >`; a function is its
text. Out: the same, and `T`, `F`, `N` for truth values and `()`, `'"a"` for a letter, `r1/2`, `{ … }` for a map,
`# … ;` for a set, `?"…"` for a part that is undefined, `...1000` for the rest of a list that was cut after so many,
`&` for a function.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Protocol, cast

from viva.languages.heap import Heap, Malformed, Node, Reference, Slot

REST, UNDEFINED, LETTER, FUNCTION = "…", "undefined", "Char", "function"
_WORD = re.compile(r"[?']?\"(?:[^\"\\]|\\.)*\"|\S+")
_CONSTRUCTOR = re.compile(r"[A-Z][\w']*|:[^\w\s]*")
_WHOLE = re.compile(r"-?\d{1,100000}")
_FLOAT = re.compile(r"-?(?:\d[\d.]{0,30}(?:e-?\d{1,5})?|Infinity|NaN)")
_CLOSING = {"[": "]", "(": ")", "{": "}", "#": ";"}
_KINDS = {"[": "list", "(": "tuple", "{": "dict", "#": "frozenset"}
_MOST_WORDS = 300_000


_LETTERS = [letter for letter in map(chr, range(97, 97 + 500)) if letter.isprintable()]


class NoValue(ValueError):
    """A value that Haskell has none for."""


def plain_name(name: str) -> str:
    """The name of a constructor, without the mark of the type that it was made for."""
    return name.partition("@")[0]


def letter_of(name: str, *fields: object) -> str | None:
    """The letter that a record stands for, which is named by its text, or has a number."""
    if name == LETTER and len(fields) == 1 and isinstance(fields[0], int):
        return _LETTERS[fields[0] % len(_LETTERS)]
    return name[1] if len(name) == 3 and name[0] == name[2] == "'" else None


def is_function(name: str) -> bool:
    """Whether a record stands for a function, which is named by its text."""
    return _CONSTRUCTOR.fullmatch(plain_name(name)) is None


def write_arguments(arguments: Sequence[object] | Heap) -> str:
    """The arguments of a call as a line for a driver. Raises NoValue."""
    if isinstance(arguments, Heap):
        root = arguments.root
        items = arguments.nodes[root.node].children if isinstance(root, Reference) else ()
        return " ".join(word for item in items for word in _words(item, arguments))
    return " ".join(word for item in arguments for word in _words(item, None))


def _words(value: object, heap: Heap | None) -> list[str]:
    """With a list of its own of what is still to do, so that depth costs nothing."""
    found: list[str] = []
    todo: list[object] = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, _Word):
            found.append(one)
            continue
        if isinstance(one, Reference) and heap is not None:
            one = _node(heap, heap.nodes[one.node])
        todo += reversed(_parts(one))
        if len(found) > _MOST_WORDS:
            raise NoValue("too large")
    return found


class _Word(str):
    __slots__ = ()


def _node(heap: Heap, node: Node) -> object:
    match node.kind, node.children:
        case "list", items:
            return list(items)
        case "tuple", items:
            return tuple(items)
        case "set" | "frozenset", items:
            return list(items)
        case "dict", items:
            return [_Pair(pair) for pair in zip(items[::2], items[1::2], strict=True)]
        case "dataclass", (str(name), held) if node.label == "Record":
            pairs = heap.nodes[held.node].children if isinstance(held, Reference) else ()
            inner = [heap.nodes[pair.node].children[1] for pair in pairs if isinstance(pair, Reference)]
            if is_function(name) or name == LETTER:
                return [_text(letter_of(name, *inner) or name)]
            return [_Word(f"<{plain_name(name)}"), *inner, _Word(">")]
        case "dataclass" | "object", items:
            if is_function(node.label) or node.label == LETTER:
                return [_text(letter_of(node.label, *items) or node.label)]
            return [_Word(f"<{plain_name(node.label)}"), *items, _Word(">")]
        case "sub", (str(letter), *_):
            return letter
    raise NoValue(node.label or node.kind)


class _Pair(tuple[object, ...]):
    __slots__ = ()


def _parts(value: object) -> list[object]:
    match value:
        case bool():
            return [_Word(f"<{value}"), _Word(">")]
        case None:
            return [_Word("<()"), _Word(">")]
        case int():
            return [_Word(str(value))]
        case float():
            return [_Word(f"d{value!r}")]
        case str():
            return [_text(value)]
        case Fraction():
            return [_Word("<%"), _Word(str(value.numerator)), _Word(str(value.denominator)), _Word(">")]
        case _Pair():
            return [_Word("("), *value, _Word(")")]
        case list() if value and isinstance(value[0], _Word):
            return value
        case list():
            return [_Word("["), *value, _Word("]")]
        case tuple():
            return [_Word("("), *value, _Word(")")]
        case set() | frozenset():
            return [_Word("["), *sorted(value, key=repr), _Word("]")]
        case dict():
            return [_Word("["), *(_Pair(pair) for pair in value.items()), _Word("]")]
    return _record(value)


class _Recorded(Protocol):
    """A record of `viva.engines.shapes`, which this floor does not know: a name, and pairs of a field and a value."""

    name: str
    fields: tuple[tuple[str, object], ...]


def _record(value: object) -> list[object]:
    if not is_dataclass(value) or [one.name for one in fields(value)] != ["name", "fields"]:
        raise NoValue(type(value).__name__)
    made = cast("_Recorded", value)
    inner = [item for _, item in made.fields]
    if is_function(made.name) or made.name == LETTER:
        return [_text(letter_of(made.name, *inner) or made.name)]
    return [_Word(f"<{plain_name(made.name)}"), *inner, _Word(">")]


def _text(text: str) -> _Word:
    return _Word('"' + "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\x{ord(c)};" for c in text) + '"')


# Results


def split_line(line: str) -> list[str]:
    found = _WORD.findall(line)
    if len(found) > _MOST_WORDS:
        raise Malformed("too many words")
    return found


def unquote(word: str) -> str:
    try:
        text = json.loads(word)
    except ValueError:
        raise Malformed("not a text") from None
    if not isinstance(text, str):
        raise Malformed("not a text")
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def read_value(words: Sequence[str], names: dict[str, tuple[str, ...]]) -> Heap:
    """The value that these words say; `names` are those of the fields of constructors. Raises Malformed."""
    nodes: list[Node | None] = []
    stack: list[tuple[str, int, list[Slot]]] = []
    found: list[Slot] = []
    for word in words:
        into = stack[-1][2] if stack else found
        if word in _KINDS or (word[0] == "<" and len(word) > 1):
            into.append(Reference(len(nodes)))
            stack.append((word, len(nodes), []))
            nodes.append(None)
        elif stack and word == (">" if stack[-1][0][0] == "<" else _CLOSING[stack[-1][0]]):
            begun, number, children = stack.pop()
            nodes[number] = _closed(begun, tuple(children), names)
        else:
            into.append(_atom(word, nodes))
    if stack or len(found) != 1:
        raise Malformed("not one value")
    return Heap(found[0], tuple(node for node in nodes if node is not None))


def _closed(begun: str, children: tuple[Slot, ...], names: dict[str, tuple[str, ...]]) -> Node:
    if begun in _KINDS:
        if begun == "{" and len(children) % 2:
            raise Malformed("a map has pairs")
        return Node(_KINDS[begun], "", children)
    name = begun[1:201]
    known = names.get(name, ())
    if len(known) != len(children):
        known = tuple(str(place + 1) for place in range(len(children)))
    return Node("dataclass", name, children, known)


def _atom(word: str, nodes: list[Node | None]) -> Slot:
    if word in ("T", "F"):
        return word == "T"
    if word == "N":
        return None
    if word[0] == '"':
        return unquote(word)
    if _WHOLE.fullmatch(word):
        return int(word) if len(word) < 4000 else _long(word)
    if word[0] == "d" and _FLOAT.fullmatch(word[1:]):
        return float(word[1:])
    if word[0] == "r":
        above, _, below = word[1:].partition("/")
        if _WHOLE.fullmatch(above) and _WHOLE.fullmatch(below) and int(below):
            return Fraction(int(above), int(below))
    if word == "&":
        node = Node("opaque", FUNCTION, ())
    elif word.startswith("...") and word[3:].isascii() and word[3:].isdigit():
        node = Node("exception", REST, (int(word[3:12]),))
    elif word[0] == "'":
        node = Node("sub", LETTER, (unquote(word[1:]),))
    elif word[0] == "?":
        node = Node("exception", UNDEFINED, (unquote(word[1:]),))
    else:
        raise Malformed("not a value")
    nodes.append(node)
    return Reference(len(nodes) - 1)


def _long(digits: str) -> int:
    """By halves, because Python bounds how long a text of digits may be."""
    if digits[0] == "-":
        return -_long(digits[1:])
    if len(digits) < 4000:
        return int(digits)
    half = len(digits) // 2
    scale: int = 10 ** (len(digits) - half)
    return _long(digits[:half]) * scale + _long(digits[half:])
