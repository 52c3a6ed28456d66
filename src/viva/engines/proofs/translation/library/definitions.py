"""Functions of the library as programs that do the same: a call of one means what its program means.

The programs are for what the functions give, and when they raise something; not for how they are made.
"""

from __future__ import annotations

import ast
from functools import cache

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.comparisons import as_number
from viva.engines.proofs.translation.expressions.iterables import list_of_items
from viva.engines.proofs.translation.expressions.names import is_builtin
from viva.engines.proofs.translation.expressions.operators import is_known
from viva.engines.proofs.translation.recursion.body import run_body
from viva.engines.proofs.translation.table import DIGITS, builtin, evaluate
from viva.engines.proofs.translation.values import State, Value
from viva.engines.syntax.source import Function, assigned_names
from viva.engines.syntax.tree import Constant, Field, Item, Node, Uncovered

_PROGRAMS = """
def gcd(one, two):
    one, two = abs(one), abs(two)
    while two != 0:
        one, two = two, one % two
    return one

def lcm(one, two):
    one, two = abs(one), abs(two)
    product = one * two
    while two != 0:
        one, two = two, one % two
    return 0 if product == 0 else product // one

def factorial(number):
    if number < 0:
        raise ValueError
    made = 1
    for factor in range(2, number + 1):
        made *= factor
    return made

def comb(number, taken):
    if number < 0 or taken < 0:
        raise ValueError
    made = 1
    for place in range(taken):
        made = made * (number - place) // (place + 1)
    return made

def isqrt(number):
    if number < 0:
        raise ValueError
    root = 0
    while (root + 1) * (root + 1) <= number:
        root += 1
    return root

def prod(items):
    made = 1
    for item in items:
        made *= item
    return made

def bit_length(number):
    rest, bits = abs(number), 0
    while rest > 0:
        rest //= 2
        bits += 1
    return bits

def bit_count(number):
    rest, bits = abs(number), 0
    while rest > 0:
        bits += rest % 2
        rest //= 2
    return bits

def bin(number):
    rest, digits = abs(number), ""
    while rest > 0:
        digits = ("1" if rest % 2 == 1 else "0") + digits
        rest //= 2
    if digits == "":
        digits = "0"
    return "-0b" + digits if number < 0 else "0b" + digits

def digits(number):
    rest, text = number, ""
    while rest > 0:
        text = text + chr(48 + rest % 10)
        rest //= 10
    return text

def bisect_left(items, wanted):
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low

def bisect_right(items, wanted):
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if wanted < items[middle]:
            high = middle
        else:
            low = middle + 1
    return low

def insort_left(items, wanted):
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    items.insert(low, wanted)

def insort_right(items, wanted):
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if wanted < items[middle]:
            high = middle
        else:
            low = middle + 1
    items.insert(low, wanted)

def median_low(items):
    ordered = sorted(items)
    return ordered[(len(ordered) - 1) // 2]

def median_high(items):
    ordered = sorted(items)
    return ordered[len(ordered) // 2]

def partition(text, between):
    if len(between) == 0:
        raise ValueError
    place = text.find(between)
    if place < 0:
        return text, "", ""
    return text[:place], between, text[place + len(between):]
"""
_OTHER_NAMES = {"bisect": "bisect_right", "insort": "insort_right"}


