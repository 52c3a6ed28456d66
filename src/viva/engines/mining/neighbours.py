"""Values next to constants: where a comparison may be off by one, and texts that are nearly the one that is meant."""

from __future__ import annotations

from collections.abc import Iterator


def around(*numbers: int) -> Iterator[int]:
    for number in numbers:
        yield from (number, number + 1, number - 1)


def lookalikes(text: str) -> tuple[str, ...]:
    """What a careless comparison takes for the text."""
    return (f"{text}x", text.upper(), text.capitalize(), text[:-1], text[::-1])


def variations(text: str) -> Iterator[str]:
    """A text as a program might meet it: in other letters, doubled, with something around it."""
    yield text.upper()
    yield text.lower()
    yield text.title()
    yield text[::-1]
    yield text * 2
    yield f"{text}a"
    yield f"a{text}"
    yield f"a{text}a"
    yield f" {text}"
    yield f"{text} "
    yield text[:-1]
    yield text[1:]
