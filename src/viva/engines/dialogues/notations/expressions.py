"""Terms as Python expressions, both ways: the terms of the readable notation and of the Python builder.

`n` is the current value, `x.all` all values so far, `x.back(1)` the one before the last. Nothing is evaluated: Python's
own parser makes a tree of an expression, and only the nodes that are named here have a meaning.
"""

from __future__ import annotations

import ast
import keyword
import unicodedata
from collections.abc import Sequence
from fractions import Fraction

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.text.reading import Misread, Place, expected_found, in_quotes
from viva.core.text.writing import Written
from viva.engines.dialogues import model as m
from viva.engines.dialogues.notations.tokens import LONGEST
from viva.engines.dialogues.printing import Level, PythonPrinter
from viva.engines.dialogues.wording import OWN_FUNCTION

_LONGEST = 4000
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "=",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_DIVISIONS: dict[type[ast.operator], str] = {ast.Mod: "mod", ast.FloorDiv: "div"}
_PYTHON_NAMES = {"sort": "sorted"}  # where Python has a function of its own for it
_NAMES = {python: name for name, python in _PYTHON_NAMES.items()}
_HIGHEST_POWER = 8
_PARTS = (
    "single values are x.all[0], x.all[-1] and x.back(1), parts x.all[1:], x.all[:-1], x.all[1:-1] and x.all[-3:]; "
    + OWN_FUNCTION
)
RESERVED = frozenset({*keyword.kwlist, "nothing", "optional"})


@dataclass(frozen=True, slots=True)
class Expression:
    """A piece of a line, and where it begins."""

    text: str
    place: Place

    def wrong(self, problem: str, offset: int = 0, remedy: str | None = None) -> Misread:
        return Misread(problem, self.place.line, self.place.column + offset, remedy)

    def expected(self, expected: str, found: str, offset: int = 0, remedy: str | None = None) -> Misread:
        return self.wrong(expected_found(expected, found), offset, remedy)

    def part(self, start: int, end: int | None = None) -> Expression:
        """A piece of the piece, without white space at its ends."""
        text = self.text[start:end]
        start += len(text) - len(text.lstrip())
        return Expression(text.strip(), Place(self.place.line, self.place.column + start))

    def tree(self) -> ast.expr:
        if not self.text:
            raise self.expected("a term", "nothing", remedy="such as n + 1 or sum(x.all)")
        if len(self.text) > _LONGEST:
            raise self.wrong(f"this is longer than {_LONGEST} characters")
        try:
            tree = ast.parse(self.text, mode="eval").body
        except SyntaxError as problem:
            at_end = not problem.offset or (problem.lineno or 1) > 1
            offset = len(self.text) if at_end else min((problem.offset or 1) - 1, len(self.text))
            found = self.text[offset : offset + 1]
            told = in_quotes(found) if found else "the end"
            remedy = "terms are Python expressions, such as sum(x.all) + 1"
            raise self.expected("a term", f"{told} ({problem.msg})", offset, remedy) from None
        except (ValueError, RecursionError, MemoryError):
            raise self.wrong("this is no term that Python can read") from None
        if len(self.text) > LONGEST and _height(tree) > LONGEST:
            raise self.wrong(f"this is nested more than {LONGEST} deep")
        return tree

    def offset(self, node: ast.expr) -> int:
        """Python counts columns in bytes."""
        return len(self.text.encode()[: node.col_offset].decode())

    def at(self, node: ast.expr) -> Place:
        return Place(self.place.line, self.place.column + self.offset(node))

    def source(self, node: ast.expr) -> str:
        return ast.get_source_segment(self.text, node) or ""


def _height(tree: ast.expr) -> int:
    level: list[ast.AST] = [tree]
    height = 0
    while level:
        height += 1
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return height


def read_term(expression: Expression) -> m.Term:
    return term_of(expression, expression.tree())


def read_condition(expression: Expression) -> m.Term:
    return condition_of(expression, expression.tree())


def condition_of(expression: Expression, node: ast.expr) -> m.Term:
    """A truth value where a condition is due means that it is true."""
    term = term_of(expression, node)
    if isinstance(node, ast.Compare | ast.BoolOp) or isinstance(term, m.Not):
        return term
    return m.Operation("=", term, m.Truth(True), expression.at(node))


