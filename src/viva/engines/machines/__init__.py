"""State machines: composed and hierarchical, run, flattened, compared, checked against requirements and drawn.

Start reading in `model.py`, then `semantics.py` (one reaction, rule by rule), `behaviour.py` (all reactions, found out
as they are needed) and `compare.py` (equal or not).
"""
