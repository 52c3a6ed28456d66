"""Conditions of all kinds over one to three reads, each with both of its sides within reach: what a suite must take.

In the readable notation: the reads, and the condition under which "yes" is written instead of "no".
"""

FUNCTIONS = """
def starts(word: str, start: str) -> bool:
    return word.startswith(start)

def ends(word: str, end: str) -> bool:
    return word.endswith(end)

def letter(word: str, place: int) -> str:
    return word[place]

def often(word: str, part: str) -> int:
    return word.count(part)

def digits(word: str) -> bool:
    return word.isdigit()

def number(word: str) -> int:
    return int(word)

def capital(word: str) -> bool:
    return word[:1].isupper()

def vowels(word: str) -> int:
    return sum(letter in "aeiou" for letter in word)

def domain(word: str) -> str:
    return word[word.index("@") + 1 :]

def words(line: str) -> int:
    return len(line.split())

def sorted_letters(word: str) -> str:
    return "".join(sorted(word))
"""

W, AB, ABC = "w: text", "a: text, b: text", "a: text, b: text, c: text"

CONDITIONS: tuple[tuple[str, str], ...] = (
    # containment
    (W, '"@" in w'),
    (W, '"@" in w and "." in w'),
    (W, '"@" in w and "." in w and not " " in w'),
    (W, '"@" in w and not "." in w'),
    (W, '"ab" in w and "ba" in w and len(w) == 3'),
    (W, '"ing" in w or "ed" in w'),
    (W, '"py" in lower(w) and not "py" in w'),
    (W, '"!" in w and "?" in w and len(w) < 4'),
    (AB, "a in b"),
    (AB, "a in b and a != b and len(a) > 1"),
    (AB, "a in b and b in a and len(a) > 4"),
    (AB, "a + a in b"),
    (ABC, "a in c and b in c and a != b"),
    (AB, '("x" + a + "y") in b'),
    # case
    (W, "w == upper(w) and len(w) > 3"),
    (W, "w == lower(w) and w != upper(w)"),
    (W, "w != lower(w) and w != upper(w) and len(w) >= 6"),
    (W, 'lower(w) == "stop" and w != "stop"'),
    (W, 'upper(w) == "OK" and w != "OK" and w != "ok"'),
    (AB, "lower(a) == lower(b)"),
    (AB, "lower(a) == lower(b) and a != b"),
    (AB, "upper(a) == b"),
    (AB, "upper(a) == b and lower(b) == a and a != b"),
    # length
    (W, "len(w) == 17"),
    (W, "len(w) > 40"),
    (W, "len(w) >= 100"),
    (W, "len(w) % 7 == 3"),
    (W, "len(w) * len(w) == 49"),
    (AB, "len(a) + len(b) == 12"),
    (AB, "len(a) == 2 * len(b) + 1"),
    (AB, "len(a) > len(b) + 8"),
    (AB, "len(a + b) == 15 and len(a) < len(b)"),
    (ABC, "len(a) < len(b) and len(b) < len(c)"),
    (ABC, "len(a) + len(b) == len(c) and a != b and len(a) == 5"),
    # joined
    (AB, 'a + b == "hello"'),
    (AB, 'a + b == "hello" and len(a) == 2'),
    (AB, 'a + " " + b == "good day"'),
    (AB, "a + b == b + a and a != b"),
    (ABC, "a + b == c"),
    (ABC, 'a + b + c == "abcdef"'),
    (AB, 'upper(a + b) == "HELLO" and a != lower(a)'),
    (W, 'w + w == "bonbon"'),
    # the other way round
    (W, "w == reverse(w) and len(w) > 4"),
    (W, 'w == reverse(w) and "x" in w and len(w) == 4'),
    (W, 'reverse(w) == "olleh"'),
    (AB, "a == reverse(b) and a != b"),
    (AB, "a == reverse(b) and len(a) > 3"),
    (W, "lower(w) == reverse(lower(w)) and w != reverse(w)"),
    # order
    (W, 'w > "m"'),
    (W, 'w > "m" and w < "n"'),
    (AB, "a < b"),
    (ABC, "a < b and b < c"),
    (ABC, "a <= b and b <= c and a != c and len(a) > 2"),
    (AB, "lower(a) < lower(b) and b < a"),
    # equality, and lists
    (W, 'w == "yes" or w == "no" or w == "perhaps"'),
    (W, 'not (w == "yes" or w == "no") and len(w) == 3'),
    (AB, "a == b"),
    (ABC, "a == b and b == c"),
    (ABC, "a == c and a != b and len(a) > 5"),
    (W, 'w in ["mon", "tue", "wed"]'),
    (W, 'w not in ["mon", "tue", "wed"] and len(w) == 3'),
    (AB, 'a in ["mon", "tue"] and b in ["tue", "wed"] and a == b'),
    # with numbers
    ("w: text, n: int", "len(w) == n"),
    ("w: text, n: int", "len(w) == n and n > 6"),
    ("n: int, w: text", "len(w) * 3 > n and n > 20"),
    ("w: text, n: 1..100", "len(w) + n == 50 and n < 20"),
    ("w: text, n: int", '"x" in w and n % 13 == 5'),
    ("w: text, n: int", 'w == "go" and n * n > 500 and n < 0'),
    ("n: int, m: int", "n * m == 221 and n > 1 and m > 1"),
    ("n: int, m: int", "n * n + m * m == 169 and n != 0 and m != 0"),
    ("n: int, m: int, k: int", "n < m and m < k and n + m + k == 100"),
    ("d: decimal, h: 0.5..2.5", "d / (h * h) < 18.5 and d > 50.0"),
    ("d: decimal", "d * d == 6.25"),
    ("d: decimal, w: text", "d > 1.5 and len(w) > 5"),
    ("b: bool, w: text", 'b and "a" in w or not b and w == "zz"'),
    # functions of the exercise
    (W, 'starts(w, "http") and not starts(w, "https")'),
    (W, 'ends(w, ".py") and len(w) > 4'),
    (W, 'starts(w, "a") and ends(w, "z")'),
    (W, 'letter(w, 2) == "k"'),
    (W, "letter(w, 0) == letter(w, 3)"),
    (W, 'often(w, "ss") == 2'),
    (W, 'often(w, "a") > 3'),
    (W, "digits(w) and len(w) == 5"),
    (W, "digits(w) and number(w) > 365"),
    (W, "capital(w) and len(w) > 6"),
    (W, "vowels(w) == 4"),
    (W, 'domain(w) == "uni.de"'),
    (W, "words(w) == 4"),
    (AB, "sorted_letters(a) == sorted_letters(b) and a != b"),
    (W, "sorted_letters(w) == w and len(w) == 6"),
)
# Texts inside of loops and lists, and one condition inside of another.
LOOPS: tuple[str, ...] = (
    """\
loop:
    read w: text
    if w == "end": exit
if count(w.all, "end") == 1 and len(w.all) > 4 and "ab" in w.all:
    write "yes"
else:
    write "no"
""",
    """\
repeat 3:
    read w: text
if w.all == sorted(w.all) and w.back(1) != w:
    write "yes"
else:
    write "no"
""",
    """\
repeat 3:
    read w: text
if w.all == reverse(w.all) and w.back(1) != w and len(w) > 3:
    write "yes"
else:
    write "no"
""",
    """\
read n: 1..9
repeat n:
    read w: text
if count(w.all, "spam") == 3:
    write "yes"
else:
    write "no"
""",
    """\
loop:
    read w: text
    if "." in w: exit
    if w == upper(w) and len(w) > 2:
        write "loud"
    else:
        write "fine"
write len(w.all)
""",
    """\
read key: text
loop:
    read w: text
    if w == key: exit
    if lower(w) == lower(key):
        write "nearly"
    elif key in w:
        write "inside"
    else:
        write "no"
write len(w.all)
""",
    """\
loop:
    read w: text
    if len(w) > 8: exit
if "x" in w:
    write "yes"
else:
    write "no"
""",
    """\
read a: text
read n: 0..20
if len(a) > n:
    if reverse(a) == a and len(a) > 2:
        write "a"
    else:
        write "b"
else:
    if upper(a) == a:
        write "c"
    else:
        write "d"
""",
)


def spec_of(reads: str, condition: str) -> str:
    steps = "".join(f"read {read}\n" for read in reads.split(", "))
    return f'{steps}if {condition}:\n    write "yes"\nelse:\n    write "no"\n'
