"""Tests of `viva.engines.dialogues.proving`."""
