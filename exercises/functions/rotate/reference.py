def rotate(xs: list[int], steps: int) -> None:
    if xs:
        steps %= len(xs)
        xs[:] = xs[len(xs) - steps:] + xs[: len(xs) - steps]
