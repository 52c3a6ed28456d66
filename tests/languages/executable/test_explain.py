"""What compilers say, with its place and in words for beginners, in English and German."""

import re

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
    (c("int 2n = 3;"), "gcc_digit_and_name", 4),
    (c("int for = 3;"), "gcc_keyword_as_name", 4),
    (c("int double = 3;"), "gcc_keyword_as_name", 4),
    (c("if 1 > 0 { }"), "gcc_round_missing", 4),
    (c("for (int i = 0, i < 3, i++) { }"), "gcc_for_commas", 4),
    (c('printf("%d" 3);'), "gcc_comma", 4),
    (c("int n = 1; if (n > 0) then n = 2;"), "gcc_then", 4),
    (c("int n = 1; if (n) { } elseif (n > 2) { }"), "gcc_else_if", 4),
    (c("5++;"), "gcc_not_counted", 4),
    (c("int *p = &3;"), "gcc_no_address", 4),
    (c("const int n = 3; n = 4;"), "gcc_read_only", 4),
    (c("int *p; p = 3.5;"), "gcc_types_differ", 4),
    (c("int a[];"), "gcc_array_size", 4),
    (c("int a[3] = {1, 2, 3;"), "gcc_list_open", 4),
    (c("struct p { int x; } q; q->x = 1;"), "gcc_dot", 4),
    (c("struct p { int x; } *q; q.x = 1;"), "gcc_arrow", 4),
    (c("struct p { int x; } q; q.y = 1;"), "gcc_member", 4),
    (c("int n; n.y = 1;"), "gcc_not_struct", 4),
    (c("int n; *n = 1;"), "gcc_not_pointer", 4),
    (c("case 3: break;"), "gcc_case_outside", 4),
    (c("switch (1) { case 1: break; case 1: break; }"), "gcc_case_twice", 4),
    (c("int n = 1; switch (n) { case n: break; }"), "gcc_case_constant", 4),
    (c("goto end;"), "gcc_label", 4),
    (c("double d = 1.2.3;"), "gcc_two_points", 4),
    (c("int n = 08;"), "gcc_octal", 4),
    (c("for (;;) int n = 3;"), "gcc_type_as_value", 4),
    (c("cout << 3;"), "gcc_of_cpp", 4),
    (c("/* open"), "gcc_comment_open", 4),
    ("include <stdio.h>\nint main(void) { return 0; }\n", "gcc_hash", 1),
    ('#include "stdio.h\nint main(void) { return 0; }\n', "gcc_include", 1),
    ("int main { return 0; }\n", "gcc_no_parameters", 1),
    ("#define N 3;\nint a[N];\nint main(void) { return 0; }\n", "gcc_define", 1),
    ("int f(int a, b) { return a; }\nint main(void) { return 0; }\n", "gcc_parameter_type", 1),
    ("void f(void) { }\nint main(void) { int n = f(); return 0; }\n", "gcc_no_value", 2),
    ("def main():\n    print(3)\n", "gcc_other_language", 1),
    ('printf("a");\nint main(void) { return 0; }\n', "gcc_outside", 1),
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
    (java("int 2n = 3;"), "javac_digit_and_name", 5),
    (java("int for = 3;"), "javac_keyword_as_name", 5),
    (java("for (int i = 0, i < 3, i++) { }"), "javac_for_commas", 5),
    (java("elseif (true) { }"), "javac_else_if", 5),
    (java("int n = 1; if (n > 0) then n = 2;"), "javac_then", 5),
    (java("if (true) int n = 2;"), "javac_declaration_place", 5),
    (java("final int n = 3; n = 4;"), "javac_final", 5),
    (java("int n = 3; if (n = 3) { }"), "javac_condition", 5),
    (java('char c = "a";'), "javac_char", 5),
    (java("boolean b = True;"), "javac_small", 5),
    (java('int n = "a".length;'), "javac_length", 5),
    (java('system.out.println("a");'), "javac_capital", 5),
    (java("List<int> xs = null;"), "javac_type_parameter", 5),
    (java("double d = 3,14;"), "javac_decimal_comma", 5),
    (java("int n = 08;"), "javac_octal", 5),
    (java("long n = 12345678901;"), "javac_too_large", 5),
    (java("int f(int a) { return a; }"), "javac_method_inside", 5),
    (java("private int n = 3;"), "javac_modifier_inside", 5),
    (java("return 0;"), "javac_return_value", 5),
    (java("switch (3) { case 1: break; case 1: break; }"), "javac_case_twice", 5),
    (java("case 1: break;"), "javac_case_outside", 5),
    (java("try { int n = 1; }"), "javac_try_alone", 5),
    (java("int[] a = {1, 2;"), "javac_list_open", None),
    (java("new Scanner();"), "javac_arguments", 5),
    ("class Main { static int f() { return; } }\n", "javac_return_nothing", 1),
    ("class Main { static void f() { } static void g() { int n = f(); } }\n", "javac_no_value", 1),
    ("class Main { static f() { return 3; } }\n", "javac_return_type", 1),
    ("class Main { static int f(int a, b) { return a; } }\n", "javac_parameter_type", 1),
    ("class A { private int x; }\nclass Main { int f() { return new A().x; } }\n", "javac_private", 2),
    ("interface I { void f(); }\nclass Main implements I { }\n", "javac_not_overridden", 2),
    (java("two(1);"), "javac_arguments", 5),
    (java("int n = 1; n[0] = 2;"), "javac_not_array", 5),
    (java("break;"), "javac_jump_outside", 5),
    ("import java.utl.Scanner;\nclass Main { public static void main(String[] a) { } }\n", "javac_header", 1),
    ("class Main { int f() { }\n public static void main(String[] a) { } }\n", "javac_no_return", 1),
    ("class Main { int n;\n public static void main(String[] a) { n = 1; } }\n", "javac_static", 2),
    ("class Main { public static void main(String[] a) { } }\n}\n", "javac_brace_early", 2),
    ("class Main { void begin() { } /* void main() */ }\n", "javac_no_main", None),
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
    ("x = 3\nx = 4\nmain = print x\n", "ghc_twice_as_value", 2),
    ("main = do\n  n <- readLn\n  putStrLn n + 1\n", "ghc_brackets_of_argument", 3),
    ("f x x = 1\nmain = print 1\n", "ghc_twice_in_pattern", 1),
    ("f 0 = 1\nf x y = 2\nmain = print 1\n", "ghc_equations", 1),
    ("f :: Int\nmain = print 1\n", "ghc_no_binding", 1),
    ('main = print (length 3 + "a")\n', None, 1),
    ("f x = x x\nmain = print 1\n", "ghc_infinite_type", 1),
    ("main = putStrLn 3\n", "ghc_number_for_text", 1),
    ("main = print (\\x -> x)\n", "ghc_show_function", 1),
    ('main = putStrLn (show (read "1"))\n', "ghc_ambiguous", 1),
    ("f :: Int -> Bool\nf x = x\nmain = print 1\n", "ghc_types", 2),
    ('main = do\n  let n = getLine\n  putStrLn ("a" ++ n)\n', "ghc_io_value", 3),
    ('main = putStrLn "a\n', "ghc_string_open", 1),
    ("f x = x\n", "ghc_no_main", None),
    ("lookup = 1\nmain = print lookup\n", "ghc_ambiguous_name", 2),
    ("f :: a -> a\nf x = x + 1\nmain = print 1\n", "ghc_constraint", 2),
    ("f :: Eq a => [a] -> Bool\nf xs = xs > []\nmain = print 1\n", "ghc_constraint", 2),
    ("f :: a -> Int\nf x = x\nmain = print 1\n", "ghc_too_general", 2),
    ("f :: int -> int\nf x = x + 1\nmain = print 1\n", "ghc_small_type", 2),
    ("main = do\n  n <- getLine\n  print (n + 1)\n", "ghc_no_number", 3),
    ("main = do\n  x <- 3\n  print x\n", "ghc_bound_value", 2),
    ("main = print (not 3)\n", "ghc_number_for_other", 1),
    ("f :: Int -> Int\nf x = x / 2\nmain = print 1\n", "ghc_whole_division", 2),
    ("f :: Int -> Int\nf x = 0.5\nmain = print 1\n", "ghc_whole_literal", 2),
    ('main = putStrLn "a" ++ "b"\n', "ghc_brackets_of_argument", 1),
    ("main = print -3\n", "ghc_brackets_of_argument", 1),
    ('main = do\n  putStrLn "a"\n    putStrLn "b"\n', "ghc_next_line", 2),
    ('main = do\n  putStrLn "a"\n putStrLn "b"\n', "ghc_layout", None),
    ("main = print (length 3)\n", "ghc_no_list", 1),
    ("main = putStrLn 'abc'\n", "ghc_single_quotes", 1),
    ("f [] = 0\nf x:xs = 1\nmain = print 1\n", "ghc_pattern_brackets", 2),
    ("f n\n  | n > 0 -> 2\nmain = print 1\n", "ghc_guard_arrow", 2),
    ("main = print (3 != 4)\n", "ghc_operator", 1),
    ("data T = A Int\nf (A) = 3\nmain = print 1\n", "ghc_constructor_arguments", 2),
    ("data T = A\nmain = print A\n", "ghc_no_show", 2),
    ("f :: Int -> Int\nf x = x\nmain = print (f 1 2)\n", "ghc_too_many", 3),
    ("main :: IO\nmain = print 3\n", "ghc_type_argument", 1),
    ("return 3\n", "ghc_top_level", 1),
    ("f :: Int -> String\nf x = x\nmain = print 1\n", "ghc_types", 2),
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
    assert not re.search(r"\{\w+\}", told.text), "a slot that nothing was put into"


