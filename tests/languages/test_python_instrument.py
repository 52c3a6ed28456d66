"""Instrumented code does what the original does, and the hooks count what happened."""

import ast
import io
import itertools
import sys
import textwrap
import traceback
from contextlib import redirect_stdout

import pytest

from tests.languages.python_programs import NEWER, PROGRAMS
from viva.languages.inside.vivabox.python.hooks.instrument import instrument
from viva.languages.inside.vivabox.python.hooks.plan import Plan
from viva.languages.inside.vivabox.python.hooks.ticks import Ticks
from viva.languages.sites import Hooks

CORPUS = PROGRAMS | (NEWER if sys.version_info >= (3, 12) else {})
UNITS = itertools.count()
ALL = Hooks(True, True, True, True)
CHOICES = [Hooks(*choice) for choice in itertools.product((False, True), repeat=4)]


class Instrumented:
    def __init__(self, source: str, hooks: Hooks) -> None:
        unit = f"unit{next(UNITS)}"
        tree = ast.parse(source)
        self.source = source
        self.plan = Plan()
        if hooks != Hooks(False):
            tree, self.plan = instrument(tree, hooks, unit, source.splitlines())
        self.code = compile(tree, "submission.py", "exec", dont_inherit=True)
        self.ticks = Ticks(self.plan.counters, len(self.plan.sites), unit)
        self.ticks.install()

    def run(self) -> tuple[str, object]:
        """What it printed, and the error that got out with the places in the submission."""
        output = io.StringIO()
        error: object = None
        with redirect_stdout(output):
            try:
                exec(self.code, {"__name__": "__main__"})
            except BaseException as raised:  # noqa: BLE001 whatever gets out is compared
                frames = traceback.extract_tb(raised.__traceback__)
                places = [(f.lineno, f.colno, f.end_colno, f.name) for f in frames if f.filename == "submission.py"]
                error = (type(raised).__name__, str(raised), places)
        return output.getvalue(), error

    def counted(self) -> list[tuple[str, str, str, int]]:
        """(kind, text, role, count) for each reading, and for each block that was hit."""
        counts = {counter: count for counter, count in self.ticks.counts()}  # noqa: C416 each is a list
        lines = self.source.splitlines()
        found = []
        for reading in self.plan.readings:
            site = self.plan.sites[reading.site]
            text = lines[site.line - 1][site.column : site.end_column]
            found.append((site.kind, text, reading.role, counts.get(reading.plus, 0) - counts.get(reading.minus, 0)))
        for hit in self.ticks.hits():
            site = self.plan.sites[hit]
            found.append((site.kind, lines[site.line - 1].strip(), "reached", 1))
        return found


def counted(source: str, hooks: Hooks) -> list[tuple[str, str, str, int]]:
    program = Instrumented(textwrap.dedent(source).strip(), hooks)
    program.run()
    return program.counted()


@pytest.mark.parametrize("name", CORPUS)
def test_instrumented_programs_print_and_raise_what_the_original_does(name: str) -> None:
    expected = Instrumented(CORPUS[name], Hooks(False)).run()
    assert expected[0] or expected[1]
    for hooks in CHOICES:
        assert Instrumented(CORPUS[name], hooks).run() == expected, hooks


def test_the_corpus_holds_every_kind_of_node() -> None:
    used = {type(node) for source in PROGRAMS.values() for node in ast.walk(ast.parse(source))}
    abstract = {ast.expr, ast.stmt, ast.mod, ast.pattern, ast.excepthandler, ast.expr_context, ast.operator}
    abstract |= {ast.boolop, ast.unaryop, ast.cmpop, ast.type_ignore, ast.slice}
    absent = {ast.Interactive, ast.Expression, ast.FunctionType, ast.TypeIgnore, ast.MatMult}
    kinds = {
        kind
        for kind in vars(ast).values()
        if isinstance(kind, type)
        and issubclass(kind, ast.AST)
        and kind is not ast.AST
        and not kind.__name__.startswith("_")
    }
    old = {
        "Num",
        "Str",
        "Bytes",
        "NameConstant",
        "Ellipsis",
        "Index",
        "ExtSlice",
        "Suite",
        "AugLoad",
        "AugStore",
        "Param",
    }
    new = {"TypeAlias", "TypeVar", "ParamSpec", "TypeVarTuple", "type_param"}
    assert {kind.__name__ for kind in kinds - used - abstract - absent} <= old | new


def test_conditions_know_how_often_they_were_true_and_false() -> None:
    seen = counted(
        """
        for x in range(5):
            if x > 2 and x != 4: pass
        """,
        Hooks(False, False, True),
    )
    assert ("condition", "x > 2", "true", 2) in seen
    assert ("condition", "x > 2", "false", 3) in seen
    assert ("condition", "x != 4", "reached", 2) in seen
    assert ("condition", "x != 4", "true", 1) in seen
    assert ("condition", "x > 2 and x != 4", "false", 4) in seen


