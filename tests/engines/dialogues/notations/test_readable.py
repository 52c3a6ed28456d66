"""The readable notation and the builder, and how the three notations turn into each other."""

import random
from pathlib import Path

import pytest

from tests.engines.dialogues.specs import random_spec, small_specs
from viva.core.fault import Fault
from viva.core.text.reading import Misread
from viva.engines.dialogues.foreign import bind, load
from viva.engines.dialogues.model import ANY, Some, Spec, Text, Within, Write
from viva.engines.dialogues.notations import NOTATIONS, builder, building, of, readable
from viva.engines.dialogues.notations import symbols as notation
from viva.engines.dialogues.running import right_run, way_of
from viva.engines.dialogues.wellformed import check

COUNTDOWN = """\
# The paper's example of section 3.
read n: nat
while len(x.all) != n:
    write optional n - len(x.all)
    read x: int
write sum(x.all)
"""
HIGH_LOW = """\
read secret: 1..100 until valid
loop:
    read g: int not in g.all
    if g == secret: exit
    elif g < secret:
        write "higher" | f"{...}up{...}" | nothing
    else:
        write f"lower than {g}"
write f"{...}{len(g.all)}{...}"
"""


def symbols(text: str) -> str:
    return notation.show(readable.parse(text))


@pytest.mark.thorough
def test_every_notation_reads_back_what_it_prints() -> None:
    randomness = random.Random(6)
    specs: list[Spec] = [*small_specs(), *(random_spec(randomness) for _ in range(300))]
    for spec in specs:
        for ending, one in NOTATIONS.items():
            assert one.parse(one.show(spec), f"spec{ending}") == spec


def test_the_notations_turn_into_each_other() -> None:
    for text in (COUNTDOWN, HIGH_LOW):
        spec = readable.parse(text)
        assert notation.parse(notation.show(spec)) == builder.parse(building.show(spec)) == spec
    assert "\n".join(COUNTDOWN.splitlines()[1:]) + "\n" == readable.show(readable.parse(COUNTDOWN))


