"""Hostile programs, and hostile sources: contained, and said."""

import pytest

from viva.core.deciding.outcome import ANOTHER_PROCESS
from viva.languages.program import NoProgram, Program

from .talking import HEAD, in_c, prepared, ran, told

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_gcc]


@pytest.mark.parametrize(
    ("statements", "ended"),
    [
        ('for (;;) puts("flood");', "output_limit"),
        ("for (;;);", "step_limit"),
        ("signal(SIGTERM, SIG_IGN); signal(SIGINT, SIG_IGN); for (;;);", "step_limit"),
        ("for (;;) { char *p = malloc(1 << 20); memset(p, 1, 1 << 20); }", "memory_limit"),
        ("pause();", "time_limit"),
        ("int *p = 0; *p = 1;", "crash"),
        ("volatile int z = 0; return 7 / z;", "crash"),
        ("abort();", "crash"),
        ("kill(getppid(), SIGKILL); kill(1, SIGKILL); kill(-1, SIGSTOP);", None),
        ("return 7;", None),
    ],
)
def test_what_a_program_does_to_itself_is_an_outcome(statements: str, ended: str | None) -> None:
    assert in_c(statements, [], cpu_seconds=0.5, wall_seconds=1.5, memory=128 << 20).ended == ended


def test_no_other_process_is_started() -> None:
    transcript = in_c(
        'pid_t p = fork(); puts(p < 0 ? strerrorname_np(errno) : "forked"); execl("/bin/sh", "sh", 0);', []
    )
    assert (told(transcript), transcript.ended, transcript.lacked) == ("EAGAIN\n", None, ANOTHER_PROCESS)


@pytest.mark.parametrize(
    "start", ["vfork()", 'system("true")', 'popen("true", "r")', 'posix_spawn(&p, "/bin/sh", 0, 0, argv, 0)']
)
def test_that_a_process_was_refused_is_known_however_it_was_started(start: str) -> None:
    transcript = ran(
        "c", "#include <spawn.h>\n" + HEAD + "int main(int argc, char **argv) { pid_t p; " + start + "; }", []
    )
    assert transcript.lacked == ANOTHER_PROCESS


def test_a_process_is_refused_whatever_call_starts_it_and_a_pause_is_none() -> None:
    raw = ran("c", HEAD + "#include <sys/syscall.h>\nint main(void) { syscall(SYS_fork); return 0; }", [])
    assert raw.lacked == ANOTHER_PROCESS
    pause = ran("c", HEAD + 'int main(void) { puts("1"); system("pause"); return 0; }', [])
    assert (told(pause), pause.lacked) == ("1\n", "")


@pytest.mark.needs_node
def test_a_variable_is_no_module_that_starts_processes() -> None:
    plain = ran("node", "const cluster = 3; console.log(cluster);", [])
    assert (told(plain), plain.lacked) == ("3\n", "")
    assert ran("node", 'const c = require("node:cluster"); console.log(1);', []).lacked == ANOTHER_PROCESS


def test_threads_are_no_other_processes() -> None:
    source = HEAD + 'static void *f(void *p) { puts("in"); return 0; }\n'
    three = "for (int i = 0; i < 3; i++) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); }"
    source += "int main(void) { pthread_t t; " + three + " }"
    transcript = ran("c", source, [])
    assert (told(transcript), transcript.lacked) == ("in\n" * 3, "")


def test_who_goes_on_starting_processes_is_ended() -> None:
    transcript = in_c("for (;;) fork();", [])
    assert (transcript.ended, transcript.lacked) == ("process_limit", ANOTHER_PROCESS)


def test_binary_output_is_text_all_the_same() -> None:
    transcript = in_c('write(1, "a\\xff\\xfe\\0b\\x1b[31m\\n", 11);', [])
    assert told(transcript) == "a��\0b\x1b[31m\n"


def test_a_letter_of_several_bytes_that_is_written_in_two_parts_is_one() -> None:
    assert (
        told(in_c('write(1, "\\xc3", 1); char b[9]; fgets(b, 9, stdin); write(1, "\\xa4\\n", 2);', ["x"])) == "?x|ä\n"
    )


def test_a_program_that_needs_arguments_gets_none() -> None:
    assert told(in_c('printf("%d %s\\n", argc, argc > 1 ? argv[1] : "none");', [])) == "1 none\n"


