"""What the source of a submission contains, changes to it, and what is refused while it runs."""

import pytest

from viva.languages.program import Program
from viva.languages.python.calls import call, converse, show
from viva.languages.python.reads import survey, survey_trusted
from viva.languages.python.runs import prepare, warm_sandbox
from viva.languages.sites import Hooks
from viva.languages.survey import lost_names

SOURCE = b'''import math

def largest(xs: list[int], default: "int | None" = None, seen=[]) -> int:
    """Finds it."""
    best = 0
    for x in xs:
        if (x > best) == True:
            best = x
    return best

def around(n):
    while n != 1:
        n = n
    return n

def down(n):
    return down(n - 1)

def three():
    yield from (1, 2, 3)

class Point:
    def __init__(self, x: int, y: int):
        self.x = x
'''


def program(source: bytes, hooks: Hooks | None = None) -> Program:
    with warm_sandbox() as sandbox:
        found = prepare(sandbox, source, hooks)
    assert isinstance(found, Program)
    return found


def test_a_survey_tells_types_constants_and_habits_without_running() -> None:
    with warm_sandbox() as sandbox:
        facts = survey(sandbox, SOURCE)
    signature = facts.function("largest")
    assert signature is not None
    assert dict(signature.parameters) == {
        "xs": ["list", ["int"]],
        "default": ["union", ["int"], ["none"]],
        "seen": None,
    }
    assert facts.classes[0].fields == (("x", ["int"]), ("y", ["int"]))
    assert {0, 1, 2, 3} <= set(facts.constants)
    assert {habit.name for habit in facts.habits} == {"mutable_default", "compare_true", "self_assignment"}
    assert [(word.name, word.line) for word in facts.syntax if word.name in ("while", "recursion")] == [
        ("while", 12),
        ("recursion", 17),
    ]
    assert [(module.name, module.line) for module in facts.imports] == [("math", 1)]


def test_a_survey_of_what_does_not_parse_is_empty() -> None:
    with warm_sandbox() as sandbox:
        assert survey(sandbox, b"def f(:").functions == ()
        assert survey(sandbox, b"(" * 5000).functions == ()


def test_a_loop_that_repeats_shows_its_variables() -> None:
    with warm_sandbox() as sandbox:
        (outcome,) = call(sandbox, program(SOURCE), "around", [[3]], steps=1000, last=3)
    assert outcome.problem is not None and outcome.problem.reason == "step_limit"
    assert [[(name, show(value)) for name, value in moment.variables] for moment in outcome.last] == [[("n", "3")]] * 2
    assert outcome.last[0].line == 12


def test_a_recursion_without_end_shows_its_last_calls() -> None:
    with warm_sandbox() as sandbox:
        (outcome,) = call(sandbox, program(SOURCE), "down", [[3]])
    assert outcome.problem is not None and outcome.problem.reason == "recursion_limit"
    last = [int(show(moment.variables[0][1])) for moment in outcome.problem.deepest]
    assert last == list(range(last[0], last[0] - len(last), -1))


def test_deep_recursion_ends_where_it_is_given_room() -> None:
    source = b"def depth(n):\n    return 0 if n == 0 else 1 + depth(n - 1)\n"
    with warm_sandbox() as sandbox:
        (short,) = call(sandbox, program(source), "depth", [[5000]])
        (deep,) = call(sandbox, program(source), "depth", [[5000]], recursion=20_000)
    assert short.problem is not None and short.problem.reason == "recursion_limit"
    assert deep.value is not None and show(deep.value) == "5000"


def test_an_iterator_can_be_drained() -> None:
    with warm_sandbox() as sandbox:
        (plain,) = call(sandbox, program(SOURCE), "three", [[]])
        (drained,) = call(sandbox, program(SOURCE), "three", [[]], drain=True)
    assert plain.value is not None and plain.value.nodes[0].kind == "opaque"
    assert drained.value is not None and show(drained.value) == "[1, 2, 3]"


