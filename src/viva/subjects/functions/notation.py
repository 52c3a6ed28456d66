"""From the files of an exercise to its task: the table `[functions]`, the reference, its annotations and doctests.

The teacher's files are trusted, so they are parsed here and not in the sandbox.
"""

from __future__ import annotations

import ast
import builtins
import doctest
import importlib
import re
import warnings
from dataclasses import dataclass, replace

from viva.core.exercise import Exercise, read_manifest
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.source import MANIFEST, Source
from viva.core.table import Table, suggestion
from viva.engines.shapes import Classes, Shape, Unknown, parse_shape, read_classes, read_shape, shape_of
from viva.languages.python.inside.pythonbox.surveying import SYNTAX, survey
from viva.subjects.functions.guess import guess
from viva.subjects.functions.model import (
    TOLERANCE,
    Arguments,
    Comparison,
    InputClass,
    Parameter,
    Rules,
    Slot,
    Task,
)

_SLOT = re.compile(r"\{(\w+)\}")


def read(source: Source) -> Exercise:
    manifest = read_manifest(source)
    table = manifest.settings
    slots = tuple(_slot(table, name) for name in table.table("slots").values)
    chosen = {slot.name: 0 for slot in slots}
    function = table.string("function")
    if not all(part.isidentifier() for part in function.split(".")):
        raise table.fault("function", f"cannot be {function!r}", "it is the name that the submission defines")
    reference = _reference(source, table, function, slots, chosen)
    properties = _file(source, table, "properties")
    if reference is None and properties is None:
        raise table.fault("reference", "is missing", "name a file with the reference, or one with `properties`")
    signature = _signature(function, reference, properties, table)
    task = Task(
        function=function,
        parameters=_parameters(table, signature, reference),
        reference=reference.text if reference else None,
        reference_file=reference.file if reference else None,
        reference_name=reference.name if reference else "",
        requires=_python(source, table, "requires"),
        properties=properties,
        properties_file=table.string("properties", ""),
        analyses=_python(source, table, "analyses"),
        analyses_file=table.string("analyses", ""),
        comparison=_comparison(source, table),
        rules=_rules(table),
        classes=tuple(map(_input_class, table.tables("classes"))),
        examples=signature.examples,
        solution=_python(source, table, "solution"),
        slots=slots,
        growth=table.flag("growth", True),
    )
    exercise = manifest.exercise(source, task)
    return filled(exercise, slots, chosen)


def filled(exercise: Exercise, slots: tuple[Slot, ...], chosen: dict[str, int]) -> Exercise:
    """The exercise with the slots of its statement filled."""
    words = {slot.name: slot.words[chosen[slot.name]] for slot in slots}
    return replace(exercise, statement=fill(exercise.statement, words)) if slots else exercise


def fill(text: str, words: dict[str, str]) -> str:
    return _SLOT.sub(lambda found: words.get(found[1], found[0]), text)


@dataclass(frozen=True, slots=True)
class _Reference:
    file: str | None
    text: str
    name: str


@dataclass(frozen=True, slots=True)
class _Signature:
    """What is known of the parameters: names with annotations where there are some, and examples of calls."""

    parameters: tuple[tuple[str, Json], ...]
    classes: Classes
    examples: tuple[Arguments, ...]


def _reference(
    source: Source, table: Table, function: str, slots: tuple[Slot, ...], chosen: dict[str, int]
) -> _Reference | None:
    if not table.has("reference"):
        return None
    named = table.string("reference")
    if named not in source.files and not named.endswith(".py"):
        return _Reference(None, _imported(table, named, function), function)
    text = fill(source.text(named), {slot.name: slot.values[chosen[slot.name]] for slot in slots})
    tree = parsed(text, named)
    names = defined(tree)
    if function.partition(".")[0] in names:
        return _Reference(named, text, function)
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    if len(functions) == 1:
        return _Reference(named, text, functions[0])
    raise Fault(
        f"the reference defines no function {function!r}",
        file=named,
        line=1,
        remedy=suggestion(function, sorted(names)) if names else "define it",
    )


def _imported(table: Table, named: str, function: str) -> str:
    """Source that gives a builtin function, or one of a module, the name that is asked for."""
    module, _, name = named.rpartition(".")
    try:
        found = getattr(importlib.import_module(module) if module else builtins, name, None)
    except ImportError:
        found = None
    if not callable(found):
        raise table.fault("reference", f"names {named!r}, which is no file and no function of Python", None)
    return f"from {module or 'builtins'} import {name} as {function}\n"


