"""What is hostile is contained: it gains nothing, and the examiner goes on."""

import pytest

from tests.languages.haskell.asking import examined
from viva.languages.haskell import calling
from viva.languages.haskell.encoding import read_value, split_line
from viva.languages.haskell.program import Driven
from viva.languages.heap import Malformed
from viva.languages.program import Program
from viva.languages.sites import Hooks

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_ghc]

REFERENCE = "f :: Int -> Int\nf n = n + 1\n"
HEAD = "import System.IO.Unsafe\nimport System.IO\n"
RUNNING = {
    "reads a file of the machine": HEAD
    + 'f :: Int -> Int\nf n = length (unsafePerformIO (readFile "/etc/passwd")) `seq` n + 1\n',
    "ends its process": HEAD
    + "import System.Exit\nf :: Int -> Int\nf n = unsafePerformIO (exitWith (ExitFailure 3)) `seq` n\n",
    "kills itself": "import System.Posix.Signals\nimport System.IO.Unsafe\nf :: Int -> Int\n"
    "f n = unsafePerformIO (raiseSignal sigKILL) `seq` n + 1\n",
    "catches what stops it": HEAD + "import Control.Exception\nf :: Int -> Int\n"
    "f n = unsafePerformIO (go n)\n"
    "go :: Int -> IO Int\ngo n = (evaluate (loop n)) `catch` (\\e -> const (go n) (e :: SomeException))\n"
    "loop :: Int -> Int\nloop n = loop (n + 1)\n",
    "says that it is right": HEAD + "f :: Int -> Int\n"
    'f n = unsafePerformIO (hPutStrLn stdout "5 value 7 |" >> hFlush stdout >> return 0)\n',
    "counts its calls": HEAD
    + "import Data.IORef\n{-# NOINLINE r #-}\nr :: IORef Int\nr = unsafePerformIO (newIORef 0)\n"
    "f :: Int -> Int\nf n = unsafePerformIO (modifyIORef r (+ 1) >> readIORef r >>= \\k -> return (n + one k))\n"
    "one :: Int -> Int\none k = if k > 5 then 0 else 1\n",
}
COMPILING = {
    "reads a file while it is compiled": "{-# LANGUAGE TemplateHaskell #-}\n"
    "import Language.Haskell.TH\nimport Language.Haskell.TH.Syntax\n"
    'f :: Int -> Int\nf n = n + $(runIO (readFile "/etc/passwd") >>= \\s -> litE (integerL (toInteger (length s))))\n',
    "includes a file": '{-# LANGUAGE CPP #-}\nf :: Int -> Int\n#include "/etc/passwd"\nf n = n + 1\n',
    "has a preprocessor of its own": "{-# OPTIONS_GHC -F -pgmF /bin/sh #-}\nf :: Int -> Int\nf n = n + 1\n",
    "has a plugin": "{-# OPTIONS_GHC -fplugin=Evil #-}\nf :: Int -> Int\nf n = n + 1\n",
}


@pytest.mark.some(3)
@pytest.mark.parametrize("name", RUNNING)
def test_what_a_function_does_besides_gains_nothing(name: str) -> None:
    report = examined("f", REFERENCE, RUNNING[name])
    assert report.verdict.value in ("refuted", "rejected", "undecided"), name
    assert not report.score


@pytest.mark.some(2)
@pytest.mark.parametrize("name", COMPILING)
def test_what_happens_while_it_is_compiled_is_contained_and_said(name: str) -> None:
    report = examined("f", REFERENCE, COMPILING[name])
    assert report.verdict.value == "rejected", name
    assert report.findings[0].text


@pytest.mark.parametrize(
    "line",
    ["", "5", "5 value", "5 value [ |", "x value 1 |", "5 value 1 2 |", "5 value ] |", "5 raised |",
     "5 value 1 | 1:2:3",
     "5 value 1 | 999999:1", "5 value < |", "5 value \"\\ud800 |", "5 value r1/0 |", "5 value { 1 } |", "-5 value 1 |",
     "99999999999999999999999 value 1 |", "5 value ...x |", "5 value d1e999999 |", "5 value ?x |", "| | |",
     "5 value '1 |"],
)  # fmt: skip
def test_no_line_that_a_process_says_raises(line: str) -> None:
    program = Program("", Hooks(), "", (), (True,), (), (), (), 0)
    executable = Driven(b"", {})
    outcome = calling._outcome(line, program, executable)
    assert outcome.problem is not None or outcome.value is not None


def test_a_value_nested_however_deep_is_read() -> None:
    words = split_line("[ " * 50_000 + "] " * 50_000)
    assert len(read_value(words, {}).nodes) == 50_000
    with pytest.raises(Malformed):
        read_value(split_line("[ " * 50_000), {})
