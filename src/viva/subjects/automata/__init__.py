"""Regular languages: automata, expressions and words, examined with a proof or a shortest wrong word.

Start reading in `model.py`; then `examine.py` (the verdict on an automaton) and `tasks/` (one file for each kind of
exercise).
"""
