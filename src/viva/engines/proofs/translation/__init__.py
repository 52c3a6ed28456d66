"""A function as a term: exactly or not at all. Start reading in `statements.py`, then `expressions` and `loops`.

`source` says what a program defines, `scopes` and `lazily` write some of it in a simpler way; `values`, `cells` and
`merging` are the state that is carried along; `comparing`, `operations`, `walks` and `expressions` are Python's
expressions, `builtins`, `conversions`, `methods`, `iterating`, `gathering`, `functional`, `tables` and `records` its
own functions and types; `recursion`, `attempts`, `patterns`, `rows`, `inlining` and `statements` its statements;
`loops` and `closing` (with `measures`) make folds.
"""
