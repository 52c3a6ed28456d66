"""Whole checks of programs in C and other languages against console specifications."""

from dataclasses import replace

import pytest

from tests.examining import made
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.core.where import Passage
from viva.services.checking import check
from viva.subjects.console.subject import Console

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_gcc]

EXAMPLE = Terms(rung=Rung.EXAMPLE)
SUM = "[>n]^{0..20} ( [>x]^Z <len(x_A) = n_C> E )->E [{ANY ++ sum(x_A) ++ ANY} >]"
ECHO = '[{"go"} >] [>x]^Z [{x_C} >] [>y]^Z [{y_C} >]'
HEAD = "#include <stdio.h>\n#include <stdlib.h>\n"
RIGHT = (
    HEAD
    + """int main(void) {
    int n, x, sum = 0;
    printf("How many? ");
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        scanf("%d", &x);
        sum += x;
    }
    printf("Sum: %d\\n", sum);
    return 0;
}
"""
)
TWO = (
    HEAD
    + """int main(void) {
    int x, y;
    puts("go"); scanf("%d", &x); printf("%d\\n", x); scanf("%d", &y); printf("%d\\n", y);
}
"""
)


def exercise(notation: str, settings: str = "") -> Exercise:
    return made(Console(), f'[console]\nspec = "spec.sym"\n{settings}', {"spec.sym": notation})


def examined(notation: str, text: str, file: str = "main.c", settings: str = "", terms: Terms = EXAMPLE) -> Report:
    """As far as the example: of a program that is seen from outside, what goes beyond it takes long to look for."""
    return check(Console(), exercise(notation, settings), Submission.from_text(text, file), terms)


def verdict(notation: str, text: str, file: str = "main.c", settings: str = "") -> str:
    return examined(notation, text, file, settings, Terms(rung=Rung.VERDICT)).verdict.value


def hint(report: Report) -> str:
    return next(finding.text for finding in report.findings if finding.rung is Rung.HINT)


def outcome(report: Report) -> object:
    return next(finding.witness.fields["outcome"] for finding in report.findings if finding.witness)


def test_a_right_program_in_c_passes_with_an_int() -> None:
    report = examined(SUM, RIGHT)
    assert (report.verdict.value, report.score) == ("passed", 1.0)
    assert report.evidence.tests and report.evidence.tests > 10


def test_a_wrong_program_has_a_small_counterexample_and_every_rung_that_needs_no_source() -> None:
    report = examined(SUM, RIGHT.replace("sum += x", "sum += x > 100 ? 100 : x"), terms=Terms())
    assert (report.verdict.value, report.reason) == ("refuted", "wrong")
    assert {finding.rung.value for finding in report.findings if finding.rung} >= {"hint", "pattern", "example"}
    witness = next(finding.witness for finding in report.findings if finding.witness)
    assert witness.fields["inputs"] == ["1", "101"]
    assert report.score and 0 < report.score < 1


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        (('puts("go");', ""), "missing_output"),
        (('puts("go");', 'static char b[999]; setvbuf(stdout, b, _IOFBF, 999); puts("go");'), "missing_flush"),
        (('printf("%d\\n", x); scanf("%d", &y);', 'scanf("%d", &y); printf("%d\\n", x);'), "reads_ahead"),
        (('puts("go");', 'puts("go"); if (0) ;'), None),
    ],
)
def test_a_missing_flush_is_told_from_a_missing_output(change: tuple[str, str], seen: str | None) -> None:
    report = examined(ECHO, TWO.replace(*change))
    assert (outcome(report) if seen else report.verdict.value) == (seen or "passed")


