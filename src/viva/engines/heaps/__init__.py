"""Linked structures of classes: which ones a class can build, what they keep, how two compare, what a schema matches.

Start reading in `layout.py` (the classes, their fields and methods), then `view.py` (one structure as nodes with
links), `comparing/canonical.py` (equal up to isomorphism), `invariants.py` (the library),
`building/method_sequences.py` and `building/bounded_exhaustive.py` (the structures to test with), `domain.py` (those on
which methods are judged) and `comparing/judging.py`, `schemas/schema.py` and `schemas/generalising.py` (what failing
inputs have in common), `schemas/lazy_initialization.py` (schemas out of symbolic runs) and `building/completing.py`
(structures out of schemas).

It is a package of its own beside `engines.symbolic` because none of it trusts a symbolic run: the runs with lazy fields
happen in the box of `engines.symbolic` and only propose; here is the reasoning on values outside.
"""