CHEATS = b"""import functools, operator
def by_name(xs): return sorted(xs)
def by_alias(xs):
    other = sorted
    return other(xs)
def by_map(xs): return list(map(sorted, [xs]))[0]
def by_eval(xs): return eval("sor" + "ted(xs)")
def by_partial(xs): return functools.partial(sorted)(xs)
def by_call(xs): return sorted.__call__(xs)
def by_getattr(xs):
    getattr(xs, "so" + "rt")()
    return xs
def by_class(xs):
    list.sort(xs)
    return xs
def by_subclass(xs):
    class Mine(list): pass
    mine = Mine(xs)
    mine.sort()
    return list(mine)
def by_builtins(xs):
    import builtins
    return getattr(builtins, "sor" + "ted")(xs)
def by_methodcaller(xs):
    operator.methodcaller("so" + "rt")(xs)
    return xs
def by_mapped_methodcaller(xs):
    list(map(operator.methodcaller("sort"), [xs]))
    return xs
def by_attrgetter(xs):
    operator.attrgetter("sort")(xs)()
    return xs
def by_partial_method(xs):
    functools.partial(list.sort, xs)()
    return xs
def by_mapped_method(xs): return list(map(list.sort, [xs]))
def by_bound_method(xs):
    sort = xs.sort
    sort(reverse=True)
    return xs
def by_text(xs):
    exec("xs.so" + "rt()")
    return xs
def by_compiled_text(xs):
    made = compile("xs.so" + "rt()", "submission.py", "exec")
    exec(made, {"xs": xs})
    return xs
def by_function_of_code(xs):
    type(by_name)(compile("xs.so" + "rt()", "submission.py", "exec"), {"xs": xs})()
    return xs
def by_marshal(xs):
    import marshal
    exec(marshal.loads(marshal.dumps(compile("xs.so" + "rt()", "x", "exec"))), {"xs": xs})
    return xs
def by_text_in_a_library(xs):
    import timeit
    timeit.timeit("xs.so" + "rt()", globals={"xs": xs}, number=1)
    return xs
def by_a_second_look(xs):
    for word in ("append", "extend", "sort"):
        getattr(xs, word)(*[[]][: word != "sort"])
    return xs
def by_the_key_of_what_passed(xs):
    max([1], key=abs)
    return max([xs], key=sorted)
def by_key(xs): return max([xs], key=sorted)
def by_reduce(xs): return functools.reduce(lambda a, b: sorted(b), [xs, xs])
def by_comprehension(xs): return [f(x) for f in [sorted] for x in [xs]]
def by_super(xs):
    class Mine(list):
        def sort(self): super().sort()
    Mine(xs).sort()
    return xs
def by_method_of_another(xs):
    class Other: sort = list.sort
    Other.sort(xs)
    return xs
def by_importlib(xs):
    import importlib
    return [importlib.import_module("math").pi]
def by_decorator(xs):
    @sorted
    def f(): return 1
def by_bare_name_of_a_module(xs):
    import itertools
    return list(itertools.accumulate(xs))
def by_class_handed_on(xs):
    import collections
    return collections.defaultdict(set)
def by_import(xs): return [__import__("ma" + "th").sqrt(4)]
def by_modules(xs):
    import sys
    return [sys.modules["math"].sqrt(4)] if "math" in sys.modules else sorted(xs)
"""


def test_no_alias_escapes_what_is_forbidden() -> None:
    code = program(CHEATS, Hooks(calls=True))
    with warm_sandbox() as sandbox:
        for function in code.functions:
            (outcome,) = call(
                sandbox, code, function.name, [[[2, 1]]],
                forbidden=["sorted", ".sort", "math.*", "accumulate", "set"],
            )  # fmt: skip
            assert outcome.problem is not None and outcome.problem.reason == "forbidden", function.name


OWN = b"""import operator, statistics
def by_library(xs): return statistics.median(xs)
def by_variable(xs):
    sorted = len(xs)
    return sorted
def by_parameter(sorted): return sorted[0]
def by_attribute(xs):
    class Box: pass
    box = Box()
    box.sort = len(xs)
    return box.sort
class Stack:
    def __init__(self, items): self.items = items
    def sort(self): return self.items
    @staticmethod
    def set(x): return x
    @classmethod
    def accumulate(cls, x): return x
    def __call__(self): return self.items
def by_method(xs): return Stack(xs).sort()
def by_class(xs): return Stack.sort(Stack(xs))
def by_bound(xs):
    sort = Stack(xs).sort
    return sort()
def by_static(xs): return Stack.set(xs)
def by_class_method(xs): return Stack(xs).accumulate(xs)
def by_instance(xs): return Stack(xs)()
def by_map(xs): return list(map(Stack.sort, [Stack(xs)]))
def by_methodcaller(xs): return operator.methodcaller("sort")(Stack(xs))
def by_isinstance(xs): return isinstance(xs, set)
def by_inner(xs):
    def sorted(items): return items
    return sorted(xs)
def by_lambda(xs):
    sorted = lambda items: items
    return sorted(xs)
def by_name_in_text(xs): return "sorted" + ".sort"
"""


