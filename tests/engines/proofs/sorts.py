"""Programs that put a list in order, by several habits, and near misses of them: one change each."""

from __future__ import annotations

from tests.engines.proofs.sources import INT, INTS, TEXT
from viva.engines.shapes import Fixed, Many, Plain, Shape

ROWS, WORDS = Many("list", Fixed((Plain("int"), Plain("int")))), Many("list", TEXT)

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
    "bubble, as long as something is exchanged": """def f(xs):
    swapped = True
    while swapped:
        swapped = False
        for j in range(len(xs) - 1):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
                swapped = True
    return xs""",
    "bubble, until nothing is exchanged": """def f(xs):
    while True:
        done = True
        for j in range(1, len(xs)):
            if xs[j - 1] > xs[j]:
                xs[j - 1], xs[j] = xs[j], xs[j - 1]
                done = False
        if done:
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
    ("bubble, as long as something is exchanged", "len(xs) - 1", "len(xs) - 2"),
    ("bubble, as long as something is exchanged", "> xs[j + 1]:", "> xs[j + 1] + 1:"),
    ("bubble, as long as something is exchanged", "                swapped = True\n", ""),
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
# These go on for ever, with equal elements or with those in order.
ENDLESS: list[tuple[str, str, str]] = [
    ("bubble, as long as something is exchanged", "xs[j] > xs[j + 1]", "xs[j] >= xs[j + 1]"),
    ("bubble, as long as something is exchanged", "xs[j] > xs[j + 1]", "xs[j] != xs[j + 1]"),
    ("bubble, as long as something is exchanged", "swapped = False", "swapped = len(xs) > 1"),
    ("bubble, until nothing is exchanged", "= xs[j], xs[j - 1]", "= xs[j - 1], xs[j]"),
]
CHEAP = ("bubble, shrinking", "exchange")

# Both programs, and what they are given.
KEYS: dict[str, tuple[str, str, list[Shape]]] = {
    "by the number with another sign": (
        "def f(xs):\n    return sorted(xs, reverse=True)",
        "def f(xs):\n    return sorted(xs, key=lambda x: -x)",
        [INTS],
    ),
    "by the number itself": (
        "def f(xs):\n    return sorted(xs)",
        "def f(xs):\n    xs.sort(key=lambda x: x)\n    return xs",
        [INTS],
    ),
    "by a part, in place": (
        "def f(xs):\n    return sorted(xs, key=lambda p: p[1])",
        "def f(xs):\n    def second(q):\n        return q[1]\n    xs.sort(key=second)\n    return xs",
        [ROWS],
    ),
    "pairs": (
        "def f(xs):\n    return sorted(xs)",
        "def f(xs):\n    ys = xs[:]\n    ys.sort()\n    return ys",
        [ROWS],
    ),
    "texts": (
        "def f(xs):\n    return sorted(xs)[0]",
        "def f(xs):\n    ys = xs[:]\n    ys.sort()\n    return ys[0]",
        [WORDS],
    ),
    "by length": (
        "def f(xs):\n    return sorted(xs, key=len)",
        "def f(xs):\n    xs.sort(key=lambda w: len(w))\n    return xs",
        [WORDS],
    ),
    "the largest ones": (
        "def f(k, xs):\n    if k < 0:\n        return []\n    return sorted(xs, reverse=True)[:k]",
        "import heapq\ndef f(k, xs):\n    return heapq.nlargest(k, xs)",
        [INT, INTS],
    ),
    "the smallest ones": (
        "def f(k, xs):\n    return sorted(xs)[:max(k, 0)]",
        "from heapq import nsmallest\ndef f(k, xs):\n    return nsmallest(k, xs)",
        [INT, INTS],
    ),
    "letters": (
        "def f(t):\n    return ''.join(sorted(t))",
        "def f(t):\n    cs = list(t)\n    cs.sort()\n    return ''.join(cs)",
        [TEXT],
    ),
}
KEY_TRAPS: dict[str, tuple[str, str, list[Shape]]] = {
    "by the size of the number": (
        "def f(xs):\n    return sorted(xs)",
        "def f(xs):\n    return sorted(xs, key=abs)",
        [INTS],
    ),
    "twice backwards": (
        "def f(xs):\n    return sorted(xs, reverse=True)",
        "def f(xs):\n    return sorted(xs, key=lambda x: -x, reverse=True)",
        [INTS],
    ),
    "backwards is not the reverse where keys are equal": (
        "def f(xs):\n    return sorted(xs, key=lambda p: p[1])[::-1]",
        "def f(xs):\n    return sorted(xs, key=lambda p: p[1], reverse=True)",
        [ROWS],
    ),
    "by another part": (
        "def f(xs):\n    return sorted(xs, key=lambda p: p[1])",
        "def f(xs):\n    return sorted(xs, key=lambda p: p[0])",
        [ROWS],
    ),
    "a list is empty while it is sorted": (
        "def f(xs):\n    return sorted(xs, key=lambda x: xs.count(x))",
        "def f(xs):\n    xs.sort(key=lambda x: xs.count(x))\n    return xs",
        [INTS],
    ),
    "no slice from behind": (
        "def f(k, xs):\n    return sorted(xs, reverse=True)[:k]",
        "import heapq\ndef f(k, xs):\n    return heapq.nlargest(k, xs)",
        [INT, INTS],
    ),
    "a key that fails": (
        "def f(xs):\n    return sorted(xs)",
        "def f(xs):\n    return sorted(xs, key=lambda x: x + 1 // x * 0)",
        [INTS],
    ),
    "a key that depends on another number": (
        "def f(k, xs):\n    return sorted(xs, key=lambda x: x % 5 + k)",
        "def f(k, xs):\n    return sorted(xs, key=lambda x: x % 5 * k)",
        [INT, INTS],
    ),
    "another function of that name": (
        "def f(xs):\n    return sorted(xs)",
        "def sorted(xs):\n    return xs\ndef f(xs):\n    return sorted(xs)",
        [INTS],
    ),
    "a key that is always the same": (
        "def f(xs):\n    return xs",
        "def f(xs):\n    return sorted(xs, key=lambda x: 0, reverse=True)[::-1]",
        [INTS],
    ),
}
