"""Which programs are followed at all: each name has one meaning in them, and is bound before anything looks at it."""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.dialogues.proving.instructions import node
from viva.engines.dialogues.proving.nodes import (
    declared_names,
    dotted_name,
    is_constant_expression,
    is_literal,
    is_literal_tuple,
    stored_names,
    targets_of,
)
from viva.engines.syntax.definitions import TYPES, plain_parameters
from viva.engines.syntax.source import Module, assigned_names, read_module
from viva.engines.syntax.tree import Node, Uncovered

_OURS = frozenset({"input", "print", "sys", "exit", "quit", "int", "str", "range", "len"})
"""Names that a program must not give another meaning."""
_ANNOTATION = frozenset({"Name", "Subscript", "Tuple"})


def module_of(tree: Node, effects: frozenset[str]) -> Module:
    """The functions that only compute, what is imported, and the constants."""
    bound = set(stored_names(tree)) | {part.text("arg") for part in tree.within() if part.kind == "arg"}
    bound |= {part.text("name") for part in tree.within() if part.kind == "FunctionDef"}
    nested = [part for part in tree.within() if part.kind == "FunctionDef"]
    _refuse_disorder(tree)
    if not bound.isdisjoint(_OURS) or any(word.startswith(("=", "__")) for word in bound):
        raise Uncovered("another meaning of what Python has itself")
    if len(nested) != len([each for each in tree.nodes("body") if each.kind == "FunctionDef"]):
        raise Uncovered("functions inside of others")
    kept = []
    for each in tree.nodes("body"):
        if each.kind == "Import" and [one.text("name") for one in each.nodes("names")] == ["sys"]:
            if each.nodes("names")[0].constant("asname") is not None:
                raise Uncovered(f"the import in line {each.line}")
            continue
        if each.kind in ("Import", "ImportFrom") or (each.kind == "FunctionDef" and each.text("name") not in effects):
            kept.append(each)
        elif each.kind == "ClassDef":
            raise Uncovered(f"ClassDef in line {each.line}")
    if any(part.kind == "Name" and part.text("id") == "sys" for part in tree.within()) and not _imports_sys(tree):
        raise Uncovered("a name that is not bound")
    module = read_module(node("Module", 0, body=kept, type_ignores=[]))
    if not module.imported.keys().isdisjoint(_OURS):
        raise Uncovered("another meaning of what Python has itself")
    module.constants |= _constants(tree)
    module.bound |= bound
    return module


def _refuse_disorder(tree: Node) -> None:
    """Refuses functions and imports that come after something might have needed them, and names with two meanings."""
    words = [each.text("name") for each in tree.nodes("body") if each.kind == "FunctionDef"]
    stored = set(stored_names(tree)) | {part.text("arg") for part in tree.within() if part.kind == "arg"}
    if len(set(words)) < len(words) or not stored.isdisjoint(words):
        raise Uncovered("a function with two meanings")
    annotations = [
        part.fields.get(word)
        for part in tree.within() if part.kind in ("AnnAssign", "arg", "FunctionDef")
        for word in ("annotation", "returns")
    ]  # fmt: skip
    for part in (part for each in annotations if isinstance(each, Node) for part in each.within()):
        if part.kind not in _ANNOTATION or (part.kind == "Name" and part.text("id") not in TYPES):
            raise Uncovered(f"the annotation in line {part.line}")
    used = {part.text("id") for part in tree.within() if part.kind == "Name"}
    for part in (part for part in tree.within() if part.kind == "ExceptHandler"):
        if part.constant("name") in used:  # it is not bound any more after the handler
            raise Uncovered(f"an error that is looked at, in line {part.line}")
    for function in (each for each in tree.nodes("body") if each.kind == "FunctionDef"):
        plain_parameters(function)
        if any(each.kind != "Constant" for each in function.node("args").nodes("defaults")):
            raise Uncovered(f"a default argument that is no constant, in line {function.line}")
    begun = called = False
    for each in tree.nodes("body"):
        if (each.kind == "FunctionDef" and called) or (each.kind in ("Import", "ImportFrom") and begun):
            raise Uncovered(f"{each.kind} in line {each.line}")
        if each.kind not in ("FunctionDef", "Import", "ImportFrom", "Expr") or not is_constant_expression(each):
            begun = begun or each.kind not in ("FunctionDef", "Import", "ImportFrom")
            called = called or (each.kind != "FunctionDef" and _calls_one_of(each, words))


