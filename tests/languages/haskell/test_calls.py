"""Values there and back, laziness, ends and limits, in few compilations."""

import pytest

from tests.languages.haskell.asking import asked, examined, values, verdict
from viva.languages.haskell import calls, reads, runs
from viva.languages.haskell.calling import used_names
from viva.languages.haskell.interface import read_text
from viva.languages.haskell.program import Module, module_of
from viva.languages.heap import Heap, read
from viva.languages.outcome import Outcome
from viva.languages.problem import Problem
from viva.languages.values import write

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_ghc]

EVERYTHING = """module Everything (same) where
import qualified Data.Map as Map
import qualified Data.Set as Set

data Shape = Circle Double | Named { label :: String, sides :: Int } | Shape :+: Shape
newtype Age = Age Int deriving (Eq, Ord)
type Row = (Int, Integer, Double, Bool, Char, String)

instance Show Shape where show _ = "a lie"
instance Eq Shape where _ == _ = True

same :: Row -> ([Int], (), Maybe (Maybe Int)) -> Map.Map String [Age] -> Set.Set Integer -> Shape
     -> (Row, ([Int], (), Maybe (Maybe Int)), Map.Map String [Age], Set.Set Integer, Shape)
same a b c d e = (a, b, c, d, e)
"""

LAZY = """
ask :: Int -> (Int, [Int])
ask 0 = (0, [1 ..])
ask 1 = (1, [1, undefined, error "x", 4])
ask 2 = (undefined, [])
ask 3 = (3, 1 : error "no more")
ask 4 = (4, let xs = 1 : map (+ 1) xs in xs)
ask 5 = (5, [1 .. 400])
ask 6 = error "all of it"
ask 7 = (7, [n | n <- [1 ..], n < 5])
ask 8 = ask 8
ask 9 = (length (repeat 1), [])
ask 10 = (let x = x + 1 in x, [])
ask 11 = (sum [1 ..], [])
ask n = case n of 99 -> (1 `div` (n - 99), [])
"""


def test_values_of_all_kinds_come_back_as_they_went() -> None:
    row = (-3, 2**61, 0.5, True, "x", 'a"\\\n€😀')
    given = [
        (row, ([1, -2], None, record("Just", record("Just", 5))), {"b": [record("Age", 3)], "": []}, {3, -1},
         record(":+:", record("Circle", -1.5), record("Named", "n", 4))),
        ((0, 0, 1e-9, False, " ", ""), ([], None, record("Nothing")), {}, set(), record("Named", "", 0)),
    ]  # fmt: skip
    assert values(EVERYTHING, "same", given) == [
        '((-3,2305843009213693952,0.5,True,\'x\',"a\\"\\\\\\n€😀"),([1,-2],(),Just (Just 5)),'
        'fromList [("",[]), ("b",[Age 3])],fromList [-1,3],(Circle (-1.5)) :+: (Named "n" 4))',
        '((0,0,1.0e-9,False,\' \',""),([],(),Nothing),fromList [],fromList [],Named "" 0)',
    ]
    with runs.warm_sandbox() as sandbox:
        module = module_of(sandbox, EVERYTHING)
    assert isinstance(module, Module)
    told = read_text(EVERYTHING)
    assert told.functions == module.interface.functions  # what the source tells is what GHC says
    assert told.types == module.interface.types


def problem_of(outcome: Outcome) -> Problem:
    assert outcome.problem is not None
    return outcome.problem


def value_of(outcome: Outcome) -> Heap:
    assert outcome.value is not None
    return outcome.value


def record(name: str, *fields: object) -> object:
    from viva.engines.shapes import Record  # noqa: PLC0415 as engines give them

    return Record(name, tuple((str(place), value) for place, value in enumerate(fields)))


def test_what_nobody_looks_at_may_be_undefined_and_lists_may_have_no_end() -> None:
    found = asked(LAZY, "ask", [(n,) for n in range(13)], steps=300_000)
    shown = [calls.show(one.value)[:30] if one.value else one.problem and one.problem.reason for one in found]
    assert shown == [
        "(0,[1,2,3,4,5,6,7,8,9,10,11,12", "(1,[1,undefined,undefined,4])", "(undefined,[])",
        "(3,[1,undefined,…])", "(4,[1,2,3,4,5,6,7,8,9,10,11,12", "(5,[1,2,3,4,5,6,7,8,9,10,11,12",
        "crash", "step_limit", "step_limit", "step_limit", "step_limit", problem_of(found[11]).reason, "crash",
    ]  # fmt: skip
    assert problem_of(found[11]).reason in ("step_limit", "memory_limit")
    assert found[10].came_back  # GHC has found out that the value needs itself
    assert problem_of(found[6]).message == "all of it"
    assert problem_of(found[12]).line == 15
    again = asked(LAZY, "ask", [(n,) for n in (12, 8, 0, 5)], steps=300_000)
    assert [one.steps for one in again] == [found[n].steps for n in (12, 8, 0, 5)]
    endless, long, partly = (value_of(found[n]) for n in (0, 5, 1))
    assert calls.equal(endless, value_of(again[2]))
    assert not calls.equal(long, endless)
    assert not calls.equal(endless, long)
    assert calls.equal(partly, partly)


