"""Programs that read and write lines, examined against a specification of what they read and write.

Start reading in `model.py`, then `notation.py` (the table of an exercise) and `examine.py` (the verdict on a program);
`tasks/` has one file for each kind of exercise. Specifications, their tests and programs, and how a program is run and
held against them, are in `viva.engines.dialogues`. `docs/console.md` is the reference of the notation.
"""
