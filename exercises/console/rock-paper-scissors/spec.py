"""Built in Python: the rounds are alike, and who beats whom is a list of pairs."""

from viva.engines.dialogues.notations.builder import *

n, left, right = variables("n", "left", "right")
MOVES = one_of({moves})
BEATS = [{moves.pairs}]


def wins(one, other):
    first, *rest = [(one == better) & (other == worse) for better, worse in BEATS]
    for condition in rest:
        first = first | condition
    return first


round_ = steps(
    read(left, MOVES),
    read(right, MOVES),
    branch(
        left == right,
        write(line(ANY, "{draw}", ANY)),
        branch(wins(left, right), write(line(ANY, "{sides}", ANY)), write(line(ANY, "{sides.other}", ANY))),
    ),
)
spec = steps(read(n, between(0, 9)), repeat(n, round_), write("over", optional=True))