def call_defined(name: str, arguments: list[Value], state: State, line: int) -> Value:
    """What the function of the library gives that has this name."""
    defined = _defined()[name]
    used = {each.id for each in ast.walk(defined) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
    body = tuple(_node(each, line) for each in defined.body)
    parameters = tuple(each.arg for each in defined.args.args)
    local = frozenset(parameters) | assigned_names(body)
    if not all(is_builtin(each, state) for each in used - local):
        raise Uncovered(f"{name} in line {line}")
    return run_body(Function(f"={name}", parameters, (), body, local, line), arguments, state, line)


@builtin("math.gcd", "math.lcm", "math.comb", takes=[2])
@builtin("math.factorial", "math.isqrt", "bin", takes=[1])
def of_numbers(name: str, args: list[Node], state: State, line: int) -> Value:
    given: list[Value] = [v.Int(as_number(evaluate(each, state), state)) for each in args]
    return call_defined(name.rpartition(".")[2], given, state, line)


@builtin("math.floor", "math.ceil", "math.trunc", takes=[1])
def whole_number(_name: str, args: list[Node], state: State, _line: int) -> Value:
    return v.Int(as_number(evaluate(args[0], state), state))


@builtin("math.prod", takes=[1])
def product(_name: str, args: list[Node], state: State, line: int) -> Value:
    items, element = list_of_items(args[0], state)
    if element == "?":
        return v.Int(t.ONE)
    if element not in ("int", "bool", v.NUMBER):
        raise Uncovered(f"math.prod in line {line}")
    return call_defined("prod", [v.Seq("tuple", items, element)], state, line)


@builtin(*(f"bisect.{name}{side}" for name in ("bisect", "insort") for side in ("", "_left", "_right")), takes=[2])
def by_halving(name: str, args: list[Node], state: State, line: int) -> Value:
    word = name.partition(".")[2]
    given = [evaluate(each, state) for each in args]
    return call_defined(_OTHER_NAMES.get(word, word), given, state, line)


@builtin("statistics.median_low", "statistics.median_high", "statistics.median", takes=[1])
def middle_item(name: str, args: list[Node], state: State, line: int) -> Value:
    """Of an even number of elements the median is no whole number."""
    items, element = list_of_items(args[0], state, any_order=True)
    word = name.partition(".")[2]
    if element != "int" or (word == "median" and not is_known(_is_odd(t.length(items)), state)):
        raise Uncovered(f"{name} in line {line}")
    return call_defined("median_low" if word == "median" else word, [v.Seq("tuple", items, element)], state, line)


@builtin(DIGITS, takes=[1])
def digits_of_number(_name: str, args: list[Node], state: State, line: int) -> Value:
    """`str` of a number, as its digits one by one."""
    number = as_number(evaluate(args[0], state), state)
    below, none = t.lt(number, t.ZERO), t.equal(number, t.ZERO)
    if is_known(t.le(t.ZERO, number), state):
        below, none = t.FALSE, t.FALSE if is_known(t.lt(t.ZERO, number), state) else none
    size = t.ite(below, t.scale(-1, number), number)
    backwards = v.as_text(call_defined("digits", [v.Int(size)], state, line))
    assert backwards is not None
    text = t.ite(none, t.list_term(t.INT, [t.number(ord("0"))]), t.reverse(backwards.term))
    return v.Seq("text", t.ite(below, t.cat(t.list_term(t.INT, [t.number(ord("-"))]), text), text), "char")


def _is_odd(number: t.Term) -> t.Term:
    return t.equal(t.mod(number, t.number(2)), t.ONE)


@cache
def _defined() -> dict[str, ast.FunctionDef]:
    """The programs, with names that no submission can have."""
    module = ast.parse(_PROGRAMS)
    return {each.name: _with_own_names(each) for each in module.body if isinstance(each, ast.FunctionDef)}


def _with_own_names(defined: ast.FunctionDef) -> ast.FunctionDef:
    own = {each.id for each in ast.walk(defined) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    own |= {each.arg for each in defined.args.args}
    for each in ast.walk(defined):
        if isinstance(each, ast.Name) and each.id in own:
            each.id = f"={each.id}"
        elif isinstance(each, ast.arg):
            each.arg = f"={each.arg}"
    return defined


def _node(tree: ast.AST, line: int) -> Node:
    """The program as the rest of the translation reads programs, as if it stood in the line of the call."""
    fields = {name: _field(value, line) for name, value in ast.iter_fields(tree) if name != "ctx"}
    return Node(type(tree).__name__, line, fields)


def _field(value: object, line: int) -> Field:
    return [_item(each, line) for each in value] if isinstance(value, list) else _item(value, line)


def _item(value: object, line: int) -> Item:
    if isinstance(value, ast.AST):
        return _node(value, line)
    assert value is None or isinstance(value, bool | int | str)
    return Constant(value)
