"""Programs as trees, read in one way by everyone who reasons about them. Start reading in `tree`, then `source`.

`tree` reads the syntax that the sandbox sent, `definitions` what stands outside of functions and their parameters,
`scopes` which names are whose, `source` what a program defines as far as one may rely on it, `paths` how many ways
lead through a function, `effort` how much there is to do in it. What is not followed raises `Uncovered`. Nothing is
imported here, and nothing in here needs a solver.
"""
