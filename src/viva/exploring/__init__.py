"""The session of `viva explore`: run a function, look at what was never evaluated, run on.

Start reading in `session.py`; `suites.py` keeps the inputs from one file to the next, `page.py` and `document.py` show
what was covered as HTML and JSON. What is known of each place is `viva.engines.coverage`.
"""
