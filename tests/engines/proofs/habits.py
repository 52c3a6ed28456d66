"""Functions of a first course in two habits each, and a small mistake in the second: what it is, and what for."""

from __future__ import annotations

HABITS: dict[str, tuple[tuple[str, ...], str, str, tuple[str, str]]] = {
    "count_letters": (
        ("str",),
        """
def f(s):
    d = {}
    for c in s:
        d[c] = d.get(c, 0) + 1
    return d
""",
        """
def f(s):
    d = {}
    for c in s:
        try:
            d[c] += 1
        except KeyError:
            d[c] = 1
    return d
""",
        ("d[c] = 1", "d[c] = 2"),
    ),
    "counter": (
        ("list[str]",),
        """
from collections import Counter
def f(words):
    return Counter(words)
""",
        """
def f(words):
    d = {}
    for w in words:
        if w not in d:
            d[w] = 0
        d[w] += 1
    return d
""",
        ("d[w] = 0", "d[w] = 1"),
    ),
    "defaultdict": (
        ("list[str]",),
        """
from collections import defaultdict
def f(words):
    d = defaultdict(int)
    for w in words:
        d[w] += 1
    return d
""",
        """
def f(words):
    d = {}
    for w in words:
        if w in d:
            d[w] = d[w] + 1
        else:
            d[w] = 1
    return d
""",
        ("d[w] = 1", "d[w] = 0"),
    ),
    "grade": (
        ("int",),
        """
def f(points):
    if points >= 90:
        return "A"
    elif points >= 80:
        return "B"
    elif points >= 70:
        return "C"
    return "F"
""",
        """
def f(points):
    match points:
        case p if p >= 90:
            return "A"
        case p if p >= 80:
            return "B"
        case p if p >= 70:
            return "C"
        case _:
            return "F"
""",
        ("p >= 80", "p > 80"),
    ),
    "daytype": (
        ("str",),
        """
def f(day):
    match day:
        case "sat" | "sun":
            return True
        case _:
            return False
""",
        """
def f(day):
    return day in ["sat", "sun"]
""",
        ("day in", "day not in"),
    ),
    "collatz_walrus": (
        ("list[int]",),
        """
def f(xs):
    n = 0
    for x in xs:
        y = x * x - 3
        if y > 10:
            n += y
    return n
""",
        """
def f(xs):
    return sum(y for x in xs if (y := x * x - 3) > 10)
""",
        ("> 10", "> 5"),
    ),
    "gen_evens": (
        ("list[int]",),
        """
def evens(xs):
    for x in xs:
        if x % 2 == 0:
            yield x
def f(xs):
    return list(evens(xs))
""",
        """
def f(xs):
    return [x for x in xs if x % 2 == 0]
""",
        ("== 0]", "== 1]"),
    ),
    "gen_named": (
        ("list[int]",),
        """
def f(xs):
    squares = (x * x for x in xs)
    return sum(squares)
""",
        """
def f(xs):
    total = 0
    for x in xs:
        total += x ** 2
    return total
""",
        ("x ** 2", "x ** 3"),
    ),
    "filter_named": (
        ("list[int]",),
        """
def f(xs):
    kept = filter(lambda x: x > 0, xs)
    result = []
    for x in kept:
        result.append(x)
    return result
""",
        """
def f(xs):
    return [x for x in xs if x > 0]
""",
        ("x > 0", "x >= 0"),
    ),
    "caesar": (
        ("str", "int"),
        """
def f(text, k):
    out = ""
    for c in text:
        if c.isalpha():
            out += chr((ord(c) - 97 + k) % 26 + 97)
        else:
            out += c
    return out
""",
        """
def f(text, k):
    return "".join(chr((ord(c) - ord("a") + k) % 26 + ord("a")) if c.isalpha() else c for c in text)
""",
        ("% 26", "% 25"),
    ),
    "digit_sum": (
        ("str",),
        """
def f(s):
    total = 0
    for c in s:
        if c.isdigit():
            total += int(c)
    return total
""",
        """
def f(s):
    return sum([int(c) for c in s if c.isdigit()])
""",
        ("isdigit", "isalpha"),
    ),
    "parse": (
        ("list[str]",),
        """
def f(words):
    numbers = []
    for w in words:
        numbers.append(int(w))
    return numbers
""",
        """
def f(words):
    return list(map(int, words))
""",
        ("map(int, words)", "map(len, words)"),
    ),
    "maxdefault": (
        ("list[int]",),
        """
def f(xs):
    return max(xs, default=0)
""",
        """
def f(xs):
    if not xs:
        return 0
    best = xs[0]
    for x in xs[1:]:
        if x > best:
            best = x
    return best
""",
        ("return 0", "return 1"),
    ),
    "head_tail": (
        ("list[int]",),
        """
def f(xs):
    first, *rest = xs
    return first + len(rest)
""",
        """
def f(xs):
    return xs[0] + len(xs) - 1
""",
        ("- 1", "- 2"),
    ),
    "rev_slice": (
        ("list[int]",),
        """
def f(xs):
    return xs[-2::-1]
""",
        """
def f(xs):
    out = []
    for i in range(len(xs) - 2, -1, -1):
        out.append(xs[i])
    return out
""",
        ("- 2, -1, -1", "- 2, 0, -1"),
    ),
    "dates": (
        ("tuple[int,int,int]", "tuple[int,int,int]"),
        """
def f(a, b):
    return a < b
""",
        """
def f(a, b):
    if a[0] != b[0]:
        return a[0] < b[0]
    if a[1] != b[1]:
        return a[1] < b[1]
    return a[2] < b[2]
""",
        ("a[1] < b[1]", "a[1] <= b[2]"),
    ),
    "inrange": (
        ("int", "int"),
        """
def f(x, n):
    return x in range(n)
""",
        """
def f(x, n):
    return 0 <= x < n
""",
        ("x < n", "x <= n"),
    ),
    "reduce": (
        ("list[int]",),
        """
from functools import reduce
def f(xs):
    return reduce(lambda a, b: a * b, xs, 1)
""",
        """
def f(xs):
    p = 1
    for x in xs:
        p *= x
    return p
""",
        ("p *= x", "p += x"),
    ),
    "accumulate": (
        ("list[int]",),
        """
from itertools import accumulate
def f(xs):
    return list(accumulate(xs))
""",
        """
def f(xs):
    out = []
    t = 0
    for x in xs:
        t += x
        out.append(t)
    return out
""",
        ("t += x", "t -= x"),
    ),
    "closure": (
        ("list[int]", "int"),
        """
def f(xs, k):
    def shift(x):
        return x + k
    return [shift(x) for x in xs]
""",
        """
def f(xs, k):
    add = lambda x: x + k
    return list(map(add, xs))
""",
        ("x + k", "x - k"),
    ),
    "constants": (
        ("str",),
        """
VOWELS = "aeiou"
def f(s):
    n = 0
    for c in s:
        if c in VOWELS:
            n += 1
    return n
""",
        """
VOWELS = ["a", "e", "i", "o", "u"]
def f(s):
    count = 0
    for c in s:
        for v in VOWELS:
            if c == v:
                count += 1
    return count
""",
        ("count += 1", "count += 2"),
    ),
    "rotate": (
        ("list[int]", "int"),
        """
def f(xs, k):
    del xs[:k]
    return xs
""",
        """
def f(xs, k):
    return xs[k:]
""",
        ("xs[k:]", "xs[k + 1:]"),
    ),
    "flatten": (
        ("list[list[int]]",),
        """
from itertools import chain
def f(rows):
    return list(chain.from_iterable(rows))
""",
        """
def f(rows):
    return sum(rows, [])
""",
        ("sum(rows, [])", "sum(rows, [0])"),
    ),
    "group_len": (
        ("list[str]",),
        """
def f(words):
    groups = {}
    for w in words:
        if len(w) not in groups:
            groups[len(w)] = []
        groups[len(w)].append(w)
    return groups
""",
        """
def f(words):
    groups = {}
    for w in words:
        groups.setdefault(len(w), []).append(w)
    return groups
""",
        ("setdefault(len(w), [])", "setdefault(len(w) + 1, [])"),
    ),
    "group_dd": (
        ("list[int]",),
        """
from collections import defaultdict
def f(xs):
    groups = defaultdict(list)
    for x in xs:
        groups[x % 3].append(x)
    return groups
""",
        """
def f(xs):
    groups = {}
    for x in xs:
        groups[x % 3] = groups.get(x % 3, []) + [x]
    return groups
""",
        ("% 3, [])", "% 2, [])"),
    ),
    "vote": (
        ("list[str]",),
        """def f(votes):
    counts = {}
    for v in votes:
        counts[v] = counts.get(v, 0) + 1
    best = ''
    for v in counts:
        if best == '' or counts[v] > counts[best]:
            best = v
    return counts
""",
        """from collections import Counter
def f(votes):
    return dict(Counter(votes))
""",
        ("Counter(votes)", "Counter(votes + votes[:1])"),
    ),
    "merge dicts": (
        ("dict[str,int]", "dict[str,int]"),
        """def f(a, b):
    for k, v in b.items():
        a[k] = v
    return a
""",
        """def f(a, b):
    a.update(b)
    return a
""",
        ("a.update(b)", "b.update(a)"),
    ),
    "stack calc": (
        ("list[int]",),
        """def f(xs):
    s = []
    for x in xs:
        if x == 0 and len(s) >= 2:
            a = s.pop()
            b = s.pop()
            s.append(a + b)
        else:
            s.append(x)
    return s
""",
        """def f(xs):
    s = []
    for x in xs:
        if x == 0 and len(s) > 1:
            *s, a, b = s
            s.append(a + b)
        else:
            s.append(x)
    return s
""",
        ("a + b", "a - b"),
    ),
    "person": (
        ("list[tuple[str,int]]",),
        """from dataclasses import dataclass
@dataclass
class Person:
    name: str
    age: int
    def adult(self):
        return self.age >= 18
def f(data):
    people = []
    for n, a in data:
        people.append(Person(n, a))
    return [p.name for p in people if p.adult()]
""",
        """def f(data):
    return [name for name, age in data if age >= 18]
""",
        (">= 18", "> 18"),
    ),
    "account": (
        ("list[int]",),
        """from dataclasses import dataclass
@dataclass
class Account:
    balance: int = 0
    def deposit(self, n):
        self.balance += n
    def withdraw(self, n):
        if n <= self.balance:
            self.balance -= n
            return True
        return False
def f(moves):
    a = Account()
    for m in moves:
        if m >= 0:
            a.deposit(m)
        else:
            a.withdraw(-m)
    return a.balance
""",
        """def f(moves):
    balance = 0
    for m in moves:
        if m >= 0 or balance + m >= 0:
            balance += m
    return balance
""",
        (">= 0:", "> 0:"),
    ),
    "countdown": (
        ("int",),
        """def down(n):
    while n > 0:
        yield n
        n -= 1
def f(n):
    return list(down(n))
""",
        """def f(n):
    return list(range(n, 0, -1))
""",
        ("(n, 0, -1)", "(n, 1, -1)"),
    ),
    "command": (
        ("list[str]",),
        """def f(cmds):
    x = y = 0
    for c in cmds:
        match c:
            case 'up':
                y += 1
            case 'down':
                y -= 1
            case 'left':
                x -= 1
            case 'right':
                x += 1
    return x, y
""",
        """def f(cmds):
    pos = [0, 0]
    for c in cmds:
        if c == 'up':
            pos[1] += 1
        elif c == 'down':
            pos[1] -= 1
        elif c == 'left':
            pos[0] -= 1
        elif c == 'right':
            pos[0] += 1
    return pos[0], pos[1]
""",
        ("pos = [0, 0]", "pos = [0, 1]"),
    ),
    "fizz": (
        ("int",),
        """def f(n):
    r = []
    for i in range(1, n + 1):
        if i % 15 == 0:
            r.append('FizzBuzz')
        elif i % 3 == 0:
            r.append('Fizz')
        elif i % 5 == 0:
            r.append('Buzz')
        else:
            r.append(str(i))
    return r
""",
        """def f(n):
    out = []
    for i in range(1, n + 1):
        s = ''
        if i % 3 == 0:
            s += 'Fizz'
        if i % 5 == 0:
            s += 'Buzz'
        out.append(s or str(i))
    return out
""",
        ("% 5", "% 4"),
    ),
    "sets": (
        ("list[int]", "list[int]"),
        """def f(a, b):
    return len(set(a) & set(b))
""",
        """def f(a, b):
    return len(set(a).intersection(b))
""",
        ("intersection", "union"),
    ),
    "time": (
        ("int",),
        """def f(m):
    return f'{m // 60:02d}:{m % 60:02d}'
""",
        """def f(m):
    h, r = divmod(m, 60)
    return f'{h:02d}' + ':' + f'{r:02d}'
""",
        ("{r:02d}", "{r:03d}"),
    ),
    "longest": (
        ("list[str]",),
        """def f(ws):
    best = ''
    for w in ws:
        if len(w) > len(best):
            best = w
    return best
""",
        """def f(ws):
    return max(ws, key=len, default='')
""",
        ("default=''", "default='a'"),
    ),
    "stock try": (
        ("dict[str,int]", "str", "int"),
        """def f(stock, item, n):
    try:
        stock[item] += n
    except KeyError:
        stock[item] = n
    return stock
""",
        """def f(stock, item, n):
    stock.setdefault(item, 0)
    stock[item] += n
    return stock
""",
        ("item, 0)", "item, 1)"),
    ),
    "transpose": (
        ("list[list[int]]",),
        """def f(m):
    return [list(c) for c in zip(*m)]
""",
        """def f(m):
    return list(map(list, zip(*m)))
""",
        ("zip(*m)", "zip(*m[1:])"),
    ),
}
