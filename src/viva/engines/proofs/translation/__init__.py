"""A function as a term: exactly or not at all. Start reading in `translate.py`, then `table.py`.

What a program defines is read in `viva.engines.syntax`. `values` is the state that is carried along: values, the heap,
the path, and the context that all paths share. Handlers change it: those in `expressions`, `library` and `statements`,
by kind of node or by name. `loops` makes folds of loops, `recursion` loops or equations of functions that call
themselves; `rewriting` writes some of it in a simpler way.
"""
