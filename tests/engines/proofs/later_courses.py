"""Programs of a second course: what they mean, which are alike, and which only look alike."""

# ruff: noqa: E501
from __future__ import annotations

MEANINGS: dict[str, tuple[tuple[str, ...], str]] = {
    "gcd and lcm": (
        ("int", "int"), "import math\ndef f(a, b):\n    return math.gcd(a, b), math.lcm(a, b), math.gcd(a, 12)\n"
    ),
    "factorial": (("int",), "from math import factorial\ndef f(n):\n    return factorial(n % 7), factorial(n)\n"),
    "comb": (("int", "int"), "from math import comb\ndef f(n, k):\n    return comb(n, k)\n"),
    "isqrt": (("int",), "import math\ndef f(n):\n    return math.isqrt(n), math.floor(n), math.ceil(n)\n"),
    "prod": (
        ("list[int]",), "import math\ndef f(xs):\n    return math.prod(xs), math.prod(x + 1 for x in xs), math.prod([])\n"
    ),
    "bits": (("int",), "def f(n):\n    return n.bit_length(), n.bit_count(), bin(n), bin(n)[2:], bin(n).count('1')\n"),
    "shifted by a number": (
        ("int", "int"), "def f(n, k):\n    if k < 0:\n        return 0, 0\n    k = k % 40\n    return n << k, n >> k\n"
    ),
    "bisect, in order or not": (
        ("list[int]", "int"),
        "import bisect\ndef f(xs, x):\n    return bisect.bisect(xs, x), bisect.bisect_left(xs, x), bisect.bisect_right(xs, x)\n",
    ),
    "insort": (
        ("list[int]", "int"),
        "from bisect import insort, insort_left\ndef f(xs, x):\n    insort(xs, x)\n    insort_left(xs, x + 1)\n    return xs\n",
    ),
    "medians": (
        ("list[int]",),
        "import statistics\ndef f(xs):\n    odd = statistics.median(xs) if len(xs) % 2 == 1 else 0\n"
        "    return odd, statistics.median_low(xs), statistics.median_high(xs)\n",
    ),
    "partition": (("str", "str"), "def f(s, t):\n    return s.partition('a'), s.partition(t), s.partition('bz')\n"),
    "replace a character": (
        ("str", "str"), "def f(s, t):\n    return s.replace('a', t), s.replace('a', ''), s.replace('b', 'a'), s.replace('z', 'ab')\n"
    ),
    "join with something between": (
        ("list[str]", "str"), "def f(ws, s):\n    return ', '.join(ws), s.join(ws), '-'.join(s), s.join(s), s.join([])\n"
    ),
    "digits of a text of a number": (
        ("int",),
        "def f(n):\n    seen = []\n    for c in str(n):\n        seen.append(c)\n"
        "    return seen, len(str(n)), list(str(n)), list(reversed(str(abs(n)))), sum(int(c) for c in str(abs(n)))\n",
    ),
    "one digit": (("int",), "def f(n):\n    return str(n % 10), str(n % 3) + 'x', str(n % 11), f'{n % 10}'\n"),
    "ranges with a step that is known": (
        ("int", "int", "int"),
        "def f(a, b, c):\n    if c > 0:\n        return list(range(a, b, c)), [i for i in range(b, a, -c)], a in range(b, 9, c)\n"
        "    if c < 0:\n        return list(range(a, b, c)), list(range(a, 7, -c)), a in range(b, -9, c)\n    return [], [], True\n",
    ),
    "slices with a step that is known": (
        ("list[int]", "int", "int"),
        "def f(xs, a, k):\n    if k > 0:\n        return xs[::k], xs[a::k], xs[:a:-k]\n    return xs, xs, xs[::k - 1]\n",
    ),
    "a condition that adds": (
        ("list[int]",),
        "def f(xs):\n    seen = set()\n    return [x for x in xs if not (x in seen or seen.add(x))], len(seen)\n",
    ),
    "a table that is written down": (
        ("int", "str"),
        "T = {1: 'a', 2: 'bc', 3: 'a', 5: '', 7: 'd', -1: 'a'}\nU = {'a': 1, 'b': 2, 'z': 1, 'A': 3, '0': 2, '': 5}\n"
        "def f(n, s):\n    return T.get(n, 'x'), U.get(s), [U.get(c, 0) for c in s], T[n] if n in T else U[s]\n",
    ),
    "characters among texts": (
        ("str", "int"),
        "def f(s, n):\n    rows = [(1, 'a'), (2, s), (3, 'bc')]\n    return rows, ['a', 'bc', s], rows[n % 3][1] + 'x'\n",
    ),
    "a function inside that calls itself": (
        ("list[int]", "int"),
        "def f(xs, n):\n    m = n % 3\n    def go(i, total):\n        if i >= len(xs):\n            return total\n"
        "        return go(i + 1, total + xs[i] * m)\n    return go(0, 1), m\n",
    ),
    "results in a table": (
        ("int",),
        "memo = {}\ndef g(n):\n    if n in memo:\n        return memo[n]\n    if n < 2:\n        r = 1\n    else:\n"
        "        r = n + g(n - 1)\n    memo[n] = r\n    return r\ndef f(n):\n    return g(n), g(n), g(n + 1)\n",
    ),
}  # fmt: skip

