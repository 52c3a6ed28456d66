"""What has to be changed in one function so that it does as another: the difference as small changes of the text.

Two lists of statements are aligned so that as little as possible has to be taken out, put in or replaced; statements
that are matched are compared inside. A change can be made or left on its own, whichever others are made: none of them
overlap, so every selection of them is a program again (or is found not to be one when it is compiled).
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from keyword import iskeyword
from typing import NamedTuple

from .layout import Layout, Piece, Unfit, written
from .phrases import copied, fitted

_COMPOUND = (ast.If, ast.For, ast.While, ast.FunctionDef)
_MOST_WRAPPED = 4
_INDENT = "    "
_WORDS = re.compile(r"\w+|[^\w\s]")

_Step = tuple[int, str, int, int]
"""The cost so far, how it was reached, and from which places in both lists."""


class Change(NamedTuple):
    """Pieces that belong together; `cost` is how many nodes of the trees it takes out and puts in."""

    kind: str
    pieces: tuple[Piece, ...]
    cost: int


def size(node: ast.AST) -> int:
    """How many nodes there are, without those that only say how a name is used."""
    return sum(not isinstance(part, ast.expr_context) for part in ast.walk(node))


class Aligner:
    """Compares statements of a text with others; the names in those are already the ones of the text."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._looks: dict[int, int] = {}
        self._numbers: dict[tuple[object, ...], int] = {}
        self._sizes: dict[int, int] = {}
        self._insides: dict[int, frozenset[int]] = {}
        self._costs: dict[tuple[int, int], int] = {}
        self._blocks: dict[tuple[int, ...], int] = {}
        self._kept: list[object] = []  # what ids stand for must not go away

    # Costs

    def look(self, node: ast.AST) -> int:
        """A number that is equal for what is written equally."""
        if id(node) not in self._looks:
            self._learn(node)
        return self._looks[id(node)]

    def size(self, node: ast.AST) -> int:
        if id(node) not in self._looks:
            self._learn(node)
        return self._sizes[id(node)]

    def _learn(self, node: ast.AST) -> None:
        """Looks and sizes of a node and of all in it, in one go: comparing texts of trees would take most of the
        time."""
        key: list[object] = [type(node)]
        total = 1
        for name in node._fields:
            value = getattr(node, name, None)
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, ast.expr_context):
                    key.append(type(item))
                elif isinstance(item, ast.AST):
                    if id(item) not in self._looks:
                        self._learn(item)
                    key.append(self._looks[id(item)])
                    total += self._sizes[id(item)]
                else:
                    key += [type(item), item]
            key.append(name)
        self._kept.append(node)
        self._looks[id(node)] = self._numbers.setdefault(tuple(key), len(self._numbers))
        self._sizes[id(node)] = total

    def cost(self, old: ast.AST, new: ast.AST) -> int:
        key = (id(old), id(new))
        if key not in self._costs:
            self._kept += [old, new]
            self._costs[key] = 0 if self.look(old) == self.look(new) else self._cost(old, new)
        return self._costs[key]

    def _cost(self, old: ast.AST, new: ast.AST) -> int:
        whole = self.size(old) + self.size(new)
        if type(old) is not type(new):
            return self._nested(old, new, whole)
        if isinstance(old, _COMPOUND) and isinstance(new, _COMPOUND):
            heads = sum(self.cost(one, two) for one, two in zip(_head(old), _head(new), strict=True))
            inside = sum(self.block_cost(one, two) for one, two in zip(_bodies(old), _bodies(new), strict=True))
            return min(whole, heads + inside)
        pairs = _pairs(old, new)
        if pairs is None:
            return self._nested(old, new, whole)
        apart = int(_own(old) != _own(new))
        return min(self._nested(old, new, whole), apart + sum(self.cost(one, two) for one, two in pairs))

    def _nested(self, old: ast.AST, new: ast.AST, whole: int) -> int:
        """Where one holds the other, what is around it."""
        if isinstance(old, ast.expr) and isinstance(new, ast.expr):
            for outer, inner in ((old, new), (new, old)):
                if self.size(inner) < self.size(outer) and self.look(inner) in self._inside(outer):
                    return abs(self.size(old) - self.size(new))
        return whole

    def _inside(self, node: ast.AST) -> frozenset[int]:
        """The looks of all expressions in one."""
        if id(node) not in self._insides:
            self._insides[id(node)] = frozenset(
                self.look(part) for part in ast.walk(node) if isinstance(part, ast.expr)
            )
        return self._insides[id(node)]

    def block_cost(self, old: Sequence[ast.stmt], new: Sequence[ast.stmt]) -> int:
        key = (*map(id, old), 0, *map(id, new))
        if key not in self._blocks:
            self._kept += [*old, *new]
            self._blocks[key] = self._table(old, new)[len(old)][len(new)][0]
        return self._blocks[key]

    def _table(self, old: Sequence[ast.stmt], new: Sequence[ast.stmt]) -> list[list[_Step]]:
        """For each beginning of both lists the least cost, by which step it was reached, and from where. What costs
        more than the best already without its inside is not looked into."""
        ours, theirs = ([(self.size(each), self._head_size(each)) for each in block] for block in (old, new))
        table: list[list[_Step]] = [[(0, "", 0, 0)]]
        for j, (size, _) in enumerate(theirs):
            table[0].append((table[0][j][0] + size, "add", 0, j))
        for i, (gone, head) in enumerate(ours, 1):
            row: list[_Step] = [(table[i - 1][0][0] + gone, "remove", i - 1, 0)]
            table.append(row)
            for j, (size, other_head) in enumerate(theirs, 1):
                best: _Step = table[i - 1][j][0] + gone, "remove", i - 1, j
                if row[j - 1][0] + size < best[0]:
                    best = row[j - 1][0] + size, "add", i, j - 1
                before = table[i - 1][j - 1][0]
                if before <= best[0] and (whole := before + self.cost(old[i - 1], new[j - 1])) <= best[0]:
                    best = whole, "match", i - 1, j - 1
                for first in range(max(0, i - _MOST_WRAPPED), i) if other_head else ():
                    before = table[first][j - 1][0] + other_head
                    if before < best[0]:
                        whole = before + self.block_cost(old[first:i], _bodies(new[j - 1])[0])
                        best = min(best, (whole, "wrap", first, j - 1), key=_costs)
                for first in range(max(0, j - _MOST_WRAPPED), j) if head else ():
                    before = table[i - 1][first][0] + head
                    if before < best[0]:
                        whole = before + self.block_cost(_bodies(old[i - 1])[0], new[first:j])
                        best = min(best, (whole, "unwrap", i - 1, first), key=_costs)
                row.append(best)
        return table

    def _head_size(self, node: ast.stmt) -> int:
        """The size of what stands around the body of a loop or of a condition without another branch; 0 for others."""
        if not isinstance(node, ast.If | ast.For | ast.While) or node.orelse:
            return 0
        return self.size(node) - sum(map(self.size, node.body))

    # Changes

    def block(self, old: Sequence[ast.stmt], new: Sequence[ast.stmt], shift: int = 0) -> Iterator[Change]:
        """The changes that make one list of statements of the other. `shift` is by how much the lines of the text are
        moved to the right through another change."""
        for step, i, j, before_i, before_j in self._path(old, new):
            match step:
                case "match":
                    yield from self.statement(old[before_i], new[before_j], shift)
                case "remove":
                    yield self._replaced("removed", old[before_i], "pass", self.size(old[before_i]))
                case "add":
                    yield self._added(old, i, new[before_j], shift)
                case "wrap":
                    yield self._wrapped(old[before_i:i], new[before_j])
                    yield from self.block(old[before_i:i], _bodies(new[before_j])[0], shift + len(_INDENT))
                case "unwrap":
                    yield self._unwrapped(old[before_i])
                    less = len(self.layout.margin(_bodies(old[before_i])[0][0])) - len(
                        self.layout.margin(old[before_i])
                    )
                    yield from self.block(_bodies(old[before_i])[0], new[before_j:j], shift - less)

    def _path(self, old: Sequence[ast.stmt], new: Sequence[ast.stmt]) -> list[tuple[str, int, int, int, int]]:
        table = self._table(old, new)
        path: list[tuple[str, int, int, int, int]] = []
        i, j = len(old), len(new)
        while i or j:
            _, step, before_i, before_j = table[i][j]
            path.append((step, i, j, before_i, before_j))
            i, j = before_i, before_j
        return path[::-1]

    def statement(self, old: ast.stmt, new: ast.stmt, shift: int) -> Iterator[Change]:
        cost = self.cost(old, new)
        if not cost:
            return
        same = type(old) is type(new) and cost < self.size(old) + self.size(new)
        if same and isinstance(old, _COMPOUND) and isinstance(new, _COMPOUND):
            try:
                yield from list(self._compound(old, new, shift))
            except Unfit:
                yield self._rewritten(old, new, cost, shift)
            return
        pairs = _pairs(old, new) if same else None
        if pairs is None or _own(old) != _own(new) or _aims_elsewhere(old, new):
            yield self._rewritten(old, new, cost, shift)
        else:
            for one, two in pairs:
                yield from self.expression(one, two)

    def _compound(self, old: ast.stmt, new: ast.stmt, shift: int) -> Iterator[Change]:
        for one, two in zip(_head(old), _head(new), strict=True):
            yield from self.expression(one, two)
        (body, orelse), (new_body, new_orelse) = _bodies(old), _bodies(new)
        yield from self._inner(old, body, new_body, shift)
        if orelse and new_orelse:
            if self.layout.text.startswith("elif", self.layout.span(orelse[0])[0]):
                if not (len(new_orelse) == 1 and isinstance(new_orelse[0], ast.If)):
                    raise Unfit
                yield from self._compound(orelse[0], new_orelse[0], shift)
            else:
                yield from self._inner(old, orelse, new_orelse, shift)
        elif orelse:
            if self.layout.text.startswith("elif", self.layout.span(orelse[0])[0]):
                raise Unfit
            yield from self._inner(old, orelse, (), shift)
        elif new_orelse:
            yield self._branch(old, body, new_orelse, shift)

    def _inner(
        self, parent: ast.stmt, old: Sequence[ast.stmt], new: Sequence[ast.stmt], shift: int
    ) -> Iterator[Change]:
        if old[0].lineno == parent.lineno and self.block_cost(old, new):
            raise Unfit  # `if x: return y` in one line
        yield from self.block(old, new, shift)

    def _margin(self, node: ast.stmt, shift: int) -> str:
        margin = self.layout.margin(node)
        return margin + " " * shift if shift >= 0 else margin[:shift]

    def _branch(self, old: ast.stmt, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt], shift: int) -> Change:
        margin, end = self._margin(old, shift), self.layout.span(body[-1])[1]
        inner = margin + _INDENT
        text = "".join(f"\n{inner}{written(each, inner)}" for each in orelse)
        return Change("branch_added", (Piece(end, end, f"\n{margin}else:{text}"),), sum(map(self.size, orelse)))

    def _added(self, old: Sequence[ast.stmt], at: int, new: ast.stmt, shift: int) -> Change:
        place = old[at] if at < len(old) else old[-1]
        margin = self._margin(place, shift)
        begin, end = self.layout.span(place)
        if at < len(old):
            if self.layout.text.startswith("elif", begin):
                raise Unfit
            piece = Piece(begin, begin, f"{written(new, margin)}\n{margin}")
        else:
            piece = Piece(end, end, f"\n{margin}{written(new, margin)}")
        return Change("added", (piece,), self.size(new))

    def _replaced(self, kind: str, old: ast.stmt, new: str, cost: int) -> Change:
        begin, end = self.layout.span(old)
        if self.layout.text.startswith("elif", begin):
            raise Unfit
        return Change(kind, (Piece(begin, end, new),), cost)

    def _rewritten(self, old: ast.stmt, new: ast.stmt, cost: int, shift: int) -> Change:
        return self._replaced("replaced", old, written(new, self._margin(old, shift)), cost)

    def _wrapped(self, old: Sequence[ast.stmt], new: ast.stmt) -> Change:
        """The lines of the statements, further to the right, under a new head."""
        if not all(map(self.layout.alone, old)) or self.layout.text.startswith("elif", self.layout.span(old[0])[0]):
            raise Unfit
        begin = self.layout.span(old[0])[0]
        head = ast.unparse(new).split("\n")[0]
        pieces = [Piece(begin, begin, f"{head}\n{self.layout.margin(old[0])}{_INDENT}")]
        pieces += [Piece(at, at, _INDENT) for at in self._later_lines(old[0].lineno, old[-1])]
        return Change("wrapped", tuple(pieces), self.size(new) - sum(map(self.size, _bodies(new)[0])))

    def _unwrapped(self, old: ast.stmt) -> Change:
        """The lines of the body, as far to the left as its head was, which is gone."""
        body = _bodies(old)[0]
        begin = self.layout.span(old)[0]
        if self.layout.text.startswith("elif", begin) or body[0].lineno == old.lineno:
            raise Unfit
        less = len(self.layout.margin(body[0])) - len(self.layout.margin(old))
        pieces = [Piece(begin, self.layout.span(body[0])[0], "")]
        for at in self._later_lines(body[0].lineno, body[-1]):
            if self.layout.text[at : at + less].strip():
                raise Unfit
            pieces.append(Piece(at, at + less, ""))
        return Change("unwrapped", tuple(pieces), self.size(old) - sum(map(self.size, body)))

    def _later_lines(self, first: int, last: ast.stmt) -> Iterator[int]:
        """Where the lines after the first one begin; texts that go over lines must not be indented."""
        for line in range(first, last.end_lineno or last.lineno):
            if self.layout.lines[line].strip():
                yield self.layout.starts[line]

    # Matches

    def matched(self, old: Sequence[ast.stmt], new: Sequence[ast.stmt]) -> Iterator[tuple[ast.AST, ast.AST]]:
        """The names of both that come to stand for each other."""
        for step, i, j, before_i, before_j in self._path(old, new):
            match step:
                case "match":
                    yield from self._matched(old[before_i], new[before_j])
                case "wrap":
                    yield from self.matched(old[before_i:i], _bodies(new[before_j])[0])
                case "unwrap":
                    yield from self.matched(_bodies(old[before_i])[0], new[before_j:j])

    def _matched(self, old: ast.AST, new: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
        if type(old) is not type(new):
            return
        if isinstance(old, ast.Name):
            yield old, new
        if isinstance(old, _COMPOUND) and isinstance(new, _COMPOUND):
            for one, two in zip(_head(old), _head(new), strict=True):
                yield from self._matched(one, two)
            for before, after in zip(_bodies(old), _bodies(new), strict=True):
                yield from self.matched(before, after)
            return
        for one, two in _pairs(old, new) or ():
            yield from self._matched(one, two)

    def expression(self, old: ast.AST, new: ast.AST, around: ast.AST | None = None) -> Iterator[Change]:
        cost = self.cost(old, new)
        if not cost:
            return
        pairs = _pairs(old, new) if type(old) is type(new) else None
        if pairs is not None and _own(old) == _own(new) and cost < self.size(old) + self.size(new):
            for one, two in pairs:
                yield from self.expression(one, two, old)
            return
        if not isinstance(old, ast.expr) or not isinstance(new, ast.expr) or not hasattr(old, "lineno"):
            raise Unfit
        yield Change("expression", (Piece(*self.layout.span(old), fitted(new, old, around)),), cost)


def _aims_elsewhere(old: ast.stmt, new: ast.stmt) -> bool:
    """Whether one gives a value to a variable, and the other to several, or to a part of something."""
    match old, new:
        case ast.Assign(targets=[one]), ast.Assign(targets=[two]):
            return type(one) is not type(two)
    return False


def _costs(step: _Step) -> int:
    return step[0]


def alike(target: ast.FunctionDef, model: ast.FunctionDef) -> dict[str, str]:
    """Which variables of the model have the same part in it as which of the target, by where they stand."""
    old, new = _nameless(target), _nameless(model)
    votes = Counter(
        (getattr(there, "origin", ""), getattr(here, "origin", ""))
        for here, there in Aligner(Layout("")).matched(old.body, new.body)
    )
    names: dict[str, str] = {}
    for (there, here), _ in sorted(votes.items(), key=lambda item: (-item[1], item[0])):
        if there and here and there not in names and here not in names.values():
            names[there] = here
    return names


def _nameless(function: ast.FunctionDef) -> ast.FunctionDef:
    """A copy in which all variables have one name; what it was is their `origin`."""
    twin: ast.FunctionDef = copied(function)
    parameters = {argument.arg for argument in (*twin.args.posonlyargs, *twin.args.args)}
    nodes = [node for node in ast.walk(twin) if isinstance(node, ast.Name)]
    stored = {node.id for node in nodes if isinstance(node.ctx, ast.Store)} - parameters
    for node in nodes:
        if node.id in stored:
            setattr(node, "origin", node.id)  # noqa: B010 the class does not know it
            node.id = "_"
    return twin


def bag(text: str) -> Counter[str]:
    """What a program consists of, whatever its order and names."""
    return Counter(word if not word.isidentifier() or iskeyword(word) else "name" for word in _WORDS.findall(text))


def _head(node: ast.stmt) -> list[ast.AST]:
    match node:
        case ast.If(test=test) | ast.While(test=test):
            return [test]
        case ast.For(target=target, iter=walked):
            return [target, walked]
    return []


def _bodies(node: ast.stmt) -> tuple[list[ast.stmt], list[ast.stmt]]:
    match node:
        case ast.If(body=body, orelse=orelse) | ast.While(body=body, orelse=orelse) | ast.For(body=body, orelse=orelse):
            return body, orelse
        case ast.FunctionDef(body=body):
            return body, []
    return [], []


def _pairs(old: ast.AST, new: ast.AST) -> list[tuple[ast.AST, ast.AST]] | None:
    """The expressions in both that stand for each other; None where there are not the same in number."""
    left, right = list(_parts(old)), list(_parts(new))
    return list(zip(left, right, strict=True)) if len(left) == len(right) else None


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.expr | ast.stmt):
            yield part
        elif isinstance(part, ast.comprehension | ast.arguments | ast.keyword | ast.withitem | ast.arg | ast.Slice):
            yield from _parts(part)


def _own(node: ast.AST) -> list[object]:
    """What a node has of its own: names, constants, signs, and how many of each kind of part."""
    found: list[object] = []
    for name, value in ast.iter_fields(node):
        for item in value if isinstance(value, list) else [value]:
            match item:
                case ast.expr_context():
                    pass
                case ast.expr() | ast.stmt():
                    found.append((name, "part"))
                case ast.AST() if list(_parts(item)) or isinstance(item, ast.arguments | ast.comprehension):
                    found += [(name, type(item).__name__), *_own(item)]
                case ast.AST():
                    found.append((name, ast.dump(item)))
                case _:
                    found.append((name, type(item).__name__, repr(item)))
    return found
