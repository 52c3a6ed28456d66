"""The symbol notation, both ways."""

import random
import re

import pytest

from tests.engines.dialogues.specs import random_spec, small_specs
from viva.core.text.reading import Misread
from viva.engines.dialogues.model import (
    ANY,
    All,
    Branch,
    Call,
    Current,
    Exit,
    Integer,
    Integers,
    Loop,
    Mode,
    Naturals,
    Nop,
    OneOf,
    Operation,
    Range,
    Read,
    Strings,
    Text,
    Write,
    sequence,
)
from viva.engines.dialogues.notations import builder, building, readable
from viva.engines.dialogues.notations.symbols import parse, show
from viva.engines.dialogues.semantics import generalised_trace

COUNTDOWN = sequence(
    Read("n", Naturals()),
    Loop(
        Branch(
            sequence(
                Write(((Operation("-", Current("n"), Call("len", (All("x"),))),),), optional=True),
                Read("x", Integers()),
            ),
            Operation("=", Call("len", (All("x"),)), Current("n")),
            Exit(),
        )
    ),
    Write(((Call("sum", (All("x"),)),),)),
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (
            r"$$[\triangleright n]^{\mathbb{N}} \left(([\{\epsilon, n_C - \text{len}(x_A)\} \triangleright] "
            r"[\triangleright x]^{\mathbb{Z}}) \angle \text{len}(x_A) = n_C \triangleright \mathbf{E} "
            r"\right)^{\rightarrow \mathbf{E}} [\{\text{sum}(x_A)\} \triangleright]$$",
            "[>n]^N ( [{eps, n_C - len(x_A)} >] [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]",
        ),
        (
            r"\[ [\triangleright x]^{\{1,\dots,9\}} \left( [\triangleright n]^\mathbb{Z} \setminus x_\mathrm{A} % loop"
            "\n"
            r"\angle \mathit{len}(n_{\text{A}}) \leq 3 \searrow \mathbf E \right)\rightarrow^{\mathbf{E}} "
            r'[\{ "a {b}" \} \triangleright] \]',
            r'[>x]^{1..9} ( [>n]^Z\x_A <len(n_A) <= 3> E )->E [{"a {b}"} >]',
        ),
        (r"[\triangleright x]^{\mathbb{Z}} (\mathbf{0} \angle x_C > 2 \searrow [\{x_C\} \triangleright])",
         "[>x]^Z ( 0 <x_C > 2> [{x_C} >] )"),
    ],
)  # fmt: skip
def test_the_latex_of_the_paper_is_read(text: str, meant: str) -> None:
    assert parse(text) == parse(meant)


def test_what_is_wrong_in_latex_is_told_at_its_place() -> None:
    with pytest.raises(Misread) as told:
        parse(r"[\triangleright n]^{\mathbb{N}} [\{n_C\} \heartsuit]")
    assert str(told.value).startswith(r"line 1, column 42: ")


@pytest.mark.thorough
def test_what_is_printed_is_read_back_the_same() -> None:
    randomness = random.Random(5)
    specs = [*small_specs(), *(random_spec(randomness) for _ in range(500))]
    for spec in specs:
        assert parse(show(spec)) == spec


@pytest.mark.parametrize(
    "text",
    [
        "[>n]^N ( [{eps, n_C - len(x_A)} >] [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]",
        "[▷n]^ℕ(([{ε, n_C − len(x_A)} ▷][▷x]^ℤ) ∠ len(x_A) = n_C ◺ 𝐄)→ᴱ[{sum(x_A)} ▷]",
        "[⊳n]^ℕ · ( [{ϵ, n_C - len(x_A)} ⊳] · [⊳x]^ℤ ∠ len(x_A) = n_C ↘ E )^{→E} · [{sum(x_A)} ⊳]",
        "[ > n ]\n^ N # a comment\n(\n[{n_C\n- len(x_A), eps}>]\n[>x]^Z<len(x_A)=n_C>E)\n-> E 0 [{sum(x_A)}>]",
        "(([>n]^N)) (([{eps, n_C - (len(x_A))} >] ([>x]^Z) <(len(x_A)) = n_C> E))->E ([{sum(x_A)} >] 0)",
    ],
)
def test_ascii_unicode_and_layout_say_the_same(text: str) -> None:
    assert parse(text) == COUNTDOWN


def test_reads_know_their_sets_exclusions_and_modes() -> None:
    assert parse('[>a]^S [>b]^{-3..5} [>c]^{1, -2, 7}@until [>d]^{"yes", "no"}\\a_A [>e]^Z \\ b_A @abort') == sequence(
        Read("a", Strings()),
        Read("b", Range(-3, 5)),
        Read("c", OneOf((1, -2, 7)), (), Mode.UNTIL),
        Read("d", OneOf(("yes", "no")), ("a",)),
        Read("e", Integers(), ("b",), Mode.ABORT),
    )


def test_several_exclusions_say_the_same_in_all_notations() -> None:
    spec = parse("[>a]^N [>b]^N [>c]^N\\a_A\\b_A\\c_A@until")
    assert show(spec).endswith("[>c]^N\\a_A\\b_A\\c_A@until")
    assert readable.show(spec).endswith("read c: nat not in a.all, b.all, c.all until valid\n")
    assert readable.parse(readable.show(spec)) == spec
    assert builder.parse(building.show(spec)) == spec
    given = generalised_trace(spec, (1, 2, 1, 2, 3))
    assert given is not None
    assert given.show() == "?1 ?2 ?1 !{ε, ANY, ...} ?2 !{ε, ANY, ...} ?3 stop"


