"""Ptolemy II's MoML as plain values: entities with properties, ports, relations and links, and the version that made
the file. What a state machine or a hybrid system means in it is the matter of other engines.

Start reading in `model.py`; then `reader.py` and `writer.py`, and `modal.py` for what all modal models have.
"""

from viva.engines.moml.model import Entity, Link, Model, Port, Property, Relation, Version
from viva.engines.moml.reader import read
from viva.engines.moml.writer import write

__all__ = ["Entity", "Link", "Model", "Port", "Property", "Relation", "Version", "read", "write"]
