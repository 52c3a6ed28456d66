"""Functions as they are asked for in a first course; each is one exercise, and `bench/seeding.py` puts mistakes in."""

# They are written as beginners write, not as a linter would have it.
# ruff: noqa: B905, PLR1730, SIM110


def evens(numbers: list[int]) -> list[int]:
    result = []
    for number in numbers:
        if number % 2 == 0:
            result.append(number)
    return result


def backwards(text: str) -> str:
    result = ""
    for index in range(len(text) - 1, -1, -1):
        result += text[index]
    return result


def average(numbers: list[int]) -> float:
    total = 0
    for number in numbers:
        total += number
    if len(numbers) == 0:
        return 0.0
    return total / len(numbers)


def vowels(text: str) -> int:
    count = 0
    for letter in text.lower():
        if letter in "aeiou":
            count += 1
    return count


def positions(numbers: list[int], wanted: int) -> list[int]:
    found = []
    for index in range(len(numbers)):
        if numbers[index] == wanted:
            found.append(index)
    return found


def factorial(n: int) -> int:
    if n < 2:
        return 1
    product = 1
    for factor in range(2, min(n, 30) + 1):
        product *= factor
    return product


def power(base: int, exponent: int) -> int:
    if exponent < 0 or exponent > 20:
        return 0
    result = 1
    while exponent > 0:
        if exponent % 2 == 1:
            result = result * base
        base = base * base
        exponent = exponent // 2
    return result


def bubble(numbers: list[int]) -> list[int]:
    items = list(numbers)
    for end in range(len(items) - 1, 0, -1):
        for index in range(end):
            if items[index] > items[index + 1]:
                items[index], items[index + 1] = items[index + 1], items[index]
    return items


def insertion(numbers: list[int]) -> list[int]:
    items: list[int] = []
    for number in numbers:
        place = len(items)
        while place > 0 and items[place - 1] > number:
            place -= 1
        items.insert(place, number)
    return items


def longest(words: list[str]) -> str:
    best = ""
    for word in words:
        if len(word) > len(best):
            best = word
    return best


def letters(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for letter in text:
        if letter.isalpha():
            key = letter.lower()
            if key in counts:
                counts[key] += 1
            else:
                counts[key] = 1
    return counts


def title(text: str) -> str:
    words = []
    for word in text.split():
        words.append(word[0].upper() + word[1:].lower())
    return " ".join(words)


def running(numbers: list[int]) -> list[int]:
    total = 0
    sums = []
    for number in numbers:
        total += number
        sums.append(total)
    return sums


def common(first: list[int], second: list[int]) -> list[int]:
    result = []
    for number in first:
        if number in second and number not in result:
            result.append(number)
    return result


def difference(numbers: list[int]) -> int:
    if not numbers:
        return 0
    low = numbers[0]
    high = numbers[0]
    for number in numbers:
        if number < low:
            low = number
        if number > high:
            high = number
    return high - low


def divisors(n: int) -> list[int]:
    found = []
    candidate = 1
    while candidate <= min(n, 200):
        if n % candidate == 0:
            found.append(candidate)
        candidate += 1
    return found


def perfect(n: int) -> bool:
    if n < 2 or n > 1000:
        return False
    total = 1
    for candidate in range(2, n // 2 + 1):
        if n % candidate == 0:
            total += candidate
    return total == n


def binary(n: int) -> str:
    if n == 0:
        return "0"
    rest = abs(n)
    digits = ""
    while rest > 0:
        digits = str(rest % 2) + digits
        rest = rest // 2
    if n < 0:
        return "-" + digits
    return digits


def transpose(rows: list[list[int]]) -> list[list[int]]:
    if not rows:
        return []
    width = min(len(row) for row in rows)
    result = []
    for column in range(width):
        line = []
        for row in rows:
            line.append(row[column])
        result.append(line)
    return result


def interleave(first: list[int], second: list[int]) -> list[int]:
    result = []
    shorter = min(len(first), len(second))
    for index in range(shorter):
        result.append(first[index])
        result.append(second[index])
    result.extend(first[shorter:])
    result.extend(second[shorter:])
    return result


def middle(a: int, b: int, c: int) -> int:
    if a <= b <= c or c <= b <= a:
        return b
    if b <= a <= c or c <= a <= b:
        return a
    return c


def price(age: int, student: bool) -> int:
    full = 12
    if age < 6:
        return 0
    if age < 18 or age >= 65:
        return full // 2
    if student:
        return full - 4
    return full


def seconds(text: str) -> int:
    parts = text.split(":")
    if len(parts) != 3:
        return -1
    total = 0
    for part in parts:
        if not part.isdigit():
            return -1
        total = total * 60 + int(part)
    return total


def squeeze(text: str) -> str:
    result = ""
    last = ""
    for letter in text:
        if letter != last:
            result += letter
        last = letter
    return result


def rising(numbers: list[int]) -> bool:
    for index in range(1, len(numbers)):
        if numbers[index - 1] >= numbers[index]:
            return False
    return True


def groups(words: list[str]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for word in words:
        size = len(word)
        if size not in found:
            found[size] = []
        found[size].append(word)
    return found


def chunks(numbers: list[int], size: int) -> list[list[int]]:
    if size < 1:
        return []
    result = []
    start = 0
    while start < len(numbers):
        result.append(numbers[start : start + size])
        start += size
    return result


def mode(numbers: list[int]) -> int:
    best = 0
    most = 0
    for number in numbers:
        times = 0
        for other in numbers:
            if other == number:
                times += 1
        if times > most:
            most = times
            best = number
    return best


def dot(first: list[int], second: list[int]) -> int:
    total = 0
    for left, right in zip(first, second):
        total += left * right
    return total


def celsius(fahrenheit: int) -> float:
    above = fahrenheit - 32
    value = above * 5 / 9
    return round(value, 1)


def area(width: int, height: int, border: int) -> int:
    inner = width * height
    outer = (width + 2 * border) * (height + 2 * border)
    return outer - inner


def initials(name: str) -> str:
    parts = name.split()
    first = [part[0] for part in parts]
    joined = ".".join(first)
    return joined.upper()


def spread(numbers: list[int]) -> list[int]:
    ordered = sorted(numbers)
    lowest = ordered[:2]
    highest = ordered[-2:]
    return lowest + highest
