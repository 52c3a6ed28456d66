"""Actions as text: `x; lamp = red; n = n + 1`, with commas or semicolons between them. A name alone makes a pure or
boolean output present and true."""

from __future__ import annotations

from viva.core.text.reading import NAME, TEXT
from viva.engines.machines.expressions import TRUE, Constant, ExpressionReader, show, tokens
from viva.engines.machines.model import Assignment
from viva.engines.machines.sentences import sentence


class ActionReader(ExpressionReader):
    def actions(self) -> list[Assignment]:
        """Assignments up to something that is none."""
        found = []
        while self.next.kind in (NAME, TEXT):
            name = self.take().text
            found.append(Assignment(name, self.expression() if self.accept("==", ":=") else TRUE))
            if not self.accept(";", ","):
                break
        return found


def parse_actions(text: str) -> list[Assignment]:
    """The actions that a text is; an empty one is none. Raises Misread with the column."""
    reader = ActionReader(tokens(text))
    found = reader.actions()
    reader.expect_end(sentence("action_or_end"))
    return found


def show_actions(actions: tuple[Assignment, ...]) -> str:
    """`parse_actions` makes the same actions of it."""
    return "; ".join(_shown(action) for action in actions)


def _shown(action: Assignment) -> str:
    plain = isinstance(action.value, Constant) and action.value.value is True
    return action.name if plain else f"{action.name} = {show(action.value)}"
