"""What the exit status of a command says. That the call was wrong, or the exercise, is said by raising a `Fault`."""

from viva.core.verdict import Verdict

RIGHT, WRONG, WRONG_CALL, UNDECIDED = 0, 1, 2, 3
INTERRUPTED = 130


def of(verdict: Verdict) -> int:
    if verdict.right:
        return RIGHT
    return UNDECIDED if verdict is Verdict.UNDECIDED else WRONG