def test_a_second_to_begin_is_no_mistake() -> None:
    assert told(in_c('sleep(1); puts("late");', [])) == "late\n"


def test_reading_on_after_the_end_meets_the_end_again() -> None:
    transcript = in_c("char b[9]; int n = 0; while (n < 5) if (!fgets(b, 9, stdin)) { clearerr(stdin); n++; }", ["x"])
    assert (told(transcript), transcript.ended) == ("?x|?", None)


def no_program(source: str, language: str = "c") -> NoProgram:
    found = prepared(language, source)
    assert isinstance(found, NoProgram)
    return found


@pytest.mark.parametrize(
    "place", ["/etc/passwd", "/etc/shadow", "/proc/self/environ", "/root/.profile", "../../../etc/hosts"]
)
def test_no_file_of_the_machine_is_included(place: str) -> None:
    problem = no_program(f'#include "{place}"\nint main(void) {{ return 0; }}\n')
    assert problem.line == 1
    assert "No such file" in problem.message


def test_what_the_machine_has_cannot_be_put_into_the_program_either() -> None:
    source = '__asm__(".data\\nx: .incbin \\"/etc/passwd\\"\\n"); int main(void) { return 0; }'
    assert "/etc/passwd" in no_program(source).message


@pytest.mark.parametrize(
    "source",
    [
        pytest.param('#include "/dev/random"\nint main(void) { return 0; }', marks=pytest.mark.thorough),
        pytest.param(
            "#define A(x) x x x x x x x x x x\nint a[] = { A(A(A(A(A(A(A(A(1,)))))))) }; int main(void) { return 0; }",
            marks=pytest.mark.thorough,
        ),
        "int huge[300000000] = {1};\nint main(void) { return 0; }",
        '#include "main.c"\nint main(void) { return 0; }',
    ],
    ids=["random", "macros", "huge", "itself"],
)
def test_a_source_that_costs_too_much_to_compile_is_refused_in_time(source: str) -> None:
    assert no_program(source).reason in ("compiler_limit", "syntax_error")


@pytest.mark.parametrize(("source", "reason"), [("", "empty"), ("  \n", "empty"), ("int x\0;", "encoding")])
def test_what_is_no_source_is_said(source: str, reason: str) -> None:
    assert no_program(source).reason == reason


def test_a_source_cannot_name_other_places_for_its_errors() -> None:
    problem = no_program('#line 1000000 "main.c"\n#error "\x1b[31m here"\nint main(void) { return 0; }')
    assert problem.line is None


@pytest.mark.needs_language("java")
def test_annotation_processors_do_not_run() -> None:
    source = """
import javax.annotation.processing.*; import javax.lang.model.element.TypeElement; import java.util.Set;
public class Main extends AbstractProcessor {
    public boolean process(Set<? extends TypeElement> a, RoundEnvironment r) { throw new RuntimeException("ran"); }
    public static void main(String[] a) { System.out.println("plain"); }
}"""
    assert told(ran("java", source, [])) == "plain\n"


@pytest.mark.needs_language("haskell")
def test_template_haskell_reads_nothing_of_the_machine() -> None:
    read = '$(runIO (readFile "/etc/passwd") >>= stringE)'
    source = f"{{-# LANGUAGE TemplateHaskell #-}}\nimport Language.Haskell.TH\nmain :: IO ()\nmain = putStrLn {read}\n"
    assert isinstance(prepared("haskell", source), NoProgram)


@pytest.mark.needs_language("rust")
def test_rust_includes_nothing_of_the_machine() -> None:
    source = 'fn main() { print!("{}", include_str!("/etc/passwd")); }\n'
    problem = no_program(source, "rust")
    assert (problem.line, "/etc/passwd" in problem.message) == (1, True)


def test_the_compiler_is_not_told_anything_by_the_source_but_itself() -> None:
    source = (
        HEAD
        + 'int main(void) { puts(getenv("HOME")); FILE *f = fopen("unbuffered.c", "r"); puts(f ? "seen" : "gone"); }'
    )
    assert isinstance(prepared("c", source), Program)
    assert told(ran("c", source, [])) == "/tmp\ngone\n"
