"""What is asked of the single parts of a program: what they name, bind, change, and whether they read or write."""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.syntax.tree import Constant, Node

ENDS = ("exit", "quit", "sys.exit")
EFFECTS = frozenset({"input", "print", "sys.stdin.readline", "sys.stdout.write", *ENDS})
_CHANGE_NOTHING = frozenset({"int", "str", "len", "input", "sys.stdin.readline"})
_CHANGE_NO_TEXT = frozenset({"strip", "lstrip", "rstrip"})


def dotted_name(function: Node) -> str:
    parts = list[str]()
    while function.kind == "Attribute":
        parts.append(function.text("attr"))
        function = function.node("value")
    return ".".join([function.text("id"), *reversed(parts)]) if function.kind == "Name" else ""


def targets_of(part: Node) -> list[Node]:
    """What a statement, or a part of one, gives a value."""
    if part.kind in ("Assign", "Delete"):
        return part.nodes("targets")
    if part.kind in ("AugAssign", "AnnAssign", "For", "comprehension", "NamedExpr"):
        return [part.node("target")]
    return []


def stored_names(tree: Node) -> list[str]:
    """The names that are given values, or of which parts are, each as often as that is written."""
    names = [
        part.text("id") for each in tree.within() for target in targets_of(each) for part in target.within()
        if part.kind == "Name"
    ]  # fmt: skip
    kinds = ("MatchAs", "MatchStar", "ExceptHandler")
    others = (part.constant("name") for part in tree.within() if part.kind in kinds)
    return [*names, *(str(each) for each in others if each is not None)]


def declared_names(statement: Node) -> list[object]:
    names = statement.fields.get("names")
    return [each.value if isinstance(each, Constant) else None for each in names] if isinstance(names, list) else [None]


def names_in(target: Node) -> set[str]:
    return {part.text("id") for part in target.within() if part.kind == "Name"}


def whole_number(each: Node) -> int | None:
    inner = each.node("operand") if each.kind == "UnaryOp" and each.node("op").kind == "USub" else each
    value = inner.constant("value") if inner.kind == "Constant" else None
    if type(value) is not int:
        return None
    return value if inner is each else -value


def is_literal(each: Node) -> bool:
    """A literal of constants: the same wherever it is evaluated."""
    if each.kind == "Constant":
        return isinstance(each.constant("value"), str)
    return each.kind in ("Tuple", "List", "Set", "Dict") and all(
        part.kind in ("Constant", "Tuple", "List", "Set", "Dict", "UnaryOp", "USub") for part in each.within()
    )


def is_literal_row(each: Node) -> bool:
    """Such a literal of which the elements are gone through by their places."""
    return is_literal(each) and each.kind in ("Constant", "Tuple", "List")


def is_literal_tuple(each: Node) -> bool:
    return each.kind == "Tuple" and all(part.kind in ("Constant", "Tuple", "UnaryOp", "USub") for part in each.within())


def may_change_lists(each: Node) -> bool:
    """Whether a list may be changed by it: functions of the program and methods may do that."""
    calls = (part.node("func") for part in each.within() if part.kind == "Call")
    return any(
        dotted_name(one) not in _CHANGE_NOTHING
        and not (one.kind == "Attribute" and one.text("attr") in _CHANGE_NO_TEXT and "." not in dotted_name(one))
        for one in calls
    )


def is_generator(given: Sequence[Node]) -> bool:
    return len(given) == 1 and given[0].kind == "GeneratorExp"


def ends_quietly(each: Node) -> bool:
    return each.kind == "Constant" and (each.constant("value") is None or type(each.constant("value")) is int)


def takes_line_end(each: Node) -> bool:
    """`.rstrip("\\n")`, and what else takes no more off a line than its end."""
    given = each.nodes("args")
    return (
        each.node("func").text("attr") in ("rstrip", "strip", "removesuffix")
        and len(given) == 1
        and given[0].kind == "Constant"
        and given[0].constant("value") == "\n"
        and not each.nodes("keywords")
    )


def without_blanks(each: Node) -> Node:
    """What `int` is asked of: blanks around it make no difference to it."""
    while each.kind == "Call" and each.node("func").kind == "Attribute" and not each.nodes("args"):
        if each.node("func").text("attr") not in ("strip", "rstrip", "lstrip") or each.nodes("keywords"):
            break
        each = each.node("func").node("value")
    return each


def leaving_statements(each: Node) -> list[Node]:
    """The statements of a block that leave it, or the loop around it; those of its own loops are its own matter."""
    found: list[Node] = []
    todo = [(each, False)]
    while todo:
        one, inside = todo.pop()
        if one.kind == "Return" or (one.kind in ("Break", "Continue") and not inside):
            found.append(one)
        if one.kind in ("Lambda", "FunctionDef"):
            continue
        for word, value in one.fields.items():
            items = value if isinstance(value, list) else [value]
            looped = inside or (one.kind in ("For", "While") and word == "body")
            todo += [(item, looped) for item in items if isinstance(item, Node)]
    return found


def functions_with_effects(functions: dict[str, Node]) -> frozenset[str]:
    """The functions that read or write, also by calling others that do."""
    found = set[str]()
    grown = True
    while grown:
        grown = False
        for word, function in functions.items():
            calls = {dotted_name(part.node("func")) for part in function.within() if part.kind == "Call"}
            if word not in found and not calls.isdisjoint(EFFECTS | found):
                found.add(word)
                grown = True
    return frozenset(found)


def is_constant_expression(each: Node) -> bool:
    return each.kind == "Expr" and each.node("value").kind == "Constant"
