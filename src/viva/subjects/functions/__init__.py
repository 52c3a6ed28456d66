"""Functions against a reference, against properties, or both.

Start reading in `model.py`; then `oracle.py` (what the reference answers), `suite.py` (which inputs are tried) and
`examine.py` (how the verdict comes about). `docs/functions.md` is the page for teachers.
"""
