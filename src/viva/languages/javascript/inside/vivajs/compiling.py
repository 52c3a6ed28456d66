"""Entries: from the bytes of a submission to code with hooks, and to what it contains. No line of it is run."""

import base64
import json
import secrets
from typing import Any

from . import engine
from .calling import Channel

_TOOLS = engine.tools()
_STACK = 6 << 20
_WARM = "const f = (x, ...y) => { for (const z of y) if (/a/.test(z)) return `${x}`; };"


def run(channel: Channel, job: Any) -> None:
    """The job has `source` (base64) and `hooks`; one answer is sent, with `problem` or with `code`."""
    source = base64.b64decode(job["source"])
    try:
        text = decoded(source)
    except ValueError as error:
        channel.send({"problem": _undecodable(source, str(error))})
        return
    channel.send(asked("compile", {"text": text, "hooks": job["hooks"]}))


def survey(channel: Channel, job: Any) -> None:
    """The job has `source`; one answer is sent: the facts, or nothing but `problem`."""
    try:
        text = decoded(base64.b64decode(job["source"]))
    except ValueError as error:
        channel.send({"problem": str(error)})
        return
    channel.send(asked("survey", {"text": text}))


def edits(channel: Channel, job: Any) -> None:
    """One answer: the small edits of a `text`, as `[kind, cost, pieces]`."""
    channel.send(asked("edits", job))


def edited(channel: Channel, job: Any) -> None:
    """One answer: for each of the `edits` of a `source` what it is compiled to, or nothing."""
    text = decoded(base64.b64decode(job["source"]))
    channel.send(asked("compileAll", {"text": text, "edits": job["edits"], "hooks": {"steps": True}}))


def asked(word: str, data: Any) -> Any:
    """What the tools say to a word; see `compiling.js`."""
    context, ask = _TOOLS
    if word in ("compile", "compileAll"):
        data = {**data, "salt": secrets.token_hex(6)}
    context.set_max_stack_size(_STACK)
    try:
        return json.loads(ask(word, json.dumps(data)))
    except (engine.engine().JSException, engine.engine().StackOverflow) as error:
        return {"problem": _problem("too_complex", str(error).partition("\n")[0])}


def decoded(source: bytes) -> str:
    """Text as Node reads it: UTF-8, with or without a mark at the beginning. Raises ValueError."""
    if b"\0" in source:
        raise ValueError("a null byte: this is no text")
    return source.removeprefix(b"\xef\xbb\xbf").decode("utf-8")


def _undecodable(source: bytes, message: str) -> dict[str, Any]:
    """Whatever else is wrong with it, a zero byte can be named and found."""
    found = _problem("encoding", message)
    if b"\0" in source:
        found.update(kind="zero_byte", line=source.count(b"\n", 0, source.index(b"\0")) + 1)
    return found


def _problem(reason: str, message: str) -> dict[str, Any]:
    return {"reason": reason, "kind": "", "message": message[:1000], "line": None, "column": None}


asked("survey", {"text": _WARM})  # what is compiled when it is first used is compiled before the sandbox forks
asked("compile", {"text": _WARM, "hooks": {"steps": True, "branches": True, "expressions": True}})
