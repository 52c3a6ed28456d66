"""The session of QuickEval about a file in Haskell, as chapter 3 of the thesis shows it."""

import io
import re
import subprocess
from pathlib import Path

import pytest

from tests.examining import Viva

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_ghc]

FIRST = """isSublist :: [Int] -> [Int] -> Bool
isSublist subList superList
    | length superList < length subList = False
    | subList == [x | (x,y)<- (zip superList subList)] = True
    | otherwise = isSublist subList (tail superList)
"""
SECOND = """-- check whether a list is a sublist of second list
isSublist :: [Int]->[Int]-> Bool
isSublist [] _ = True
isSublist _ [] = False
isSublist x (y:ys) | check x (y:ys) = True
                   | otherwise = isSublist x (ys)

check [] [] =True
check _ [] =False
check [] _ = True
check (x:xs) (y:ys) | x==y = check xs ys
                    | otherwise = False
"""


def test_a_suite_grows_by_what_covers_more_and_is_replayed_on_the_next_submission(
    viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("one.hs", FIRST), ("two.hs", SECOND)):
        (tmp_path / name).write_text(text)
    commands = "i [9,9,4] [2]\ni [9,9,4] [3]\nd\ni isSublist [3,4] [1,2,3,4]\nd\nr 2\ni [-1] [Node 3]\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(commands))
    said = viva("explore", tmp_path / "one.hs", "isSublist").out
    assert "Input:  [9,9,4] [2]\nOutput: False" in said
    assert said.count("isSublist [9,9,4]") == 2  # the second one covers nothing new, and is not kept
    assert "            TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT\n" in said  # the first guard was always true
    assert "isSublist [3,4] [1,2,3,4]\n" in said
    monkeypatch.setattr("sys.stdin", io.StringIO("f\nu\ng\nu\n"))
    again = viva("explore", tmp_path / "two.hs", "isSublist").out
    assert "Input:  [3,4] [1,2,3,4]\nOutput: True" in again
    before, after = again.split("searched", 1) if "searched" in again else (again, "")
    assert "line 3: has not run: True" in before
    assert before.count("has not run:") > after.count("has not run:")


# Section 2.5.2 of the thesis, where `hpc-report` says what we have to say, too.
INTERSECTION = """module Main where
belongsTo :: Integer -> [Integer] -> Bool
belongsTo x [] = False
belongsTo x (y:ys) = if x == y then True
                      else belongsTo x ys

sort [] = []
sort (x:xs) = sort (filter (<=x) xs ) ++ [x] ++ sort (filter (>x) xs )

uniqify :: [Integer] -> [Integer]
uniqify [] = []
uniqify [x] = [x]
uniqify (x:y:rest)
    | x==y = uniqify (y:rest)
    | otherwise = x : uniqify (y : rest)

intersection :: [Integer] -> [Integer] -> [Integer]
intersection [] ys = []
intersection (x:xs) ys = if x `belongsTo` ys
    then uniqify (sort (x : intersection xs ys ))
    else [] ++ intersection xs ys

main = do
    list1 <- readLn
    list2 <- readLn
    putStrLn (show $ (intersection list1 list2) )
"""
KINDS = """main :: IO ()
main = do
  n <- readLn :: IO Int
  print [x | x <- [1 .. n], odd x, let y = x + 1, y > 2 || y < 0]
  let go k | k > n = "above" | even k, k > 1 = "even" | otherwise = case k of { 0 -> "zero"; _ -> helper k }
      helper k = if k < 0 then "below" else "odd"
      unused = 3 :: Int
  mapM_ (putStrLn . go) [0 .. 3]
"""
EVER = re.compile(r"(\d+) ?% .*\((\d+)(?:/| of )(\d+)\)(.*)")


def in_figures(report: str) -> list[tuple[str, ...]]:
    lines = [re.sub(r"unevaluated|never met", "not met", line.lower()) for line in report.splitlines() if "%" in line]
    return [found.groups() for line in lines if (found := EVER.search(line.replace("%", " %").replace("  %", " %")))]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (INTERSECTION, ["[4,6,1,8,9]", "[1,2,3,4,5]"]),
        pytest.param(KINDS, ["2"], marks=pytest.mark.thorough),
        pytest.param(KINDS, ["-1"], marks=pytest.mark.thorough),
    ],
)
def test_the_figures_of_a_whole_program_are_those_of_hpc(
    viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, lines: list[str]
) -> None:
    (tmp_path / "Main.hs").write_text(text)
    subprocess.run(["ghc", "-v0", "-fhpc", "Main.hs", "-o", "main"], cwd=tmp_path, check=True)
    subprocess.run(["./main"], cwd=tmp_path, check=True, input="\n".join([*lines, ""]), text=True, capture_output=True)
    report = subprocess.run(["hpc", "report", "main"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    monkeypatch.setattr("sys.stdin", io.StringIO(f"p {' '.join(lines)}\nt\n"))
    said = viva("explore", tmp_path / "Main.hs").out
    expected = in_figures(report)
    assert len(expected) == 8
    assert in_figures(said.rpartition("---\n")[2].partition("\n\n")[0]) == expected


HIGHER = "g :: (Int -> Int) -> [Int] -> [Int]\ng h = map h . filter even\n"


def test_functions_and_ranges_are_typed_as_haskell_writes_them(
    viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "T.hs").write_text(HIGHER)
    typed = ("g (subtract 3) [2,4]", "(+1) [1..6]", "g negate [2,4..8]", "( \\x -> x*x ) [-2]", "g even [2]", "(+ 1) 7")
    commands = "".join(f"i {one}\n" for one in typed)
    monkeypatch.setattr("sys.stdin", io.StringIO(commands))
    told = viva("explore", tmp_path / "T.hs", "g")
    said = told.out + told.err
    for given, result in (
        ("(subtract 3) [2,4]", "[-1,1]"),
        ("(+ 1) [1,2,3,4,5,6]", "[3,5,7]"),
        ("negate [2,4,6,8]", "[-2,-4,-6,-8]"),
        ("(\\x -> x * x) [-2]", "[4]"),
    ):
        assert f"Input:  {given}\nOutput: {result}" in said
    assert "even is not among the functions" in said  # it is no Int -> Int
    assert "Output: none, for the input does not fit the type: g :: (Int -> Int) -> [Int] -> [Int]" in said
