"""The language Haskell: functions are asked by a generated driver, and HPC counts what they evaluate.

Start reading here: the parts have the names of `viva.languages.protocol`. Then `compiler` (GHC in the sandbox),
`interface` and `types` (what GHC says of a module), `concrete` (what type variables stand for), `driver` and
`driver/VivaRuntime.hs` (what runs inside), `program` (source to ticks), `calling` (asking), `encoding` (values on their
way), `equality` and `showing` (what comes back). `docs/haskell.md` says what is exact and what is not.

    with runs.warm_sandbox() as sandbox:
        program = runs.prepare(sandbox, b"double :: Int -> Int\\ndouble n = 2 * n\\n", Hooks(branches=True))
        outcome = next(calls.call(sandbox, program, "double", [(21,)]))
"""

from viva.languages.haskell import calls, reads, runs
from viva.languages.protocol import Mends

__all__ = ["calls", "mends", "name", "reads", "runs", "suffixes"]

name = "haskell"
suffixes: tuple[str, ...] = (".hs",)
bits = 64  # of an `Int`
mends: Mends | None = None
