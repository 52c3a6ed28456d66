"""Functions against a reference, against properties, or both.

Start reading in `model.py`; then `tasks/` (a file for each thing that can decide), `examine.py` (how the verdict comes
about) and `explain.py` (what is told). What calls a function and judges its answers is `viva.engines.calls`; the
session of `viva explore` is `viva.exploring`. Its own files: `examples.py` (those of the exercise, and faults
that they show), `admission.py` (what cannot be examined as asked), `properties.py` (they decide too), `evidence.py`
(what a verdict rests on) and `quality.py` (habits, wasted work, the teacher's analyses). `docs/functions.md` is the
page for teachers.
"""
