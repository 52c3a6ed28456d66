"""Programs that read and write lines, examined against a specification of what they read and write.

Start reading in `model.py`; specifications, their notations, tests and programs are in `viva.engines.dialogues`.
A check goes `subject` → `examine` (tests from a suite, one run judged by `judge`) → `explain`. `docs/console.md` is the
reference of the notation.
"""