def test_plus_binds_tighter_than_joining() -> None:
    total = Operation("+", Current("x"), Operation("*", Integer(2), Integer(3)))
    assert parse('[{"Sum: " ++ x_C + 2 * 3 ++ ANY, eps} >]') == Write(((Text("Sum: "), total, ANY),), optional=True)


def test_a_comparison_does_not_chain_so_the_next_bracket_closes_the_branch() -> None:
    assert parse("0 <g_C > 4711> E") == Branch(Nop(), Operation(">", Current("g"), Integer(4711)), Exit())
    assert parse("(0 <in(g_C, x_A)> 0)") == Branch(Nop(), Call("in", (Current("g"), All("x"))), Nop())
    assert parse("0 <(g_C = 1 or g_C > 2)> 0") == parse("0 <g_C = 1 or g_C > 2> 0")
    assert parse("0 <g_C ∈ x_A> 0") == parse("0 <in(g_C, x_A)> 0")


def test_a_loop_binds_tighter_than_a_sequence_and_that_tighter_than_a_branch() -> None:
    read = Read("x", Integers())
    exit_now = Operation("=", Integer(1), Integer(1))
    assert parse("[>x]^Z E->E") == sequence(read, Loop(Exit()))
    assert parse("[>x]^Z [>x]^Z <1 = 1> E [>x]^Z") == Branch(sequence(read, read), exit_now, sequence(Exit(), read))


def test_negative_numbers_and_signs() -> None:
    assert parse("[{2 - -3} >]") == Write(((Operation("-", Integer(2), Integer(-3)),),))
    assert parse("[{-x_C} >]") == Write(((Operation("-", Integer(0), Current("x")),),))


@pytest.mark.parametrize(
    ("text", "line", "column", "found", "expected"),
    [
        ("", 1, 1, "the end", "a specification"),
        ("[>x]", 1, 5, "the end", "'^' and a set of values"),
        ("[>x]^Z\n  [{x_C >]", 2, 9, "'>'", "',', '++' or '}'"),
        ("( [>x]^Z", 1, 9, "the end", "')'"),
        ("[>x]^Z )", 1, 8, "')'", "the end of the specification"),
        ("[>x]^{1..}", 1, 10, "'}'", "a number"),
        ('[>x]^{1, "a"}', 1, 10, "the text 'a'", "a number"),
        ("[>x]^N@maybe", 1, 8, "'maybe'", "until or abort"),
        ("[>x]^Z\\y", 1, 8, "'y'", "y_A"),
        ("[>x_C]^Z", 1, 3, "'x_C'", "without _C or _A"),
        ("[>x]^Z [{x} >]", 1, 10, "'x'", "a term"),
        ("[>x]^Z ( 0 <x_C = 1 E )", 1, 21, "'E'", "'>' after the condition"),
        ("( <1 = 1> E )->E", 1, 3, "'<'", "E or 0"),
        ("( E )->", 1, 8, "the end", "E"),
        ("0 <1 = 1> 0 <1 = 1> 0", 1, 13, "'<'", "')'"),
        ("[{max(1, } >]", 1, 10, "'}'", "a term"),
        ("[>x]^Z ( 0 <sum(x_A)> 0 )", 1, 25, "')'", "'>' after the condition"),
    ],
)
def test_a_mistake_is_told_with_its_place(text: str, line: int, column: int, found: str, expected: str) -> None:
    with pytest.raises(Misread) as caught:
        parse(text)
    problem = caught.value
    assert (problem.line, problem.column) == (line, column)
    assert re.fullmatch(rf"expected .*{re.escape(expected)}.*, found {re.escape(found)}", problem.problem)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[>x]^{}", "set of values is empty"),
        ("[>x]^{5..3}", "set of values is empty"),
        ("[{} >]", "no output to write"),
        ("[{eps} >]", "no output to write but eps"),
        ('[{"abc} >]', "no closing quote"),
        ('[{"a\\nb"} >]', "a text cannot hold \\n"),
        ("[{1 ? 2} >]", "means nothing here"),
        ("(" * 300 + "0" + ")" * 300, "nested more than 100 deep"),
        ("[{1" + "+1" * 100_000 + "} >]", "this chain has more than 400 links"),
        ("( 0 )" + "->E" * 100_000, "this chain has more than 400 links"),
        ("[{" + "9" * 5000 + "} >]", "more than 1000 digits"),
    ],
)
def test_other_mistakes_are_told_in_words(text: str, problem: str) -> None:
    with pytest.raises(Misread, match=problem.replace("\\", "\\\\")):
        parse(text)


def test_bare_words_in_a_set_are_texts_and_are_printed_in_quotes() -> None:
    spec = parse("[>x]^{yes, no, N, straße} [{x_C} >]")
    assert spec == parse('[>x]^{"yes", "no", "N", "straße"} [{x_C} >]')
    assert show(spec).startswith('[>x]^{"yes", "no", "N", "straße"}')


@pytest.mark.parametrize("values", ["{yes, 1}", "{1, yes}", "{yes..no}", "{yes no}", "{-yes}"])
def test_bare_words_do_not_mix_with_numbers(values: str) -> None:
    with pytest.raises(Misread):
        parse(f"[>x]^{values}")
