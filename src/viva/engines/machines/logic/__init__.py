"""Linear temporal logic over machines. Start reading in `ltl.py`, then `model_checking.py`."""