def term_of(expression: Expression, node: ast.expr) -> m.Term:
    place = expression.at(node)

    def inner(child: ast.expr) -> m.Term:
        return term_of(expression, child)

    match node:
        case ast.Constant(bool(value)):
            return m.Truth(value, place)
        case ast.Constant(int(value)):
            return m.Integer(value, place)
        case ast.Constant(float()):
            return m.DecimalNumber(Fraction(expression.source(node).replace("_", "")), place)
        case ast.Constant(str(value)):
            return m.Text(_one_line(value, expression, node), place)
        case ast.Name(name):
            return m.Current(_variable(name, expression, node), place)
        case ast.Attribute(ast.Name(name), "all"):
            return m.All(_variable(name, expression, node), place=place)
        case ast.Attribute(ast.Name(name), attribute):
            raise _unknown(expression, node, f"{name}.{attribute}", f"{name}, {name}.all or {name}.back(1)")
        case ast.UnaryOp(ast.USub(), ast.Constant() as constant):
            return _negative(inner(constant), expression, node)
        case ast.UnaryOp(ast.USub(), operand):
            return m.Operation("-", m.Integer(0), inner(operand), place)
        case ast.UnaryOp(ast.Not(), operand):
            return m.Not(condition_of(expression, operand), place)
        case ast.BinOp(left, operator, right) if type(operator) in _OPERATORS:
            return m.Operation(_OPERATORS[type(operator)], inner(left), inner(right), place)
        case ast.BinOp(left, operator, right) if type(operator) in _DIVISIONS:
            return m.Call(_DIVISIONS[type(operator)], (inner(left), inner(right)), place)
        case ast.BinOp(base, ast.Pow(), ast.Constant(int(power))) if 1 <= power <= _HIGHEST_POWER:
            return _power(inner(base), power, place)
        case ast.Subscript(listed, index):
            return _element(expression, node, inner(listed), index)
        case ast.BoolOp(connective, values):
            word = "and" if isinstance(connective, ast.And) else "or"
            terms = [condition_of(expression, value) for value in values]
            joined = terms[0]
            for term in terms[1:]:
                joined = m.Operation(word, joined, term, place)
            return joined
        case ast.Compare(left, operators, rights):
            return _compared(expression, node, [left, *rights], operators)
        case ast.List(items):
            return m.Listed(tuple(map(inner, items)), place)
        case ast.Call(function, arguments, []):
            return _called(expression, node, function, arguments)
    found = in_quotes(expression.source(node) or "this")
    expected = expected_found("a number, a text, a variable or a function", found)
    raise expression.wrong(expected, expression.offset(node), OWN_FUNCTION)


def _power(base: m.Term, power: int, place: Place) -> m.Term:
    """x ** 3 is x * x * x."""
    whole = base
    for _ in range(power - 1):
        whole = m.Operation("*", whole, base, place)
    return whole


def _element(expression: Expression, node: ast.expr, values: m.Term, index: ast.expr) -> m.Term:
    """x.all[0] is the first value, x.all[-1] the last, x.all[:-1] all but the last."""
    place = expression.at(node)
    match index:
        case ast.Slice(None, None, ast.UnaryOp(ast.USub(), ast.Constant(1))):
            return m.Call("reverse", (values,), place)
        case ast.Slice(lower, upper, None) if lower or upper:
            return _part(expression, node, values, lower, upper)
        case ast.Constant(int(number)) if isinstance(values, m.All | m.Merged):
            last = m.Operation("-", m.Call("len", (values,), place), m.Integer(number + 1), place)
            return m.Call("back", (values, last), place)
        case ast.UnaryOp(ast.USub(), ast.Constant(int(number))) if isinstance(values, m.All | m.Merged) and number > 0:
            if isinstance(values, m.All) and number == 1:
                return m.Current(values.variable, place)
            return m.Call("back", (values, m.Integer(number - 1)), place)
    problem = f"{expression.source(node)} is a part that terms have no word for"
    raise expression.wrong(problem, expression.offset(node), _PARTS)


def _part(
    expression: Expression, node: ast.expr, values: m.Term, lower: ast.expr | None, upper: ast.expr | None
) -> m.Term:
    """A slice: first what is left out at the end, then what is left out at the beginning. Where one end is counted from
    the front and the other from the back in a way that this does not say, it is no part that terms have."""
    place = expression.at(node)
    begin = term_of(expression, lower) if lower else None
    end = term_of(expression, upper) if upper else None
    if begin is None and end is not None:
        return m.Call("start", (values, end), place)
    if begin is not None and end is None:
        return m.Call("rest", (values, begin), place)
    match begin, end:
        case m.Integer(first), m.Integer() as last if first >= 0:
            return m.Call("rest", (m.Call("start", (values, last), place), m.Integer(first)), place)
        case m.Integer(first), m.Integer(number) as last if first < number < 0:
            return m.Call("rest", (m.Call("start", (values, last), place), m.Integer(first - number)), place)
    problem = f"{expression.source(node)} is a part that terms have no word for"
    raise expression.wrong(problem, expression.offset(node), _PARTS)


def _compared(
    expression: Expression, node: ast.expr, terms: Sequence[ast.expr], operators: Sequence[ast.cmpop]
) -> m.Term:
    """a < b < c means a < b and b < c, as in Python."""
    place = expression.at(node)
    whole: m.Term | None = None
    for left, operator, right in zip(terms, operators, terms[1:], strict=False):
        pair = term_of(expression, left), term_of(expression, right)
        match operator:
            case ast.In():
                one: m.Term = m.Call("in", pair, place)
            case ast.NotIn():
                one = m.Not(m.Call("in", pair, place), place)
            case _ if type(operator) in _COMPARISONS:
                one = m.Operation(_COMPARISONS[type(operator)], *pair, place)
            case _:
                raise expression.expected("== or !=", "is", expression.offset(node))
        whole = m.Operation("and", whole, one, place) if whole else one
    assert whole is not None
    return whole


