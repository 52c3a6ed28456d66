"""Linked structures of classes: which ones a class can build, what they keep, how two compare, what a schema matches.

Start reading in `layout.py` (the classes, their fields and methods), then `view.py` (one structure as nodes with
links), `canonical.py` (equal up to isomorphism), `invariants.py` (the library), `states.py` and `enumeration.py` (the
structures to test with), `domain.py` (those on which methods are judged) and `judging.py`, `schema.py` and
`generalising.py` (what failing inputs have in common), `lazy.py` (schemas out of symbolic runs) and `completing.py`
(structures out of schemas).

It is a package of its own beside `engines.symbolic` because none of it trusts a symbolic run: the runs with lazy fields
happen in the box of `engines.symbolic` and only propose; here is the reasoning on values outside.
"""
