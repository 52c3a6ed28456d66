"""How much there is to do in functions, as one number: what their author decides, repeats and links anew."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping


def effort(source: str, methods: Iterable[str]) -> int:
    """Of these functions and all others of a trusted source that they come to: each condition counts once, with each
    part of it that is joined by `and` or `or`, each `for` twice, each `while` three times, a function that calls itself
    three times, and each field that is set once."""
    named: dict[str, list[ast.FunctionDef]] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            named.setdefault(node.name, []).append(node)
    todo, seen = [*methods], set[str]()
    total = 0
    while todo:
        name = todo.pop()
        if name in seen or name == "__init__":
            continue
        seen.add(name)
        for function in named.get(name, ()):
            parts = list(ast.walk(function))
            called = list(_called(parts))
            total += sum(map(_weight, parts)) + 3 * (name in called)
            todo += called
    return total


def _weight(node: ast.AST) -> int:
    match node:
        case ast.If() | ast.IfExp() | ast.ExceptHandler():
            return 1
        case ast.While():
            return 3
        case ast.For():
            return 2
        case ast.comprehension(ifs=conditions):
            return 2 + len(conditions)
        case ast.BoolOp(values=values):
            return len(values) - 1
        case ast.Attribute(ctx=ast.Store()):
            return 1
    return 0


def _called(parts: Iterable[ast.AST]) -> Iterator[str]:
    for node in parts:
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func).rpartition(".")[2]


_SILENT = {
    ".js": re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`""", re.DOTALL),
    ".hs": re.compile(r"""--[^\n]*|\{-.*?-\}|"(?:\\.|[^"\\\n])*\"""", re.DOTALL),
}
_WORDS: Mapping[str, tuple[tuple[str, int], ...]] = {
    ".js": (
        (r"\bif\b|\bcatch\b|\bcase\b|&&|\|\||\?(?![.?])", 1),
        (r"\bfor\b|\.(?:map|filter|reduce|some|every|flatMap|forEach|find)\(", 2),
        (r"\bwhile\b", 3),
    ),
    ".hs": (
        (r"\bif\b|&&|\|\||(?m:^\s+\|)|->(?=[^\n]*$)", 1),
        (r"<-|\b(?:map|filter|foldr|foldl'?|all|any|zipWith|concatMap|iterate|takeWhile|dropWhile|span)\b", 2),
    ),
}


def effort_in_words(source: str, suffix: str, function: str) -> int | None:
    """About the same of a trusted source in another language, by its words: the decisions, what repeats, and three for
    a function that calls itself. None for languages whose words are not known here."""
    if suffix not in _WORDS:
        return None
    text = _SILENT[suffix].sub(" ", source)
    if suffix == ".hs":  # signatures and data say types, and decide nothing
        text = re.sub(r"(?m)^(?:\S+\s*::|(?:data|type|newtype|import|module)\b).*$", "", text)
    total = sum(weight * len(re.findall(pattern, text)) for pattern, weight in _WORDS[suffix])
    name = re.escape(function)
    if suffix == ".hs":
        equations = re.findall(rf"(?m)^{name}\b", text)
        inside = len(re.findall(rf"\b{name}\b", text)) - len(equations)
        return total + max(0, len(equations) - 1) + 3 * (inside > 0)
    return total + 3 * (len(re.findall(rf"\b{name}\s*\(", text)) > 1)