def parsed(text: str, file: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text, file)
            compile(text, file, "exec", dont_inherit=True)
            return tree
    except SyntaxError as problem:
        raise Fault(f"this is not valid Python: {problem.msg}", file, problem.lineno, problem.offset) from None


def defined(tree: ast.Module) -> set[str]:
    """The names that a module binds at its top."""
    names: set[str] = set()
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                names |= {alias.asname or alias.name.partition(".")[0] for alias in aliases}
            case ast.Assign(targets=targets):
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case ast.If() | ast.Try():
                names |= defined(ast.Module([*node.body, *node.orelse], []))
    return names


def _signature(function: str, reference: _Reference | None, properties: str | None, table: Table) -> _Signature:
    examples: list[Arguments] = [_example(table, item) for item in _listed(table, "examples")]
    if reference is None:
        tree = parsed(properties or "", table.string("properties"))
        facts = survey(tree)
        return _Signature(_property_parameters(facts), _classes(facts), tuple(examples))
    tree = parsed(reference.text, reference.file or MANIFEST)
    facts = survey(tree)
    found = next((item for item in facts["functions"] if item["name"] == reference.name), None)
    parameters = [(str(name), kind) for name, kind in found["parameters"]] if found else []
    if "." in reference.name and parameters:
        parameters = parameters[1:] if parameters[0][0] == "self" else parameters
    examples += _doctests(tree, reference.name, function)
    return _Signature(tuple(parameters), _classes(facts), tuple(examples))


def _property_parameters(facts: dict[str, Json]) -> tuple[tuple[str, Json], ...]:
    """Those of the first property, after the function it is given."""
    functions = facts["functions"]
    assert isinstance(functions, list)
    for item in functions:
        if isinstance(item, dict) and not str(item["name"]).startswith("_"):
            parameters = item["parameters"]
            assert isinstance(parameters, list)
            return tuple((str(pair[0]), pair[1]) for pair in parameters[1:] if isinstance(pair, list))
    return ()


def _classes(facts: dict[str, Json]) -> Classes:
    classes = facts["classes"]
    assert isinstance(classes, list)
    return read_classes(
        {
            str(item["name"]): tuple((str(pair[0]), pair[1]) for pair in item["fields"])  # type: ignore[union-attr, index]
            for item in classes
            if isinstance(item, dict)
        }
    )


def _doctests(tree: ast.Module, name: str, function: str) -> list[Arguments]:
    """The calls in docstrings: of the function, of its module."""
    texts = [ast.get_docstring(tree) or ""]
    texts += [ast.get_docstring(node) or "" for node in tree.body if isinstance(node, ast.FunctionDef)]
    found: list[Arguments] = []
    for text in texts:
        try:
            shown = doctest.DocTestParser().get_examples(text)
        except ValueError:
            continue
        for example in shown:
            arguments = _call(example.source, {name, function})
            if arguments is not None:
                found.append(arguments)
    return found


