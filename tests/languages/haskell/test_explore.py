"""The session of QuickEval about a file in Haskell, as chapter 3 of the thesis shows it."""

import io
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
