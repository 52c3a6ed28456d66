"""What is known of the differences of whole numbers: a closed difference-bound matrix.

`x - y <= c` is all that can be said, which is all that comparisons of keys say. Closed means that what follows is
there: to ask costs a look, to add costs the square of the number of variables. Variable 0 is the number zero.
"""

NEVER = 1 << 40


class DifferenceBounds:
    __slots__ = ("bound",)

    def __init__(self) -> None:
        self.bound: list[list[int]] = [[0]]

    def copy(self) -> "DifferenceBounds":
        other = DifferenceBounds()
        other.bound = [row[:] for row in self.bound]
        return other

    def variable(self) -> int:
        number = len(self.bound)
        for row in self.bound:
            row.append(NEVER)
        self.bound.append([NEVER] * number + [0])
        return number

    def possible(self, left: int, right: int, most: int) -> bool:
        """Whether `left - right <= most` can be."""
        return self.bound[right][left] + most >= 0

    def known(self, left: int, right: int, most: int) -> bool:
        """Whether `left - right <= most` follows."""
        return self.bound[left][right] <= most

    def add(self, left: int, right: int, most: int) -> None:
        """What is possible becomes known."""
        bound = self.bound
        if bound[left][right] <= most:
            return
        onward = bound[right]
        for row in bound:
            through = row[left] + most
            if through < NEVER:
                for place, further in enumerate(onward):
                    row[place] = min(row[place], through + further)
