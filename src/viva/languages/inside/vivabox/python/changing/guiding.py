"""Entries that propose changes of a source, and run none of it: the catalogue of small edits, and the differences from
other ways to do the same."""

import ast
import re
import sys
import warnings
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..compiling import RECURSION, Channel
from .aligning import Aligner, Change, alike, bag, size
from .borrowing import borrowed
from .edits import Source
from .layout import Layout, Piece, Unfit

_MOST_ALIGNED = 12  # right programs that are compared in full
_MOST_NAMES = 3  # ways to name its variables
_MOST_SCRIPTS = 10
_NAME = re.compile(r"[^\W\d]\w*")
_EVERYWHERE = ("name", "misspelt", "element", "comparison", "wrapped", "unwrapped", "brackets", "index_dropped")


def edits(channel: Channel, job: Any) -> None:
    """The job has `text`, `numbers` and `texts` that may be missing in it, `most`, and `further`: whether the edits for
    slips are wanted, or those for more than that. One answer: a list of
    `[kind, cost, [[begin, end, new]]]`, in characters; empty for what does not parse."""
    _quietly()
    try:
        source = Source(job["text"])
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        channel.send([])
        return
    found: list[list[Any]] = []
    for edit in source.further() if job["further"] else source.edits(job["numbers"], job["texts"]):
        if len(found) == job["most"]:
            break
        begin, end = (len(source.bytes[:at].decode()) for at in (edit.begin, edit.end))
        found.append([edit.kind, 0, [[begin, end, edit.new]]])
    channel.send([*found, *everywhere(job["text"], found)][: job["most"]])


def everywhere(text: str, found: Sequence[list[Any]]) -> list[list[Any]]:
    """The same mistake, undone wherever it was made: the same words in the place of the same words, the same kind of
    bracket, the same index."""
    groups: dict[tuple[str, ...], list[list[Any]]] = {}
    for kind, _, [[begin, end, new]] in found:
        if begin == end or kind not in _EVERYWHERE:
            continue
        same: tuple[str, ...] = () if kind == "brackets" else (text[begin:end], new)
        if kind == "index_dropped":
            same = (text[begin:end].removeprefix(new),)
        groups.setdefault((kind, *same), []).append([begin, end, new])
    told: list[list[Any]] = []
    for (kind, *_), pieces in groups.items():
        apart = all(one[1] <= two[0] for one, two in pairwise(sorted(pieces)))
        if len(pieces) > 1 and apart:
            told.append([kind, 0, sorted(pieces)])
    return told


def scripts(channel: Channel, job: Any) -> None:
    """The job has `text`, `function`, `others` (sources of right programs, the first of which pieces are borrowed),
    `names` (ways to name its variables: lists
    of pairs, a variable of the other and what it is here). One answer: `[whole, [script, …], pieces, own, nested]`;
    a script is a list of `[kind, cost, pieces]`, the cheapest first, and so is what is borrowed; `own` are changes that
    take out one statement of the function each, and `nested` one of all that are in it.
    `whole` is the size of the function here, 0 where there is none."""
    _quietly()
    try:
        mine = ast.parse(job["text"])
        target = _function(mine, job["function"])
        others = [ast.parse(other) for other in _nearest(target, job["others"])] if target is not None else []
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        target = None
    if target is None:
        channel.send([0, [], [], [], []])
        return
    layout = Layout(job["text"])
    found: list[tuple[int, list[Change]]] = []
    ways = [(model, other) for other in others if (model := _function(other, job["function"])) is not None]
    pieces: dict[tuple[Piece, ...], Change] = {}
    known: set[str] = set()
    for number, (model, other) in enumerate(ways):
        partners = _partners(mine, other, target)
        functions = {theirs.name: ours.name for ours, theirs in partners}
        helpers = _missing_helpers(mine, other, functions, target, layout)
        for names in [*map(dict, job["names"][:_MOST_NAMES]), alike(target, model)]:
            renamed = _renamed(model, target, names, mine, functions)
            if (key := ast.dump(renamed)) in known:
                continue
            known.add(key)
            if not number:
                pieces |= {change.pieces: change for change in borrowed(layout, target, renamed)}
            try:
                cost, script = _script(layout, target, renamed, helpers)
                for ours, theirs in partners:
                    more = _script(layout, ours, _renamed(theirs, ours, alike(ours, theirs), mine, functions), ())
                    cost, script = cost + more[0], script + more[1]
                found.append((cost, script))
            except Unfit:
                continue
    found.sort(key=lambda item: item[0])
    seen: set[str] = set()
    told: list[Any] = []
    for _, changes in found:
        key = repr(changes)
        if key not in seen and len(told) < job.get("most", _MOST_SCRIPTS):
            seen.add(key)
            told.append(list(map(_told, changes)))
    some = sorted(pieces.values(), key=lambda change: change.cost)[: job["borrowed"]]
    own = [_told(_gone(layout, each)) for each in _without_docstring(target.body)]
    inner = [part for each in target.body for part in ast.walk(each) if isinstance(part, ast.stmt)]
    nested = [_told(_gone(layout, each)) for each in inner if not _is_elif(layout, each)]
    channel.send([size(target), told, list(map(_told, some)), own, nested])


def _gone(layout: Layout, statement: ast.stmt) -> Change:
    return Change("removed", (Piece(*layout.span(statement), "pass"),), size(statement))


def _is_elif(layout: Layout, statement: ast.stmt) -> bool:
    return layout.text.startswith("elif", layout.span(statement)[0])


