"""Marks begin where work begins: what is reached without any is the zero of the scale."""


def above(reached: float, zero: float) -> float:
    """How far something has come from `zero`, which an answer that does nothing reaches, to everything, which is 1.

    Monotone in `reached`, 0 for whatever is not above zero, and 1 for 1; all three are shares.
    """
    if reached >= 1.0:
        return 1.0
    return max(0.0, (reached - zero) / (1.0 - zero)) if zero < 1.0 else 0.0
