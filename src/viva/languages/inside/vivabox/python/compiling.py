"""From the bytes of a submission to code with hooks. Start reading here.

This runs in a process of its own, in which no line of the submission is ever executed. Whatever is wrong with the
source is data in the answer; only what kills the process (a parser out of stack) has to be seen from outside.
"""

import ast
import base64
import codecs
import marshal
import re
import sys
import types
import warnings
from dataclasses import asdict
from typing import Any, Protocol

from ..sites import Hooks
from .hooks.instrument import instrument
from .hooks.plan import Plan

FILENAME = "submission.py"

# Deep enough for long chains of `elif` or `+`, and not deep enough to run out of the stack of C.
RECURSION = 4000

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:#.*)?$")
_MOST_CONSTANTS, _LARGEST_CONSTANT, _LONGEST_CONSTANT = 60, 10**18, 40
_TOO_COMPLEX = re.compile("too many nested|too many levels of indentation|too many statically nested|too complex")


class Channel(Protocol):
    def send(self, message: Any) -> None: ...
    def receive(self) -> Any: ...


def run(channel: Channel, job: Any) -> None:
    """The entry. The job has `source` (base64) and `hooks`; one answer is sent, with `problem` or with `code`."""
    sys.setrecursionlimit(RECURSION)
    warnings.simplefilter("ignore")
    channel.send(compiled(base64.b64decode(job["source"]), Hooks(**job["hooks"])))


def compiled(source: bytes, hooks: Hooks) -> dict[str, Any]:
    text: str | None = None
    encoding = "utf-8"
    try:
        encoding = declared_encoding(source)
        text = decoded(source, encoding)
        return {**_compiled(text, hooks), "encoding": encoding, "text": _unless_utf8(text, encoding)}
    except SyntaxError as error:
        reason = "too_complex" if _TOO_COMPLEX.search(error.msg or "") else "syntax_error"
        problem = {
            "reason": reason,
            "kind": type(error).__name__,
            "message": str(error.msg),
            "line": error.lineno,
            "column": error.offset,
            "end_line": error.end_lineno,
            "end_column": error.end_offset,
        }
    except UnicodeError as error:
        line = source[: getattr(error, "start", 0) or 0].count(b"\n") + 1
        problem = _problem("encoding", "UnicodeError", str(error), line)
    except Undecodable as error:
        problem = _problem("encoding", error.kind, error.message, error.line)
    except Empty:
        problem = _problem("empty", "Empty", "there is no statement", None)
    except (RecursionError, MemoryError) as error:
        problem = _problem("too_complex", type(error).__name__, "nested too deeply", None)
    except ValueError as error:
        problem = _problem("syntax_error", "ValueError", str(error), None)
    return {"problem": problem, "encoding": encoding, "text": None if text is None else _unless_utf8(text, encoding)}


class Undecodable(Exception):
    def __init__(self, message: str, line: int, kind: str = "Undecodable") -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind
        self.line = line


class Empty(Exception):
    pass


def _problem(reason: str, kind: str, message: str, line: int | None) -> dict[str, Any]:
    return {
        "reason": reason, "kind": kind, "message": message[:1000],
        "line": line, "column": None, "end_line": None, "end_column": None,
    }  # fmt: skip


def _unless_utf8(text: str, encoding: str) -> str | None:
    return None if encoding == "utf-8" else text


def declared_encoding(source: bytes) -> str:
    """PEP 263: a byte order mark, a comment in one of the first two lines, or else UTF-8."""
    marked = source.startswith(codecs.BOM_UTF8)
    for number, line in enumerate(source.removeprefix(codecs.BOM_UTF8).splitlines()[:2], start=1):
        cookie = _COOKIE.match(line)
        if cookie is not None:
            name = cookie[1].decode()
            try:
                known = codecs.lookup(name)
            except LookupError:
                raise Undecodable(f"unknown encoding: {name}", number) from None
            if not getattr(known, "_is_text_encoding", True) or (marked and known.name != "utf-8"):
                raise Undecodable(f"unusable encoding: {name}", number)
            return known.name
        if not _BLANK.match(line):
            break
    return "utf-8"


