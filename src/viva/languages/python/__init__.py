"""The language Python: compiles, runs and compares what submissions do, without trusting any of it.

Start reading here: the parts have the names of `viva.languages.protocol`. Then `program` (source to code with hooks),
`console` and `calling` (running it), `equality` and `showing` (what comes back), `explain` (syntax errors for
beginners), `trusted` (files of the teacher). Everything that touches submitted source is in
`viva.languages.inside.vivabox.python` and runs only in the sandbox; `docs/python.md` describes the hooks and how values
are written.

    with runs.warm_sandbox() as sandbox:
        program = runs.prepare(sandbox, source)
        if isinstance(program, NoProgram):
            print(runs.explain(program).text)
        else:
            transcript = runs.run_console(sandbox, program, ["3", "4"])
"""

from viva.languages.python import calls, mends, reads, runs

__all__ = ["calls", "mends", "name", "reads", "runs", "suffixes"]

name = "python"
suffixes: tuple[str, ...] = (".py",)
