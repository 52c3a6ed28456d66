"""Questions of a first course, each with a right function and with three wrong ones as beginners write them: two with
one mistake, one with two at once. They are written in another way than the right one more often than not."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attempt:
    """`lines` are those that are wrong, from 1; `most` words and signs should be enough to mend it."""

    text: str
    lines: tuple[int, ...]
    most: int


@dataclass(frozen=True, slots=True)
class Asked:
    name: str
    reference: str
    attempts: tuple[Attempt, ...]


LARGEST = Asked(
    "largest",
    "def f(xs: list[int]) -> int | None:\n"
    "    if not xs:\n        return None\n"
    "    best = xs[0]\n"
    "    for x in xs:\n        if x > best:\n            best = x\n"
    "    return best\n",
    (
        Attempt(
            "def f(nums):\n    if nums == []:\n        return None\n    biggest = 0\n    for n in nums:\n"
            "        if n > biggest:\n            biggest = n\n    return biggest\n",
            (4,), 5,
        ),
        Attempt(
            "def f(nums):\n    if len(nums) == 0:\n        return None\n    m = nums[0]\n    i = 1\n"
            "    while i < len(nums):\n        if nums[i] > m:\n            m = nums[i]\n            i += 1\n    return m\n",
            (9,), 1,
        ),
        Attempt(
            "def f(nums):\n    m = nums[0]\n    for i in range(len(nums) - 1):\n        if nums[i] > m:\n"
            "            m = nums[i]\n    return m\n",
            (2, 3), 12,
        ),
    ),
)  # fmt: skip
VOWELS = Asked(
    "vowels",
    "def f(text: str) -> int:\n    count = 0\n    for letter in text:\n"
    "        if letter in 'aeiouAEIOU':\n            count += 1\n    return count\n",
    (
        Attempt(
            "def f(s):\n    n = 0\n    for c in s:\n        if c in 'aeiou':\n            n = n + 1\n    return n\n",
            (4,), 4,
        ),
        Attempt(
            "def f(s):\n    n = 0\n    for i in range(len(s)):\n        if s[i].lower() in 'aeiou':\n"
            "            n += 1\n        return n\n",
            (6,), 1,
        ),
        Attempt(
            "def f(s):\n    n = 1\n    for c in s:\n        if c in 'aeiouAEIOU':\n            n + 1\n    return n\n",
            (2, 5), 5,
        ),
    ),
)  # fmt: skip
PALINDROME = Asked(
    "palindrome",
    "def f(word: str) -> bool:\n    return word == word[::-1]\n",
    (
        Attempt(
            "def f(w):\n    for i in range(len(w)):\n        if w[i] != w[-i]:\n            return False\n    return True\n",
            (3,), 4,
        ),
        Attempt(
            "def f(w):\n    i = 0\n    j = len(w)\n    while i < j:\n        if w[i] != w[j]:\n            return False\n"
            "        i += 1\n        j -= 1\n    return True\n",
            (3,), 2,
        ),
        Attempt(
            "def f(w):\n    if len(w) < 1:\n        return True\n    if w[0] == w[-1]:\n        f(w[1:-1])\n"
            "    return False\n",
            (2, 5), 4,
        ),
    ),
)  # fmt: skip
SECOND = Asked(
    "second largest",
    "def f(xs: list[int]) -> int | None:\n    different = sorted(set(xs))\n    if len(different) < 2:\n"
    "        return None\n    return different[-2]\n",
    (
        Attempt(
            "def f(xs):\n    ys = sorted(xs)\n    if len(set(ys)) < 2:\n        return None\n    return ys[-2]\n",
            (2,), 4,
        ),
        Attempt(
            "def f(xs):\n    xs = list(set(xs))\n    xs.sort()\n    if len(xs) < 2:\n        return None\n"
            "    return xs[1]\n",
            (6,), 3,
        ),
        Attempt(
            "def f(xs):\n    first = None\n    second = None\n    for x in xs:\n"
            "        if first is None or x > first:\n            first = x\n            second = first\n"
            "        elif second is None or x > second:\n            second = x\n    return second\n",
            (6, 7, 8), 12,
        ),
    ),
)  # fmt: skip
REVERSED = Asked(
    "reverse digits",
    "def f(n: int) -> int:\n    n = abs(n)\n    result = 0\n    while n > 0:\n        result = result * 10 + n % 10\n"
    "        n //= 10\n    return result\n",
    (
        Attempt(
            "def f(n):\n    n = abs(n)\n    r = 0\n    while n > 0:\n        r = r * 10 + n % 10\n        n = n / 10\n"
            "    return r\n",
            (6,), 2,
        ),
        Attempt(
            "def f(n):\n    s = str(abs(n))\n    t = ''\n    for c in s:\n        t = t + c\n    return int(t)\n",
            (5,), 4,
        ),
        Attempt(
            "def f(n):\n    n = abs(n)\n    r = 0\n    while n > 9:\n        d = n % 10\n        r = r + d * 10\n"
            "        n = n // 10\n    return r\n",
            (4, 6), 6,
        ),
    ),
)  # fmt: skip
PRIME = Asked(
    "is prime",
    "def f(n: int) -> bool:\n    if n < 2:\n        return False\n    for d in range(2, n):\n        if n % d == 0:\n"
    "            return False\n    return True\n",
    (
        Attempt(
            "def f(n):\n    for i in range(2, n):\n        if n % i == 0:\n            return False\n    return True\n",
            (2,), 9,
        ),
        Attempt(
            "def f(n):\n    if n < 2:\n        return False\n    for i in range(2, n):\n        if n % i == 0:\n"
            "            return False\n        else:\n            return True\n    return True\n",
            (7, 8), 4,
        ),
        Attempt(
            "def f(n):\n    prime = True\n    if n <= 2:\n        return False\n    d = 2\n    while d * d < n:\n"
            "        if n % d == 0:\n            prime = False\n        d += 1\n    return prime\n",
            (3, 6), 4,
        ),
    ),
)  # fmt: skip
FLATTEN = Asked(
    "flatten",
    "def f(rows: list[list[int]]) -> list[int]:\n    flat = []\n    for row in rows:\n        for x in row:\n"
    "            flat.append(x)\n    return flat\n",
    (
        Attempt(
            "def f(rows):\n    flat = []\n    for row in rows:\n        for x in row:\n            flat.append(row)\n"
            "    return flat\n",
            (5,), 2,
        ),
        Attempt(
            "def f(rows):\n    out = []\n    for i in range(len(rows)):\n        for j in range(len(rows)):\n"
            "            out.append(rows[i][j])\n    return out\n",
            (4,), 3,
        ),
        Attempt(
            "def f(rows):\n    for row in rows:\n        out = []\n        out.append(row)\n    return out\n",
            (2, 3, 4), 8,
        ),
    ),
)  # fmt: skip
RUNNING = Asked(
    "running sum",
    "def f(xs: list[int]) -> list[int]:\n    sums = []\n    total = 0\n    for x in xs:\n        total += x\n"
    "        sums.append(total)\n    return sums\n",
    (
        Attempt(
            "def f(xs):\n    out = []\n    t = 0\n    for x in xs:\n        out.append(t)\n        t += x\n"
            "    return out\n",
            (5, 6), 8,
        ),
        Attempt(
            "def f(xs):\n    out = []\n    for i in range(len(xs)):\n        out.append(sum(xs[:i]))\n    return out\n",
            (4,), 2,
        ),
        Attempt(
            "def f(xs):\n    for i in range(len(xs)):\n        xs[i] = xs[i] + xs[i - 1]\n",
            (2, 3, 4), 14,
        ),
    ),
)  # fmt: skip
COUNTS = Asked(
    "counts",
    "def f(words: list[str]) -> dict[str, int]:\n    counts = {}\n    for word in words:\n"
    "        if word in counts:\n            counts[word] += 1\n        else:\n            counts[word] = 1\n"
    "    return counts\n",
    (
        Attempt(
            "def f(ws):\n    d = {}\n    for w in ws:\n        if w in d:\n            d[w] += 1\n        else:\n"
            "            d[w] = 0\n    return d\n",
            (7,), 2,
        ),
        Attempt(
            "def f(ws):\n    d = {}\n    for w in ws:\n        d[w] = d.get(w) + 1\n    return d\n",
            (4,), 2,
        ),
        Attempt(
            "def f(ws):\n    d = {}\n    for w in ws:\n        if w not in d:\n            d[w] += 1\n"
            "        d[w] = 1\n    return d\n",
            (4, 5, 6), 8,
        ),
    ),
)  # fmt: skip
TRANSPOSE = Asked(
    "transpose",
    "def f(rows: list[list[int]]) -> list[list[int]]:\n    if not rows:\n        return []\n    result = []\n"
    "    for j in range(len(rows[0])):\n        column = []\n        for row in rows:\n"
    "            column.append(row[j])\n        result.append(column)\n    return result\n",
    (
        Attempt(
            "def f(m):\n    if m == []:\n        return []\n    out = []\n    for j in range(len(m)):\n        col = []\n"
            "        for i in range(len(m)):\n            col.append(m[i][j])\n        out.append(col)\n    return out\n",
            (5,), 3,
        ),
        Attempt(
            "def f(m):\n    if len(m) == 0:\n        return []\n    out = []\n    col = []\n"
            "    for j in range(len(m[0])):\n        for row in m:\n            col.append(row[j])\n"
            "        out.append(col)\n    return out\n",
            (5,), 8,
        ),
        Attempt(
            "def f(m):\n    if m == []:\n        return []\n    out = []\n    for j in range(len(m[0])):\n        col = []\n"
            "        for i in range(len(m[0])):\n            col.append(m[j][i])\n        out.append(col)\n"
            "    return out\n",
            (7, 8), 7,
        ),
    ),
)  # fmt: skip

QUESTIONS = (LARGEST, VOWELS, PALINDROME, SECOND, REVERSED, PRIME, FLATTEN, RUNNING, COUNTS, TRANSPOSE)
REQUIRES = {
    "transpose": "def requires(rows):\n    return all(len(row) == len(rows[0]) for row in rows)\n",
}
