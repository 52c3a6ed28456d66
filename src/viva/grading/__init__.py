"""A whole class. Start reading in `batch.py`: one row per submission, whatever happens.

`roster.py` finds the submissions and who has none (`members.py` reads the list of the class, `naming.py` says when
two names are the same, `archive.py` unpacks a zip of them all). `worker.py` examines one after another in a process
of its own, `parcel.py` is what travels there, `key.py` says when a row is still good. `groups.py` puts equal
mistakes together; `quotes.py`, `marked.py` and `statement.py` are what pages show of a submission and its exercise;
`outputs.py` writes the table and `pages.py` the pages; `grade.py` ties them together.
"""
