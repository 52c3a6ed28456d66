"""What is claimed of a function that is proved right, in one sentence: for every list of whole numbers, say."""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.calls import Voice
from viva.engines.shapes import Fixed, Many, Plain, Shape


def claim(shapes: Sequence[Shape], voice: Voice, *, narrow: bool) -> str:
    """`narrow`: not all values of the types count, because the exercise allows only some, or has an answer only to
    some."""
    kinds = list(dict.fromkeys(shapes))
    ending = "_allowed" if narrow or any(map(_is_bounded, kinds)) else ""
    named = [_named("every", kind, voice) for kind in kinds]
    if not named or None in named:
        return voice.say(f"claim_any{ending}")
    if len(kinds) == 1 < len(shapes):
        return voice.say(f"claim_all{ending}", inputs=_named("all", kinds[0], voice))
    return voice.say(f"claim{ending}", inputs=voice.say("claim_and").join(map(str, named)))


def _named(form: str, shape: Shape, voice: Voice) -> str | None:
    """A type as one speaks of it; `form` is how many are meant: every one, all of them, or those in a list."""
    match shape:
        case Plain(kind) if kind in ("int", "bool", "str", "float"):
            return voice.say(f"{form}_{kind}")
        case Many("list" | "tuple" as kind, element):
            inner = _named("of", element, voice)
            return None if inner is None else voice.say(f"{form}_{kind}", elements=inner)
        case Fixed(parts) if len(parts) == 2 and parts[0] == parts[1]:
            inner = _named("of", parts[0], voice)
            return None if inner is None else voice.say(f"{form}_pair", elements=inner)
    return None


def _is_bounded(shape: Shape) -> bool:
    match shape:
        case Plain(_, low, high):
            return low is not None or high is not None
        case Many(_, element):
            return _is_bounded(element)
        case Fixed(parts):
            return any(map(_is_bounded, parts))
    return False