def test_the_readable_notation_says_what_the_symbols_say() -> None:
    paper = "[>n]^N ( [{eps, n_C - len(x_A)} >] [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]"
    assert symbols(COUNTDOWN) == paper
    assert symbols(HIGH_LOW) == (
        '[>secret]^{1..100}@until ( [>g]^Z\\g_A ( ( [{"lower than " ++ g_C} >] <g_C < secret_C> '
        '[{eps, "higher", ANY ++ "up" ++ ANY} >] ) <g_C = secret_C> E ) )->E [{ANY ++ len(g_A) ++ ANY} >]'
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("read x: text", "[>x]^S"),
        ("read x: bool", "[>x]^B"),
        ("read x: decimal or abort", "[>x]^D@abort"),
        ("read x: -3..5", "[>x]^{-3..5}"),
        ("read x: 0.5 .. 2", "[>x]^{0.5..2.0}"),
        ("read x: {\"a\", 'b}'}  until   valid", '[>x]^{"a", "b}"}@until'),
        ("repeat n * 2: read x: int", "( [>x]^Z )->(n_C * 2)"),
        ("write x.back(1)", "[{back(x_A, 1)} >]"),
        ("write merge(x.all, y.all).back(0)", "[{back(merge(x_A, y_A), 0)} >]"),
        ("write -x % 2 + x // 3 - 1 / 2", "[{mod(0 - x_C, 2) + div(x_C, 3) - 1 / 2} >]"),
        ("write some(v, v % n == 0)", "[{some(v, mod(v_C, n_C) = 0)} >]"),
        ("write some(v, v > 1, between(1, 9))", "[{some(v, v_C > 1, {1..9})} >]"),
        ("write within(d / 2, 0.01)", "[{within(d_C / 2, 0.01)} >]"),
        ("if ready: exit", "( 0 <ready_C = true> E )"),
        ("if not prime(n) and x in [1, 2]: nothing", "( 0 <not prime(n_C) = true and in(x_C, [1, 2])> 0 )"),
        ("if 1 <= x <= 9: exit\nelse: nothing", "( 0 <1 <= x_C and x_C <= 9> E )"),
        ("if x not in y.all: exit", "( 0 <not in(x_C, y_A)> E )"),
        ("while x < 3: read x: int", "( [>x]^Z <x_C >= 3> E )->E"),
        ("while x <= 3: read x: int", "( [>x]^Z <x_C > 3> E )->E"),
        ("while x > 3: read x: int", "( [>x]^Z <x_C <= 3> E )->E"),
        ("while x >= 3: read x: int", "( [>x]^Z <x_C < 3> E )->E"),
        ("while x == 3: read x: int", "( [>x]^Z <x_C != 3> E )->E"),
        ("while not done: read done: bool", "( [>done]^B <done_C = true> E )->E"),
        ("while a and b: read a: bool", "( [>a]^B <not (a_C = true and b_C = true)> E )->E"),
        ('write f"{{{x}}} \\t{"a"}{...}"', '[{"{" ++ x_C ++ "} \\t" ++ "a" ++ ANY} >]'),
        ("write ... | 1.50", "[{ANY, 1.5} >]"),
    ],
)
def test_each_construct_in_symbols(text: str, shown: str) -> None:
    assert symbols(text) == shown
    assert symbols(readable.show(readable.parse(text))) == shown
    assert notation.show(notation.parse(shown)) == shown


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("", 1, 1, "expected a specification, found the end"),
        ("reed x: int", 1, 1, "elif or else, found 'reed'"),
        (
            "read x",
            1,
            7,
            "expected ':' and nat, int, text, line, decimal, bool, 1..9 or {1, 2, 3}, found the end of the line",
        ),
        ("read x: natt", 1, 9, "{1, 2, 3}, found 'natt'"),
        ("read x: int until\n", 1, 13, "until valid, or abort, or the end of the line, found 'until'"),
        ("read x: 5..3", 1, 9, "set of values is empty"),
        ("read x: {}", 1, 9, "set of values is empty"),
        ("read x: {1, 'a'}", 1, 13, "expected a number, found ''a''"),
        ("read class: int", 1, 6, "expected the name of a variable, found 'class'"),
        ("read x: int\nwrite x +", 2, 10, "expected a term, found the end"),
        ("read x: int\nwrite x.last", 2, 7, "expected x, x.all or x.back(1), found 'x.last'"),
        ("write lambda: 3", 1, 7, "variable or a function, found 'lambda: 3'"),
        ("write 'ä' + x.last", 1, 13, "found 'x.last'"),
        ("write x is 3", 1, 7, "expected == or !=, found is"),
        ('write "a\\nb"', 1, 7, "this text has several lines"),
        ('write f"a{x + }"', 1, 14, "expected a term"),
        ('write f"a}"', 1, 10, "expected '}}', found '}'"),
        ('write f"a{x"', 1, 12, "no closing quote"),
        ('write "abc', 1, 7, "no closing quote"),
        ("write nothing", 1, 7, "no output to write but nothing"),
        ("write optional", 1, 15, "expected a term, found nothing"),
        ("write within(x)", 1, 7, "within takes a term and a tolerance"),
        ("write some(3)", 1, 7, "some takes a name and a condition"),
        ("write 1 + within(x, 1)", 1, 11, "within is an output of its own"),
        ("write merge(x.all, 3)", 1, 7, "merge takes all values of two or more"),
        ("while : exit", 1, 7, "expected a condition, found ':'"),
        ("repeat n\n    exit", 1, 9, "expected a number of rounds and ':'"),
        ("loop:\nexit", 1, 6, "expected a step below this line, found none"),
        ("loop:\n    exit\n  exit", 3, 3, "expected 0 blanks before the step, found 2"),
        ("loop:\n  exit\n   exit", 3, 4, "expected 2 blanks before the step, found 3"),
        ("\tread x: int", 1, 1, "expected blanks, found a tab"),
        ("else: exit", 1, 1, "expected a step, found 'else'"),
        ("if x: exit\nelse", 2, 5, "expected ':', found the end of the line"),
        ("if x == 1: loop: exit", 1, 12, "expected read or write or exit or nothing behind ':'"),
        ("exit now", 1, 6, "expected the end of the line, found 'now'"),
        ("loop:\n" + "\n".join(" " * (depth + 1) + "loop:" for depth in range(60)), 51, 51, "nested more than 50 deep"),
        ("write 1" + "+1" * 1900, 1, 7, "nested more than 400 deep"),
        ("if x: exit" + "\nelif x: exit" * 10_000, 402, 1, "this chain has more than 400 links"),
    ],
)
def test_a_mistake_is_told_with_its_place(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(Misread) as caught:
        readable.parse(text)
    assert problem in caught.value.problem
    assert (caught.value.line, caught.value.column) == (line, column)


def test_faults_of_a_specification_are_told_in_its_notation() -> None:
    with pytest.raises(Fault, match=r"spec.txt:1:7: nothing is read into x, so x.all has no value"):
        check(readable.parse("write x.all"), "spec.txt")
    with pytest.raises(Fault, match=r"spec.txt:2:11: expected a text, found x, which is a number"):
        check(readable.parse('read x: int\nif "a" == x: nothing'), "spec.txt")


def test_a_name_that_python_cannot_read_is_told() -> None:
    with pytest.raises(Fault, match="'class' cannot be a name in the readable notation"):
        readable.show(notation.parse("[>class]^Z"))
    assert builder.parse(
        building.show(notation.parse("[>class]^Z [>read]^S [{class_C ++ read_C} >]"))
    ) == notation.parse("[>class]^Z [>read]^S [{class_C ++ read_C} >]")


def test_a_specification_can_be_built_in_python() -> None:
    n, x, v = builder.variables("n", "x", "v")
    fn = builder.fn
    spec = builder.steps(
        builder.read(n, builder.NAT, builder.UNTIL),
        builder.loop_while(
            (fn.len(x.all) < n) & ~fn.isin(0, x.all),
            builder.write(n - fn.len(x.all), optional=True),
            builder.read(x, builder.between(0, 9), excluded=n),
        ),
        builder.branch(n > 2, builder.write(builder.line("Sum: ", fn.sum(x.all), builder.ANY), x.back(1))),
        builder.repeat(n, builder.read(x, builder.one_of(1, 2))),
        builder.write(builder.within(n / 3, 0.5), builder.some(v, v % 2 == 0)),
    )
    assert notation.show(spec) == (
        "[>n]^N@until ( [{eps, n_C - len(x_A)} >] [>x]^{0..9}\\n_A <not (len(x_A) < n_C and not in(0, x_A))> E )->E "
        '( 0 <n_C > 2> [{"Sum: " ++ sum(x_A) ++ ANY, back(x_A, 1)} >] ) ( [>x]^{1, 2} )->(n_C) '
        "[{within(n_C / 3, 0.5), some(v, mod(v_C, 2) = 0)} >]"
    )


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("spec = 3", None, "makes no specification"),
        ("x = (", 1, "this is not Python"),
        (
            "from viva.engines.dialogues.notations.builder import *\nx, = variables('x')\nif x == 1:\n    pass",
            3,
            "no value yet",
        ),
        ("\nspec = 1 / 0", 2, "ZeroDivisionError"),
        (
            "from viva.engines.dialogues.notations.builder import *\nspec = write(None)",
            2,
            "expected a term, found None",
        ),
    ],
)
def test_a_mistake_in_a_builder_is_told_with_its_line(text: str, line: int | None, problem: str) -> None:
    with pytest.raises(Misread) as caught:
        builder.parse(text)
    assert problem in caught.value.problem
    assert caught.value.line == line


