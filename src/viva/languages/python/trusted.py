"""Python source of a teacher, which is trusted: it is parsed here, and not in the sandbox."""

import ast
import builtins
import doctest
import warnings
from collections.abc import Iterator, Sequence
from importlib import import_module

from viva.core.fault import Fault
from viva.core.json import Json
from viva.languages.inside.vivabox.python.surveying import SYNTAX, survey, type_of
from viva.languages.survey import Survey, read_survey

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


def read_annotation(text: str) -> Json:
    """A type as it is written in an annotation, as `Signature` has it. Raises SyntaxError and ValueError."""
    data: Json = type_of(ast.parse(text.strip(), mode="eval").body)
    return data


def documented_calls(text: str, functions: Sequence[str]) -> list[tuple[object, ...]]:
    """Those in the doctests of the module and of its functions."""
    tree = ast.parse(text)
    texts = [ast.get_docstring(tree) or ""]
    texts += [ast.get_docstring(node) or "" for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [arguments for shown in texts for arguments in _calls(shown, functions)]


def _calls(text: str, functions: Sequence[str]) -> Iterator[tuple[object, ...]]:
    try:
        examples = doctest.DocTestParser().get_examples(text)
    except ValueError:
        return
    for example in examples:
        arguments = _call(example.source, functions)
        if arguments is not None:
            yield arguments


def _call(text: str, functions: Sequence[str]) -> tuple[object, ...] | None:
    """The arguments of a call that is written out, anywhere in an expression."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
            try:
                return tuple(ast.literal_eval(argument) for argument in node.args)
            except ValueError:
                return None
    return None


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
