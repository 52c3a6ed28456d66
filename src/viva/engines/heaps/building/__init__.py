"""Structures to judge methods on: built by the class itself, enumerated, or completed from schemas."""
