"""The language JavaScript: compiles, runs and compares what submissions do, without trusting any of it.

Start reading here: the parts have the names of `viva.languages.protocol`. Then `program` (source to code with hooks),
`equality` and `showing` (what comes back), `explain` (syntax errors for beginners), `trusted` (files of the teacher).
Everything that touches submitted source is in `inside/vivajs` and runs only in the sandbox, most of it in JavaScript
itself; `docs/javascript.md` says how values are written and when they are equal.
"""

from viva.languages.javascript import calls, mends, reads, runs

__all__ = ["bits", "calls", "mends", "name", "reads", "runs", "suffixes"]

name = "javascript"
suffixes: tuple[str, ...] = (".js", ".mjs", ".cjs")
bits: int | None = 54
