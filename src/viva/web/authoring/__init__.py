"""Exercises written in the browser, by the teacher and by nobody else. Start in `pages.py`; `folder.py` is what is
written on the disk, `versions.py` what can be taken back, `answering.py` what a worker does."""
