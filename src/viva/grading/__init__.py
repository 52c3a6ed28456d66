"""A whole class. Start reading in `batch.py`: one row per submission, whatever happens.

`roster.py` finds the submissions, `worker.py` examines one after another in a process of its own, `parcel.py` is what
travels there, `key.py` says when a row is still good, `quotes.py` what pages need of a submission, `outputs.py` writes
the table and `pages.py` the pages; `grade.py` ties them together.
"""