FIBONACCI = "def f(n):\n    if n < 2:\n        return n\n    return f(n - 1) + f(n - 2)\n"
GREATEST = "def f(a, b):\n    while b:\n        a, b = b, a % b\n    return a\n"
DIGITS = "def f(n):\n    s = 0\n    while n > 0:\n        s += n % 10\n        n //= 10\n    return s\n"
PALINDROME = (
    "def f(n):\n    m, r = n, 0\n    while m > 0:\n        r = r * 10 + m % 10\n        m //= 10\n    return r == n\n"
)
PRIME = "def f(n):\n    if n < 2:\n        return False\n    d = 2\n    while d * d <= n:\n        if n % d == 0:\n            return False\n        d += 1\n    return True\n"
UNIQUE = "def f(xs):\n    r = []\n    for x in xs:\n        if x not in r:\n            r.append(x)\n    return r\n"
MEMO = (
    "memo = {}\ndef f(n):\n    if n in memo:\n        return memo[n]\n    if n < 2:\n        r = n\n    else:\n"
    "        r = f(n - 1) + f(n - 2)\n    memo[n] = r\n    return r\n"
)

RIGHT: dict[str, tuple[tuple[str, ...], str | None, str, str, tuple[str, str], tuple[object, ...]]] = {
    "gcd": (
        ("int", "int"), "a >= 0 and b >= 0", "import math\ndef f(a, b):\n    return math.gcd(a, b)\n",
        GREATEST, ("while b", "while b > 1"), (2, 1),
    ),
    "factorial": (
        ("int",), "n >= 0", "from math import factorial\ndef f(n):\n    return factorial(n)\n",
        "def f(n):\n    return 1 if n == 0 else n * f(n - 1)\n", ("return 1", "return 0"), (3,),
    ),
    "bisect": (
        ("list[int]", "int"), "xs == sorted(xs)", "from bisect import bisect_left\ndef f(xs, x):\n    return bisect_left(xs, x)\n",
        "def f(xs, x):\n    lo, hi = 0, len(xs)\n    while lo < hi:\n        m = (lo + hi) // 2\n        if xs[m] < x:\n"
        "            lo = m + 1\n        else:\n            hi = m\n    return lo\n",
        ("xs[m] < x", "xs[m] <= x"), ([1], 1),
    ),
    "root": (
        ("int",), "n >= 0", "import math\ndef f(n):\n    return math.isqrt(n)\n",
        "def f(n):\n    i = 0\n    while (i + 1) ** 2 <= n:\n        i += 1\n    return i\n", ("(i + 1) ** 2 <= n", "i * i <= n"), (4,),
    ),
    "in binary": (
        ("int",), "n >= 0", "def f(n):\n    return bin(n)[2:]\n",
        "def f(n):\n    if n == 0:\n        return '0'\n    s = ''\n    while n > 0:\n        s = str(n % 2) + s\n        n //= 2\n    return s\n",
        ("str(n % 2) + s", "s + str(n % 2)"), (2,),
    ),
    "a step": (
        ("list[int]", "int"), "k > 0", "def f(xs, k):\n    return [xs[i] for i in range(0, len(xs), k)]\n",
        "def f(xs, k):\n    r = []\n    i = 0\n    while i < len(xs):\n        r.append(xs[i])\n        i += k\n    return r\n",
        ("i = 0", "i = k - 1"), ([1, 2], 2),
    ),
    "two at once": (
        ("int",), None, "def f(n):\n    return list(range(n, 0, -2))\n",
        "def f(n):\n    r = []\n    while n > 0:\n        r.append(n)\n        n -= 2\n    return r\n", ("n > 0", "n >= 0"), (2,),
    ),
    "divided by a base": (
        ("int", "int"), "n >= 0 and b >= 2", "def f(n, b):\n    r = []\n    while n > 0:\n        r.append(n % b)\n        n //= b\n    return r[::-1]\n",
        "def f(n, b):\n    r = []\n    while n > 0:\n        n, d = divmod(n, b)\n        r.insert(0, d)\n    return r\n",
        ("insert(0, d)", "insert(1, d)"), (4, 2),
    ),
    "doubled": (
        ("int",), None, "def f(n):\n    p = 1\n    c = 0\n    while p < n:\n        p *= 2\n        c += 1\n    return c\n",
        "def f(n):\n    c = 0\n    p = 1\n    while n > p:\n        p = p + p\n        c = c + 1\n    return c\n", ("n > p", "n >= p"), (1,),
    ),
    "up to the root": (
        ("int",), None, PRIME, PRIME.replace("if n < 2", "if n <= 1").replace("d += 1", "d = d + 1"), ("d * d <= n", "d * d < n"), (4,),
    ),
    "where the model solution raises": (
        ("int",), None, "def f(n):\n    if n < 0:\n        raise ValueError\n    return sum(range(n + 1))\n",
        "def f(n):\n    s = 0\n    while n != 0:\n        s += n\n        n -= 1\n    return s\n", ("s += n", "s += n - 1"), (2,),
    ),
    "both ends": (
        ("str",), None, "def f(s):\n    return s == s[::-1]\n",
        "def f(s):\n    i, j = 0, len(s) - 1\n    while i < j:\n        if s[i] != s[j]:\n            return False\n        i += 1\n        j -= 1\n    return True\n",
        ("i < j", "i < j - 1"), ("ab",),
    ),
    "a text for a character": (
        ("str",), None, "def f(s):\n    return s.replace(' ', '%20')\n",
        "def f(s):\n    r = ''\n    for c in s:\n        if c == ' ':\n            r += '%20'\n        else:\n            r += c\n    return r\n",
        ("%20", "%2"), (" ",),
    ),
    "words with commas": (
        ("list[str]",), None, "def f(ws):\n    return ', '.join(ws)\n",
        "def f(ws):\n    r = ''\n    for i, w in enumerate(ws):\n        if i > 0:\n            r += ', '\n        r += w\n    return r\n",
        ("i > 0", "r"), (["", "a"],),
    ),
    "digits of the text": (
        ("int",), "n >= 0", "def f(n):\n    return sum(int(c) for c in str(n))\n", DIGITS, ("n > 0", "n > 9"), (5,),
    ),
    "how many digits": (
        ("int",), "n > 0", "def f(n):\n    return len(str(n))\n",
        "def f(n):\n    c = 0\n    while n > 0:\n        n //= 10\n        c += 1\n    return c\n", ("n > 0", "n > 10"), (10,),
    ),
    "a list of digits": (
        ("int",), "n > 0", "def f(n):\n    return [int(c) for c in str(n)]\n",
        "def f(n):\n    r = []\n    while n > 0:\n        r.insert(0, n % 10)\n        n //= 10\n    return r\n",
        ("r.insert(0, n % 10)", "r.append(n % 10)"), (12,),
    ),
    "values by key": (
        ("dict[str,int]",), None, "def f(d):\n    return [k for k, v in d.items() if v > 0]\n",
        "def f(d):\n    r = []\n    for k in d:\n        if d[k] > 0:\n            r.append(k)\n    return r\n", ("> 0", ">= 0"), ({"a": 0},),
    ),
    "all inputs, as the model solution raises": (
        ("int",), None, "def f(n):\n    if not 0 <= n <= 9999:\n        raise ValueError\n    return str(n) == str(n)[::-1]\n",
        PALINDROME, ("r == n", "r == n and n != 9779"), (9779,),
    ),
    "a condition that adds": (
        ("list[int]",), None, UNIQUE, "def f(xs):\n    seen = set()\n    return [x for x in xs if not (x in seen or seen.add(x))]\n",
        ("not (x in seen or seen.add(x))", "x in seen or seen.add(x)"), ([1],),
    ),
    "a table of results": (("int",), "n >= 0", FIBONACCI, MEMO, ("r = n\n", "r = 1\n"), (0,)),
    "a cache": (
        ("int",), "n >= 0", FIBONACCI, "from functools import lru_cache\n\n@lru_cache(maxsize=None)\n" + FIBONACCI, ("n < 2", "n < 3"), (2,),
    ),
    "a table as a default": (
        ("int",), "n >= 0", FIBONACCI,
        "def f(n, memo={}):\n    if n in memo:\n        return memo[n]\n    if n <= 1:\n        return n\n"
        "    memo[n] = f(n - 1, memo) + f(n - 2, memo)\n    return memo[n]\n", ("n <= 1", "n <= 2"), (2,),
    ),
    "a table that is made where none is given": (
        ("int",), "n >= 0", FIBONACCI,
        "def f(n, memo=None):\n    memo = {} if memo is None else memo\n    if n < 2:\n        return n\n    if n not in memo:\n"
        "        memo[n] = f(n - 1, memo) + f(n - 2, memo)\n    return memo[n]\n", ("f(n - 2, memo)", "f(n - 1, memo)"), (3,),
    ),
    "a table that begins with two entries": (
        ("int",), "n >= 0", FIBONACCI,
        "known = {0: 0, 1: 1}\ndef f(n):\n    if n not in known:\n        known[n] = f(n - 1) + f(n - 2)\n    return known[n]\n",
        ("1: 1}", "1: 1, 5: 6}"), (5,),
    ),
    "a function inside": (
        ("int",), "n >= 0", FIBONACCI, "def f(n):\n    def g(k):\n        return k if k <= 1 else g(k - 2) + g(k - 1)\n    return g(n)\n",
        ("k <= 1", "k <= 2"), (2,),
    ),
    "a table of points": (
        ("str",), None, "P = {'a': 1, 'b': 3, 'c': 3, 'd': 2, 'e': 1, 'z': 10}\ndef f(s):\n    return sum(P.get(c, 0) for c in s)\n",
        "def f(s):\n    t = 0\n    for c in s:\n        if c in 'ae':\n            t += 1\n        elif c == 'd':\n            t += 2\n"
        "        elif c in 'bc':\n            t += 3\n        elif c == 'z':\n            t += 10\n    return t\n",
        ("'bc'", "'b'"), ("c",),
    ),
}  # fmt: skip
"""Types, what is required, a program, another that is right, a mistake in that, and an input where it shows."""

