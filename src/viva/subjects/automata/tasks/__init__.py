"""The kinds of task, each with the five functions of `viva.core.kinds.Kind`. Start reading in `dfa.py`."""