def _called(expression: Expression, node: ast.expr, function: ast.expr, arguments: Sequence[ast.expr]) -> m.Term:
    place = expression.at(node)
    terms = tuple(term_of(expression, argument) for argument in arguments)
    match function:
        case ast.Name("merge"):
            return _merged(expression, node, terms)
        case ast.Name(("within" | "some") as name):
            raise expression.wrong(f"{name} is an output of its own and no part of a term", expression.offset(node))
        case ast.Name(name):
            return m.Call(_NAMES.get(name, name), terms, place)
        case ast.Attribute(text, ("upper" | "lower") as name) if not terms:
            return m.Call(name, (term_of(expression, text),), place)
        case ast.Attribute(listed, "count") if len(terms) == 1:
            return m.Call("count", (term_of(expression, listed), *terms), place)
        case ast.Attribute(listed, "back"):
            values = term_of(expression, listed)
            values = m.All(values.variable, place=values.place) if isinstance(values, m.Current) else values
            return m.Call("back", (values, *terms), place)
    problem = expected_found("a function of the notation", in_quotes(expression.source(node)))
    raise expression.wrong(problem, expression.offset(node), OWN_FUNCTION)


def _merged(expression: Expression, node: ast.expr, terms: tuple[m.Term, ...]) -> m.Merged:
    variables = [term.variable for term in terms if isinstance(term, m.All)]
    if len(variables) < len(terms) or len(set(variables)) < len(variables) or len(variables) < 2:
        problem = "merge takes all values of two or more different variables"
        raise expression.wrong(problem, expression.offset(node), "it is written merge(x.all, y.all)")
    return m.Merged(tuple(variables), place=expression.at(node))


def _negative(term: m.Term, expression: Expression, node: ast.expr) -> m.Term:
    match term:
        case m.Integer(value, place):
            return m.Integer(-value, place)
        case m.DecimalNumber(decimal, place):
            return m.DecimalNumber(-decimal, place)
    raise _unknown(expression, node, expression.source(node), "a number after -")


def _one_line(text: str, expression: Expression, node: ast.expr) -> str:
    if any(character in text for character in "\n\r\v\f"):
        raise expression.wrong(
            "this text has several lines", expression.offset(node), "one write is one line of output"
        )
    return text


def _variable(name: str, expression: Expression, node: ast.expr) -> str:
    if name in RESERVED:
        raise expression.expected("a term", in_quotes(name), expression.offset(node))
    return name


def _unknown(expression: Expression, node: ast.expr, found: str, expected: str) -> Misread:
    return expression.expected(expected, in_quotes(found), expression.offset(node))


# Printing.


class _Expressions(PythonPrinter):
    """As `term_of` reads them."""

    def current(self, variable: str) -> str:
        return checked_name(variable)

    def all(self, variable: str) -> str:
        return f"{checked_name(variable)}.all"

    def text(self, text: str) -> str:
        return quote(text)

    def call(self, function: str, arguments: tuple[m.Term, ...]) -> str:
        match function, arguments:
            case "back", (m.All(variable), steps):
                return f"{checked_name(variable)}.back({self.term(steps)})"
            case "back", (values, steps):
                return f"{self.term(values, Level.ATOM)}.back({self.term(steps)})"
            case "start", (values, end):
                return f"{self.term(values, Level.ATOM)}[:{self.term(end)}]"
            case "rest", (values, begin):
                return f"{self.term(values, Level.ATOM)}[{self.term(begin)}:]"
        return super().call(_PYTHON_NAMES.get(function, function), arguments)

    def condition_form(self, term: m.Term) -> Written:
        """A truth value stands for itself."""
        match term:
            case m.Operation("=", left, m.Truth(True)):
                form = self.form(left)
                return form if form.level >= Level.SUM else Written(f"({form.text})")
            case _:
                return self.form(term)


_PRINTER = _Expressions()
show_term, show_condition = _PRINTER.term, _PRINTER.condition


def checked_name(name: str) -> str:
    """A name as it stands; a Fault if Python could not read it back."""
    if name in RESERVED or not name.isidentifier() or unicodedata.normalize("NFKC", name) != name:
        raise Fault(f"{name!r} cannot be a name in the readable notation", remedy="give the variable another name")
    return name


def quote(text: str) -> str:
    """In double quotes, with the escapes that Python knows."""
    return '"' + escaped(text) + '"'


def escaped(text: str) -> str:
    shown = (_ESCAPES.get(character) or _visible(character) for character in text)
    return "".join(shown)


def _visible(character: str) -> str:
    return character if character.isprintable() else f"\\U{ord(character):08x}"


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\t": "\\t"}
