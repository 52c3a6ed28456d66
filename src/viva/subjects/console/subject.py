"""The five methods of the subject `console`; nothing clever happens here."""

from __future__ import annotations

from viva.core.kinds import SubjectOfKinds


class Console(SubjectOfKinds):
    """Programs that read and write lines, examined against a specification of their behaviour."""

    name = "console"
    tasks = f"{__package__}.tasks"
    kinds = ("program", "run", "runs", "difference", "equivalent", "holes")
    default = "program"
