"""The five methods of the subject `harmony`; nothing clever happens here."""

from __future__ import annotations

from viva.core.kinds import SubjectOfKinds


class Harmony(SubjectOfKinds):
    """Notes, intervals, scales, keys and chords: named, written, and understood in a key."""

    name = "harmony"
    tasks = f"{__package__}.tasks"
    kinds = ("identify", "construct", "analyse", "realise", "voices", "figured", "pivot", "counterpoint")
    draws_questions = True
