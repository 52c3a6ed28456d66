"""What is covered: for each construct a program that is proved, and one with a small mistake that is not."""

# ruff: noqa: E501
from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.engines.proofs.sources import INT, INTS, TEXT, program
from viva.engines.proofs import Proved, prove
from viva.engines.shapes import Choice, Either, Many, Plain, Shape, Table

TEXTS, NUMBERS = Many("list", TEXT), Table(TEXT, INT)
TRY = "def f(xs, n):\n    try:\n        return xs.index(n)\n    except ValueError:\n        return -1"
FIRST = "def f(xs):\n    for i in range(len(xs)):\n        if xs[i] == 3:\n            return i\n    return -1"
FOUND = (
    "def f(xs):\n    found = False\n    for i in range(len(xs)):\n        if xs[i] == 3:\n            p = i\n"
    "            found = True\n            break\n    if found:\n        return p\n    return -1"
)
UNIQUE = "def f(xs):\n    r = []\n    for x in xs:\n        if x not in r:\n            r.append(x)\n    return r"
SELECT = "def f(xs, k):\n    r = []\n    for i in range(k):\n        r.append(max(xs))\n        xs.remove(max(xs))\n    return r"
SORTED = (
    "def f(xs, k):\n    r = []\n    while xs:\n        best = xs[0]\n        for x in xs:\n            if x > best:\n"
    "                best = x\n        xs.remove(best)\n        r.append(best)\n    return r[:k]"
)
TURNS = (
    "def f(xs, ys):\n    r = []\n    i = 0\n    while i < len(xs) or i < len(ys):\n        if i < len(xs):\n"
    "            r.append(xs[i])\n        if i < len(ys):\n            r.append(ys[i])\n        i += 1\n    return r"
)


@dataclass(frozen=True)
class Pair:
    model: str
    right: str
    wrong: str
    shapes: tuple[Shape, ...]
    requires: str | None = None


