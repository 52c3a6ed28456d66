"""The kinds of task, each with the five functions of `viva.core.kinds.Kind`. Start reading in `program.py`.

What the check of a program does not need (drawings, variants, the solver) is imported inside of the functions that need
it: loading it would take longer than the runs.
"""
