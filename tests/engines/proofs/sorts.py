"""Programs that put a list in order, by several habits, and near misses of them: one change each."""

from __future__ import annotations

SORTED = "def f(xs):\n    return sorted(xs)"
DOWN = "def f(xs):\n    return sorted(xs, reverse=True)"

SORTS: dict[str, str] = {
    "bubble, shrinking": """def f(xs):
    n = len(xs)
    for i in range(n):
        for j in range(n - i - 1):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs""",
    "bubble, all of it, with a third variable": """def f(xs):
    xs = list(xs)
    i = 0
    while i < len(xs):
        j = 0
        while j < len(xs) - 1:
            if xs[j] > xs[j + 1]:
                kept = xs[j]
                xs[j] = xs[j + 1]
                xs[j + 1] = kept
            j += 1
        i += 1
    return xs""",
    "bubble, from behind": """def f(xs):
    for n in range(len(xs) - 1, 0, -1):
        for j in range(n):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs""",
    "bubble, left early": """def f(xs):
    for i in range(len(xs)):
        swapped = False
        for j in range(len(xs) - i - 1):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
                swapped = True
        if not swapped:
            break
    return xs""",
    "exchange": """def f(xs):
    for i in range(len(xs)):
        for j in range(i + 1, len(xs)):
            if xs[j] < xs[i]:
                xs[i], xs[j] = xs[j], xs[i]
    return xs""",
    "exchange, with all of them": """def f(xs):
    for i in range(len(xs)):
        for j in range(len(xs)):
            if xs[i] < xs[j]:
                xs[i], xs[j] = xs[j], xs[i]
    return xs""",
    "selection": """def f(xs):
    for i in range(len(xs)):
        m = i
        for j in range(i + 1, len(xs)):
            if xs[j] < xs[m]:
                m = j
        xs[i], xs[m] = xs[m], xs[i]
    return xs""",
    "selection of the largest": """def f(xs):
    for i in range(len(xs) - 1, 0, -1):
        m = 0
        for j in range(1, i + 1):
            if xs[j] > xs[m]:
                m = j
        xs[i], xs[m] = xs[m], xs[i]
    return xs""",
    "insertion, shifting": """def f(xs):
    for i in range(1, len(xs)):
        key = xs[i]
        j = i - 1
        while j >= 0 and xs[j] > key:
            xs[j + 1] = xs[j]
            j -= 1
        xs[j + 1] = key
    return xs""",
    "insertion, swapping": """def f(xs):
    for i in range(1, len(xs)):
        j = i
        while j > 0 and xs[j - 1] > xs[j]:
            xs[j - 1], xs[j] = xs[j], xs[j - 1]
            j -= 1
    return xs""",
    "insertion, left by a break": """def f(xs):
    for i in range(len(xs)):
        for j in range(i, 0, -1):
            if xs[j] < xs[j - 1]:
                xs[j], xs[j - 1] = xs[j - 1], xs[j]
            else:
                break
    return xs""",
    "insertion into a new list": """def f(xs):
    out = []
    for x in xs:
        i = 0
        while i < len(out) and out[i] < x:
            i += 1
        out.insert(i, x)
    return out""",
    "insertion by slices": """def f(xs):
    out = []
    for x in xs:
        i = 0
        while i < len(out) and out[i] <= x:
            i += 1
        out = out[:i] + [x] + out[i:]
    return out""",
}

NEAR: list[tuple[str, str, str]] = [
    ("bubble, shrinking", "n - i - 1", "n - i - 2"),
    ("bubble, shrinking", "range(n):", "range(n - 2):"),
    ("bubble, shrinking", "xs[j] > xs[j + 1]", "xs[j] < xs[j + 1]"),
    ("bubble, shrinking", "= xs[j + 1], xs[j]", "= xs[j + 1], xs[j + 1]"),
    ("bubble, left early", "swapped = True", "swapped = False"),
    ("bubble, left early", "if not swapped:", "if swapped:"),
    ("exchange", "i + 1, len(xs)", "i + 2, len(xs)"),
    ("exchange", "i + 1, len(xs)", "i + 1, len(xs) - 1"),
    ("exchange", "xs[i], xs[j] = xs[j], xs[i]", "xs[i] = xs[j]"),
    ("exchange, with all of them", "xs[i] < xs[j]", "xs[i] > xs[j]"),
    ("selection", "i + 1, len(xs)", "i + 1, len(xs) - 1"),
    ("selection", "xs[j] < xs[m]", "xs[j] < xs[i]"),
    ("selection", "range(len(xs)):", "range(1, len(xs)):"),
    ("selection of the largest", "range(1, i + 1)", "range(1, i)"),
    ("insertion, shifting", "j >= 0", "j > 0"),
    ("insertion, shifting", "xs[j + 1] = key", "xs[j] = key"),
    ("insertion, shifting", "range(1, len(xs))", "range(2, len(xs))"),
    ("insertion, shifting", "xs[j] > key", "xs[j] > xs[i]"),
    ("insertion, swapping", "j = i\n", "j = i - 1\n"),
    ("insertion into a new list", "out[i] < x", "out[i] > x"),
    ("insertion into a new list", "i = 0", "i = 1"),
    ("insertion by slices", "out[i:]", "out[i + 1:]"),
]
CHEAP = ("bubble, shrinking", "exchange")
