"""Classes of trusted sources: their outline, those that a submission lacks, and what plays sequences of calls."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from viva.languages.outline import Joined, Outline


def outline(text: str) -> Outline:
    """The source itself."""
    return Outline(text)


def with_classes(text: str, source: str, main: str, defined: Sequence[str]) -> Joined | None:
    """They stand in a line of their own, with all imports of the source."""
    tree = ast.parse(source)
    wanted: list[ast.stmt] = [
        node
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.ClassDef) and node.name != main and node.name not in defined)
    ]
    if not any(isinstance(node, ast.ClassDef) for node in wanted):
        return None
    more = ast.unparse(ast.Module(wanted, []))
    future = [line for line in text.splitlines() if line.startswith("from __future__ import")]
    for line in future:
        text = text.replace(line, "pass", 1)
    ahead = "; ".join(dict.fromkeys(future))
    return Joined(f"{ahead}{'; ' if ahead else ''}exec({more!r})\n{text}", 1, not future)


def sequence_player(cls: str, function: str, mark: str) -> str:
    return _PLAYER.replace("CLS", cls).replace("FUNCTION", function).replace("MARK", mark)


_PLAYER = """

def FUNCTION(written):
    import json

    def plain(value):
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        if isinstance(value, (list, tuple)):
            inner = [plain(each) for each in value]
            return tuple(inner) if isinstance(value, tuple) else inner
        if isinstance(value, (set, frozenset, dict)):
            return value
        if hasattr(type(value), "__next__"):
            return [plain(each) for _, each in zip(range(100), value)]
        return ("MARK", "object", "")

    def played(calls):
        made, told = None, []
        for name, given, took in calls:
            values = [played(each[0])[0] if isinstance(each, list) and each and each[0] else
                      each[1] if isinstance(each, list) else each for each in given]
            if not name:
                made = CLS(*values)
                continue
            if not hasattr(made, name):
                told.append(("MARK", "missing", name))
                break
            try:
                result = getattr(made, name)(*values)
                told.append(plain(result))
            except Exception as problem:
                told.append(("MARK", "raised", type(problem).__name__))
                break
            if took == "result":
                made = result
        return made, told

    return played(json.loads(written))[1]
"""
