"""Types of arguments as values, and values of these types. Start reading in `shape.py`.

Next: `annotations` (where shapes come from), `making` (values, and instances of classes among them), `spaces` (all
values by size) and `smaller` (what is left of a value when parts of it are taken away). `docs/shapes.md` has examples.
"""

from viva.engines.shapes.annotations import (
    Unknown,
    asked_again,
    is_called_again,
    parse_shape,
    read_classes,
    read_shape,
    shape_of,
    surveyed_classes,
    written_classes,
)
from viva.engines.shapes.domain import FINITE, count, fit_value, holds, made_rows, product, unshare
from viva.engines.shapes.making import Maker, Record, Refused, as_records, make_values
from viva.engines.shapes.shape import (
    Choice,
    Classes,
    Either,
    Fixed,
    Instance,
    Many,
    Named,
    Plain,
    Row,
    Shape,
    Table,
    classes_in,
    inner_shapes,
    instances,
)
from viva.engines.shapes.size import size
from viva.engines.shapes.smaller import near, smaller, steps_of
from viva.engines.shapes.spaces import rows

__all__ = [
    "FINITE",
    "Choice",
    "Classes",
    "Either",
    "Fixed",
    "Instance",
    "Maker",
    "Many",
    "Named",
    "Plain",
    "Record",
    "Refused",
    "Row",
    "Shape",
    "Table",
    "Unknown",
    "as_records",
    "asked_again",
    "classes_in",
    "count",
    "fit_value",
    "holds",
    "inner_shapes",
    "instances",
    "is_called_again",
    "made_rows",
    "make_values",
    "near",
    "parse_shape",
    "product",
    "read_classes",
    "read_shape",
    "rows",
    "shape_of",
    "size",
    "smaller",
    "steps_of",
    "surveyed_classes",
    "unshare",
    "written_classes",
]  # fmt: skip
