"""Viva, an examiner for computing courses. Start reading in `viva.core`; the floors are described in docs/floors.md."""

__version__ = "0.1.0"
