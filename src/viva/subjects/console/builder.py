"""The name under which the `spec.py` of an exercise imports what it builds with: such files outlive folders."""

from viva.engines.dialogues.notations.builder import *  # noqa: F403
