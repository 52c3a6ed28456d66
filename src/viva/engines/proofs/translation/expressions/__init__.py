"""Handlers for expressions, by kind of node, and for Python's own functions, by name; `table` finds them."""
