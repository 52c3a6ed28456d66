"""Which lines of real programs fit which outputs."""

import random
from fractions import Fraction

import pytest

from viva.engines.dialogues.model import ANY, AnyText
from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.outputs import Pattern
from viva.engines.dialogues.predicates import Near, Piece
from viva.engines.dialogues.semantics import generalised_trace
from viva.engines.dialogues.traces import Departure, Run, Written, covers, first_difference


@pytest.mark.parametrize(
    "line", ["5", "Sum: 5", "Sum=5!", "5.", "5, that is", "(5)", "x5", "5€", "3-5", "=5", "2+3=5", "5-", "5 6"]
)
def test_a_whole_number_fits_between_free_texts(line: str) -> None:
    assert Pattern((ANY, 5, ANY)).fits(line)


@pytest.mark.parametrize(
    "line", ["15", "51", "-5", "x = -5", "+5", "5.0", "5.5", "0.5", "1.5", "5e3", "5_000", "05", "−5", "", "five"]
)
def test_free_text_does_not_eat_a_part_of_a_number(line: str) -> None:
    assert not Pattern((ANY, 5, ANY)).fits(line)


def test_a_negative_number_keeps_its_sign() -> None:
    assert Pattern((ANY, -5, ANY)).fits("Sum: -5")
    assert not Pattern((ANY, -5, ANY)).fits("Sum: 5")
    assert not Pattern((ANY, -5, ANY)).fits("Sum: 1-5")


def test_what_the_teacher_writes_next_to_a_number_is_meant() -> None:
    assert Pattern(("-", 5, ANY)).fits("-5")
    assert Pattern((ANY, 5, ".0")).fits("it is 5.0")
    assert Pattern((ANY, 5, ".", 30)).fits("it is 5.30")
    assert not Pattern((ANY, 5, ".", ANY)).fits("it is 5.30")
    assert Pattern((ANY, 5, ".", ANY)).fits("it is 5. Yes")
    assert Pattern((1, 2)).fits("12")


def test_white_space_at_the_ends_of_a_line_does_not_matter() -> None:
    assert Pattern(("Sum: ", 5)).fits("  Sum: 5 \t\r")
    assert Pattern(("  Sum: ", 5, "  ")).fits("Sum: 5")
    assert Pattern(("Sum: ", ANY)).fits("Sum: ")
    assert not Pattern(("Sum: ", 5)).fits("Sum:5")
    for blanks in (" ", "\t", " \t", "\u00a0"):
        for pieces in (("Sum:", ANY, blanks), (f"Sum:{blanks}", ANY), (blanks, ANY, "Sum:"), (ANY, blanks, "Sum:")):
            assert Pattern(pieces).fits("Sum:") and Pattern(pieces).fits(f"\t Sum: {blanks}")
    assert not Pattern(("a\t", ANY, "b")).fits("a b")


def test_every_fixed_part_is_looked_for_in_order() -> None:
    pattern = Pattern((ANY, 1, ANY, "and", ANY, 2, ANY))
    assert pattern.fits("1 and 2")
    assert pattern.fits("one is 1, and two is 2.")
    assert not pattern.fits("2 and 1")
    assert not pattern.fits("1 or 2")
    assert not pattern.fits("1 and 12")
    assert Pattern((1, ANY, 1)).fits("1 1")
    assert not Pattern((1, ANY, 1)).fits("1")


def test_a_line_cannot_make_matching_slow() -> None:
    pattern = Pattern((ANY, 5, ANY, 5, ANY, 5, ANY, 5, ANY, 5, ANY, 5, ANY, 5, ANY, "end"))
    assert not pattern.fits("5 " * 200_000)


