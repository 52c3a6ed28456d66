"""Values as Haskell has them: `Node Leaf (-3) Leaf`, `Just "ab"`, `fromList [(1,'a')]`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from viva.languages.haskell.encoding import LETTER, REST, UNDEFINED, is_function, letter_of, plain_name
from viva.languages.heap import Heap, Node, Reference, Slot

_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_LARGEST = 14_000  # bits
_ALONE, _IN_PLACE = 0, 1  # in place of an argument, where what has parts stands in brackets


def show(heap: Heap, length: int = 1000) -> str:
    """See `viva.languages.protocol`."""
    return _shown(heap, length, _ALONE)


def show_call(function: str, arguments: Sequence[Heap], length: int = 300) -> str:
    """A call as Haskell writes it: ``isSublist [3,4] []``."""
    name = function if function[:1].isalpha() or function[:1] == "_" else f"({function})"
    return " ".join([*([name] if function else []), *(_shown(argument, length, _IN_PLACE) for argument in arguments)])


def _shown(heap: Heap, length: int, place: int) -> str:
    text: list[str] = []
    size = 0
    todo: list[tuple[Slot, int] | str] = [(heap.root, place)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            text.append(item)
            size += len(item)
        elif isinstance(item[0], Reference):
            parts = list(_parts(heap, heap.nodes[item[0].node], item[1], length - size))
            todo += reversed(parts)
        else:
            text.append(_atom(item[0], item[1], length))
            size += len(text[-1])
        if size > length:
            return "".join(text)[:length] + "…"
    return "".join(text)


Part = tuple[Slot, int] | str


def _parts(heap: Heap, node: Node, place: int, room: int) -> Iterator[Part]:
    children = node.children[: max(room, 0) + 2]
    match node.kind:
        case "list" if _is_text(heap, node):
            yield '"'
            yield "".join(map(_letter, _letters(heap, node)))
            yield '…"'
        case "list":
            yield "["
            yield from _listed(children)
            yield "]"
        case "tuple":
            yield "("
            yield from _listed(children)
            yield ")"
        case "set" | "frozenset":
            yield from _bracketed(["fromList [", *_listed(children), "]"], place)
        case "dict":
            pairs: list[Part] = []
            for at in range(0, len(children) - 1, 2):
                pairs += [", " if at else "", "(", (children[at], _ALONE), ",", (children[at + 1], _ALONE), ")"]
            yield from _bracketed(["fromList [", *pairs, "]"], place)
        case "sub" if node.label == LETTER and isinstance(children[0], str):
            yield f"'{_letter(children[0], quote=chr(39))}'"
        case "exception" if node.label == UNDEFINED:
            yield "undefined"
        case "exception" if node.label == REST:
            yield "…"
        case "dataclass" if node.label == "Record" and len(children) == 2:
            name = str(children[0])
            yield from _recorded(name, _values(heap, children[1]), place)
        case "dataclass" | "object" | "named":
            yield from _recorded(node.label, children, place)
        case _:
            yield f"<{node.label or node.kind}>"


def _recorded(name: str, values: Sequence[Slot], place: int) -> Iterator[Part]:
    """A constructor with its arguments, a letter, or a function, which is its text."""
    letter = letter_of(name, *values)
    if letter is not None:
        yield f"'{_letter(letter, quote=chr(39))}'"
    elif is_function(name):
        yield name if place == _ALONE or name.startswith("(") or " " not in name else f"({name})"
    else:
        yield from _constructed(plain_name(name), values, place)


def _constructed(name: str, children: Sequence[Slot], place: int) -> Iterator[Part]:
    if not name.isprintable():
        name = repr(name)[1:-1]
    if name.startswith(":") and len(children) == 2:
        yield from _bracketed([(children[0], _IN_PLACE), f" {name} ", (children[1], _IN_PLACE)], place)
    elif children:
        parts = [part for child in children for part in (" ", (child, _IN_PLACE))]
        yield from _bracketed([name, *parts], place)
    else:
        yield f"({name})" if name.startswith(":") else name


def _bracketed(parts: Sequence[Part], place: int) -> Iterator[Part]:
    if place == _IN_PLACE:
        yield "("
    yield from parts
    if place == _IN_PLACE:
        yield ")"


def _listed(children: Sequence[Slot]) -> Iterator[Part]:
    for at, child in enumerate(children):
        if at:
            yield ","
        yield child, _ALONE


def _values(heap: Heap, held: Slot) -> list[Slot]:
    """The values of a record: the second of each pair."""
    found: list[Slot] = []
    if isinstance(held, Reference):
        for pair in heap.nodes[held.node].children:
            if isinstance(pair, Reference) and len(heap.nodes[pair.node].children) == 2:
                found.append(heap.nodes[pair.node].children[1])
    return found


def _is_text(heap: Heap, node: Node) -> bool:
    """Whether it is a text that was cut: letters, and the mark of the rest."""
    kinds = [heap.nodes[child.node] if isinstance(child, Reference) else None for child in node.children]
    if len(kinds) < 2 or any(one is None for one in kinds):
        return False
    *letters, last = kinds
    return last is not None and last.label == REST and all(one is not None and one.label == LETTER for one in letters)


def _letters(heap: Heap, node: Node) -> list[str]:
    found = [heap.nodes[child.node].children[0] for child in node.children[:-1] if isinstance(child, Reference)]
    return [str(one) for one in found]


def _letter(letter: str, quote: str = '"') -> str:
    if letter == quote:
        return f"\\{letter}"
    if letter in _ESCAPES and letter != '"':
        return _ESCAPES[letter]
    return letter if letter.isprintable() else f"\\{ord(letter)}"


def _atom(slot: Slot, place: int, length: int) -> str:
    match slot:
        case None:
            return "()"
        case bool():
            return str(slot)
        case int():
            text = str(slot) if slot.bit_length() < _LARGEST else hex(slot)
        case float():
            text = _float(slot)
        case Fraction():
            text = f"{slot.numerator} % {slot.denominator}"
            return f"({text})" if place == _IN_PLACE else text
        case str():
            return '"' + "".join(map(_letter, slot[: length + 1])) + '"'
        case _:
            return f"<{type(slot).__name__}>"
    return f"({text})" if text.startswith("-") and place == _IN_PLACE else text


def _float(number: float) -> str:
    """As `show` of Haskell: from 0.1 to 10,000,000 without an exponent."""
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0 or 0.1 <= abs(number) < 1e7:
        text = format(number, "f") if "e" in repr(number) else repr(number)
        return text if "." in text else f"{text}.0"
    digits, _, exponent = f"{number!r}".partition("e")
    if not exponent:
        digits, _, exponent = _scientific(number)
    mantissa = digits if "." in digits else f"{digits}.0"
    return f"{mantissa}e{int(exponent)}"


def _scientific(number: float) -> tuple[str, str, str]:
    shortest = repr(number)
    places = len(shortest.replace("-", "").replace(".", "").strip("0"))
    return format(number, f".{max(places - 1, 0)}e").partition("e")
