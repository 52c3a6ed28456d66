"""What stands outside of functions, and their parameters: read alike by everyone who reasons about a program."""

from viva.engines.syntax.tree import Constant, Node, Uncovered

MODULES = ("typing", "__future__", "math", "collections", "string", "random", "functools", "itertools")
"""Imports of these change nothing but the names they bind."""
TYPES = frozenset({"int", "bool", "str", "float", "list", "tuple", "dict", "set", "object", "None"})
"""What an annotation may name: it is evaluated when a function is defined, and these cannot fail."""


def is_main(statement: Node) -> bool:
    """`if __name__ == "__main__":` does not hold where functions are called from outside."""
    if statement.kind != "If" or statement.nodes("orelse"):
        return False
    test = statement.node("test")
    if test.kind != "Compare" or [op.kind for op in test.nodes("ops")] != ["Eq"]:
        return False
    left, right = test.node("left"), test.nodes("comparators")[0]
    return (
        left.kind == "Name"
        and left.text("id") == "__name__"
        and right.kind == "Constant"
        and right.fields.get("value") == Constant("__main__")
    )


def functions_of(tree: Node) -> dict[str, Node]:
    """Those that a module defines, by their names; of several with one name the last counts."""
    return {node.text("name"): node for node in tree.nodes("body") if node.kind == "FunctionDef"}


def plain_parameters(function: Node) -> list[Node]:
    """Those that are given by their places; a function with others, or with a decorator, is not covered."""
    arguments = function.node("args")
    if (
        function.nodes("decorator_list")
        or arguments.nodes("posonlyargs")
        or arguments.nodes("kwonlyargs")
        or arguments.optional("vararg") is not None
        or arguments.optional("kwarg") is not None
        or function.fields.get("type_params", [])
    ):
        raise Uncovered(f"the parameters of {function.text('name')}")
    return arguments.nodes("args")
