"""A function as a term: exactly or not at all. Start reading in `statements.py`, then `expressions` and `loops`.

`source` says what a program defines; `values`, `cells` and `merging` are the state that is carried along; `comparing`,
`operations`, `walks` and `expressions` are Python's expressions, `builtins`, `methods`, `iterating` and `gathering` its
own functions; `recursion`, `attempts` and `statements` its statements; `loops` and `closing` (with `measures`) make
folds.
"""
