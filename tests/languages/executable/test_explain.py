"""What compilers say, with its place and in words for beginners, in English and German."""

import pytest

from viva.core.texts import catalogue
from viva.languages.executable.causes import _PATTERNS
from viva.languages.finding import language_named
from viva.languages.program import NoProgram

from .talking import prepared

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_gcc]


def c(body: str) -> str:
    return (
        f"#include <stdio.h>\nint twice(int a) {{ return 2 * a; }}\nint main(void) {{\n    {body}\n    return 0;\n}}\n"
    )


C = [
    (c("int n = 3\n    n++;"), "gcc_semicolon", 5),
    (c("total = 3;"), "gcc_undeclared", 4),
    (c('printf("hi);'), "gcc_string_open", 4),
    (c('printf("hi" ;'), "gcc_round_open", 4),
    (c("if (1) {"), "gcc_brace_open", None),
    (c("int n = 1; else n = 2;"), "gcc_else_alone", 4),
    (c("int n = * ;"), "gcc_expression", 4),
    (c("string s;"), "gcc_type_name", 4),
    (c("twice();"), "gcc_too_few", 4),
    (c("twice(1, 2);"), "gcc_too_many", 4),
    (c("int n; int n;"), "gcc_twice", 4),
    (c("int n; n + 1 = 3;"), "gcc_not_assignable", 4),
    (c("double d = 1; d % 2;"), "gcc_operands", 4),
    (c("int n = 1; n[0] = 2;"), "gcc_not_array", 4),
    (c('char s[9]; s = "a";'), "gcc_array_assigned", 4),
    (c("int n = 1; n(2);"), "gcc_not_function", 4),
    (c("break;"), "gcc_jump_outside", 4),
    (c("do { } (1);"), "gcc_do_without_while", 4),
    (c("int a[3; "), "gcc_square_open", 4),
    (c("thrice(1);"), "gcc_no_function", None),
    ("#include <stdoi.h>\nint main(void) { return 0; }\n", "gcc_header", 1),
    ("int f(void) { return 0; }\n", "gcc_no_main", None),
    ("int f(int a);\ndouble f(int a) { return a; }\nint main(void) { return 0; }\n", "gcc_conflicting", 2),
    ("int main(void) {\n    return 0;\n}\n}\n", "gcc_outside", 4),
    ("int main(void) {\n    int n = 3;\xa0n++;\n}\n", "gcc_stray", 2),
]


def java(body: str) -> str:
    head = (
        "import java.util.*;\nclass Main {\n  static int two() { return 2; }\n  public static void main(String[] a) {\n"
    )
    return f"{head}    {body}\n  }}\n}}\n"


JAVA = [
    (java("int n = 3"), "javac_semicolon", 5),
    (java("total = 3;"), "javac_undeclared", 5),
    (java("thrice(3);"), "javac_no_function", 5),
    (java("Scaner s = null;"), "javac_type_name", 5),
    (java('int n = "a";'), "javac_types", 5),
    (java("int n = 2.5;"), "javac_lossy", 5),
    (java("if (true) {"), "javac_brace_open", 7),
    (java("int n; System.out.println(n);"), "javac_uninitialised", 5),
    (java("int n; int n;"), "javac_twice", 5),
    (java("System.out.println(1;"), "javac_round_open", 5),
    (java('String s = "a;'), "javac_string_open", 5),
    (java("5;"), "javac_no_statement", 5),
    (java("int n = ;"), "javac_expression", 5),
    (java("while (true) { } int m;"), "javac_unreachable", 5),
    (java('boolean b = "a" * 2 > 1;'), "javac_operands", 5),
    (java("Thread.sleep(1);"), "javac_exception", 5),
    (java("int n = 1; n.length();"), "javac_no_methods", 5),
    (java("two(1);"), "javac_arguments", 5),
    (java("int n = 1; n[0] = 2;"), "javac_not_array", 5),
    (java("break;"), "javac_jump_outside", 5),
    ("import java.utl.Scanner;\nclass Main { public static void main(String[] a) { } }\n", "javac_header", 1),
    ("class Main { int f() { }\n public static void main(String[] a) { } }\n", "javac_no_return", 1),
    ("class Main { int n;\n public static void main(String[] a) { n = 1; } }\n", "javac_static", 2),
    ("class Main { public static void main(String[] a) { } }\n}\n", "javac_brace_early", 2),
]

