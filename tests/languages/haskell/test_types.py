"""Types as GHC writes them: read, shown, filled in, and found in a source without a compiler. No compiler is needed."""

import itertools
import subprocess
from pathlib import Path

import pytest

from tests.languages.haskell.asking import exercise
from viva.core.fault import Fault
from viva.languages.haskell import reading
from viva.languages.haskell.concrete import concrete
from viva.languages.haskell.function_values import functions
from viva.languages.haskell.interface import Interface, read_interface, read_text
from viva.languages.haskell.source import literals, prepare_text
from viva.languages.haskell.types import NoType, read_plain, show_scheme, source

TYPES = (
    "Int", "String", "[Int] -> [Int] -> Bool", "(a -> b) -> [a] -> [b]", "Eq a => a -> [a] -> Bool",
    "(Ord k, Num v) => Map k v -> Maybe (k, v)", "Either String (Maybe Int) -> (Int, Bool, ())",
    "(Int -> Int -> Int) -> Int", "[[a]] -> Set a", "Tree (Tree Int) -> IO ()",
)  # fmt: skip


@pytest.mark.parametrize("text", TYPES)
def test_a_type_that_was_read_is_shown_as_it_was_written(text: str) -> None:
    assert show_scheme(read_plain(text)) == text


@pytest.mark.parametrize(
    "text", ["", "->", "Int ->", "(Int", "Int)", "[a", "forall", "a => b => ", "Int Int )", "1", "'"]
)
def test_what_is_no_type_is_refused(text: str) -> None:
    with pytest.raises(NoType):
        read_plain(text)


def test_nothing_that_comes_out_of_the_sandbox_in_place_of_an_interface_raises() -> None:
    good = "interface main:Submission\nwhere\n" + "\n".join(
        [
            "a" * 32,
            "  type T :: * -> *",
            "  data T a = L | N {x :: T a}",
            "b" * 32,
            "  f :: GHC.Types.Int -> Submission.T a",
        ]
    )
    assert set(read_interface(good).functions) == {"f"}
    for cut in range(len(good)):
        read_interface(good[:cut])
        read_interface(good[:cut] + "\0(((" + good[cut:])
    read_interface("(" * 100_000)
    read_interface("a" * 32 + "\n  f :: " + "[" * 5000)


def test_variables_stand_for_what_their_classes_ask_and_for_what_is_asked() -> None:
    empty = Interface()
    for text, meant in (
        ("Eq a => a -> [a] -> Bool", "Int -> [Int] -> Bool"),
        ("Fractional a => [a] -> a", "[Double] -> Double"),
        ("(Foldable t, Num a) => t a -> a", "[Int] -> Int"),
        ("Monoid a => a -> a", "[Int] -> [Int]"),
    ):
        assert source(concrete(empty, read_plain(text)), "", 0) == meant
    asked = read_plain("Map String Integer -> Integer").body
    assert source(concrete(empty, read_plain("Num v => Map k v -> v"), asked), "", 0) == "Map String Integer -> Integer"
    whole = read_plain("Int -> Int").body
    assert source(concrete(empty, read_plain("Fractional a => a -> a"), whole), "", 0) == "Double -> Double"


def test_functions_of_types_that_differ_in_the_kind_of_number_are_the_same() -> None:
    texts = [
        [one.text for one in functions(Interface(), read_plain(f"{a} -> {b}").body)]
        for a, b in (("Int", "Int"), ("Integer", "Integer"), ("Int", "Integer"))
    ]
    assert texts[0] == texts[1] == texts[2]


KINDS = ("Int", "Integer", "Double", "Char", "Bool", "String", "[Int]", "Maybe Int", "(Int, Bool)", "Either String Int")
MORE_KINDS = (
    "Float",
    "Word",
    "Ordering",
    "()",
    "[[Integer]]",
    "Map Int Integer",
    "(Int, Double, Char)",
    "Maybe String",
)


@pytest.mark.needs_ghc
@pytest.mark.parametrize(
    ("kinds", "number"), [(KINDS, 2), pytest.param(KINDS + MORE_KINDS, 3, marks=pytest.mark.thorough)]
)
def test_every_function_that_is_an_argument_is_one_of_its_type(
    kinds: tuple[str, ...], number: int, tmp_path: Path
) -> None:
    lines = ["module X where", "import Data.Char", "import Data.Map (Map)"]
    for types in itertools.product(kinds, repeat=number):
        text = " -> ".join(types)
        for one in functions(Interface(), read_plain(text).body):
            name = f"f{len(lines)}"
            lines.append(f"{name} :: {text}; {name} = {one.code}")
    (tmp_path / "X.hs").write_text("\n".join(lines) + "\n")
    done = subprocess.run(
        ["ghc", "-fno-code", "-v0", "X.hs"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""


def test_functions_with_an_answer_of_two_kinds_look_at_what_they_are_given() -> None:
    for text in (
        "Int -> Either Int Int",
        "Char -> Maybe Bool",
        "(Int, Int) -> Int",
        "Bool -> String",
        "a -> b -> c -> c",
    ):
        body = concrete(Interface(), read_plain(text))
        assert any(" if " in one.text for one in functions(Interface(), body)), text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("f = 1\n", 1), ("-- a remark\n{- where {- x -} -}\nf = 1\n", 3), ("{-# LANGUAGE X #-}\n\n\nf = 1", 4),
        ("module A (f) where\nf = 1\n", 2), ("module A\n  ( f -- where\n  , g\n  ) where\n\nf = 1", 6),
    ],
)  # fmt: skip
def test_every_line_keeps_its_number_under_another_header(text: str, line: int) -> None:
    prepared = prepare_text(text)
    place = next(number for number, one in enumerate(prepared.text.split("\n"), 1) if one.startswith("f = 1"))
    assert prepared.line(place) == line
    assert "module Submission" in prepared.text
    assert "(f)" not in prepared.text


def test_constants_are_found_outside_of_comments() -> None:
    assert literals("f 3 \"ab\" 'c' x1 2.5 a' -- 77\n{- 88 -} 99 1e3") == (3, "ab", "c", 2.5, 99, 1000.0)


def test_the_types_that_a_source_tells_are_read_without_a_compiler() -> None:
    found = read_text(
        "type Name = String\ndata Tree a = Leaf | Node { left :: Tree a, value :: a } deriving Show\n"
        "newtype Age = Age Int\nf, g :: Ord a => Name -> Tree a\n       -> Maybe a\nf = undefined\n"
    )
    assert (
        show_scheme(found.functions["f"]) == show_scheme(found.functions["g"]) == "Ord a => String -> Tree a -> Maybe a"
    )
    assert {name: len(data.constructors or ()) for name, data in found.types.items()} == {"Tree": 2, "Age": 1}


@pytest.mark.parametrize("compiler", [True, False])
def test_a_method_of_a_class_cannot_be_the_function_and_that_is_said(
    compiler: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not compiler:
        monkeypatch.setattr(reading, "available", lambda: False)
    shape = "class Shape a where\n  area :: a -> Int\n"
    reference = f"module M where\n{shape}data S = S Int\ninstance Shape S where\n  area (S n) = n\n"
    with pytest.raises(Fault, match="only as a method of a class"):
        exercise("area", reference)