@pytest.mark.parametrize(
    ("source", "line", "column"),
    [
        ("int helper(int);\n/* helper(1) */\nint main(void) { return helper(3); }\n", 3, 25),
        ('#include <stdio.h>\nint main(void) {\n    puts("print(1)");\n    print("a");\n}\n', 4, 5),
    ],
)
def test_a_call_of_what_nobody_has_written_has_its_place(source: str, line: int, column: int) -> None:
    problem = prepared("c", source)
    assert isinstance(problem, NoProgram)
    told = language_named("c").runs.explain(problem)
    assert (told.kind, told.line, told.column) == ("gcc_no_function", line, column)


@pytest.mark.needs_language("haskell")
def test_neither_bullets_nor_excerpts_of_ghc_are_in_its_words() -> None:
    problem = prepared("haskell", 'main = getLine >>= \\x -> if x == "a" then print 1 else return "x"\n')
    assert isinstance(problem, NoProgram)
    assert "IO String *" not in problem.message and not problem.message.endswith("|")
    assert "`IO String`" in language_named("haskell").runs.explain(problem).text


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
        keys = {f"{dialect}_{key}" for _, key, _ in _PATTERNS[dialect]}
        assert len(keys) >= 20
        assert keys == {key for key in english if key.startswith(f"{dialect}_")}