def _calls_one_of(each: Node, words: Sequence[str]) -> bool:
    return any(part.kind == "Name" and part.text("id") in words for part in each.within())


def _imports_sys(tree: Node) -> bool:
    return any(
        each.kind == "Import" and any(one.text("name") == "sys" for one in each.nodes("names"))
        for each in tree.nodes("body")
    )


def _constants(tree: Node) -> dict[str, Node]:
    """Names that are given one value, once, before anything else happens to them, and which nobody could change."""
    stored = stored_names(tree)
    read_only = _only_looked_at(tree)
    found: dict[str, Node] = {}
    words = [each.text("name") for each in tree.nodes("body") if each.kind == "FunctionDef"]
    for each in tree.nodes("body"):
        if each.kind != "FunctionDef" and _calls_one_of(each, words):
            break
        if each.kind != "Assign" or len(each.nodes("targets")) != 1 or each.nodes("targets")[0].kind != "Name":
            continue
        word, value = each.nodes("targets")[0].text("id"), each.node("value")
        shared = any(part.kind == "Global" and word in map(str, declared_names(part)) for part in tree.within())
        parameter = any(part.kind == "arg" and part.text("arg") == word for part in tree.within())
        plain = value.kind == "Constant" or is_literal_tuple(value)
        if (
            stored.count(word) == 1
            and not shared
            and not parameter
            and (plain or (is_literal(value) and word in read_only))
        ):
            if any(part.kind == "Name" and part.text("id") == word for part in _before(tree, each)):
                continue
            found[word] = value
    return found


def _before(tree: Node, statement: Node) -> list[Node]:
    found: list[Node] = []
    for each in tree.nodes("body"):
        if each is statement:
            break
        if each.kind != "FunctionDef":
            found += each.within()
    return found


def _only_looked_at(tree: Node) -> set[str]:
    """Names of which elements are read or looked for, and nothing else is done with them."""
    looked: dict[int, None] = {}
    targets = [target for part in tree.within() for target in targets_of(part)]
    changed = {id(part) for target in targets for part in target.within()}
    for part in tree.within():
        if part.kind == "Compare":
            operators = part.nodes("ops")
            looked |= {
                id(each): None for operator, each in zip(operators, part.nodes("comparators"), strict=True)
                if operator.kind in ("In", "NotIn")
            }  # fmt: skip
        elif part.kind == "Subscript" and id(part) not in changed:
            looked[id(part.node("value"))] = None
        elif part.kind == "Call" and dotted_name(part.node("func")) == "len":
            looked |= {id(each): None for each in part.nodes("args")}
    plain = {id(target) for target in targets if target.kind == "Name"}
    names = [part for part in tree.within() if part.kind == "Name" and id(part) not in plain]
    return {part.text("id") for part in names} - {part.text("id") for part in names if id(part) not in looked}


def defines_constant(each: Node, module: Module) -> bool:
    return (
        each.kind == "Assign"
        and len(each.nodes("targets")) == 1
        and each.nodes("targets")[0].kind == "Name"
        and module.constants.get(each.nodes("targets")[0].text("id")) is each.node("value")
    ) or (each.kind == "Expr" and each.node("value").kind == "Constant")


def names_of_main(tree: Node) -> frozenset[str]:
    outside = [each for each in tree.nodes("body") if each.kind not in ("FunctionDef", "Import", "ImportFrom")]
    inside = [part for part in tree.within() if part.kind == "Global"]
    return assigned_names(outside) | {str(word) for part in inside for word in declared_names(part)}