@pytest.mark.parametrize(
    ("change", "reason", "words"),
    [
        (("sum += x;", "sum += x; if (x == 7) for (;;);"), "no_end", "seconds at work"),
        (("sum += x;", "sum += x; if (x == 0) abort();"), "crash", "aborts itself"),
        (("sum += x;", "sum += x; if (n == 2) x = *(int *) 0;"), "crash", "memory that is not its own"),
        (("sum += x;", "volatile int q = n; q /= q - 1; sum += x;"), "crash", "divides a whole number by zero"),
        (("return 0;", 'for (;;) puts("more");'), "output_limit", "prints more than is allowed"),
    ],
)
def test_what_stops_a_program_is_said(change: tuple[str, str], reason: str, words: str) -> None:
    # What does not end takes most of the seconds that a check has.
    report = examined(SUM, RIGHT.replace(*change), terms=replace(EXAMPLE, budget=Budget(seconds=4.0)))
    assert (report.verdict.value, report.reason) == ("refuted", reason)
    assert words in " ".join(finding.text for finding in report.findings)


def test_a_program_that_does_not_compile_is_rejected_with_its_place() -> None:
    report = examined(SUM, RIGHT.replace("sum = 0;", "sum = 0"))
    assert (report.verdict.value, report.reason) == ("rejected", "syntax_error")
    assert report.findings[0].where == Passage("main.c", 5, 5)
    assert "`;` is missing" in report.findings[0].text


def test_numbers_stay_within_the_words_of_the_language_and_go_to_their_edge() -> None:
    assert verdict(SUM, RIGHT.replace("int n, x", "short n, x").replace("%d", "%hd")) == "refuted"
    assert verdict(SUM, RIGHT, settings="bits = 64") == "refuted"
    wide = RIGHT.replace("int n, x, sum", "long long n, x, sum").replace("%d", "%lld")
    assert verdict(SUM, wide, settings="bits = 64") == "passed"
    assert verdict(SUM, wide, settings='bits = "any"') == "refuted"


ARGUMENTS = {
    "main.c": HEAD + "int main(int c, char **v) { if (c < 2) return 1; puts(v[1]); }\n",
    "main.cpp": "#include <cstdlib>\nint main(int argc, char *argv[]) { return std::atoi(argv[1]); }\n",
}


@pytest.mark.parametrize("file", ARGUMENTS)
def test_of_a_program_that_wants_arguments_that_is_said(file: str) -> None:
    assert "wants arguments" in hint(examined(SUM, ARGUMENTS[file], file))
    assert "wants arguments" not in hint(examined(SUM, HEAD + "int main(int argc, char **argv) { return 0; }\n"))


@pytest.mark.needs_language("java")
def test_of_a_last_flush_that_is_missing_it_is_said_that_nothing_comes_out_of_the_buffer() -> None:
    text = """import java.io.PrintWriter;
class Main { public static void main(String[] a) {
    java.util.Scanner in = new java.util.Scanner(System.in); PrintWriter out = new PrintWriter(System.out);
    int sum = 0; for (int n = in.nextInt(); n > 0; n--) sum += in.nextInt();
    out.println(sum); } }
"""
    assert "goes into a buffer first" in hint(examined(SUM, text, "Main.java"))


BESIDE = "#include <unistd.h>\n#include <sys/wait.h>\n" + RIGHT


def test_of_a_program_that_leaves_its_work_to_another_process_that_is_said_and_nothing_else() -> None:
    child = BESIDE.replace(
        '    printf("Sum', '    fflush(stdout);\n    if (fork()) { wait(0); return 0; }\n    printf("Sum'
    )
    report = examined(SUM, child)
    assert (report.verdict.value, report.reason, report.score) == ("undecided", "lacking", None)
    assert "starts another one" in report.findings[0].text
    assert verdict(SUM, BESIDE.replace("return 0", 'system("sync"); return 0')) == "passed"


def test_a_thread_that_sleeps_beside_leaves_time_for_all_tests() -> None:
    beside = "#include <pthread.h>\n#include <unistd.h>\nstatic void *idle(void *p) { for (;;) sleep(1); }\n" + RIGHT
    beside = beside.replace("int n,", "pthread_t t; pthread_create(&t, 0, idle, 0); int n,")
    right = examined(SUM, beside, terms=Terms())
    assert (right.verdict.value, right.evidence.details["order"]) == ("passed", "threads")
    assert verdict(SUM, beside.replace("sum += x", "sum += x > 9")) == "refuted"