PAIRS = {
    "every second round": Pair(
        "def f(xs):\n    r = []\n    for i in range(len(xs)):\n        if i % 2 == 0:\n            r.append(xs[i])\n    return r",
        "def f(xs):\n    r = []\n    take = True\n    for x in xs:\n        if take:\n            r.append(x)\n        take = not take\n    return r",
        "def f(xs):\n    r = []\n    take = False\n    for x in xs:\n        if take:\n            r.append(x)\n        take = not take\n    return r",
        (INTS,),
    ),
    "the one of three in the middle": Pair(
        "def f(a, b, c):\n    return sorted([a, b, c])[1]",
        "def f(a, b, c):\n    return a + b + c - max(a, b, c) - min(a, b, c)",
        "def f(a, b, c):\n    return a + b + c - max(a, b) - min(a, b)",
        (INT, INT, INT),
    ),
    "the order of two, backwards": Pair(
        "def f(a, b):\n    return sorted((a, b), reverse=True)",
        "def f(a, b):\n    return [a, b] if a > b else [b, a]",
        "def f(a, b):\n    return [a, b] if a < b else [b, a]",
        (INT, INT),
    ),
    "the last bits, also below zero": Pair(
        "def f(n):\n    return n & 7",
        "def f(n):\n    return n - n // 8 * 8",
        "def f(n):\n    return abs(n) % 8",
        (INT,),
    ),
    "how many bits are set": Pair(
        "def f(n):\n    count = 0\n    while n > 0:\n        count += n % 2\n        n //= 2\n    return count",
        "def f(n):\n    count = 0\n    while n > 0:\n        if n & 1:\n            count += 1\n        n = n >> 1\n    return count",
        "def f(n):\n    count = 0\n    while n > 0:\n        if n & 3:\n            count += 1\n        n = n >> 1\n    return count",
        (INT,),
    ),
    "halves of what is above zero": Pair(
        "def f(n):\n    if n < 1:\n        return False\n    while n % 2 == 0:\n        n //= 2\n    return n == 1",
        "def f(n):\n    if n < 1:\n        return False\n    if n == 1:\n        return True\n    return n % 2 == 0 and f(n // 2)",
        "def f(n):\n    if n == 1:\n        return True\n    return n % 2 == 0 and f(n // 2)",
        (INT,),
    ),
    "the largest so far, that is None before": Pair(
        "def f(xs):\n    return [max(xs[: i + 1]) for i in range(len(xs))]",
        "def f(xs):\n    r = []\n    best = None\n    for x in xs:\n        if best is None or x > best:\n            best = x\n        r.append(best)\n    return r",
        "def f(xs):\n    r = []\n    best = None\n    for x in xs:\n        r.append(best)\n        if best is None or x > best:\n            best = x\n    return r",
        (INTS,),
    ),
    "what a division leaves over": Pair(
        "def f(n):\n    return [d for d in range(1, n + 1) if n % d == 0]",
        "def f(n):\n    return [d for d in range(1, n + 1) if n // d * d == n]",
        "def f(n):\n    return [d for d in range(n + 1) if n // d * d == n]",
        (INT,),
    ),
    "in a set of the list": Pair(
        "def f(xs, ys):\n    return [x for x in xs if x in ys]",
        "def f(xs, ys):\n    known = set(ys)\n    return [x for x in xs if x in known]",
        "def f(xs, ys):\n    known = set(ys[1:])\n    return [x for x in xs if x in known]",
        (INTS, INTS),
    ),
    "in order, by neighbours": Pair(
        "def f(xs):\n    return xs == sorted(xs)",
        "def f(xs):\n    return all(xs[i] <= xs[i + 1] for i in range(len(xs) - 1))",
        "def f(xs):\n    return all(xs[i] < xs[i + 1] for i in range(len(xs) - 1))",
        (INTS,),
    ),
    "numbers from behind": Pair(
        "def f(n):\n    return sum(i for i in range(n) if i % 3 == 0)",
        "def f(n):\n    t = 0\n    while n > 1:\n        n -= 1\n        if n % 3 == 0:\n            t += n\n    return t",
        "def f(n):\n    t = 0\n    while n > 1:\n        if n % 3 == 0:\n            t += n\n        n -= 1\n    return t",
        (INT,),
    ),
    "a generator with two loops, of which one is narrower": Pair(
        "def f(xs, n):\n    for i in range(len(xs)):\n        for j in range(i + 1, len(xs)):\n            if xs[i] + xs[j] == n:\n                return True\n    return False",
        "def f(xs, n):\n    return any(xs[i] + xs[j] == n for i in range(len(xs)) for j in range(len(xs)) if i < j)",
        "def f(xs, n):\n    return any(xs[i] + xs[j] == n for i in range(len(xs)) for j in range(len(xs)) if i <= j)",
        (INTS, INT),
    ),
    "a sum with two loops": Pair(
        "def f(xs, n):\n    t = 0\n    for x in xs:\n        for y in xs:\n            if y > n:\n                t += x * y\n    return t",
        "def f(xs, n):\n    return sum((x * y for x in xs for y in xs if y > n), 0)",
        "def f(xs, n):\n    return sum((x * y for x in xs for y in xs if y > n), 1)",
        (INTS, INT),
    ),
    "a sum of numbers and squares by a formula": Pair(
        "def f(n):\n    t = 0\n    for i in range(n + 1):\n        t += i * i + 3 * i\n    return t",
        "def f(n):\n    return 0 if n < 0 else n * (n + 1) * (2 * n + 1) // 6 + 3 * n * (n + 1) // 2",
        "def f(n):\n    return n * (n + 1) * (2 * n + 1) // 6 + 3 * n * (n + 1) // 2",
        (INT,),
    ),
    "two lists as long as one of them lasts": Pair(
        TURNS.replace("    i = 0\n    while i < len(xs) or i < len(ys)", "    for i in range(max(len(xs), len(ys)))").replace("        i += 1\n", ""),
        TURNS, TURNS.replace(" or ", " and "), (INTS, INTS),
    ),
    "try around a search": Pair(
        "def f(xs, n):\n    return xs.index(n) if n in xs else -1", TRY, TRY.replace("ValueError", "IndexError"),
        (INTS, INT),
    ),
    "try around an index": Pair(
        "def f(xs, n):\n    return xs[n] if -len(xs) <= n < len(xs) else None",
        "def f(xs, n):\n    try:\n        v = xs[n]\n    except LookupError:\n        return None\n    return v",
        "def f(xs, n):\n    try:\n        v = xs[n]\n    except IndexError:\n        return 0\n    return v",
        (INTS, INT),
    ),
    "try around a division": Pair(
        "def f(a, b):\n    return a // b if b else 0",
        "def f(a, b):\n    try:\n        return a // b\n    except ZeroDivisionError:\n        return 0",
        "def f(a, b):\n    try:\n        return a // b\n    except ValueError:\n        return 0",
        (INT, INT),
    ),
    "try around a change": Pair(
        "def f(xs):\n    return max(0, len(xs) - 1)",
        "def f(xs):\n    try:\n        xs.pop()\n    except IndexError:\n        pass\n    return len(xs)",
        "def f(xs):\n    try:\n        v = xs.pop() + xs[0]\n    except IndexError:\n        pass\n    return len(xs)",
        (INTS,),
    ),
    "the variable of a loop after it": Pair(
        "def f(xs):\n    return xs[-1]",
        "def f(xs):\n    for x in xs:\n        pass\n    return x",
        "def f(xs):\n    for x in xs:\n        y = x\n        if x == 3:\n            break\n    return y",
        (INTS,),
    ),
    "a name that is bound by cases": Pair(
        "def f(n):\n    return 1 if n > 0 else 2",
        "def f(n):\n    if n > 0:\n        r = 1\n    if n <= 0:\n        r = 2\n    return r",
        "def f(n):\n    if n > 0:\n        r = 1\n    if n < 0:\n        r = 2\n    return r",
        (INT,),
    ),
    "a name that is bound where something was found": Pair(FIRST, FOUND, FOUND.replace("            break\n", ""), (INTS,)),
    "a dictionary as an argument": Pair(
        "def f(d, k):\n    return d.get(k, 0)",
        "def f(d, k):\n    if k in d:\n        return d[k]\n    return 0",
        "def f(d, k):\n    return d[k]",
        (NUMBERS, TEXT),
    ),
    "the values of a dictionary": Pair(
        "def f(d):\n    return sum(d.values())",
        "def f(d):\n    s = 0\n    for k, v in d.items():\n        s += v\n    return s",
        "def f(d):\n    s = 0\n    for k, v in d.items():\n        if k:\n            s += v\n    return s",
        (NUMBERS,),
    ),
    "a set as an argument": Pair(
        "def f(s, n):\n    return n in s",
        "def f(s, n):\n    return not (n not in s)",
        "def f(s, n):\n    s.add(n)\n    return n in s",
        (Many("set", INT), INT),
    ),
    "None as an argument": Pair(
        "def f(n):\n    return 0 if n is None else n",
        "def f(n):\n    return n or 0",
        "def f(n):\n    return n or 1",
        (Either((Plain("none"), INT)),),
    ),
    "one of a few numbers": Pair(
        "def f(n):\n    return n + 1",
        "def f(n):\n    return n + 1 if n == 2 else 4",
        "def f(n):\n    return n + 1 if n == 3 else 4",
        (Choice((2, 3)),),
    ),
    "few inputs, all of them tried": Pair(
        "def f(n):\n    if n < 1 or n > 12:\n        raise ValueError\n    t = 0\n    for i in range(n):\n        t += i * i\n    return t",
        "def f(n):\n    return (n - 1) * n * (2 * n - 1) // 6",
        "def f(n):\n    return (n - 1) * n * (2 * n - 1) // 6 if n < 12 else 0",
        (INT,),
    ),
    "every second": Pair(
        "def f(xs):\n    return [xs[2 * i] for i in range((len(xs) + 1) // 2)]",
        "def f(xs):\n    return xs[::2]",
        "def f(xs):\n    return xs[::-1][::2] + [0]",
        (INTS,),
    ),
    "numbers as texts": Pair(
        "def f(n):\n    return str(n) + 'a'",
        "def f(n):\n    r = str(n)\n    r += 'a'\n    return r",
        "def f(n):\n    return str(n > 0) + 'a'",
        (INT,),
    ),
    "the longest": Pair(
        "def f(ws):\n    best = ''\n    for w in ws:\n        if len(w) > len(best):\n            best = w\n    return best",
        "def f(ws):\n    return max(ws, key=len) if ws else ''",
        "def f(ws):\n    return min(ws, key=len) if ws else ''",
        (TEXTS,),
    ),
    "sorting backwards": Pair(
        "def f(xs):\n    return sorted(xs)[::-1]",
        "def f(xs):\n    xs.sort(reverse=True)\n    return xs",
        "def f(xs):\n    xs.sort()\n    return xs",
        (INTS,),
    ),
    "the whole list in place": Pair(
        UNIQUE,
        UNIQUE.replace("return r", "xs[:] = r\n    return xs"),
        UNIQUE.replace("return r", "ys = xs[:]\n    ys[:] = r\n    return xs"),
        (INTS,),
    ),
    "a comprehension for its effect": Pair(
        UNIQUE,
        "def f(xs):\n    r = []\n    [r.append(x) for x in xs if x not in r]\n    return r",
        "def f(xs):\n    r = []\n    [r.append(x) for x in xs if x in r]\n    return r",
        (INTS,),
    ),
    "calls outside of functions": Pair(
        "def f(n):\n    return n", "def f(n):\n    return n\n\nprint(f(3))\n", "def f(n):\n    return n\n\n(f := abs)\n", (INT,)
    ),
    "None in some cases, and a list in others": Pair(
        "def f(xs, k):\n    if k > len(xs):\n        return None\n    return xs[:k]",
        "def f(xs, k):\n    r = xs[:k]\n    if not k > len(xs):\n        return [x for x in r]",
        "def f(xs, k):\n    r = xs[:k]\n    if not k >= len(xs):\n        return [x for x in r]",
        (INTS, INT),
    ),
    "an empty list is not None": Pair(
        "def f(xs, k):\n    if k > len(xs):\n        return None\n    return xs[:k]",
        "def f(xs, k):\n    if k > len(xs):\n        return\n    return xs[:k]",
        "def f(xs, k):\n    if k > len(xs):\n        return []\n    return xs[:k]",
        (INTS, INT),
    ),
    "something is shown": Pair(
        UNIQUE,
        UNIQUE.replace("    return r", "    print('unique:', r, len(r), sep=' ', end='\\n')\n    print()\n    return r"),
        UNIQUE.replace("    return r", "    print(xs[0])\n    return r"),
        (INTS,),
    ),
    "what is shown changes something": Pair(
        "def f(xs):\n    return xs[1:]",
        "def f(xs):\n    if xs:\n        print(xs.pop(0))\n    return xs",
        "def f(xs):\n    if xs:\n        print(xs.pop())\n    return xs",
        (INTS,),
    ),
    "a while that is left after one round": Pair(
        UNIQUE,
        UNIQUE.replace("if x not in r", "while x not in r"),
        UNIQUE.replace("if x not in r", "while x in r"),
        (INTS,),
    ),
    "which of all values were seen": Pair(
        UNIQUE,
        "def f(xs):\n    return [xs[i] for i in range(len(xs)) if xs[i] not in xs[:i]]",
        "def f(xs):\n    return [xs[i] for i in range(len(xs)) if xs[i] not in xs[:i + 1]]",
        (INTS,),
    ),
    "the first one before the loop": Pair(
        UNIQUE,
        "def f(xs):\n    if xs == []:\n        return []\n    r = [xs[0]]\n    for x in xs:\n        if x not in r:\n            r.append(x)\n    return r",
        "def f(xs):\n    if xs == []:\n        return []\n    r = [xs[0]]\n    for x in xs[2:]:\n        if x not in r:\n            r.append(x)\n    return r",
        (INTS,),
    ),
    "from both ends": Pair(
        "def f(t):\n    return t == t[::-1]",
        "def f(t):\n    for i in range(len(t)):\n        if t[i] != t[len(t) - 1 - i]:\n            return False\n    return True",
        "def f(t):\n    for i in range(1, len(t)):\n        if t[i] != t[len(t) - i]:\n            return False\n    return True",
        (TEXT,),
    ),
    "a sum of sums": Pair(
        "def f(rows):\n    s = 0\n    for row in rows:\n        for x in row:\n            s += x\n    return s",
        "def f(rows):\n    return sum(sum(row) for row in rows)",
        "def f(rows):\n    return sum(sum(row) + len(row) * 0 + 1 for row in rows)",
        (Many("list", INTS),),
    ),
    "run to the end and cut off": Pair(
        SELECT, SORTED, SORTED.replace("r[:k]", "r[1:k]"), (INTS, INT),
        "def requires(xs, k):\n    return 0 <= k <= len(xs)",
    ),
}  # fmt: skip


@pytest.mark.some(8)
@pytest.mark.parametrize("name", PAIRS)
def test_the_right_one_is_proved_and_the_wrong_one_is_not(name: str) -> None:
    pair = PAIRS[name]
    requires = None if pair.requires is None else program(pair.requires, "requires")
    model, right, wrong = program(pair.model), program(pair.right), program(pair.wrong)
    assert isinstance(prove(model, right, pair.shapes, requires=requires), Proved)
    assert not isinstance(prove(model, wrong, pair.shapes, requires=requires), Proved)
