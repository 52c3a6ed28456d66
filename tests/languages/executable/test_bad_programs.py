"""Bad programs in every language that has a runtime of its own: contained, and told as what they are."""

import pytest

from viva.languages.finding import language_named
from viva.languages.program import NoProgram

from .talking import prepared, ran, told

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_gcc]
JAVA = "import java.io.*; public class Main { public static void main(String[] a) throws Exception { BODY } }"
GO = 'package main\nimport ("fmt"; "os"; "os/exec"; "os/signal"; "bufio"; "syscall")\nvar _ = exec.Command\n'
GO += "var _ = os.Args\nvar _ = signal.Ignore\nvar _ = bufio.NewReader\nvar _ = syscall.SIGTERM\nfunc main() { BODY }\n"
RUST = "use std::io::*;\nfn main() { BODY }\n"
HASKELL = "import System.IO\nimport System.Environment\nimport Control.Monad\nmain :: IO ()\nmain = BODY\n"


def within(program: str, body: str) -> str:
    return program.replace("BODY", body)


PROGRAMS = {
    "prints without end": {
        "java": within(JAVA, 'while (true) System.out.println("more");'),
        "node": 'for (;;) process.stdout.write("more\\n".repeat(1000));',
        "haskell": within(HASKELL, 'forever (putStrLn "more")'),
        "go": within(GO, 'for { fmt.Println("more") }'),
        "rust": within(RUST, 'loop { println!("more"); }'),
        "cpython": "while True: print('more')\n",
    },
    "reads after the end": {
        "java": within(
            JAVA,
            "BufferedReader r = new BufferedReader(new InputStreamReader(System.in)); int n = 0;"
            " while (n < 3) if (r.readLine() == null) n++; System.out.println(n);",
        ),
        "node": 'const fs = require("fs"); let n = 0; const b = Buffer.alloc(9);'
        " while (n < 3) if (fs.readSync(0, b) === 0) n++; console.log(n);",
        "haskell": within(HASKELL, "replicateM 3 isEOF >>= print . length . filter id"),
        "rust": within(
            RUST,
            "let mut n = 0; let mut s = String::new(); while n < 3 { if stdin().read_line(&mut s).unwrap() == 0"
            ' { n += 1; } } println!("{}", n);',
        ),
        "cpython": "import sys\nn = 0\nwhile n < 3:\n    n += sys.stdin.readline() == ''\nprint(n)\n",
    },
    "starts another one": {
        "java": within(
            JAVA,
            'try { new ProcessBuilder("/bin/sh", "-c", "echo got out").start().waitFor();'
            ' System.out.println("started"); } catch (IOException e) { System.out.println("no"); }',
        ),
        "node": 'const p = require("child_process").spawnSync("/bin/sh", ["-c", "echo out"]);'
        ' console.log(p.error ? "no" : "started");',
        "cpython": "import os\ntry:\n    os.fork()\n    print('started')\nexcept OSError:\n    print('no')\n",
    },
    "writes no text": {
        "java": within(JAVA, "System.out.write(255); System.out.write(10); System.out.flush();"),
        "node": "process.stdout.write(Buffer.from([255, 10]));",
        "haskell": within(HASKELL, 'hSetBinaryMode stdout True >> putStr "\\255\\n"'),
        "rust": within(RUST, "stdout().write_all(&[255, 10]).unwrap();"),
        "cpython": "import sys\nsys.stdout.buffer.write(bytes([255, 10]))\n",
    },
    "needs arguments": {
        "java": within(JAVA, "System.out.println(a.length);"),
        "node": "console.log(process.argv.length - 2);",
        "haskell": within(HASKELL, "getArgs >>= print . length"),
        "rust": within(RUST, 'println!("{}", std::env::args().count() - 1);'),
        "cpython": "import sys\nprint(len(sys.argv) - 1)\n",
    },
    "takes a second to start": {
        "java": within(JAVA, 'Thread.sleep(1000); System.out.println("late");'),
        "node": 'setTimeout(() => console.log("late"), 1000);',
        "haskell": 'import Control.Concurrent\nmain :: IO ()\nmain = threadDelay 1000000 >> putStrLn "late"\n',
        "cpython": "import time\ntime.sleep(1)\nprint('late')\n",
    },
    "ignores what ends it": {
        "java": within(
            JAVA, "Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true); })); while (true);"
        ),
        "node": 'process.on("SIGTERM", () => {}); process.on("SIGINT", () => {}); for (;;);',
        "cpython": "import signal\nfor s in (2, 15, 1): signal.signal(s, signal.SIG_IGN)\nwhile True: pass\n",
    },
}
EXPECTED = {
    "prints without end": (None, ("output_limit", "step_limit", "time_limit")),  # whichever comes first
    "reads after the end": ("3\n", (None,)),
    "starts another one": ("no\n", (None,)),
    "writes no text": ("\ufffd\n", (None,)),
    "needs arguments": ("0\n", (None,)),
    "takes a second to start": ("late\n", (None,)),
    "ignores what ends it": (None, ("step_limit",)),
}
CASES = [
    pytest.param(kind, language, id=f"{kind}-{language}", marks=pytest.mark.needs_language(language))
    for kind, languages in PROGRAMS.items()
    for language in languages
]


