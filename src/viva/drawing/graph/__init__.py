"""Graphs: nodes, nested nodes, edges and labels, laid out in layers without an overlap.

Start reading in `model.py` (what a graph is), then `canvas.py` (graph to shapes and words). The layout goes through
`layers.py` (which way edges point, and layers), `orders.py` and `crossings.py` (what lies beside what), `places.py`
and `coordinates.py` (where it lies).
"""

from viva.drawing.graph.canvas import draw, fit_to_width, layout, shapes_of, strongest, words
from viva.drawing.graph.model import Direction, Edge, Graph, Node

__all__ = ["Direction", "Edge", "Graph", "Node", "draw", "fit_to_width", "layout", "shapes_of", "strongest", "words"]