HASKELL = [
    ("main = putStrLn (show total)\n", "ghc_undeclared", 1),
    ("main = print (Foo 1)\n", "ghc_constructor", 1),
    ("f :: Itn -> Int\nf x = x\nmain = print 1\n", "ghc_type_name", 1),
    ("import Data.Lst\nmain = print 1\n", "ghc_header", 1),
    ("main = print (1 + 2\n", "ghc_layout", None),
    ("main = do\n  x = 3\n  print x\n", "ghc_equals_place", 2),
    ("main = do\n  x <- getLine\n", "ghc_do_end", 2),
    ("f 0 = 1\nmain = print 1\nf 1 = 2\n", "ghc_twice", 3),
    ("f x x = 1\nmain = print 1\n", "ghc_twice_in_pattern", 1),
    ("f 0 = 1\nf x y = 2\nmain = print 1\n", "ghc_equations", 1),
    ("f :: Int\nmain = print 1\n", "ghc_no_binding", 1),
    ('main = print (length 3 + "a")\n', None, 1),
    ("f x = x x\nmain = print 1\n", "ghc_infinite_type", 1),
    ("main = putStrLn 3\n", "ghc_no_number", 1),
    ("main = print (\\x -> x)\n", "ghc_no_show", 1),
    ('main = putStrLn (show (read "1"))\n', "ghc_ambiguous", 1),
    ("f :: Int -> Bool\nf x = x\nmain = print 1\n", "ghc_types", 2),
    ('main = do\n  let n = getLine\n  putStrLn ("a" ++ n)\n', "ghc_io_value", 3),
    ('main = putStrLn "a\n', "ghc_string_open", 1),
    ("f x = x\n", "ghc_no_main", None),
    ("lookup = 1\nmain = print lookup\n", "ghc_ambiguous_name", 2),
    ("f :: a -> a\nf x = x + 1\nmain = print 1\n", "ghc_no_number", 2),
]


def explained(language: str, source: str, kind: str | None, line: int | None) -> None:
    problem = prepared(language, source)
    assert isinstance(problem, NoProgram)
    told = language_named(language).runs.explain(problem)
    assert kind is None or told.kind == kind, problem.message
    assert line is None or told.line == line
    if told.line is not None:
        assert told.column is not None
    german = language_named(language).runs.explain(problem, "de")
    assert german.text != told.text
    assert "{" not in told.text.replace("`{`", "")


@pytest.mark.parametrize(("source", "kind", "line"), C)
def test_what_gcc_says_is_explained(source: str, kind: str, line: int | None) -> None:
    explained("c", source, kind, line)


@pytest.mark.needs_language("java")
@pytest.mark.some(3)
@pytest.mark.parametrize(("source", "kind", "line"), JAVA)
def test_what_javac_says_is_explained(source: str, kind: str, line: int | None) -> None:
    explained("java", source, kind, line)


@pytest.mark.needs_language("haskell")
@pytest.mark.some(3)
@pytest.mark.parametrize(("source", "kind", "line"), HASKELL)
def test_what_ghc_says_is_explained(source: str, kind: str | None, line: int | None) -> None:
    explained("haskell", source, kind, line)


def test_there_are_sentences_for_all_causes_in_both_languages() -> None:
    english, german = (catalogue("viva.languages.executable", locale).templates for locale in ("en", "de"))
    assert english.keys() == german.keys()
    for dialect in _PATTERNS:
        keys = {f"{dialect}_{key}" for _, key in _PATTERNS[dialect]}
        assert len(keys) >= 20
        assert keys == {key for key in english if key.startswith(f"{dialect}_")}