def test_what_a_command_of_the_teacher_builds_is_judged_by_what_is_certain() -> None:
    table = 'file = "main.c"\nbuild = "gcc -static -o main main.c"\nrun = "./main"\n'
    settings = f'languages = ["executable"]\n[console.executable]\n{table}'
    right = examined(ECHO, TWO, settings=settings, terms=Terms())
    assert (right.verdict.value, right.evidence.details["order"]) == ("passed", "buffered")
    assert "order not certain" in str(right.evidence.covered)
    wrong = TWO.replace("y);", "y + 1);").replace("&y + 1", "&y")
    assert verdict(ECHO, wrong, settings=settings) == "refuted"


EACH_TIME = ("cpp", "node")  # the others take long to start, or to compile
THOROUGH = pytest.mark.thorough
SOURCES = {
    "cpp": (
        "a.cpp",
        """#include <iostream>
int main() { long n, x, s = 0; std::cin >> n; while (n-- > 0) { std::cin >> x; s += x; } std::cout << s; }""",
    ),
    "java": (
        "Sum.java",
        """import java.util.*;
public class Sum {
    public static void main(String[] a) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), s = 0;
        while (n-- > 0) s += in.nextInt();
        System.out.println(s);
    }
}""",
    ),
    "go": (
        "a.go",
        """package main
import "fmt"
func main() { var n, x, s int; fmt.Scan(&n); for ; n > 0; n-- { fmt.Scan(&x); s += x }; fmt.Println(s) }""",
    ),
    "rust": (
        "a.rs",
        """use std::io::stdin;
fn line() -> i64 { let mut t = String::new(); stdin().read_line(&mut t).unwrap(); t.trim().parse().unwrap() }
fn main() { let n = line(); let mut s = 0; for _ in 0..n { s += line(); } println!("{}", s); }""",
    ),
    "haskell": (
        "a.hs",
        """main :: IO ()
main = do
  n <- readLn
  xs <- mapM (const readLn) [1 .. n :: Int]
  print (sum xs :: Int)
""",
    ),
    "node": (
        "a.js",
        """const rl = require('readline').createInterface({ input: process.stdin });
let n = -1, s = 0;
rl.on('line', (line) => {
    if (n < 0) n = +line; else { s += +line; n--; }
    if (n === 0) { console.log(s); rl.close(); }
});""",
    ),
    "cpython": ("a.py", "n = int(input('n? '))\nprint(sum(int(input()) for _ in range(n)))"),
}


@pytest.mark.parametrize(
    "language",
    [
        pytest.param(name, marks=[pytest.mark.needs_language(name), *([] if name in EACH_TIME else [THOROUGH])])
        for name in SOURCES
    ],
)
def test_the_same_exercise_in_every_language(language: str) -> None:
    file, text = SOURCES[language]
    settings = f'languages = ["{language}"]'
    right = examined(SUM.replace("0..20", "1..4"), text, file, settings)
    assert right.verdict.value == "passed", right.findings
    wrong = text.replace("s += ", "s -= ").replace("sum xs", "product xs").replace("sum(", "max(")
    assert verdict(SUM.replace("0..20", "1..4"), wrong, file, settings) == "refuted"


@pytest.mark.needs_language("haskell")
def test_lazy_input_is_judged_by_what_is_printed() -> None:
    text = (
        "main :: IO ()\nmain = interact (\\s -> let (n : xs) = map read (lines s) in show (sum (take n xs) :: Int))\n"
    )
    report = examined(SUM, text, "a.hs", terms=Terms())
    assert (report.verdict.value, report.evidence.details["order"]) == ("passed", "lazy")
    assert verdict(SUM, text.replace("sum", "product"), "a.hs") == "refuted"


@pytest.mark.needs_language("haskell")
def test_a_line_that_lazy_input_completes_is_one_line() -> None:
    text = 'main :: IO ()\nmain = interact (\\s -> "Hello, " ++ takeWhile (/= \'\\n\') s ++ "!")\n'
    notation = '[>name]^S [{"Hello, " ++ name_C ++ "!"} >]'
    assert verdict(notation, text, "a.hs") == "passed"
    assert verdict(notation, text.replace('"Hello, "', '"Hello,\\n"'), "a.hs") == "refuted"


