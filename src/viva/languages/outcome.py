"""What came of a call of a function."""

from viva.core.records import dataclass
from viva.languages.coverage import NOTHING, Coverage
from viva.languages.heap import Heap
from viva.languages.problem import Moment, Problem


@dataclass(frozen=True, slots=True)
class Stage:
    """A call on its way, before `line` runs, or at its end where that is None: a heap of a list with two elements, the
    list of its arguments, and a dictionary of the variables that name an object."""

    line: int | None
    seen: Heap


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a call: a `value`, or a `problem`.

    `while_loading`: the problem came before any call, while the submission was loaded. `read`: the function asked for
    input (it got the end of the input). `arguments` are those after the call, if asked for. `kept` names what the
    program holds that is another now than after loading, or cannot be looked into, if asked for; `changed` says whether
    the arguments are others than before the call, if that was asked for. `last` are the steps that followed when the
    steps had run out, if asked for; `came_back`: there it was in a state in which it had been before, with all that its
    variables refer to, so that it never ends. `kept_words` is how much the program keeps after the call, if asked for.
    `lacked` is what it asked for and Viva does not have: whatever is wrong after that says nothing about it.
    """

    value: Heap | None
    problem: Problem | None
    while_loading: bool = False
    written: str = ""
    read: bool = False
    steps: int | None = None
    arguments: Heap | None = None
    kept: tuple[str, ...] = ()
    changed: bool = False
    coverage: Coverage = NOTHING
    last: tuple[Moment, ...] = ()
    came_back: bool = False
    kept_words: int | None = None
    lacked: str = ""


class Lacking(Exception):
    """What the program asked for (`name`) and Viva does not have, where nothing can be said without it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name
