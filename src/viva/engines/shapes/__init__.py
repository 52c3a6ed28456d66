"""Types of arguments as values, and values of these types. Start reading in `shape.py`.

Next: `annotations` (where shapes come from), `making` (values, and instances of classes among them), `spaces` (all
values by size) and `smaller` (what is left of a value when parts of it are taken away). `docs/shapes.md` has examples.
"""

from viva.engines.shapes.annotations import Unknown, parse_shape, read_classes, read_shape, shape_of, written_classes
from viva.engines.shapes.domain import FINITE, count, fitted, holds, made_rows, product, unshared
from viva.engines.shapes.making import Maker, Record, Refused, made, recorded
from viva.engines.shapes.shape import (
    Choice,
    Classes,
    Either,
    Fixed,
    Instance,
    Many,
    Plain,
    Row,
    Shape,
    Table,
    inner_shapes,
    instances,
)
from viva.engines.shapes.size import size
from viva.engines.shapes.smaller import near, smaller, steps_of
from viva.engines.shapes.spaces import rows

__all__ = [
    "FINITE", "Choice", "Classes", "Either", "Fixed", "Instance", "Maker", "Many", "Plain", "Record", "Refused", "Row",
    "Shape", "Table", "Unknown", "count", "fitted", "holds", "inner_shapes", "instances", "made", "made_rows", "near",
    "parse_shape", "product", "read_classes", "read_shape", "recorded", "rows", "shape_of", "size", "smaller",
    "steps_of", "unshared", "written_classes",
]  # fmt: skip