@pytest.mark.parametrize(("room", "verdict"), [(20, "refuted"), (50, "passed"), (100, "passed")])
def test_a_place_for_a_name_has_room_for_forty_letters(room: int, verdict: str) -> None:
    greet = f"""#include <stdio.h>
#include <string.h>
int main(void) {{
    char name[{room}];
    fgets(name, sizeof name, stdin);
    name[strcspn(name, "\\n")] = 0;
    printf("Hello %s!\\n", name);
}}
"""
    report = examined('[>name]^S [{"Hello " ++ name_C ++ "!"} >]', greet)
    assert report.verdict.value == verdict


def test_prompts_that_are_held_back_on_one_line_are_a_missing_flush() -> None:
    held = HEAD + (
        "int main(void) { static char room[4096]; setvbuf(stdout, room, _IOFBF, sizeof room); int x, y;"
        ' printf("a?"); scanf("%d", &x); printf("b?"); scanf("%d", &y); printf("%d\\n", x + y); }\n'
    )
    report = examined('[{"a?"} >] [>x]^Z [{"b?"} >] [>y]^Z [{x_C + y_C} >]', held)
    assert report.verdict.value == "refuted"
    assert any("buffer" in finding.text for finding in report.findings)


@pytest.mark.parametrize(
    ("first", "second", "held"),
    [
        ("a? ", "b? ", True),
        ("a: ", "b: ", True),
        ("", "1", False),
    ],
)
def test_prompts_that_nobody_asked_for_and_that_are_held_back_are_a_missing_flush(
    first: str, second: str, held: bool
) -> None:
    text = HEAD + (
        "int main(void) { static char room[4096]; setvbuf(stdout, room, _IOFBF, sizeof room); int x, y;"
        f' printf("{first}"); scanf("%d", &x); printf("{second}"); scanf("%d", &y); printf("%d\\n", x + y); }}\n'
    )
    report = examined("[>x]^Z [>y]^Z [{x_C + y_C} >]", text)
    assert report.verdict.value == "refuted"
    assert any("buffer" in finding.text for finding in report.findings) == held


@pytest.mark.parametrize("held", ["", "static char b[999]; setvbuf(stdout, b, _IOFBF, 999); "])
def test_prompts_in_lines_of_their_own_are_told_as_that_in_time_or_not(held: str) -> None:
    text = HEAD + (
        f'int main(void) {{ {held}int x, y; printf("first?\\n"); scanf("%d", &x); printf("second?\\n");'
        ' scanf("%d", &y); printf("%d\\n", x + y); }\n'
    )
    report = examined("[>x]^Z [>y]^Z [{x_C + y_C} >]", text)
    told = " ".join(finding.text for finding in report.findings if finding.rung is Rung.HINT)
    assert report.verdict.value == "refuted"
    assert ("buffer" in told) == bool(held)
    assert ("lines of their own" if held else "prints a line before it reads") in told


FORKS = TWO.replace('puts("go");', 'puts("go"); fflush(stdout); if (fork()) { wait(0); return 0; }').replace(
    HEAD, HEAD + "#include <unistd.h>\n#include <sys/wait.h>\n"
)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (FORKS, "undecided"),
        (TWO.replace('printf("%d\\n", y)', 'char s[50]; sprintf(s, "echo %d", y); system(s)'), "undecided"),
        (TWO.replace("}\n", 'system("pause");\n}\n'), "passed"),
        (TWO.replace('"%d\\n", y', '"%d\\n", x').replace("}\n", 'system("pause");\n}\n'), "refuted"),
        (TWO.replace("}\n", "/* fork() */\n}\n").replace('"%d\\n", y', '"%d\\n", x'), "refuted"),
        (TWO.replace("}\n", "fork();\n}\n"), "passed"),
    ],
)
def test_a_program_that_starts_others_is_told_that_it_may_not(text: str, verdict: str) -> None:
    found = examined(ECHO, text, terms=Terms(rung=Rung.VERDICT))
    assert found.verdict == verdict and (found.reason == "lacking") == (verdict == "undecided")
    if verdict == "undecided":
        assert "`fork`" in found.findings[0].text or "`system`" in found.findings[0].text
