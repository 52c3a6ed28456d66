"""Programs of which nothing is known but what they read and write: C, C++, Java, Go, Rust, Haskell, JavaScript by Node,
Python in a process of its own, and whatever a teacher has a build command for.

Start reading here: `recipes` has the table, a few lines of data for each language; then `building` (source to program,
in the sandbox), `console` (a run, as the sandbox sees it from outside), `diagnostics` and `causes` (what a compiler
said, for beginners), `crashes` (what a program said when it broke down). `docs/executable.md` says what is exact.

    runs = language_named("c").runs
    with runs.warm_sandbox() as sandbox:
        program = runs.prepare(sandbox, b"int main(void) { return 0; }")
        transcript = runs.run_console(sandbox, program, ["3", "4"])
"""
