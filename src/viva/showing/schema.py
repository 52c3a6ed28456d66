"""The JSON Schema of a report, as `viva schema` prints it."""

from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import About
from viva.core.verdict import Verdict


def report_schema() -> dict[str, Json]:
    text: Json = {"type": "string"}
    number: Json = {"type": "number"}
    whole: Json = {"type": "integer"}
    count: Json = {"type": "integer", "minimum": 0}
    rungs: Json = {"enum": [rung.value for rung in Rung]}
    drawing = _object({"svg": text, "text": text})
    witness: Json = {"type": "object", "required": ["kind"], "properties": {"kind": text}}
    texts: Json = {"type": "array", "items": text}
    comparison = _object(
        {
            "caption": text,
            "columns": texts,
            "rows": {"type": "array", "items": texts},
            "here": _or_null(count),
            "note": text,
        }
    )
    evidence: Json = {
        "type": "object",
        "required": ["method", "tests", "failed", "covered"],
        "properties": {
            "method": text,
            "tests": _or_null(count),
            "failed": _or_null(count),
            "covered": text,
            "proof": _object({"claim": text, "reasons": texts, "beside": _or_null(comparison)}),
            "seen_from": {"type": "object", "additionalProperties": rungs},
        },
    }
    place: Json = {"oneOf": _places()}
    finding = _object(
        {
            "about": {"enum": [about.value for about in About]},
            "text": text,
            "rung": rungs,
            "signature": text,
            "where": place,
            "witness": witness,
            "comparison": comparison,
            "drawing": drawing,
            "teacher": {"type": "boolean"},
            "changes": {
                "type": "array",
                "items": _object({"before": place, "after": place, "text": text}, required=[]),
            },
        },
        required=["about", "text"],
    )
    report = _object(
        {
            "verdict": {"enum": [verdict.value for verdict in Verdict]},
            "reason": _or_null(text),
            "score": _or_null({"type": "number", "minimum": 0, "maximum": 1}),
            "points": _or_null({"type": "number", "minimum": 0}),
            "worth": _or_null({"type": "number", "exclusiveMinimum": 0}),
            "step": {"type": "number", "minimum": 0},
            "subject": text,
            "exercise": text,
            "title": text,
            "missed": texts,
            "evidence": evidence,
            "findings": {"type": "array", "items": finding},
            "parts": {"type": "array", "items": {"$ref": "#/$defs/report"}},
            "isolation": {"enum": [*(isolation.value for isolation in Isolation), None]},
            "seed": whole,
            "attempt": _or_null(whole),
            "version": text,
            "seconds": number,
            "locale": text,
        }
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Viva report",
        "$ref": "#/$defs/report",
        "$defs": {"report": report},
    }


def _places() -> list[Json]:
    text: Json = {"type": "string"}
    number: Json = {"type": "number"}
    line: Json = {"type": "integer", "minimum": 1}
    return [
        _place("text", {"file": text, "line": line}, {"column": line, "end_line": line, "end_column": line}),
        _place("state", {"name": text}),
        _place("transition", {"source": text, "label": text, "target": text}, {"line": line}),
        _place("instruction", {"address": text}, {"line": line}),
        _place("bar", {"number": {"type": "integer"}}, {"beat": text}),
        _place("time", {"start": number}, {"end": number}),
        _place("node", {"path": text}),
    ]


def _place(kind: str, required: dict[str, Json], optional: dict[str, Json] | None = None) -> Json:
    needed: dict[str, Json] = {"kind": {"const": kind}, **required}
    return _object({**needed, **(optional or {})}, required=list(needed))


def _object(properties: dict[str, Json], required: list[str] | None = None) -> Json:
    names = list(properties) if required is None else required
    return {
        "type": "object",
        "properties": properties,
        "required": [*names],
        "additionalProperties": False,
    }


def _or_null(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}