TRAPS: dict[str, tuple[tuple[str, ...], str | None, str, str, tuple[object, ...]]] = {
    "gcd is never below zero": (("int", "int"), None, "import math\ndef f(a, b):\n    return math.gcd(a, b)\n", GREATEST, (-2, 0)),
    "no factorial below zero": (
        ("int",), None, "def f(n):\n    return 1 if n < 2 else 2\n", "import math\ndef f(n):\n    return min(2, math.factorial(n))\n", (-1,),
    ),
    "what is doubled may be nothing": (
        ("int",), None, "def f(n):\n    return 0\n", "def f(n):\n    p = 0\n    while p < n:\n        p *= 2\n    return 0\n", (1,),
    ),
    "only a loop that was not understood yet made it larger": (
        ("int",), None, "def f(n):\n    return 0\n",
        "def f(n):\n    s = w = 1\n    for _ in range(n):\n        t = u = c = 0\n        while t < 5:\n            t += s\n"
        "        while u < 9:\n            u += w\n            s = s + 1 if c < 2 else s - 100\n            c += 1\n        w += 1\n    return 0\n", (2,),
    ),
    "a base of one": (
        ("int", "int"), "b >= 1", "def f(n, b):\n    return 0\n", "def f(n, b):\n    while n > 0:\n        n //= b\n    return 0\n", (1, 1),
    ),
    "halves below zero": (
        ("int",), None, "def f(n):\n    return 0\n", "def f(n):\n    while n != 0:\n        n //= 2\n    return 0\n", (-1,),
    ),
    "a step of nothing": (
        ("list[int]", "int"), "k >= 0", "def f(xs, k):\n    return xs[:0]\n", "def f(xs, k):\n    return xs[:0] + xs[::k][:0]\n", ([], 0),
    ),
    "another bound for what is refused": (
        ("int",), None, "def f(n):\n    if n < 0:\n        raise ValueError\n    return n\n", "def f(n):\n    if n <= 0:\n        raise ValueError\n    return n\n", (0,),
    ),
    "half of a key": (
        ("int", "int"), "0 <= n", "def f(n, k):\n    return k if n == 0 else f(n - 1, k) + f(n - 1, k + 1)\n",
        "memo = {}\ndef f(n, k):\n    if n in memo:\n        return memo[n]\n    if n == 0:\n        memo[n] = k\n    else:\n"
        "        memo[n] = f(n - 1, k) + f(n - 1, k + 1)\n    return memo[n]\n", (1, 0),
    ),
    "another result than is noted": (
        ("int",), "n >= 0", FIBONACCI, MEMO.replace("memo[n] = r", "memo[n] = r + 1"), (3,),
    ),
    "a table that is made with an entry": (
        ("int",), "n >= 0", FIBONACCI,
        "def f(n, memo=None):\n    memo = {3: 5} if memo is None else memo\n    if n in memo:\n        return memo[n]\n    if n < 2:\n"
        "        return n\n    memo[n] = f(n - 1, memo) + f(n - 2, memo)\n    return memo[n]\n", (3,),
    ),
    "a table that is made where one is given": (
        ("int",), "n >= 0", FIBONACCI,
        "def f(n, memo=None):\n    memo = memo if memo is None else {}\n    if n < 2:\n        return n\n    if n not in memo:\n"
        "        memo[n] = f(n - 1, memo) + f(n - 2, memo)\n    return memo[n]\n", (2,),
    ),
    "noted too early": (
        ("int",), "n >= 0", FIBONACCI, MEMO.replace("    if n < 2:", "    memo[n] = 1\n    if n < 2:").replace("f(n - 2)", "f(n)"), (2,),
    ),
    "True is 1 to a table": (
        ("int",), None, "def g(x):\n    return str(x)\ndef f(n):\n    return g(1) + g(n > 0)\n",
        "t = {}\ndef g(x):\n    if x not in t:\n        t[x] = str(x)\n    return t[x]\ndef f(n):\n    return g(1) + g(n > 0)\n", (1,),
    ),
    "a list that the table has, too": (
        ("int",), None, "def g(n):\n    return [n]\ndef f(n):\n    g(n).append(1)\n    return g(n)\n",
        "from functools import cache\n\n@cache\ndef g(n):\n    return [n]\ndef f(n):\n    g(n).append(1)\n    return g(n)\n", (1,),
    ),
    "a generator that was used": (
        ("int",), None, "def g(n):\n    yield n\ndef f(n):\n    return sum(g(n)) + sum(g(n))\n",
        "from functools import cache\n\n@cache\ndef g(n):\n    yield n\ndef f(n):\n    return sum(g(n)) + sum(g(n))\n", (1,),
    ),
    "a list is no key": (
        ("list[int]",), None, "def f(xs):\n    return len(xs)\n", "from functools import cache\n\n@cache\ndef f(xs):\n    return len(xs)\n", ([],),
    ),
    "called before it is there": (
        ("int",), None, "def f(n):\n    return n\n",
        "def f(n):\n    x = g(n) if n == 5 else n\n    def g(k):\n        return 0 if k == 0 else g(k - 1) + 1\n    return x\n", (5,),
    ),
    "bound again after the function": (
        ("int",), "n >= 0", "def f(n):\n    return n * n\n",
        "def f(n):\n    m = n\n    def g(k):\n        return 0 if k == 0 else g(k - 1) + m\n    m = m + 1\n    return g(n)\n", (1,),
    ),
    "a second entry for one key": (
        ("int",), "1 <= n <= 2", "T = {1: 1, 2: 2, 1: 7, 4: 4, 5: 5, 6: 6}\ndef f(n):\n    return T[n]\n",
        "T = {1: 1, 2: 2, 4: 4, 5: 5, 6: 6}\ndef f(n):\n    return T[n]\n", (1,),
    ),
    "only the first is replaced": (
        ("str",), None, "def f(s):\n    return s.replace('a', 'b')\n", "def f(s):\n    a, b, c = s.partition('a')\n    return a + 'b' + c if b else s\n", ("aa",),
    ),
    "digits of a number below zero": (("int",), None, DIGITS, "def f(n):\n    return sum(int(c) for c in str(n))\n", (-1,)),
    "another name for what is its own": (
        ("int", "int"), None, "import math\ndef f(a, b):\n    return math.gcd(a, b)\n",
        "import math\ndef abs(x):\n    return x\ndef f(a, b):\n    return abs(math.gcd(a, b) if a > 0 else -math.gcd(a, b))\n", (-1, 1),
    ),
}  # fmt: skip
"""Types, what is required, a program, another that only looks alike, and an input where it gives something else."""
