"""Classes of trusted sources: their outline, those that a submission lacks, and what plays sequences of calls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from viva.languages import wire
from viva.languages.javascript.engine import ask_tools
from viva.languages.outline import Joined, Outline


@lru_cache(maxsize=32)
def outline(text: str) -> Outline:
    found = wire.record(ask_tools("outline", {"text": text}))
    return Outline(wire.text(found.get("text")), tuple(map(wire.number, wire.items(found.get("lines")))))


def with_classes(text: str, source: str, main: str, defined: Sequence[str]) -> Joined | None:
    """They stand in lines of their own, as they are written."""
    more = wire.text(ask_tools("definitions", {"text": source, "skipped": [main, *defined]}))
    if not more:
        return None
    strict = "'use strict';" if text.lstrip().startswith(('"use strict"', "'use strict'")) else ""
    before = f"{strict}{more}\n"
    return Joined(before + text, before.count("\n"))


def sequence_player(cls: str, function: str, mark: str) -> str:
    return _PLAYER.replace("CLS", cls).replace("FUNCTION", function).replace("MARK", mark)


_PLAYER = """
;function FUNCTION(written) {
  const plain = (value) => {
    if (value === undefined || value === null) return null;
    if (typeof value !== "object" && typeof value !== "function") return value;
    if (Array.isArray(value)) return Array.from(value, plain);
    if (value instanceof Set || value instanceof Map) return value;
    if (typeof value === "object" && typeof value.next === "function" && typeof value[Symbol.iterator] === "function") {
      const found = [];
      for (const each of value) {
        if (found.length === 100) break;
        found.push(plain(each));
      }
      return found;
    }
    return ["MARK", "object", ""];
  };
  const played = (calls) => {
    const told = [];
    let made = null;
    for (const [name, given, took] of calls) {
      const values = given.map((each) => (!Array.isArray(each) ? each : each[0] ? played(each[0])[0] : each[1]));
      if (!name) {
        made = new CLS(...values);
        continue;
      }
      const asked = name === "__iter__" ? Symbol.iterator : name;
      if (made === null || made === undefined || typeof made[asked] !== "function") {
        told.push(["MARK", "missing", name]);
        break;
      }
      let result;
      try {
        result = made[asked](...values);
        told.push(plain(result));
      } catch (problem) {
        told.push(["MARK", "raised", problem instanceof Error ? problem.name : "throw"]);
        break;
      }
      if (took === "result") made = result;
    }
    return [made, told];
  };
  return played(JSON.parse(written))[1];
}
"""