def test_what_a_submission_defines_itself_is_its_own_and_the_library_may_use_what_it_may_not() -> None:
    code = program(OWN, Hooks(calls=True))
    forbidden = ["sorted", ".sort", "math.*", "accumulate", "set"]
    with warm_sandbox() as sandbox:
        for function in code.functions:
            (outcome,) = call(sandbox, code, function.name, [[[2, 1, 3]]], forbidden=forbidden)
            assert outcome.problem is None, function.name


def test_calls_can_be_asked_one_by_one_and_go_on_after_one_that_ends_the_process() -> None:
    source = b"import os\ndef f(n):\n    if n < 0: os._exit(3)\n    if n == 0: return 1 // n\n    return n + 1\n"
    with warm_sandbox() as sandbox, converse(sandbox, program(source), "f") as answers:
        first, crash, dead, last = (answers.ask([n]) for n in (1, 0, -1, 2))
    assert first.value is not None and show(first.value) == "2"
    assert crash.problem is not None and crash.problem.kind == "ZeroDivisionError"
    assert dead.problem is not None and dead.value is None
    assert last.value is not None and show(last.value) == "3"


@pytest.mark.parametrize(
    ("source", "is_recursive"),
    [
        ("def count(xs):\n    return xs.count(1)\n", False),
        ("def size(n):\n    size = n\n    return size\n", False),
        ("def f(f):\n    return f(1)\n", False),
        ("class A:\n    def add(self, x):\n        self.items.add(x)\n", False),
        ("class A:\n    def area(self): return 1\nclass B:\n    def area(self): return A().x\n", False),
        ("def f(n):\n    return n\ndef g(n):\n    return f(n)\n", False),
        ("def f(n):\n    return f(n - 1) if n else 0\n", True),
        ("def f(n):\n    return sum(map(f, range(n)))\n", True),
        ("def f(n):\n    return g(n)\ndef g(n):\n    return f(n)\n", True),
        ("class A:\n    def f(self):\n        return self.f()\n", True),
        ("def f(n):\n    def go(k):\n        return go(k - 1)\n    return go(n)\n", True),
        ("def f(n):\n    def inner():\n        return f(n)\n    return inner()\n", True),
    ],
)
def test_recursion_is_a_matter_of_what_a_name_means(source: str, is_recursive: bool) -> None:
    words = [mention.name for mention in survey_trusted(source, "a.py").syntax]
    assert ("recursion" in words) is is_recursive


@pytest.mark.parametrize(
    ("source", "word", "used"),
    [
        ("def f(xs: list[int]) -> dict[str, int]:\n    y: list[int] = []\n    return y\n", "index", False),
        ("Row = list[int]\ndef f(xs):\n    return xs\n", "index", False),
        ("def f(xs):\n    return xs[0]\n", "index", True),
        ("def f(list):\n    return list[0]\n", "index", True),
        ("def f(n):\n    return n\nif __name__ == '__main__':\n    for x in [1]:\n        print(f(x))\n", "for", False),
        ("def f(n):\n    return n\nif __name__ == '__main__':\n    print(f(1))\n", "if", False),
        ("if __name__ != '__main__':\n    for x in [1]:\n        pass\n", "for", True),
        ("if __name__ == '__main__':\n    pass\nelse:\n    for x in [1]:\n        pass\n", "for", True),
    ],
)
def test_what_takes_no_part_in_the_work_is_no_construct_of_it(source: str, word: str, used: bool) -> None:
    assert (word in [mention.name for mention in survey_trusted(source, "a.py").syntax]) is used


def test_a_name_that_nothing_reads_may_be_a_misspelt_one() -> None:
    found = lost_names(
        survey_trusted("total = 0\nfor i in range(3):\n    totl = total + i\nprint(total)\n", "p.py").flow
    )
    assert [(one.line, one.name, one.near) for one in found] == [(3, "totl", "total")]
    fine = "first = 1\nsecond = first\nthird = 2\nprint(second)\n"
    assert lost_names(survey_trusted(fine, "p.py").flow) == []


def test_what_stands_in_no_function_has_a_flow_too() -> None:
    flow = survey_trusted("a = 1\nif a:\n    b = a\nprint(b)\n", "p.py").flow
    assert [(one.line, one.function, one.inside) for one in flow] == [(1, "", 0), (2, "", 0), (3, "", 2), (4, "", 0)]
