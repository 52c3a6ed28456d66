"""The subject `structures`: the methods of a class of linked structures, judged one by one against a reference class.

Start reading in `model.py`, then `examine.py`. `pattern.py` says what failing inputs have in common, as a schema that
is drawn, `example.py` shows the smallest of them (what they are told with is in `shown.py`), `execution.py` draws the
paths of a method, `steps.py` one call. In `tasks/` methods are to be written, or to
be followed by hand with the questions of `asking.py`; the reasoning about heaps is in `viva.engines.heaps`.
"""
