"""Faults of an exercise, of a call, or of Viva itself: for the teacher, never a grade for the student."""


class Fault(Exception):
    """What was wrong, where, and what to do about it.

    `line` and `column` count from 1. A fault is an error for the person who made the call or the exercise;
    what is wrong with a submission is never a fault but a report.
    """

    def __init__(
        self,
        problem: str,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        remedy: str | None = None,
    ) -> None:
        super().__init__(problem, file, line, column, remedy)
        self.problem = problem
        self.file = file
        self.line = line
        self.column = column
        self.remedy = remedy

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        sentence = f"{place}: {self.problem}" if place else self.problem
        return f"{sentence}; {self.remedy}" if self.remedy else sentence
