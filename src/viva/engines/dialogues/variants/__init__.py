"""Specifications made from another one, and how difficult they are."""