def test_the_notation_is_told_by_the_ending_of_the_file() -> None:
    assert of("a/spec.txt").parse("nothing", "spec.txt") == of("spec.sym").parse("0", "spec.sym")
    with pytest.raises(Fault, match=r"spec.sym:1:1: expected .*, found 'x'"):
        of("spec.sym").parse("x", "spec.sym")
    with pytest.raises(Fault, match=r"no notation of specifications has the ending '\.text'"):
        of("spec.text")


def test_items_are_read_as_what_they_are() -> None:
    spec = readable.parse('write f"a{within(x, 1)}{some(v, v > 0, nat)}{...}"')
    assert isinstance(spec, Write)
    assert [type(item) for item in spec.alternatives[0]] == [Text, Within, Some, type(ANY)]


def test_the_documented_example_is_the_same_in_all_notations() -> None:
    page = (Path(__file__).parents[4] / "docs" / "console.md").read_text("utf-8")
    blocks = page.split("The same specification three times.")[1].split("```")[1:6:2]
    texts = [block.partition("\n")[2] for block in blocks]
    assert readable.parse(texts[0]) == notation.parse(texts[1]) == builder.parse(texts[2])


@pytest.mark.parametrize(
    ("term", "printed"),
    [
        ("max(x, 3)", 3), ("min(x, y, 5)", 2), ("x ** 2", 4), ("x.all[0]", 7), ("x.all[-1]", 2), ("x.all[-2]", 7),
        ("mean(x.all)", "4.5"), ("w.upper()", '"AB"'), ("x.all.count(7)", 1), ("x.all[::-1]", '"[2, 7]"'),
        ("x.all[:-1]", '"[7]"'), ("x.all[1:]", '"[2]"'), ("x.all[1:-1]", '"[]"'), ("x.all[-3:-1]", '"[7]"'),
        ("sum(x.all[:y])", 9), ("w[:1]", '"a"'), ("w[-1:]", '"b"'), ("len(w[5:])", 0),
    ],
)  # fmt: skip
def test_terms_may_be_written_as_python_writes_them(term: str, printed: object) -> None:
    spec = bind(readable.parse(f"read w: text\nread x: int\nread x: int\nread y: int\nwrite {term}\n"), {})
    check(spec, "spec.txt")
    way = way_of(spec, ["ab", "7", "2", "9"])
    assert way
    printed = f'"{printed}"' if printed == "4.5" else printed
    assert right_run(way.general).show() == f'?"ab" ?7 ?2 ?9 !{printed} stop'


@pytest.mark.parametrize(
    "term", ["x.all[::2]", "x.all[-2:1]", "round(x / 3)", "int(w)", "w[0]", "2 ** x", "x if x > 3 else y", "w.strip()"]
)
def test_what_terms_cannot_say_names_the_file_that_can(term: str) -> None:
    with pytest.raises((Fault, Misread), match=r"functions\.py") as raised:
        check(bind(readable.parse(f"read w: text\nread x: int\nread y: int\nwrite {term}\n"), {}), "spec.txt")
    assert "did you mean 'in'" not in str(raised.value)
    if "(" in term and "." not in term:
        assert "len, sum, product, max" in str(raised.value)


def test_a_function_of_the_exercise_comes_before_one_of_python() -> None:
    mean = load("def mean(values: list[int]) -> int:\n    return 0\n", "functions.py")
    spec = bind(readable.parse("read x: int\nwrite mean(x.all)\n"), mean)
    way = way_of(spec, ["4"])
    assert way
    assert right_run(way.general).show() == "?4 !0 stop"
