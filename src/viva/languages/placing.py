"""Calls as people write them, in documentation and tables: in the syntax of Python, whatever is called."""

import ast
from collections.abc import Sequence


def by_place(call: ast.Call, names: Sequence[str]) -> tuple[object, ...]:
    """The arguments that are written out, those that are given by name in the places of the parameters. ValueError
    where something is no literal, or there are no such parameters."""
    placed = [ast.literal_eval(argument) for argument in call.args]
    named = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    wanted = names[len(placed) : len(placed) + len(named)]
    if set(wanted) != named.keys():
        raise ValueError(f"there are no parameters {', '.join(named)}")
    return (*placed, *(named[name] for name in wanted))
