"""Pictures: shapes as values, drawn as SVG with a plain-text twin.

Start reading in `shapes.py`; `svg.py` draws them. Every text is escaped on its way in.
"""