def test_operands_whose_value_is_used_know_their_truth_too() -> None:
    seen = counted("for x in (0, 1, 2): y = x and [] or x", Hooks(False, False, True))
    assert ("condition", "x", "true", 2) in seen
    assert ("condition", "x", "false", 1) in seen
    assert ("condition", "x and []", "true", 0) in seen
    assert ("condition", "x and []", "false", 3) in seen
    assert ("expression", "[]", "reached", 2) in seen


def test_a_condition_that_raises_was_neither_true_nor_false() -> None:
    seen = counted(
        """
        try:
            if 1 / 0 > 3: pass
        except ZeroDivisionError: pass
        """,
        Hooks(False, False, True),
    )
    assert ("condition", "1 / 0 > 3", "reached", 1) in seen
    assert ("condition", "1 / 0 > 3", "true", 0) in seen
    assert ("condition", "1 / 0 > 3", "false", 0) in seen


def test_expressions_that_are_never_evaluated_are_known() -> None:
    seen = counted("x = 3\ny = x if x else f(x) + 1\ndef f(v): return v * 2", Hooks(False, False, True))
    assert ("expression", "f(x) + 1", "reached", 0) in seen
    assert ("expression", "v * 2", "reached", 0) in seen
    assert ("expression", "x if x else f(x) + 1", "reached", 1) in seen


def test_columns_count_characters() -> None:
    seen = counted("x = 'äöü' + str(2)", Hooks(False, False, True))
    assert ("expression", "str(2)", "reached", 1) in seen


def test_every_kind_of_branch_is_seen() -> None:
    seen = {
        (kind, text)
        for kind, text, _, count in counted(
            """
            def f(x):
                if x: return 1
                while x: pass
                match x:
                    case 5: pass
                try: x.y
                except AttributeError: pass
                return [a for a in (1, 2) if a > 1], 0 and x, (x if x else -1), (lambda: 0)
            f(0)
            """,
            Hooks(False, True),
        )
        if count
    }
    kinds = {kind for kind, _ in seen}
    assert kinds == {"function", "else", "exit", "no case", "handler", "loop", "kept", "dropped", "short"} | {"else"}
    assert ("short", "0") in seen
    assert ("else", "-1") in seen
    assert ("operand", "x") not in seen


def steps_of(source: str, limit: int = 10**6) -> int:
    program = Instrumented(textwrap.dedent(source), Hooks())
    program.ticks.limit_steps(limit, pytest.fail)
    program.run()
    return program.ticks.steps()


@pytest.mark.parametrize(
    ("source", "steps"),
    [
        ("for i in range(7): pass", 7),
        ("n = 5\nwhile n: n -= 1", 5),
        ("def f(n): return n and f(n - 1)\nf(9)", 10),
        ("[x for x in range(4) for y in range(3)]", 16),
        ("sum(x for x in range(6) if x > 2)", 6),
        ("f = lambda: 0\nf(); f()", 2),
        ("x = 1\nprint(x)", 0),
        ("def g():\n  yield 1\n  yield 2\nlist(g())", 1),
    ],
)
def test_a_step_is_an_iteration_or_a_call(source: str, steps: int) -> None:
    assert steps_of(source) == steps
    assert steps_of(source) == steps


@pytest.mark.parametrize(
    "source",
    [
        "while True: pass",
        "while True:\n  try: continue\n  except: pass\n  finally: continue",
        "def f(): f()\nwhile True:\n  try: f()\n  except RecursionError: pass",
        "for x in iter(int, 1): pass",
        "[0 for x in iter(int, 1)]",
        "import itertools\nany(x for x in itertools.repeat(0))",
        "class A:\n  def __iter__(s): return s\n  def __next__(s): return 1\nlist(A())",
        "f = lambda: f()\nwhile True:\n  try: f()\n  except BaseException: pass",
    ],
)
def test_what_does_not_end_is_stopped_at_the_same_step(source: str) -> None:
    class Stopped(BaseException):
        pass

    def stop() -> None:
        raise Stopped

    program = Instrumented(source, Hooks())
    program.ticks.limit_steps(10_000, stop)
    with pytest.raises((Stopped, StopIteration, RuntimeError)):
        exec(program.code, {})
    assert program.ticks.steps() == 10_000


def test_the_hook_on_calls_may_replace_what_is_called() -> None:
    program = Instrumented("print(sorted([2, 1]), len('abc'), max(1, 2))", Hooks(False, False, False, True))
    program.ticks.watch_calls(lambda site, callee: (lambda *_: "replaced") if callee is sorted else callee)
    assert program.run() == ("replaced 3 2\n", None)
