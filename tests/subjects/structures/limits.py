"""Programs that go at most so far: each loop and each recursion of a class with a bound, written in several ways; and
an oracle that knows nothing of Viva."""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Iterator

from tests.subjects.structures.slips import Sample, call_outcome, comes_out_alike, moved


def limited(source: str, times: int) -> Iterator[str]:
    """Each loop goes round at most so many times: by a counter, by a slice, or as so many conditions in each other, and
    each recursion goes at most so deep."""
    tree = ast.parse(source)
    for number, site in enumerate(ast.walk(tree)):
        if isinstance(site, ast.While):
            for rewrite in (_counted, _unrolled):
                again = copy.deepcopy(tree)
                loop = list(ast.walk(again))[number]
                assert isinstance(loop, ast.While)
                if _replaced(again, loop, rewrite(loop, times)):
                    yield ast.unparse(ast.fix_missing_locations(again))
        elif isinstance(site, ast.For):
            again = copy.deepcopy(tree)
            walked = list(ast.walk(again))[number]
            assert isinstance(walked, ast.For)
            walked.iter = ast.parse(f"list({ast.unparse(walked.iter)})[:{times}]", mode="eval").body
            yield ast.unparse(ast.fix_missing_locations(again))
        elif isinstance(site, ast.FunctionDef) and site.name != "__init__" and _calls_itself(site):
            again = copy.deepcopy(tree)
            function = list(ast.walk(again))[number]
            assert isinstance(function, ast.FunctionDef)
            _shallow(function, times)
            yield ast.unparse(ast.fix_missing_locations(again))


def _counted(loop: ast.While, times: int) -> list[ast.stmt]:
    count = ast.parse("turns = turns + 1").body
    bound = ast.parse(f"turns < {times}", mode="eval").body
    test = ast.BoolOp(ast.And(), [bound, loop.test])
    return [*ast.parse("turns = 0").body, ast.While(test, [*count, *loop.body], loop.orelse)]


def _unrolled(loop: ast.While, times: int) -> list[ast.stmt]:
    if loop.orelse or any(isinstance(inner, ast.Break | ast.Continue) for inner in ast.walk(loop)):
        return []
    inner: list[ast.stmt] = []
    for _ in range(times):
        inner = [ast.If(copy.deepcopy(loop.test), [*copy.deepcopy(loop.body), *inner], [])]
    return inner


def _replaced(tree: ast.AST, loop: ast.While, by: list[ast.stmt]) -> bool:
    for node in ast.walk(tree):
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if by and isinstance(block, list) and loop in block:
                at = block.index(loop)
                block[at : at + 1] = by
                return True
    return False


def _calls_itself(function: ast.FunctionDef) -> bool:
    return any(_is_call(node, function.name) for node in ast.walk(function))


def _is_call(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == name


def _shallow(function: ast.FunctionDef, times: int) -> None:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and _is_call(node, function.name):
            node.keywords.append(ast.keyword("turns", ast.parse("turns + 1", mode="eval").body))
    function.args.args.append(ast.arg("turns"))
    function.args.defaults.append(ast.Constant(0))
    given = [argument.arg for argument in function.args.args if argument.arg not in ("self", "turns")]
    back = given[0] if given else "None"
    function.body[:0] = ast.parse(f"if turns >= {times}:\n    return {back}").body


LARGEST = 40
"""No larger structures are promised (`docs/structures.md`, "Which structures")."""


def deep_starts(times: int) -> Iterator[tuple[int, ...]]:
    """Orders in which keys are put in: rising, falling, a low one first and then falling ones, and mirrored. A loop may
    take two steps each time it goes round, or halve a place."""
    longest = min(LARGEST, 1 << (times + 1))
    for count in sorted({times, times + 1, times + 2, times + 3, times + 6, 2 * times + 3, longest}):
        keys = list(range(1, count + 1))
        yield tuple(keys)
        yield tuple(reversed(keys))
        yield (5, 1, *(10 + key for key in reversed(keys)))
        yield (100, 200, *(10 + key for key in keys))
        yield (5, 1, 3, *(10 + key for key in reversed(keys)), 7)


def goes_less_far(sample: Sample, changed: str, times: int) -> bool:
    """Whether some call on a deep structure comes out otherwise, where the right class answers."""
    right: dict[str, object] = {}
    wrong: dict[str, object] = {}
    exec(sample.source, right)
    exec(changed, wrong)
    cls = right[sample.cls]
    assert isinstance(cls, type)
    counts = {name: getattr(cls, name).__code__.co_argcount - 1 for name in sample.asked}
    for order in deep_starts(times):
        keys: tuple[object, ...] = order
        more: list[object] = [0, 999, *(key + 0.5 for key in order)]
        if isinstance(sample.keys[0], str):
            keys, more = tuple(("ab" * 9)[: 1 + key % (times + 4)] for key in order), ["c"]
        start = cls(*keys[: sample.first])
        for key in keys[sample.first :]:
            getattr(start, sample.grow)(key)
        for method, count in counts.items():
            for arguments in itertools.product([*dict.fromkeys(keys), *more], repeat=count):
                expected = call_outcome(cls, method, moved(start, right, {}), arguments)
                theirs = moved(start, wrong, {})
                if not isinstance(expected, str) and not comes_out_alike(
                    sample, expected, call_outcome(wrong[sample.cls], method, theirs, arguments)
                ):
                    return True
    return False
