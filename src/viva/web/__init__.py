"""The site: every exercise in the browser. Start reading in `site.py`, then `attempts.py` and `jobs/queue.py`.

What it adds to the other floors is people, attempts, jobs and pages; it reads, checks, shows and groups through the
same functions as the command line.
"""
