"""Handlers for statements, by kind of node; `block` runs them one after the other."""