@pytest.mark.some(6)
@pytest.mark.parametrize(("kind", "language"), CASES)
def test_a_bad_program_is_told_as_what_it_is(kind: str, language: str) -> None:
    text, ended = EXPECTED[kind]
    more = {"cpu_seconds": 1.0} if kind == "ignores what ends it" else {}
    found = ran(language, PROGRAMS[kind][language], [], **more)
    assert found.ended in ended
    if text is not None:
        assert "".join(one for one in told(found).replace("|", "").split("?")) == text


@pytest.mark.needs_language("cpython")
@pytest.mark.parametrize("end", ["exit()", "quit(2)", "exit('enough')"])
def test_python_ends_as_everybody_ends_it(end: str) -> None:
    found = ran("cpython", f"x = input('x? ')\nprint(x)\n{end}\nprint('never')\n", ["5"])
    assert (told(found), found.ended) == ("x? |?5|5\n", None)


TOO_LONG = {
    "haskell": "d1 x = (x, x)\nd2 = d1 . d1\nd3 = d2 . d2\nd4 = d3 . d3\nd5 = d4 . d4\nd6 = d5 . d5\n"
    "main :: IO ()\nmain = d6 () `seq` return ()\n",
    "cpp": "template <int n, int k> struct T { enum { v = T<n - 1, 2 * k>::v + T<n - 1, 2 * k + 1>::v }; };\n"
    "template <int k> struct T<0, k> { enum { v = k }; };\nint main() { return T<26, 0>::v; }\n",
}


@pytest.mark.thorough
@pytest.mark.parametrize("language", [pytest.param(one, marks=pytest.mark.needs_language(one)) for one in TOO_LONG])
def test_a_source_that_takes_a_minute_to_compile_is_refused(language: str) -> None:
    problem = prepared(language, TOO_LONG[language])
    assert isinstance(problem, NoProgram)
    assert problem.reason in ("compiler_limit", "syntax_error")


@pytest.mark.needs_language("node")
def test_no_file_of_the_machine_is_seen() -> None:
    seen = ran("node", 'console.log(require("fs").existsSync("/etc/shadow"), require("fs").existsSync("/work"));', [])
    assert told(seen) == "false false\n"


@pytest.mark.needs_gcc
def test_what_a_compiler_is_ended_by_is_told_in_words() -> None:
    """The array is written into the program, byte for byte."""
    problem = prepared("c", "int a[600 << 20] = {1}; int main(void) { return a[0]; }")
    assert isinstance(problem, NoProgram) and problem.reason == "compiler_limit"
    for locale, words in (("en", "writes files that are too large"), ("de", "schreibt zu große Dateien")):
        assert words in language_named("c").runs.explain(problem, locale).text


@pytest.mark.needs_language("haskell")
@pytest.mark.parametrize(
    ("source", "seen"),
    [
        (
            'import Control.Monad.IO.Class\nmain = liftIO $ do\n  putStr "a "\n  x <- getLine\n  putStrLn x\n',
            "a |?x|x\n",
        ),
        ("main = return ()\n", ""),
        ("module Sum.Of (main) where\nmain = getLine >>= putStr >> pure 3\n", "?x|x"),
    ],
    ids=["lifted", "returned", "another-module"],
)
def test_a_main_has_the_type_of_the_main_module(source: str, seen: str) -> None:
    found = ran("haskell", source, ["x"])
    assert (told(found), found.ended) == (seen, None)
