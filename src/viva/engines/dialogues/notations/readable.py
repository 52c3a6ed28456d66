"""The readable notation (`spec.txt`), both ways: `show(parse(text))` keeps the meaning, `parse(show(spec)) == spec`.

One step a line, indented like Python; terms are Python expressions (`expressions.py`). A `while` is the loop that asks
at its start whether to end, so both notations, and the builder, say the same things.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fractions import Fraction

from viva.core.records import dataclass
from viva.core.table import nearest
from viva.core.text.reading import Misread, Place, expected_found, in_quotes
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import show_decimal
from viva.engines.dialogues.notations import expressions
from viva.engines.dialogues.notations.expressions import (
    Expression,
    checked_name,
    read_condition,
    read_term,
    show_condition,
)
from viva.engines.dialogues.notations.scanning import find, pieces, split
from viva.engines.dialogues.notations.sets import named_set, read_input, show_input, show_set
from viva.engines.dialogues.notations.tokens import LONGEST
from viva.engines.dialogues.variants.negation import negate
from viva.engines.dialogues.variants.rewriting import with_decimals_marked

_INDENT = "    "
_DEEPEST = 50
_SIMPLE = ("read", "write", "exit", "nothing")
_BLOCKS = ("loop", "while", "repeat", "if")
_WORDS = (*_SIMPLE, *_BLOCKS, "elif", "else")


@dataclass(frozen=True, slots=True)
class _Line:
    """`content` is without its indentation and without a comment."""

    indent: int
    content: Expression

    @property
    def word(self) -> str:
        letters = next((n for n, c in enumerate(self.content.text) if not (c.isalnum() or c == "_")), None)
        return self.content.text[:letters]

    @property
    def rest(self) -> Expression:
        return self.content.part(len(self.word))


def parse(text: str) -> m.Spec:
    """Raises Misread with line, column, what was expected and what was found."""
    lines = list(_lines(text))
    if not lines:
        raise Misread(expected_found("a specification", "the end"), 1, 1, "the empty one is written nothing")
    if lines[0].indent:
        raise lines[0].content.expected("no white space", "some before the first step")
    reader = _SpecReader(lines)
    spec = reader.block(0, 0)
    return with_decimals_marked(spec)


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.lstrip(" ")
        indent = len(line) - len(stripped)
        if stripped.startswith("\t"):
            raise Misread(expected_found("blanks", "a tab"), number, indent + 1, "indent with four blanks")
        content = Expression(stripped.rstrip(), Place(number, indent + 1))
        comment = find(content, "#")
        content = content.part(0, comment)
        if content.text:
            yield _Line(indent, content)


class _SpecReader:
    def __init__(self, lines: list[_Line]) -> None:
        self.lines = lines
        self.position = 0

    @property
    def next(self) -> _Line | None:
        return self.lines[self.position] if self.position < len(self.lines) else None

    def block(self, indent: int, depth: int) -> m.Spec:
        """All steps at this indentation."""
        steps: list[m.Spec] = []
        while (line := self.next) and line.indent >= indent:
            if line.indent > indent:
                raise line.content.expected(f"{indent} blanks before the step", str(line.indent))
            self.position += 1
            steps.append(self.step(line, depth))
        if line and depth == 0:
            raise line.content.expected(f"{indent} blanks before the step", str(line.indent))
        return m.sequence(*steps)

    def step(self, line: _Line, depth: int) -> m.Spec:
        place = line.content.place
        match line.word:
            case "loop":
                return m.Loop(self.body(line, line.rest, depth), place)
            case "while":
                head, body = self.headed(line, depth)
                return m.Loop(m.Branch(body, negate(read_condition(head)), m.Exit(place), place), place)
            case "repeat":
                head, body = self.headed(line, depth)
                return m.Repeat(read_term(head), body, place)
            case "if":
                return self.branch(line, depth)
            case "elif" | "else":
                raise line.content.expected("a step", in_quotes(line.word), 0, "it belongs right below an if")
            case _:
                return _simple(line.content, line.word)

    def branch(self, line: _Line, depth: int, links: int = 0) -> m.Spec:
        if links > LONGEST:
            raise line.content.wrong(f"this chain has more than {LONGEST} links")
        head, right = self.headed(line, depth)
        condition = read_condition(head)
        left: m.Spec = m.Nop()
        following = self.next
        if following and following.indent == line.indent and following.word in ("elif", "else"):
            self.position += 1
            if following.word == "elif":
                left = self.branch(following, depth, links + 1)
            else:
                left = self.body(following, following.rest, depth)
        return m.Branch(left, condition, right, line.content.place)

    def headed(self, line: _Line, depth: int) -> tuple[Expression, m.Spec]:
        """What stands before the colon, and the block after it."""
        rest = line.rest
        colon = find(rest, ":")
        if colon is None:
            expected = "a condition and ':'" if line.word != "repeat" else "a number of rounds and ':'"
            raise rest.expected(expected, "the end of the line", len(rest.text))
        head = rest.part(0, colon)
        if not head.text:
            expected = "a condition" if line.word != "repeat" else "a number of rounds"
            raise rest.expected(expected, "':'")
        return head, self.body(line, rest.part(colon), depth)

    def body(self, line: _Line, colon: Expression, depth: int) -> m.Spec:
        """The steps below, or one simple step behind the colon."""
        if depth >= _DEEPEST:
            raise line.content.wrong(f"this is nested more than {_DEEPEST} deep")
        if not colon.text.startswith(":"):
            raise colon.expected("':'", in_quotes(colon.text) if colon.text else "the end of the line")
        inline = colon.part(1)
        if inline.text:
            step = _Line(line.indent, inline)
            if step.word not in _SIMPLE:
                found = in_quotes(step.word or inline.text[0])
                raise inline.expected(f"{' or '.join(_SIMPLE)} behind ':'", found)
            return _simple(inline, step.word)
        following = self.next
        if following is None or following.indent <= line.indent:
            raise colon.expected("a step below this line", "none", 1, "indent its steps with four blanks")
        return self.block(following.indent, depth + 1)


def _simple(content: Expression, word: str) -> m.Spec:
    rest = content.part(len(word))
    match word:
        case "read":
            return read_input(rest, content.place)
        case "write":
            return _write(rest, content.place)
        case "exit" | "nothing":
            if rest.text:
                raise rest.expected("the end of the line", in_quotes(rest.text))
            return m.Exit(content.place) if word == "exit" else m.Nop()
    known = f"{', '.join(_WORDS[:-1])} or {_WORDS[-1]}"
    raise content.expected(known, in_quotes(word or content.text[0]), 0, nearest(word, _WORDS))


def _write(rest: Expression, place: Place) -> m.Write:
    optional = rest.text.split(None, 1)[:1] == ["optional"]
    if optional:
        rest = rest.part(len("optional"))
    alternatives: list[m.Alternative] = []
    for alternative in split(rest, "|"):
        if alternative.text == "nothing":
            optional = True
        else:
            alternatives.append(_alternative(alternative))
    if not alternatives:
        raise rest.wrong("this write has no output to write but nothing", 0, "name at least one output")
    return m.Write(tuple(dict.fromkeys(alternatives)), optional, place)


def _alternative(text: Expression) -> m.Alternative:
    if text.text[:2] not in ('f"', "f'"):
        return (_item(text),)
    items: list[m.Item] = []

    def constant(part: Expression) -> None:
        quote = text.text[1]
        plain = part.text.replace("{{", "{").replace("}}", "}")
        items.append(read_term(Expression(quote + plain + quote, part.place)))

    pieces(text, constant, lambda part: items.append(_item(part)))
    return tuple(items) or (m.Text("", text.place),)


def _item(text: Expression) -> m.Item:
    tree = text.tree()
    match tree:
        case ast.Constant(value) if value is ...:
            return m.ANY
        case ast.Call(ast.Name("within"), [term, ast.Constant(int() | float()) as tolerance], []):
            return m.Within(expressions.term_of(text, term), Fraction(text.source(tolerance)), text.place)
        case ast.Call(ast.Name("within")):
            raise text.wrong("within takes a term and a tolerance", 0, "as in within(sum(x.all) / n, 0.01)")
        case ast.Call(ast.Name("some"), [ast.Name(variable), condition, *values], []) if len(values) <= 1:
            chosen = named_set(text, values[0]) if values else m.Integers()
            return m.Some(variable, expressions.condition_of(text, condition), chosen, text.place)
        case ast.Call(ast.Name("some")):
            raise text.wrong("some takes a name and a condition", 0, "as in some(v, v % n == 0)")
        case _:
            return expressions.term_of(text, tree)


# Printing.


def show(spec: m.Spec) -> str:
    """The specification in the readable notation. Raises Fault for a name that Python could not read."""
    return "\n".join(_show(spec, 0)) + "\n"


def _show(spec: m.Spec, depth: int) -> Iterator[str]:
    for step in m.steps_of(spec) or (m.Nop(),):
        yield from _show_step(step, depth)


def _show_step(spec: m.Spec, depth: int) -> Iterator[str]:
    indent = _INDENT * depth
    match spec:
        case m.Read():
            yield f"{indent}read {show_input(spec)}"
        case m.Write(alternatives, optional):
            shown = [show_alternative(items) for items in alternatives]
            if optional and len(shown) == 1:
                yield f"{indent}write optional {shown[0]}"
            else:
                yield f"{indent}write {' | '.join([*shown, 'nothing'] if optional else shown)}"
        case m.Branch():
            yield from _show_branch(spec, "if", depth)
        case m.Loop(m.Branch(left, condition, m.Exit())) if negate(negate(condition)) == condition:
            yield f"{indent}while {show_condition(negate(condition))}:"
            yield from _show(left, depth + 1)
        case m.Loop(body):
            yield f"{indent}loop:"
            yield from _show(body, depth + 1)
        case m.Repeat(count, body):
            yield f"{indent}repeat {expressions.show_term(count)}:"
            yield from _show(body, depth + 1)
        case m.Exit():
            yield f"{indent}exit"
        case _:
            yield f"{indent}nothing"


def _show_branch(branch: m.Branch, word: str, depth: int) -> Iterator[str]:
    indent, condition = _INDENT * depth, show_condition(branch.condition)
    if branch.right == m.Exit() and branch.left == m.Nop():
        yield f"{indent}{word} {condition}: exit"
        return
    yield f"{indent}{word} {condition}:"
    yield from _show(branch.right, depth + 1)
    match branch.left:
        case m.Nop():
            return
        case m.Branch() as other:
            yield from _show_branch(other, "elif", depth)
        case _:
            yield f"{indent}else:"
            yield from _show(branch.left, depth + 1)


def show_alternative(items: m.Alternative) -> str:
    if len(items) == 1:
        return _show_item(items[0])
    shown, after_text = "", False
    for item in items:
        # Two texts in a row are two items, so the second stands in a hole.
        if isinstance(item, m.Text) and item.value and not after_text:
            shown, after_text = shown + expressions.escaped(item.value).replace("{", "{{").replace("}", "}}"), True
        else:
            shown, after_text = shown + "{" + _show_item(item) + "}", False
    return f'f"{shown}"'


def _show_item(item: m.Item) -> str:
    match item:
        case m.AnyText():
            return "..."
        case m.Within(term, tolerance):
            return f"within({expressions.show_term(term)}, {show_decimal(tolerance)})"
        case m.Some(variable, condition, values):
            where = "" if values == m.Integers() else f", {show_set(values, inside=True)}"
            return f"some({checked_name(variable)}, {show_condition(condition)}{where})"
        case _:
            return expressions.show_term(item)