def test_what_is_expected_to_be_undefined_may_be_anything_and_nothing_else_may_be_undefined() -> None:
    text = "ask :: Int -> [Int]\nask 0 = [1, undefined]\nask 1 = [1, 2]\nask 2 = [1]\nask n = 1 : 2 : undefined\n"
    some, whole, short, open_end = (value_of(one) for one in asked(text, "ask", [(n,) for n in range(4)]))
    assert calls.equal(some, whole)
    assert not calls.equal(whole, some)
    assert not calls.equal(some, short)
    assert not calls.equal(whole, open_end)


def test_a_number_that_has_run_over_is_right_where_the_model_solution_ran_over() -> None:
    wrapped, exact = (read(write(number)) for number in (-(2**63), 2**63))
    assert calls.equal(wrapped, exact)
    assert not calls.equal(exact, wrapped)


def test_branches_are_taken_and_paths_told_apart() -> None:
    text = "f :: Int -> Int\nf n\n  | n > 3 = 1\n  | otherwise = 2\n"
    one, two, three = (found.coverage.branches for found in asked(text, "f", [(1,), (9,), (2,)]))
    assert one == three != two


def test_what_cannot_be_asked_is_told_and_gets_no_marks() -> None:
    reference = "f :: [Int] -> Int\nf = sum\n"
    for submission, expected in (
        ("", "rejected empty"),
        ("-- nothing yet\n", "rejected missing_function"),
        ("g :: [Int] -> Int\ng = sum\n", "rejected missing_function"),
        ("f :: [Int] -> IO Int\nf = return . sum\n", "rejected type_error"),
        ("f :: String -> Int\nf = length\n", "rejected type_error"),
        ("f :: [Int] -> Int\nf = sum +\n", "rejected syntax_error"),
        ("f = undefined\n", "refuted crash"),
        ("f :: [Int] -> Int\nf _ = undefined\n", "refuted crash"),
        (b"\xff\xfe\0f", "rejected encoding"),
    ):
        report = examined("f", reference, submission)
        assert f"{report.verdict.value} {report.reason}" == expected, submission
        assert not report.score


def test_types_that_a_submission_leaves_out_are_given_and_right_ones_of_any_style_pass() -> None:
    reference = "data Tree a = Leaf | Node (Tree a) a (Tree a)\ndepth :: Tree a -> Int\n"
    reference += "depth Leaf = 0\ndepth (Node l _ r) = 1 + max (depth l) (depth r)\n"
    given = "depth Leaf = 0\ndepth (Node l _ r) = succ (maximum [depth l, depth r])\n"
    assert verdict("depth", reference, given) == "passed"
    wrong = (
        "{-# LANGUAGE LambdaCase #-}\r\nmodule Main (main) where\r\ndata Tree a = Leaf | Node (Tree a) a (Tree a)\r\n"
    )
    wrong += (
        "depth :: Tree a -> Integer\r\ndepth = \\case { Leaf -> 0; Node l _ _ -> 1 + depth l }\r\nmain = print 1\r\n"
    )
    report = examined("depth", reference, wrong)
    assert report.verdict.value == "refuted"
    witness = next(finding.witness for finding in report.findings if finding.witness)
    assert witness.fields["call"] == "depth (Node Leaf 0 (Node Leaf 0 Leaf))"


def test_functions_are_arguments_and_are_told_by_their_text() -> None:
    reference = "keep :: (a -> Bool) -> [a] -> [a]\nkeep = filter\n"
    report = examined("keep", reference, "keep :: (a -> Bool) -> [a] -> [a]\nkeep p = takeWhile p\n")
    witness = next(finding.witness for finding in report.findings if finding.witness)
    assert report.verdict.value == "refuted"
    assert witness.fields["call"] == "keep even [1,0]"


def test_functions_that_may_fail_do_so_for_some_of_what_they_are_given() -> None:
    heading = "each :: (a -> Either e b) -> [a] -> Either e [b]\n"
    reference = heading + "each f = foldr (\\x r -> (:) <$> f x <*> r) (Right [])\n"
    last = (
        "each _ [] = Right []\neach f (x : xs) = case each f xs of { Left e -> Left e; Right ys -> (: ys) <$> f x }\n"
    )
    assert verdict("each", reference, "each :: Monad m => (a -> m b) -> [a] -> m [b]\neach = mapM\n") == "passed"
    assert verdict("each", reference, heading + last) == "refuted wrong"
    unfold = "grow :: (b -> Maybe (a, b)) -> b -> [a]\n"
    right = "grow f x = maybe [] (\\(a, y) -> a : grow f y) (f x)\n"
    assert verdict("grow", unfold + right, "import Data.List\ngrow f = unfoldr f\n") == "passed"
    assert verdict("grow", unfold + right, unfold + right.replace("a : grow f y", "[a]")) == "refuted wrong"


