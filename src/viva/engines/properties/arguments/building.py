"""Building arguments: what is a refusal, what is a mistake in a class, and what is a mistake of Viva's own.

A class *refuses* its fields with ValueError, AssertionError or an exception of people's own, and then simply has no
such value. Any other exception there is a mistake in the class, which passes through like those of the property itself.
A mistake of Viva's own, one that never came through code of people's own, is `Broken`: no verdict is made of it.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

from viva.core.records import dataclass
from viva.engines.enumeration.space import Code, Space, Value
from viva.engines.enumeration.spaces.functions import Undefined

VIVA = str(Path(__file__).parents[3])
_LONGEST = 200


class Broken(Exception):
    """Viva itself went wrong: an error to report, never a verdict."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The arguments cannot be built, because a class refuses its fields."""

    why: str


def built(space: Space, code: Code) -> Value | Refused:
    """A fresh value. What raises, and is no refusal, passes through."""
    try:
        return space.build(code)
    except Undefined:
        raise
    except Exception as error:
        if _refuses(error):
            return Refused(exception_text(error))
        blame(error)
        raise


def _refuses(error: Exception) -> bool:
    own = type(error).__module__.partition(".")[0] not in sys.stdlib_module_names
    return own or isinstance(error, ValueError | AssertionError)


def blame(error: BaseException) -> None:
    """Raises `Broken` for an error that came from Viva alone: no line of people's own was being run."""
    names = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)]
    ours = all(name.startswith(VIVA) for name in names)
    if ours and not isinstance(error, RecursionError | MemoryError | SystemExit):
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(last.filename).name}, line {last.lineno}"
        raise Broken(f"{type(error).__name__}: {error} ({place})") from error


def is_from_viva(error: BaseException) -> bool:
    """Whether the line that raised it is one of Viva's."""
    return [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)][-1].startswith(VIVA)


def exception_text(error: BaseException) -> str:
    """What an exception says, at most so long."""
    text = str(error)
    text = text if len(text) < _LONGEST else text[: _LONGEST - 3] + "…"
    return f"{type(error).__name__}{': ' if text else ''}{text}"
