"""What the editors of a page ask for while somebody writes: whether a text can be read, and where the parts of a graph
lie. Start in `desk.py`; `asking.py` are the routes, `answering.py` is what a worker does."""