def _told(change: Change) -> list[Any]:
    return [change.kind, change.cost, [list(piece) for piece in change.pieces]]


def _nearest(target: ast.FunctionDef, ways: Sequence[str]) -> list[str]:
    """The first way, and those that consist of nearly the same as the function."""
    mine = bag(ast.unparse(target))

    def away(way: str) -> int:
        other = bag(way)
        return (other - mine).total() + (mine - other).total()

    return [*ways[:1], *sorted(ways[1:], key=away)[: _MOST_ALIGNED - 1]]


def _quietly() -> None:
    sys.setrecursionlimit(RECURSION)
    warnings.simplefilter("ignore")


def _function(tree: ast.Module, name: str) -> ast.FunctionDef | None:
    """The last definition of a function, or of a method as `Class.method`."""
    body: Sequence[ast.stmt] = tree.body
    *classes, last = name.split(".")
    for part in classes:
        found = [node for node in body if isinstance(node, ast.ClassDef) and node.name == part]
        body = found[-1].body if found else []
    functions = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == last]
    return functions[-1] if functions else None


def _script(
    layout: Layout, target: ast.FunctionDef, model: ast.FunctionDef, helpers: Sequence[Change]
) -> tuple[int, list[Change]]:
    aligner = Aligner(layout)
    old, new = _without_docstring(target.body), _without_docstring(model.body)
    if not old or old[0].lineno == target.lineno:
        raise Unfit
    script = list(aligner.block(old, new))
    used = {node.id for node in ast.walk(model) if isinstance(node, ast.Name)}
    for helper in reversed(helpers):  # what is defined later uses what is defined before
        if helper.kind.partition(" ")[2] in used:
            script.append(helper)
            used |= set(_NAME.findall(helper.pieces[0].new))
    return sum(change.cost for change in script), [
        change._replace(kind=change.kind.partition(" ")[0]) for change in script
    ]


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    match body:
        case [ast.Expr(ast.Constant(value=str())), *rest]:
            return rest
    return body


def _partners(
    mine: ast.Module, other: ast.Module, target: ast.FunctionDef
) -> list[tuple[ast.FunctionDef, ast.FunctionDef]]:
    """The helpers of both programs that have the same name, or else take as much and consist of nearly the same."""
    ours, theirs = (
        {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name != target.name}
        for tree in (mine, other)
    )
    found = {name: name for name in ours if name in theirs}
    bags = {name: bag(ast.unparse(node)) for known in (ours, theirs) for name, node in known.items()}
    apart = sorted(
        ((bags[one] - bags[two]).total() + (bags[two] - bags[one]).total(), one, two)
        for one in ours.keys() - found.keys()
        for two in theirs.keys() - set(found.values())
        if len(ours[one].args.args) == len(theirs[two].args.args)
    )
    for _, one, two in apart:
        if one not in found and two not in found.values():
            found[one] = two
    return [(node, theirs[found[name]]) for name, node in ours.items() if name in found]


def _missing_helpers(
    mine: ast.Module, other: ast.Module, partners: Mapping[str, str], target: ast.FunctionDef, layout: Layout
) -> list[Change]:
    """What the other program defines or imports beside its function, and this one does not."""
    known = {node.name for node in mine.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    text = layout.text
    top = next((node for node in mine.body if any(part is target for part in ast.walk(node))), target)
    begin = layout.span(top)[0]
    found: list[Change] = []
    for node in other.body:
        if isinstance(node, ast.FunctionDef) and node.name not in {*known, *partners, target.name}:
            found.append(
                Change(f"helper {node.name}", (Piece(begin, begin, f"{ast.unparse(node)}\n\n\n"),), size(node))
            )
        if isinstance(node, ast.Import | ast.ImportFrom) and ast.unparse(node) not in text:
            for alias in node.names:
                name = alias.asname or alias.name
                found.append(Change(f"helper {name}", (Piece(begin, begin, f"{ast.unparse(node)}\n"),), size(node)))
    return found


def _renamed(
    model: ast.FunctionDef,
    target: ast.FunctionDef,
    mapped: Mapping[str, str],
    mine: ast.Module,
    functions: Mapping[str, str],
) -> ast.FunctionDef:
    """The other function with the names of this one: parameters by their places, variables and other functions as they
    are mapped; names that are left and mean something else here get others."""
    theirs = [argument.arg for argument in (*model.args.posonlyargs, *model.args.args)]
    ours = [argument.arg for argument in (*target.args.posonlyargs, *target.args.args)]
    names = dict(zip(theirs, ours, strict=False))
    local = {node.id for node in ast.walk(model) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for old, new in mapped.items():
        if old in local and old not in names and new not in names.values():
            names[old] = new
    taken = {node.id for node in ast.walk(target) if isinstance(node, ast.Name)} | set(ours)
    taken |= {node.name for node in mine.body if isinstance(node, ast.FunctionDef)} | set(names.values())
    for old in sorted(local - names.keys()):
        new = old
        while new in taken:
            new += "_"
        names[old] = new
        taken.add(new)
    return _Renaming({**functions, **names}).rewritten(model)


class _Renaming(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def rewritten(self, function: ast.FunctionDef) -> ast.FunctionDef:
        twin = ast.parse(ast.unparse(function)).body[0]  # a copy, and every position is one of its own text
        changed: ast.FunctionDef = self.visit(twin)
        return changed

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(self.names.get(node.arg, node.arg), None)
