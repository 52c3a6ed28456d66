"""State machines: composed and hierarchical, run, flattened, compared, checked against requirements and drawn.

Start reading in `model.py`, then `semantics.py` (one reaction, rule by rule), `running/behaviour.py` (all reactions,
found out as they are needed) and `comparing/compare.py` (equal or not).
"""