@pytest.mark.parametrize(
    ("spec", "text", "prompt", "right"),
    [
        ("[>n]^Z", "", "n? ", True),
        ("[>n]^Z", "", "Welcome!\nn? ", True),
        ("[>n]^Z", "n? ", "", True),
        ("[>n]^Z", "hello\n", "", False),
        ("[>n]^Z", "hello\nn? ", "", False),
        ('[{"5"} >] [>n]^Z', "5", " next? ", True),
        ('[{"n?"} >] [>n]^Z', "", "n? ", True),
        ('[{"n?"} >] [>n]^Z', "n?\n", "", True),
        ('[{"n?"} >] [>n]^Z', "n", "? ", True),
        ('[{"n?"} >] [>n]^Z', "n?\n", "> ", True),
        ('[{"n?"} >] [>n]^Z', "", "m? ", False),
        ('[{"n?"} >] [>n]^Z', "", "", False),
        ('[{"Hello"} >] [>n]^Z', "", "Hello\nn? ", True),
        ('[{"Hello"} >] [{"n?"} >] [>n]^Z', "Hello\n", "n? ", True),
        ('[{eps, "Hello"} >] [>n]^Z', "", "n? ", True),
        ('[{eps, "Hello"} >] [>n]^Z', "Bye\n", "n? ", False),
    ],
)
def test_a_prompt_counts_where_it_is_asked_for_and_is_free_where_not(
    spec: str, text: str, prompt: str, right: bool
) -> None:
    general = generalised_trace(parse(spec), (1,))
    assert general
    assert covers(general, Run((1,), (Written(text, prompt), Written()))) == right


def test_output_in_pieces_is_read_as_lines() -> None:
    general = generalised_trace(parse('[>n]^Z [{"n is " ++ n_C} >] [{n_C} >]'), (4,))
    assert general
    assert covers(general, Run((4,), (Written(), Written("n is 4\n4"))))
    assert covers(general, Run((4,), (Written(), Written("\nn is 4\n\n4\n\n"))))
    assert not covers(general, Run((4,), (Written(), Written("n is 44\n"))))


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("Sum: 4\n", Departure.OUTPUT),
        ("Sum:5\n", Departure.SPACING),
        ("", Departure.MISSING),
        ("\n \n", Departure.MISSING),
        ("Sum: 5\nSum: 5\n", Departure.EXTRA),
    ],
)
def test_kinds_of_wrong_output_are_told_apart(written: str, kind: Departure) -> None:
    general = generalised_trace(parse('[>n]^Z [{"Sum: " ++ n_C} >]'), (5,))
    assert general
    difference = first_difference(general, Run((5,), (Written(), Written(written))))
    assert difference
    assert difference.kind == kind


def test_an_optional_output_does_not_hide_that_the_program_ends_early() -> None:
    general = generalised_trace(parse("[>n]^Z [{eps, n_C} >] [>m]^Z [{m_C} >]"), (1, 2))
    assert general
    difference = first_difference(general, Run((1,), (Written(), Written("7\n"))))
    assert difference
    assert difference.kind == Departure.ENDS_EARLY


def test_the_line_of_the_source_is_that_of_the_first_part_of_the_output() -> None:
    written = Written("a\n  b c\nd", "", ((0, 1), (2, 3), (6, 4), (8, 9)))
    assert [written.source_line(line) for line in range(3)] == [1, 3, 9]


def test_what_is_printed_piece_by_piece_as_asked_fits() -> None:
    """Any row of texts, numbers, decimals and free parts, written down as a program would: also where texts meet, and
    where blanks that are asked for come to stand at an end of the line."""
    randomness = random.Random(5)
    for _ in range(3000):
        pieces: list[Piece] = []
        line = ""
        for kind in randomness.choices("tind", k=randomness.randint(1, 5)):
            if kind == "t":
                piece: Piece = randomness.choice(["", "a", " ", "x=", ": ", "  ", "(", "!", "\t", "b\t", " \t!"])
                line += str(piece)
            elif kind == "i":
                piece = randomness.choice([0, 5, -5, 12, 100])
                line += str(piece)
            elif kind == "n":
                value = Fraction(randomness.choice([0, 150, -25, 333, 700, 1]), 100)
                piece = Near(value, Fraction(1, 200))
                line += randomness.choice([str(float(value)), f"{float(value):.2f}", f"{float(value):.3f}"])
            elif pieces and isinstance(pieces[-1], AnyText):
                continue
            else:
                piece = ANY
                line += randomness.choice([" is ", " (x) ", " "])
            pieces.append(piece)
        assert Pattern(tuple(pieces)).fits(line), (pieces, line)
        assert Pattern(tuple(pieces)).fits(f"  {line.strip()} "), (pieces, line)


def test_minus_zero_in_a_text_is_zero() -> None:
    for asked, written in (("-0.0", "0.0"), ("0.00 EUR", "-0.00 EUR"), ("a -0.0 b", "a 0.0 b")):
        assert Pattern((asked,)).fits(written)
    for asked, written in (("-0.05", "0.05"), ("-0", "0"), ("x-0.0", "x0.0"), ("-0.0", "0.1")):
        assert not Pattern((asked,)).fits(written)
