"""Properties that hold for every argument because the loops in them do the same: `f(xs) == g(xs)`, say.

The module is only read here, never imported; for a proof its functions are run on some arguments, in the sandbox. What
is read is exact or refused by `viva.engines.proofs`; what is left out before is other properties, and imports from
Viva, neither of which anything that stays speaks of.

The two sides of `a == b` are proved equal each by itself, which is the same as together only if neither changes its
arguments: that is asked too. Recursion may still come to Python's limit of depth, as in all proofs about loops.
"""

from __future__ import annotations

import ast
import builtins
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from viva.core import mistake
from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.properties.marking import is_property_name
from viva.engines.shapes import Shape, parse_shape
from viva.engines.syntax.tree import Uncovered, read_tree
from viva.languages.program import NoProgram
from viva.languages.python import calls, runs
from viva.sandbox import Sandbox

if TYPE_CHECKING:
    from viva.engines.proofs import Claim
    from viva.languages.target import Target

_WHOLE, _ONE, _OTHER, _TRUE = "viva_whole", "viva_one", "viva_other", "viva_true"
_OWN = "viva"


@dataclass(frozen=True, slots=True)
class _Asked:
    """A property as source: `text` is a module with functions for the whole of it, for the sides if it compares two
    things, and one that is always true."""

    text: str
    names: tuple[str, ...]
    shapes: tuple[Shape, ...]
    sides: bool


@dataclass(frozen=True, slots=True)
class ForAllArguments:
    """Why a property holds for all arguments, a sentence each. `loops`: what is proved goes by loops."""

    sentences: list[str]
    loops: bool


def proved_for_all(path: Path, name: str) -> ForAllArguments | None:
    """Why the property holds for all arguments; None where that is not proved."""
    try:
        text = path.read_text("utf-8")
        asked = _asked(text, ast.parse(text), name)
    except (OSError, SyntaxError, ValueError, RecursionError, Fault):
        return None
    if asked is None:
        return None
    from viva.engines.proofs import (  # noqa: PLC0415 z3
        Program,
        Proved,
        in_words,
        keeps_arguments,
        loop_lines,
        never_raises,
        prove,
    )

    with calls.symbolic.warm_sandbox() as sandbox:
        target = calls.symbolic.compile_target(sandbox, asked.text.encode(), _WHOLE)
        try:
            if target is None:
                return None
            tree = read_tree(target.tree)
        except Uncovered:
            return None
        pairs = [(_TRUE, _WHOLE), *([(_ONE, _OTHER)] if asked.sides else [])]
        for one, other in pairs:
            proof = prove(Program(tree, one), Program(tree, other), asked.shapes)
            if (
                isinstance(proof, Proved)
                and never_raises(proof.claim)
                and (one == _TRUE or keeps_arguments(proof.claim, asked.shapes))
                and _is_as_run(proof.claim, asked, (one, other), target, sandbox)
            ):
                words = in_words(proof.claim, proof.certificate, inputs=asked.names, property=True)
                return ForAllArguments(words, any(loop_lines(proof.claim)))
    return None


def _is_as_run(
    claim: Claim, asked: _Asked, functions: tuple[str, str], target: Target, sandbox: Sandbox
) -> bool:  # fmt: skip
    """Whether both translations give what the functions give for some arguments."""
    from viva.engines.proofs import STEPS, Mistranslated, evaluate_on, inputs_for, run_both  # noqa: PLC0415 z3

    program = runs.prepare(sandbox, asked.text.encode())
    if isinstance(program, NoProgram):
        return False
    one, other = (partial(calls.call, sandbox, program, function, steps=STEPS) for function in functions)
    found = run_both(inputs_for(asked.shapes, [target]), one, other, partial(calls.equal, strict=False))
    try:
        evaluate_on(claim, asked.shapes, found)
    except Mistranslated as problem:
        mistake.log(problem)
        return False
    return True


def _asked(text: str, module: ast.Module, name: str) -> _Asked | None:
    found = [each for each in module.body if isinstance(each, ast.FunctionDef) and each.name == name]
    if len(found) != 1 or found[0].decorator_list:
        return None
    prop = found[0]
    arguments = prop.args
    if arguments.defaults or arguments.kwonlyargs or arguments.posonlyargs or arguments.vararg or arguments.kwarg:
        return None
    annotations = [each.annotation for each in arguments.args]
    shapes = [parse_shape(ast.unparse(each)) for each in annotations if each is not None]
    if len(shapes) != len(annotations) or not shapes:
        return None
    left_out = [each for each in module.body if _is_left_out(each)]
    kept = [each for each in module.body if each not in left_out]
    gone = {bound for each in left_out for bound in _bound(each)}
    body = [each for each in prop.body if not _is_text(each)]
    sides = _sides(body)
    functions = {_WHOLE: [*body, _returns(ast.Constant(True))], _TRUE: [_returns(ast.Constant(True))]}
    if not any(isinstance(each, ast.Assert) for each in body):
        functions[_WHOLE] = body
    if sides:
        functions |= {_ONE: [_returns(sides[0])], _OTHER: [_returns(sides[1])]}
    made = [_function(each, [arg.arg for arg in arguments.args], inner) for each, inner in functions.items()]
    spoken = {part.id for each in (*kept, *made) for part in ast.walk(each) if isinstance(part, ast.Name)}
    types = {part.id for each in annotations if each for part in ast.walk(each) if isinstance(part, ast.Name)}
    mine = {bound for each in kept for bound in _bound(each)}
    if gone & spoken or gone & set(dir(builtins)) or types & mine or mine & set(functions):
        return None
    lines = _blanked(text, left_out, kept)
    if lines is None:
        return None
    added = ast.unparse(ast.fix_missing_locations(ast.Module(list(made), [])))
    return _Asked(f"{lines}\n\n{added}\n", tuple(arg.arg for arg in arguments.args), tuple(shapes), bool(sides))


def _blanked(text: str, left_out: list[ast.stmt], kept: list[ast.stmt]) -> str | None:
    """The text with blank lines for what is left out, so that all lines keep their numbers."""
    lines = text.splitlines()
    gone = {line for each in left_out for line in range(each.lineno, (each.end_lineno or each.lineno) + 1)}
    if any(line in gone for each in kept for line in range(each.lineno, (each.end_lineno or each.lineno) + 1)):
        return None
    return "\n".join("" if number in gone else line for number, line in enumerate(lines, 1))


def _is_left_out(statement: ast.stmt) -> bool:
    match statement:
        case ast.FunctionDef(name=name, decorator_list=[]):
            return is_property_name(name)
        case ast.ImportFrom(module=str(module), level=0):
            return module.partition(".")[0] == _OWN or module == "__future__"
        case ast.Import(names=names):
            return all(each.name.partition(".")[0] == _OWN for each in names)
    return False


def _bound(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [(each.asname or each.name).partition(".")[0] for each in names]
    return [part.id for part in ast.walk(statement) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _sides(body: list[ast.stmt]) -> tuple[ast.expr, ast.expr] | None:
    """The two things that a property compares, if it does nothing else."""
    match body:
        case [ast.Return(value=test)] | [ast.Assert(test=test)]:
            match test:
                case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
                    return left, right
    return None


def _returns(value: ast.expr) -> ast.stmt:
    return ast.Return(value)


def _function(name: str, parameters: list[str], body: list[ast.stmt]) -> ast.FunctionDef:
    arguments = ast.arguments([], [ast.arg(each) for each in parameters], None, [], [], None, [])
    return ast.FunctionDef(name, arguments, body, [], lineno=1)
