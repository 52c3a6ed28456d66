"""State machines: composed and hierarchical ones, flattened or built anew, examined with a proof or a shortest sequence
of reactions on which they part.

Start reading in `model.py`; then `examine.py` (the verdict on a machine) and `tasks/` (one file for each kind of task).
Everything about machines that needs no exercise is in `viva.engines.machines`.

Four files have names of this subject's own: `requirements.py` judges a machine by formulas, `diagnosis.py` finds what
`explain.py` puts into words, `runs.py` reads runs from files, and by `steer.py` a teacher steers variants.
"""
