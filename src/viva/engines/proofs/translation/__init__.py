"""A function as a term: exactly or not at all. Start reading in `statements.py`, then `expressions` and `loops`.

What a program defines is read in `viva.engines.syntax`, and `lazily` writes some of it in a simpler way; `values`,
`cells` and `merging` are the state that is carried along; `comparing`, `operations`, `walks` and `expressions` are
Python's expressions, `builtins`, `conversions`, `methods`, `iterating`, `gathering`, `functional`, `tables` and
`records` its own functions and types; `recursion`, `attempts`, `patterns`, `rows`, `inlining` and `statements` its
statements; `loops` and `closing` (with `measures`) make folds.
"""