def decoded(source: bytes, encoding: str) -> str:
    if b"\0" in source and not encoding.startswith(("utf-16", "utf-32")):
        line = source[: source.index(b"\0")].count(b"\n") + 1
        raise Undecodable("a null byte: this is no text", line, "zero_byte")
    return source.removeprefix(codecs.BOM_UTF8).decode(encoding)


def _compiled(text: str, hooks: Hooks) -> dict[str, Any]:
    tree = ast.parse(text, FILENAME)
    if not tree.body:
        raise Empty
    # The whole compiler has to agree to the source as it stands, so that its complaints are about that.
    code = compile(text, FILENAME, "exec", dont_inherit=True)
    facts = {
        "functions": [
            _function(node) for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ],
        "classes": [_class(node) for node in tree.body if isinstance(node, ast.ClassDef)],
        "depth": _depth(tree.body),
        "constants": _constants(code),
    }
    plan = Plan()
    if any(asdict(hooks).values()):
        tree, plan = instrument(tree, hooks, lines=re.split("\r\n|\r|\n", text))
        code = compile(tree, FILENAME, "exec", dont_inherit=True)
    return {
        "code": base64.b64encode(marshal.dumps(code)).decode(),
        "sites": [
            [site.kind, site.line, site.column, site.end_line, site.end_column, site.part] for site in plan.sites
        ],
        "counters": [int(passes_value) for passes_value in plan.counters],
        "readings": [[reading.site, reading.role, reading.plus, reading.minus] for reading in plan.readings],
        **facts,
    }


def _constants(code: types.CodeType) -> list[int | str]:
    """The whole numbers and short texts of the code, as Python has worked them out (10**9 is one number), each once."""
    found: dict[int | str, None] = {}
    todo: list[Any] = [code]
    while todo and len(found) < _MOST_CONSTANTS:
        match todo.pop():
            case types.CodeType() as inner:
                todo += reversed(inner.co_consts)
            case tuple() as inner:
                todo += reversed(inner)
            case frozenset() as inner:
                todo += sorted(inner, key=repr, reverse=True)
            case bool():
                pass
            case int(number) if abs(number) <= _LARGEST_CONSTANT:
                found[number] = None
            case str(text) if len(text) <= _LONGEST_CONSTANT and text.isprintable():
                found[text] = None
    return list(found)


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, Any]:
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    return {
        "name": node.name,
        "line": node.lineno,
        "parameters": [argument.arg for argument in positional],
        "required": len(positional) - len(arguments.defaults),
        "any_number": arguments.vararg is not None,
        "keyword_only": [
            argument.arg
            for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
            if default is None
        ],
        "generator": _yields(node),
        "coroutine": isinstance(node, ast.AsyncFunctionDef),
    }


def _class(node: ast.ClassDef) -> dict[str, Any]:
    methods = [_function(item) for item in node.body if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {"name": node.name, "line": node.lineno, "methods": methods}


def _yields(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda | ast.GeneratorExp):
            todo += ast.iter_child_nodes(node)
    return False


def _depth(body: list[ast.stmt]) -> int:
    """How deep blocks are nested; `elif` does not nest."""
    deepest = 0
    todo = [(statement, 1) for statement in body]
    while todo:
        node, depth = todo.pop()
        deepest = max(deepest, depth)
        for name, block in ast.iter_fields(node):
            blocks = [part.body for part in block] if name in ("handlers", "cases") else [block]
            for inner in blocks:
                if isinstance(inner, list):
                    chained = isinstance(node, ast.If) and name == "orelse" and len(inner) == 1
                    step = 0 if chained and isinstance(inner[0], ast.If) else 1
                    todo += [(item, depth + step) for item in inner if isinstance(item, ast.stmt)]
    return deepest
