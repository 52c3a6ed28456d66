"""What of a class only gets or sets, and what is stored where: read from the outline of the teacher's source.

Setters build anything, so what they build says nothing about what is legal: they are no builders. A parameter without
an annotation that is stored in a link is a node, or nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace

from viva.engines.heaps.layout import Class, Layout, Method, Parameter, spoken
from viva.languages.outline import written


def accessors(text: str, layout: Layout) -> frozenset[str]:
    """The methods of the main class that only hand out a field, or only store what they are given."""
    found = {name: _only_accesses(item) for name, item in _methods(text, layout)}
    return frozenset(name for name, only in found.items() if only)


def _methods(text: str, layout: Layout) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Of the main class and its bases, those of the bases first."""
    nodes = {node.name: node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)}
    for name in reversed(family(layout, layout.main)):
        for item in nodes[name].body if name in nodes else ():
            if isinstance(item, ast.FunctionDef):
                yield written(item.name), item


def family(layout: Layout, cls: str) -> list[str]:
    """The class and those that it inherits from, in the same source."""
    found = [cls]
    for name in found:
        more = layout.classes[name].bases if name in layout.classes else ()
        found += [base for base in more if base in layout.classes and base not in found]
    return found


def _only_accesses(function: ast.FunctionDef) -> bool:
    given = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    if not given or function.name.startswith("__"):
        return False
    own, *parameters = given
    body = [item for item in function.body if not _says_nothing(item, own)]
    if not body:
        return bool(parameters)
    if len(body) == 1 and isinstance(body[0], ast.Return) and not parameters:
        return _is_field(body[0].value, own)
    return bool(parameters) and all(_stores(item, own, parameters) for item in body)


def _says_nothing(item: ast.stmt, own: str) -> bool:
    """A text, `pass`, or what hands back the object itself."""
    match item:
        case ast.Pass() | ast.Expr(value=ast.Constant()) | ast.Return(value=None | ast.Constant(value=None)):
            return True
        case ast.Return(value=ast.Name(id=name)):
            return name == own
    return False


def _is_field(value: ast.expr | None, own: str) -> bool:
    return isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name) and value.value.id == own


def _stores(item: ast.stmt, own: str, parameters: list[str]) -> bool:
    """Puts a parameter into a field as it is, or the object into a field of that; perhaps under a condition."""
    match item:
        case ast.If(body=body, orelse=orelse):
            return all(_stores(each, own, parameters) or isinstance(each, ast.Raise) for each in (*body, *orelse))
        case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
            named = value.id if isinstance(value, ast.Name) else None
            holder = target.value if isinstance(target, ast.Attribute) else None
            into = holder.id if isinstance(holder, ast.Name) else None
            return (into == own and named in parameters) or (into in parameters and named == own)
    return False


def with_stored_kinds(text: str, layout: Layout) -> Layout:
    """The layout with the kinds of parameters without annotation that are stored as they are in a link."""
    links: Mapping[str, str] = {
        spoken(field.name): field.cls
        for cls in layout.classes.values()
        for field in cls.fields
        if field.kind == "reference"
    }
    stored = {name: dict(_stored_in_links(item, links)) for name, item in _methods(text, layout)}

    def settled(method: Method) -> Method:
        kinds = stored.get(method.name, {})
        return replace(method, parameters=tuple(_with_kind(each, kinds.get(each.name)) for each in method.parameters))

    main = layout.of_main
    first = stored.get("__init__", {})
    known: Class = replace(
        main,
        methods=tuple(settled(method) for method in main.methods),
        constructor=tuple(_with_kind(each, first.get(each.name)) for each in main.constructor),
    )
    return Layout({**layout.classes, layout.main: known}, layout.main)


def _with_kind(parameter: Parameter, cls: str | None) -> Parameter:
    if cls is None or parameter.kind != "key":
        return parameter
    return replace(parameter, kind="instance", cls=cls, nullable=True)


def _stored_in_links(function: ast.FunctionDef, links: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    changed = {item.id for item in ast.walk(function) if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)}
    given = {argument.arg for argument in (*function.args.posonlyargs, *function.args.args)[1:]} - changed
    for item in ast.walk(function):
        if isinstance(item, ast.Assign):
            for target in item.targets:
                stored = item.value.id if isinstance(item.value, ast.Name) else None
                if isinstance(target, ast.Attribute) and stored in given and written(target.attr) in links:
                    yield stored, links[written(target.attr)]


def compares_identity(text: str, layout: Layout, method: str) -> bool:
    """Whether a method, or one that it calls, asks whether two nodes are the same one: only then does it know what to
    do with a ring."""
    functions = dict(_methods(text, layout))
    functions |= {written(node.name): node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    todo, seen = [method], set[str]()
    while todo:
        name = todo.pop()
        if name in seen or name not in functions:
            continue
        seen.add(name)
        for item in ast.walk(functions[name]):
            match item:
                case ast.Compare(left=left, ops=ops, comparators=others):
                    for sign, one, two in zip(ops, (left, *others), others, strict=False):
                        same = isinstance(sign, ast.Is | ast.IsNot) and not (_is_none(one) or _is_none(two))
                        if same or isinstance(sign, ast.In | ast.NotIn):
                            return True
                case ast.Call(func=ast.Name(id="id")):
                    return True
                case ast.Call(func=ast.Name(id=called)) | ast.Call(func=ast.Attribute(attr=called)):
                    todo.append(written(called))
    return False


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant)
