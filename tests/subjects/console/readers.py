"""Statements of shipped exercises read by someone who does not know their specifications: what a program has to do is
taken from the words alone, so that a statement and a specification that do not agree are found out.

A program is a generator: `yield None` reads a line, `yield "…"` writes one.
"""

import re
from collections.abc import Callable, Generator, Sequence

from viva.engines.dialogues.evaluation import as_line
from viva.engines.dialogues.model import Value
from viva.engines.dialogues.traces import Run, Written

Program = Callable[[], Generator[str | None, str, None]]
Reader = Callable[[str], Program]


def played(program: Program, inputs: Sequence[Value]) -> Run | None:
    """The run of these inputs; None if the program does not read exactly them."""
    lines = [as_line(value) for value in inputs]
    blocks = [""]
    machine = program()
    try:
        item = next(machine)
        while True:
            if item is None:
                if len(blocks) > len(lines):
                    return None
                blocks.append("")
                item = machine.send(lines[len(blocks) - 2])
            else:
                blocks[-1] += f"{item}\n"
                item = next(machine)
    except StopIteration:
        return Run(tuple(inputs), tuple(map(Written, blocks))) if len(blocks) == len(lines) + 1 else None


def found(pattern: str, statement: str) -> tuple[str, ...]:
    match = re.search(pattern, " ".join(statement.split()))
    assert match, pattern
    return match.groups()


ORDINALS = {"second": 2, "third": 3, "fourth": 4}
NUMBERS = {"eight": 8, "ten": 10, "twelve": 12}
LISTS: dict[str, Callable[[list[int]], int]] = {
    "the number of guesses": len,
    "the number of wrong guesses": lambda values: len(values) - 1,
    "the largest number that was guessed": max,
    "the smallest number that was guessed": min,
    "how many numbers were read": len,
    "the largest of all numbers": max,
    "the smallest of all numbers": min,
    "the sum of all numbers": sum,
    "largest": max,
    "smallest": min,
    "sum": sum,
}


def high_low(statement: str) -> Program:
    higher, lower, last = found(
        r"the word `(\w+)` if the secret number is higher than the guess, or with the word `(\w+)` if it is lower\. "
        r"After the right guess write a line with (.*), and end",
        statement,
    )

    def program() -> Generator[str | None, str, None]:
        secret, guesses = int((yield None)), list[int]()
        while secret not in guesses:
            guesses.append(int((yield None)))
            if guesses[-1] < secret:
                yield higher
            elif guesses[-1] > secret:
                yield lower
        yield str(LISTS[last](guesses))

    return program


def to_twenty_one(statement: str) -> Program:
    one, two = found(r"Two players, (\w) and (\w)", statement)
    told, goal = found(r"After each number write (.*), on a line of its own\..* makes the sum (\d+) or more", statement)
    missing = told == f"how much is still missing to {goal}"
    assert missing or told == "the sum of all numbers so far"

    def program() -> Generator[str | None, str, None]:
        said = list[int]()
        while True:
            said.append(int((yield None)))
            if sum(said) >= int(goal):
                break
            yield str(int(goal) - sum(said) if missing else sum(said))
        yield one if len(said) % 2 else two
        yield str(said)

    return program


def until_zero(statement: str) -> Program:
    end, one, two, included, alone, word = found(
        r"including the first (\S+)\. Then write the (\w+) and the (\w+) of all the numbers, the (\S+) included, on "
        r"one line, in this order\. If there was nothing but the (\S+), write a line that contains `(\w+)`",
        statement,
    )
    assert end == included == alone

    def program() -> Generator[str | None, str, None]:
        numbers = [int((yield None))]
        while numbers[-1] != int(end):
            numbers.append(int((yield None)))
        yield word if len(numbers) == 1 else f"{LISTS[one](numbers)} {LISTS[two](numbers)}"

    return program


def light_switch(statement: str) -> Program:
    start, on, off, last = found(
        r"is (\w+) at first\. Each time .* is pressed, write `(\w+)` or `(\w+)`.* write a line with (.*)\.", statement
    )
    states = [start, on if start == off else off]

    def program() -> Generator[str | None, str, None]:
        presses = list[bool]()
        for _ in range(int((yield None))):
            presses.append((yield None) == "True")
            if presses[-1]:
                yield states[sum(presses) % 2]
        yield str(sum(presses) if last == "how often it was pressed" else presses.count(False))

    return program


def up_and_down(statement: str) -> Program:
    greater, smaller, last = found(
        r"write `(\w+)` if it is greater than the number before it, and `(\w+)` if it is smaller\. "
        r"At the end write (.*)\.",
        statement,
    )

    def program() -> Generator[str | None, str, None]:
        numbers = [int((yield None)), int((yield None))]
        while numbers[-1] != numbers[-2]:
            yield greater if numbers[-1] > numbers[-2] else smaller
            numbers.append(int((yield None)))
        yield str(LISTS[last](numbers))

    return program


def cash_machine(statement: str) -> Program:
    code, tries = found(r"The right one is (\d+)\..* After the (\w+) wrong one", statement)
    account, note = found(r"The account holds (\d+)\..* no multiple of (\d+)", statement)

    def program() -> Generator[str | None, str, None]:
        wrong = 0
        while (yield None) != code:
            wrong += 1
            yield "blocked" if wrong == ORDINALS[tries] else "wrong"
            if wrong == ORDINALS[tries]:
                return
        held = int(account)
        while amount := int((yield None)):
            if amount > held:
                yield "too much"
            elif amount % int(note):
                yield "notes"
            else:
                held -= amount
                yield str(held)
        yield str(held)

    return program


def hangman(statement: str) -> Program:
    (word,) = found(r"The word to be guessed is `(\w+)`", statement)
    (tries,) = found(r"not happened after (\w+) letters", statement)

    def program() -> Generator[str | None, str, None]:
        letters = list[str]()
        while len(letters) < NUMBERS[tries] and not set(word) <= set(letters):
            letters.append((yield None))
            yield "".join(letter if letter in letters else "_" for letter in word)
        yield "won" if set(word) <= set(letters) else "lost"

    return program


READERS: dict[str, Reader] = {
    "high-low": high_low,
    "to-twenty-one": to_twenty_one,
    "until-zero": until_zero,
    "light-switch": light_switch,
    "up-and-down": up_and_down,
    "cash-machine": cash_machine,
    "hangman": hangman,
}
