"""What is wrong with a text that should be an automaton or an expression: for people, with the place."""


class Unreadable(Exception):
    """`kind` is one word a program can act on; lines and columns count from 1."""

    def __init__(
        self,
        kind: str,
        problem: str,
        line: int | None = None,
        column: int | None = None,
        remedy: str | None = None,
    ) -> None:
        super().__init__(kind, problem, line, column, remedy)
        self.kind = kind
        self.problem = problem
        self.line = line
        self.column = column
        self.remedy = remedy

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line else ""
        if self.line and self.column:
            place += f", column {self.column}"
        sentence = f"{place}: {self.problem}" if place else self.problem
        return f"{sentence}; {self.remedy}" if self.remedy else sentence
