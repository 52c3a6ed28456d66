"""The five methods of the subject `assembly`; nothing clever happens here."""

from __future__ import annotations

from viva.core.kinds import SubjectOfKinds


class Assembly(SubjectOfKinds):
    """Invariants for machine code, and machine code itself."""

    name = "assembly"
    tasks = f"{__package__}.tasks"
    kinds = ("annotate", "write")
    default = "annotate"
