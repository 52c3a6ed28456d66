"""What an expression may be instead, by the mutations of the assistant for introductory Python programs
(Phothilimthana and Nguyen 2014, section 5.1), under their names.

`n?` is an integer from a range, `v?` a variable of the function. Its future work is here too: `Generic3` and so on,
expressions of any length.
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import NamedTuple

from viva.languages.inside.vivabox.python.changing.layout import Layout

_LEAST, _LARGEST = -2, 4  # of n?
_MOST_NAMES = 6
_BINARY = ("+", "-", "*", "//", "%", "**")
_COMPARE = ("<", ">", "<=", ">=", "!=", "==")
_BOOLEAN = ("and", "or")
_SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
}  # fmt: skip
_SAME_BINARY = ("+", "-", "*", "/", "//", "%", "**")
_DEEPEST = 3  # leaves and operators that SameStruct changes at once


@dataclass(frozen=True, slots=True)
class Mutation:
    """What the expression from `begin` to `end` may be instead, by a rule with a `name`. `size` counts all choices, the
    expression as it is among them, and `without` counts any constant as one; `news` are as many of them as were
    asked for."""

    name: str
    begin: int
    end: int
    size: int
    without: int
    news: tuple[str, ...]


def mutations(
    text: str, places: Sequence[tuple[int, int]], *, longest: int = 2, most: int = 3000
) -> list[list[Mutation]]:
    """For each place, from where to where in the text, what the expression there may be instead, at most so many texts
    of one mutation; `longest` is the length of generic ones. Empty where there is no expression."""
    tree = ast.parse(text)
    layout = Layout(text)
    spans: dict[tuple[int, int], ast.expr] = {}
    parents: dict[int, ast.AST] = {}
    for node in ast.walk(tree):
        for part in ast.iter_child_nodes(node):
            parents[id(part)] = node
        if isinstance(node, ast.expr):
            spans.setdefault(layout.span(node), node)
    return [list(_spaces(spans[place], place, parents, longest, most)) if place in spans else [] for place in places]


def _spaces(
    node: ast.expr, place: tuple[int, int], parents: dict[int, ast.AST], longest: int, most: int
) -> Iterator[Mutation]:
    function: ast.AST | None = node
    while function is not None and not isinstance(function, ast.FunctionDef):
        function = parents.get(id(function))
    names = _variables(function) if function is not None else []
    text = ast.unparse(node)
    numbers = _LARGEST - _LEAST + 1
    for name, choices, size, without in (
        ("OffByOne", _off_by_one(node), 3, 3),
        ("SameType", _same_type(node, names), *_sizes(node, names, numbers)),
        ("SameStruct", _same_struct(node, names), *_struct_sizes(node, len(names), numbers)),
        ("RangeWithLen", _range_with_len(node, parents.get(id(node))), 2, 2),
        ("Generic1", _generic_one(names), 2 * numbers + 3 * len(names), 2 + 3 * len(names)),
    ):
        news = _distinct(choices, text, most)
        if news:
            yield Mutation(name, *place, size, without, news)
    leaves, bare = numbers + len(names), 1 + len(names)
    size, without = leaves, bare
    for length in range(2, longest + 1):
        signs = len(_BINARY) + len(_COMPARE) + len(_BOOLEAN)
        size, without = size * signs * leaves, without * signs * bare
        news = _distinct(_generic(names, length), text, most)
        yield Mutation(f"Generic{length}", *place, size, without, news)


def _distinct(choices: Iterator[str], text: str, most: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(choice for choice in islice(choices, 2 * most) if choice != text))[:most]


def _variables(function: ast.AST) -> list[str]:
    found = [node.arg for node in ast.walk(function) if isinstance(node, ast.arg)]
    stored = [node for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    return list(dict.fromkeys([*found, *(node.id for node in stored)]))[:_MOST_NAMES]


def _numbers() -> list[str]:
    """The likeliest first."""
    return [str(number) for number in sorted(range(_LEAST, _LARGEST + 1), key=lambda number: (abs(number), -number))]


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool)


def _off_by_one(node: ast.expr) -> Iterator[str]:
    text = ast.unparse(node)
    if _is_number(node) and isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield from (str(node.value + by) for by in (-1, 1))
    else:
        whole = text if isinstance(node, ast.Name | ast.Call | ast.Subscript) else f"({text})"
        yield from (f"{whole} {sign} 1" for sign in "-+")


def _same_type(node: ast.expr, names: Sequence[str]) -> Iterator[str]:
    if _is_number(node):
        yield from _numbers()
    elif isinstance(node, ast.Name):
        yield from names


def _sizes(node: ast.expr, names: Sequence[str], numbers: int) -> tuple[int, int]:
    return (numbers, 1) if _is_number(node) else (len(names), len(names))


def _same_struct(node: ast.expr, names: Sequence[str]) -> Iterator[str]:
    """Those with the fewest leaves and operators changed first."""
    if isinstance(node, ast.Name | ast.Constant):
        return  # the same as SameType
    holes = list(_holes(node, names))
    for changed in range(1, min(_DEEPEST, len(holes)) + 1):
        for chosen in combinations(range(len(holes)), changed):
            for values in product(*(holes[number].options for number in chosen)):
                yield _rebuilt(node, dict(zip(chosen, values, strict=True)))


class _Hole(NamedTuple):
    options: tuple[str, ...]


def _holes(node: ast.AST, names: Sequence[str]) -> Iterator[_Hole]:
    """The leaves and operators of an expression, with what may stand there."""
    match node:
        case ast.Constant() if _is_number(node):
            yield _Hole(tuple(text for text in _numbers() if text != ast.unparse(node)))
        case ast.Name(id=name):
            yield _Hole(tuple(other for other in names if other != name))
        case ast.BinOp(left, sign, right):
            yield from _holes(left, names)
            yield _Hole(tuple(other for other in _SAME_BINARY if other != _SIGNS.get(type(sign))))
            yield from _holes(right, names)
        case ast.Compare(left, [_], [right]):
            yield from _holes(left, names)
            yield _Hole(_COMPARE)
            yield from _holes(right, names)
        case ast.BoolOp(_, values):
            yield _Hole(_BOOLEAN)
            for value in values:
                yield from _holes(value, names)
        case ast.UnaryOp(_, operand):
            yield _Hole(("not ", "-"))
            yield from _holes(operand, names)
        case ast.Call(_, arguments, []):
            for argument in arguments:
                yield from _holes(argument, names)
        case ast.Subscript(value, index):
            yield from _holes(value, names)
            yield from _holes(index, names)


def _rebuilt(node: ast.expr, changed: dict[int, str]) -> str:
    """The text of the expression with other leaves and operators at these holes."""
    count = iter(range(10**6))

    def text(part: ast.AST) -> str:
        match part:
            case ast.Constant() if _is_number(part):
                return changed.get(next(count), ast.unparse(part))
            case ast.Name(id=name):
                return changed.get(next(count), name)
            case ast.BinOp(left, sign, right):
                one = text(left)
                word = changed.get(next(count), _SIGNS.get(type(sign), "+"))
                return f"({one} {word} {text(right)})"
            case ast.Compare(left, [_], [right]):
                one, other = text(left), changed.get(next(count))
                two = text(right)
                kept = ast.unparse(ast.Compare(ast.Name(one), part.ops, [ast.Name(two)]))
                return f"{one} {other} {two}" if other else kept
            case ast.BoolOp(operator, values):
                word = changed.get(next(count), "and" if isinstance(operator, ast.And) else "or")
                return f" {word} ".join(map(text, values))
            case ast.UnaryOp(operator, operand):
                word = changed.get(next(count), "not " if isinstance(operator, ast.Not) else "-")
                return f"{word}{text(operand)}"
            case ast.Call(called, arguments, []):
                return f"{ast.unparse(called)}({', '.join(map(text, arguments))})"
            case ast.Subscript(value, index):
                one = text(value)
                return f"{one}[{text(index)}]"
        return ast.unparse(part)

    found = text(node)
    return found[1:-1] if isinstance(node, ast.BinOp) else found


def _struct_sizes(node: ast.AST, variables: int, numbers: int) -> tuple[int, int]:
    match node:
        case ast.Constant() if _is_number(node):
            return numbers, 1
        case ast.Name():
            return variables, variables
        case ast.BinOp(left, _, right):
            return _times([left, right], len(_SAME_BINARY), variables, numbers)
        case ast.Compare(left, [_], [right]):
            return _times([left, right], len(_COMPARE), variables, numbers)
        case ast.BoolOp(_, values):
            return _times(values, len(_BOOLEAN), variables, numbers)
        case ast.UnaryOp(_, operand):
            return _times([operand], 2, variables, numbers)
        case ast.Call(_, arguments, []):
            return _times(arguments, 1, variables, numbers)
        case ast.Subscript(value, index):
            return _times([value, index], 1, variables, numbers)
    return 1, 1


def _times(parts: Sequence[ast.AST], signs: int, variables: int, numbers: int) -> tuple[int, int]:
    size = without = signs
    for part in parts:
        more, less = _struct_sizes(part, variables, numbers)
        size, without = size * more, without * less
    return size, without


def _range_with_len(node: ast.expr, parent: ast.AST | None) -> Iterator[str]:
    match node, parent:
        case ast.Call(ast.Name(id="range"), [*before, last], []), _:
            bounds = [*map(ast.unparse, before), f"len({ast.unparse(last)})"]
            yield f"range({', '.join(bounds)})"
        case _, ast.Call(ast.Name(id="range")):
            yield f"len({ast.unparse(node)})"


def _generic_one(names: Sequence[str]) -> Iterator[str]:
    yield from (*_numbers(), *names)
    yield from (f"-{name}" for name in names)
    yield from (f"not {name}" for name in names)


def _generic(names: Sequence[str], length: int) -> Iterator[str]:
    """All expressions of so many leaves; those with variables on both sides first."""
    leaves = (*names, *_numbers())
    if length == 1:
        yield from leaves
        return
    for word in (*_BINARY, *_COMPARE, *_BOOLEAN):
        for left in _generic(names, length - 1):
            whole = left if length == 2 else f"({left})"
            for right in leaves:
                if word != "**" or right in ("0", "1", "2", "3"):  # a large exponent takes for ever
                    yield f"{whole} {word} {right}"
