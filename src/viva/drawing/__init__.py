"""Pictures as values, drawn as SVG with a plain-text twin.

Start reading in `shapes.py`; `svg.py` draws them. On these stand `graph` (nodes and edges with a layout), `plot`
(curves over an axis) and `listing` (marked source). Every text is escaped on its way in.
"""
