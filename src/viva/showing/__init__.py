"""Reports for people. Start reading in `outline.py`: what there is to show, in reading order, with every word escaped.

`terminal.py` writes an outline as text and `page.py` as HTML, so both always say the same. Commands, the batch and
any other package that shows a report use this floor.
"""