def _call(text: str, names: set[str]) -> Arguments | None:
    """The arguments of a call that is written out, anywhere in an expression."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            try:
                return tuple(ast.literal_eval(argument) for argument in node.args)
            except ValueError:
                return None
    return None


def _example(table: Table, item: object) -> Arguments:
    if isinstance(item, list):
        return tuple(item)
    text = str(item)
    for written in (text, f"call({text})"):
        try:
            node = ast.parse(written, mode="eval").body
            if isinstance(node, ast.Call):
                return tuple(ast.literal_eval(argument) for argument in node.args)
        except (SyntaxError, ValueError):
            continue
    raise table.fault("examples", f"has {text!r}, which is no call", 'write it as "largest([1, 2])"')


def _listed(table: Table, key: str) -> list[object]:
    value = table.value(key) or []
    if not isinstance(value, list):
        raise table.fault(key, "must be a list")
    return value


def _parameters(table: Table, signature: _Signature, reference: _Reference | None) -> tuple[Parameter, ...]:
    """Types come from `types`, from annotations, from examples, and else from how the reference uses a parameter."""
    given = _types(table, signature)
    names = [name for name, _ in signature.parameters] or list(given)
    if not names and signature.examples:
        names = [f"x{number}" for number in range(1, len(signature.examples[0]) + 1)]
    annotations = dict(signature.parameters)
    unknown = [name for name in given if name not in names]
    if unknown:
        raise table.fault("types", f"has no parameter {unknown[0]!r}", suggestion(unknown[0], names))
    guessed = guess(reference.text, reference.name) if reference else {}
    found: list[Parameter] = []
    for position, name in enumerate(names):
        column = [arguments[position] for arguments in signature.examples if len(arguments) == len(names)]
        shape = given.get(name) or _annotated(annotations.get(name), signature.classes)
        if shape is None and column:
            shape = shape_of(column)
        if shape is None and name in guessed:
            shape = parse_shape(guessed[name], signature.classes)
        if shape is None:
            raise Fault(
                f"the type of the parameter {name!r} is not known",
                file=(reference.file if reference else None) or MANIFEST,
                line=None,
                remedy=f'annotate it in the reference, or write types = {{ {name} = "list[int]" }} in [functions]',
            )
        found.append(Parameter(name, shape))
    return tuple(found)


def _types(table: Table, signature: _Signature) -> dict[str, Shape]:
    """`types` as a table by name, or as a list in the order of the parameters."""
    value = table.value("types") or {}
    if isinstance(value, list):
        names = [name for name, _ in signature.parameters]
        names = names or [f"x{number}" for number in range(1, len(value) + 1)]
        if len(names) != len(value):
            raise table.fault("types", f"has {len(value)} types for {len(names)} parameters")
        value = dict(zip(names, value, strict=True))
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise table.fault("types", "must give a type in quotes for each parameter", 'types = { xs = "list[int]" }')
    try:
        return {str(name): parse_shape(str(text), signature.classes) for name, text in value.items()}
    except Fault as fault:
        raise table.fault("types", fault.problem, fault.remedy) from None


def _annotated(data: Json, classes: Classes) -> Shape | None:
    try:
        return read_shape(data, classes)
    except Unknown:
        return None


def _comparison(source: Source, table: Table) -> Comparison:
    exceptions: str | None = None
    if table.has("exceptions"):
        exceptions = table.choice("exceptions", ("kind", "message"))
    tolerance = table.number("tolerance", TOLERANCE)
    if not 0 <= tolerance < 1:
        raise table.fault("tolerance", "must be at least 0 and below 1")
    return Comparison(
        strict=table.flag("strict", False),
        exceptions=exceptions,
        output=table.flag("output", False),
        arguments=table.flag("arguments", False),
        tolerance=tolerance,
        any_order=table.flag("any_order", False),
        equality=_python(source, table, "equality"),
    )


def _rules(table: Table) -> Rules:
    rules = table.table("forbid")
    found = Rules(
        functions=rules.strings("functions", ()),
        methods=rules.strings("methods", ()),
        modules=rules.strings("modules", ()),
        syntax=rules.strings("syntax", ()),
    )
    for word in found.syntax:
        if word not in SYNTAX:
            raise rules.fault("syntax", f"has {word!r}, which is no construct", suggestion(word, SYNTAX))
    rules.finish()
    return found


def _input_class(table: Table) -> InputClass:
    found = InputClass(table.string("name"), table.string("when"), table.number("weight", 1.0))
    if found.weight < 0:
        raise table.fault("weight", "cannot be negative")
    try:
        compile(found.when, MANIFEST, "eval", dont_inherit=True)
    except SyntaxError as problem:
        raise table.fault(
            "when", f"is no condition: {problem.msg}", "write it in Python, over the parameters"
        ) from None
    table.finish()
    return found


def _slot(table: Table, name: str) -> Slot:
    slots = table.table("slots")
    rows = slots.table(name)
    values = rows.strings("values")
    words = rows.strings("words", values)
    if len(values) < 1 or len(words) != len(values):
        raise slots.fault(name, "needs as many words as values, and at least one")
    rows.finish()
    return Slot(name, values, words)


def _file(source: Source, table: Table, key: str) -> str | None:
    return source.text(table.string(key)) if table.has(key) else None


def _python(source: Source, table: Table, key: str) -> str | None:
    text = _file(source, table, key)
    if text is not None:
        parsed(text, table.string(key))
    return text
