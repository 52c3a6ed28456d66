"""Proofs by symbolic interpretation of both sources, outside the sandbox. Start reading in `prove`, then
`interpretation`. Nothing is imported here: who needs an `answer` only waits for no solver.

`module` reads what a program defines, `values` the values and their exact meaning,
`interpretation` runs a function on all inputs at once with `expressions`, `prove` compares two of them. Whatever is
not covered raises `Uncovered`, and the answer is `Unknown`. `docs/symbolic.md` states the fragment.
"""
