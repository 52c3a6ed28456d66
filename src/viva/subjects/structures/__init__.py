"""The subject `structures`: the methods of a class of linked structures, judged one by one against a reference class.

Start reading in `model.py`, then `examine.py`. `pattern.py` says what failing inputs have in common, as a schema that
is drawn, `example.py` shows the smallest of them. In `traces/` methods are followed: `execution` draws the paths of
one, `steps` a call, `asking` has the questions about it. In `tasks/` methods are to be written, or to be followed by
hand; the reasoning about heaps is in `viva.engines.heaps`.
"""
