"""The sentences of the readers of hybrid systems, which stand in `texts/`."""

from __future__ import annotations

from viva.core.texts import Sentence, Slot


def sentence(key: str, /, **slots: Slot) -> Sentence:
    return Sentence(key, slots, __package__)
