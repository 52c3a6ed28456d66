"""Programs that read and write lines, examined against a specification of what they read and write.

Start reading in `model.py`, then `notation.py` and `semantics.py`. A check goes `subject` → `examine` (tests from
`suite`, one run judged by `judge`) → `explain`. `docs/console.md` is the reference of the notation.
"""
