"""Python source of a teacher, which is trusted: it is parsed here, and not in the sandbox."""

from __future__ import annotations

import ast
import builtins
import warnings
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from viva.core.fault import Fault
from viva.core.json import Json
from viva.languages.inside.vivabox.python.changing.floats import with_watch
from viva.languages.inside.vivabox.python.changing.rephrasing import rephrased as rewritten
from viva.languages.inside.vivabox.python.reading.surveying import SYNTAX, survey, type_of
from viva.languages.outline import Joined, Outline
from viva.languages.placing import by_place
from viva.languages.survey import Documented, Survey, read_survey

if TYPE_CHECKING:
    from doctest import Example

constructs: tuple[str, ...] = SYNTAX


def survey_trusted(text: str, file: str) -> Survey:
    return read_survey(survey(_parsed(text, file)))


def _parsed(text: str, file: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text, file)
            compile(text, file, "exec", dont_inherit=True)
            return tree
    except SyntaxError as problem:
        raise Fault(f"this is not valid Python: {problem.msg}", file, problem.lineno, problem.offset) from None


def watching_floats(text: str, function: str) -> tuple[str, str]:
    return with_watch(text, function)


def read_type(text: str) -> Json:
    """An annotation, as `Signature` has it."""
    data: Json = type_of(ast.parse(text.strip(), mode="eval").body)
    return data


@lru_cache(maxsize=64)
def rephrased(text: str, function: str, most: int = 100) -> tuple[str, ...]:
    """Asked for with the same source for every submission of a class, so it is kept."""
    tree = ast.parse(text)
    owner, _, name = function.rpartition(".")
    found: list[str] = [text]
    for place in [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef)]:
        if isinstance(place, ast.ClassDef) is not bool(owner):
            continue
        for number, node in enumerate(place.body):
            if isinstance(node, ast.FunctionDef) and node.name == name:
                for way in rewritten(node, most)[1:]:
                    place.body[number] = way
                    found.append(ast.unparse(tree))
                place.body[number] = node
    return tuple(dict.fromkeys(found))


def documented_calls(text: str, functions: Sequence[str]) -> list[Documented]:
    """Those in the doctests of the module and of its functions."""
    tree = ast.parse(text)
    defined = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    own = [node for node in defined if node.name in functions]
    names = [argument.arg for node in own[-1:] for argument in (*node.args.posonlyargs, *node.args.args)]
    found: list[Documented] = []
    for body in (tree.body, *(node.body for node in defined)):
        match body[0] if body else None:
            case ast.Expr(value=ast.Constant(value=str(shown), lineno=line)):
                found += _calls(shown, line, functions, names)
    return found


def _calls(text: str, first: int, functions: Sequence[str], names: Sequence[str]) -> Iterator[Documented]:
    if ">>>" not in text:
        return
    from doctest import DocTestParser  # noqa: PLC0415 it imports much, and few docstrings show calls

    try:
        examples = DocTestParser().get_examples(text)
    except ValueError:
        return
    for example in examples:
        try:
            node = ast.parse(example.source.strip(), mode="eval").body
            call = next((part for part in ast.walk(node) if _is_call(part, functions)), None)
            if isinstance(call, ast.Call):
                answer = _answer(example) if call is node else ()
                yield Documented(by_place(call, names), first + example.lineno, answer, bool(call.keywords))
        except (SyntaxError, ValueError):
            continue


def _is_call(node: ast.AST, functions: Sequence[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions


def _answer(example: Example) -> tuple[object, ...]:
    """What is shown as the answer, where that is written out and to be taken as it is."""
    try:
        return (
            ()
            if example.exc_msg or example.options or "..." in example.want
            else (ast.literal_eval(example.want.strip() or "None"),)
        )
    except (ValueError, SyntaxError):
        return ()


def library_function(named: str, function: str) -> str | None:
    """`sorted` and `math.gcd` are such names."""
    module, _, name = named.rpartition(".")
    try:
        found = getattr(import_module(module) if module else builtins, name, None)
    except ImportError:
        return None
    return f"from {module or 'builtins'} import {name} as {function}\n" if callable(found) else None


def renamed(text: str, old: str, new: str) -> str:
    return f"{text}\n\n{new} = {old}\n"


def class_definitions(text: str, wanted: frozenset[str], bound: frozenset[str]) -> str:
    tree = ast.parse(text)
    statements = {name: node for node in tree.body for name in _bound(node)}
    chosen: list[ast.stmt] = []
    todo, met = sorted(wanted), set(bound)
    while todo:
        name = todo.pop()
        if name not in met and name in statements:
            chosen.append(statements[name])
            todo += sorted({each.id for each in ast.walk(statements[name]) if isinstance(each, ast.Name)})
        met.add(name)
    return "".join(f"{ast.unparse(_quoted(node))}\n\n" for node in tree.body if node in chosen)


def _bound(node: ast.stmt) -> list[str]:
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return [name]
        case ast.ImportFrom(module="__future__"):
            return []
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [(each.asname or each.name).partition(".")[0] for each in names]
        case ast.Assign(targets=targets):
            return [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
        case _:
            return []


def _quoted(node: ast.stmt) -> ast.stmt:
    """With annotations as texts: the names in them need not be known where they stand."""
    for each in ast.walk(node):
        match each:
            case ast.AnnAssign() | ast.arg(annotation=ast.expr()):
                assert each.annotation is not None
                each.annotation = ast.Constant(ast.unparse(each.annotation))
            case ast.FunctionDef(returns=ast.expr()):
                assert each.returns is not None
                each.returns = ast.Constant(ast.unparse(each.returns))
    return node


def outline(text: str) -> Outline:
    """The source itself."""
    return Outline(text)


def with_classes(text: str, source: str, main: str, defined: Sequence[str]) -> Joined | None:
    """They stand in a line of their own, with all imports of the source."""
    tree = ast.parse(source)
    wanted: list[ast.stmt] = [
        node
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.ClassDef) and node.name != main and node.name not in defined)
    ]
    if not any(isinstance(node, ast.ClassDef) for node in wanted):
        return None
    more = ast.unparse(ast.Module(wanted, []))
    future = [line for line in text.splitlines() if line.startswith("from __future__ import")]
    for line in future:
        text = text.replace(line, "pass", 1)
    ahead = "; ".join(dict.fromkeys(future))
    return Joined(f"{ahead}{'; ' if ahead else ''}exec({more!r})\n{text}", 1, not future)


def sequence_player(cls: str, function: str, mark: str) -> str:
    return _PLAYER.replace("CLS", cls).replace("FUNCTION", function).replace("MARK", mark)


_PLAYER = """

def FUNCTION(written):
    import json

    def plain(value):
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        if isinstance(value, (list, tuple)):
            inner = [plain(each) for each in value]
            return tuple(inner) if isinstance(value, tuple) else inner
        if isinstance(value, (set, frozenset, dict)):
            return value
        if hasattr(type(value), "__next__"):
            return [plain(each) for _, each in zip(range(100), value)]
        return ("MARK", "object", "")

    def played(calls):
        made, told = None, []
        for name, given, took in calls:
            values = [played(each[0])[0] if isinstance(each, list) and each and each[0] else
                      each[1] if isinstance(each, list) else each for each in given]
            if not name:
                made = CLS(*values)
                continue
            if not hasattr(made, name):
                told.append(("MARK", "missing", name))
                break
            try:
                result = getattr(made, name)(*values)
                told.append(plain(result))
            except Exception as problem:
                told.append(("MARK", "raised", type(problem).__name__))
                break
            if took == "result":
                made = result
        return made, told

    return played(json.loads(written))[1]
"""
