"""Properties: state what should hold, as a function with types. Start reading in `logic.py`, then `examining`.

The logic is that of the paper on GAST. `arguments` says which arguments are tried and makes a counterexample small,
`examining` makes the tests and says what `proved` rests on, `result.py` is what comes out. The public face is
`viva.properties`; whole modules are tested by `viva.testing`.
"""
