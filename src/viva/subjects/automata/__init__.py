"""Regular languages: automata, expressions and words, examined with a proof or a shortest wrong word.

Start reading in `model.py`; then `examine.py` (the verdict on an automaton) and `tasks/` (one file for each kind of
task; `dfa.py` is the plainest). Everything about automata and formulas that needs no exercise is in
`viva.engines.automata` and `viva.engines.logic`.

Two files have names of this subject's own: `statement.py`, which words an exercise where its teacher did not, and
`diagnosis.py`, which finds what `explain.py` puts into words.
"""