def test_a_type_whose_constructors_are_written_by_their_types_is_the_same() -> None:
    plain = "data Tree a = Leaf | Node (Tree a) a (Tree a)\n"
    written = "{-# LANGUAGE GADTs #-}\ndata Tree a where\n  Leaf :: Tree a\n  Node :: Tree a -> a -> Tree a -> Tree a\n"
    size = "size :: Tree a -> Int\nsize Leaf = 0\nsize (Node l _ r) = size l + 1 + size r\n"
    assert verdict("size", plain + size, written + size) == "passed"
    one = "data R where { R :: { rx :: !Int, ry :: [Int] } -> R }\ndata O where { (:+) :: Int -> O -> O; Z :: O }\n"
    total = "total :: R -> O -> Int\ntotal r o = rx r + sum (ry r) + go o where { go Z = 0; go (n :+ p) = n + go p }\n"
    usual = "data R = R { rx :: !Int, ry :: [Int] }\ndata O = Int :+ O | Z\n"
    assert verdict("total", usual + total, "{-# LANGUAGE GADTs #-}\n" + one + total) == "passed"
    hidden = "{-# LANGUAGE GADTs #-}\ndata Tree a where { Leaf :: Tree a; Node :: Show b => b -> a -> Tree a }\n"
    assert verdict("size", plain + size, hidden + "size :: Tree a -> Int\nsize _ = 0\n").startswith("rejected")


def test_a_name_that_is_bound_twice_is_tried() -> None:
    reference = """import qualified Data.Map as M
data E = N Int | V String | L String E E
eval :: M.Map String Int -> E -> Maybe Int
eval _ (N n) = Just n
eval env (V x) = M.lookup x env
eval env (L x a b) = eval env a >>= \\v -> eval (M.insert x v env) b
"""
    assert verdict("eval", reference, reference.replace("M.insert x", "M.insertWith (const id) x")) == "refuted wrong"


def test_a_finite_domain_is_proved_and_one_with_letters_or_endless_answers_is_not() -> None:
    assert verdict("f", "f :: Bool -> Bool -> Bool\nf = (&&)\n", "f a b = if a then b else False\n") == "proved"
    assert verdict("p", "p :: [Int]\np = [1 ..]\n", "p = iterate (+ 1) 1\n") == "passed"
    for last in (900, 1000):
        assert verdict("p", "p :: [Int]\np = [1 ..]\n", f"p = [1 .. {last}] :: [Int]\n") == "refuted wrong"
    assert (
        verdict("u", "import Data.Char\nu :: Char -> Char\nu = toUpper\n", "import Data.Char\nu c = toUpper c\n")
        == "passed"
    )


def test_a_forbidden_function_is_found_and_one_of_the_same_name_of_the_students_own_is_not() -> None:
    forbid = '\n[functions.forbid]\nfunctions = ["elem"]\nmodules = ["Data.List"]\n'
    reference = "has :: Int -> [Int] -> Bool\nhas = elem\n"
    own = "import Prelude hiding (elem)\nhas :: Int -> [Int] -> Bool\nhas = elem\nelem x = any (== x)\n"
    assert verdict("has", reference, "has :: Int -> [Int] -> Bool\nhas = elem\n", forbid) == "rejected forbidden"
    assert verdict("has", reference, own, forbid) == "passed"
    assert verdict("has", reference, f"import Data.List ()\n{own}", forbid) == "rejected forbidden"


LOCAL = """has :: Int -> [Int] -> Bool
has x ys = any (same x) ys where
  same = (==)
{0}
"""


@pytest.mark.parametrize(
    ("more", "lines"),
    [
        ("f = let elem = 1 in elem + 1", []),
        ("f elem | elem > 1 = elem", []),
        ("f = \\elem -> elem", []),
        ("f = do\n  elem <- getLine\n  print elem", []),
        ("f x = g x where\n  elem = 3\n  g y = elem", []),
        ("f = let elem = 1 in Prelude.elem elem [1]", [4]),
        ("f x | elem x [1] = 1\n    | otherwise = 2", [4]),
        ("f x ys = if elem x ys == True then 1 else 2", [4]),
        ("f = g\ng = let elem = 1 in elem\nh x = elem x [x]", [6]),
    ],
)
def test_what_a_definition_binds_itself_is_no_function_of_the_library(more: str, lines: list[int]) -> None:
    found = used_names(LOCAL.format(more), frozenset({"elem"}))
    assert [(mention.name, mention.line) for mention in found] == [("elem", line) for line in lines]


def test_what_a_source_has_is_surveyed() -> None:
    with runs.warm_sandbox() as sandbox:
        found = reads.survey(sandbox, b'module A where\nimport Data.List\nf n = if n > 3 then f (n - 1) else "ab"\n')
    assert [mention.name for mention in found.imports] == ["Data.List"]
    assert {"if", "recursion"} <= {mention.name for mention in found.syntax}
    assert set(found.constants) == {3, 1, "ab"}
    assert [function.name for function in found.functions] == ["f"]
