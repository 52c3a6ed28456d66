"""Only bounded, plain data comes out, and no bytes raise an exception in the examiner."""

import json
import random
from pathlib import Path

import pytest

from viva.sandbox import Limits, frames

from .attacks import attack, box, reason, said, weak

pytestmark = pytest.mark.needs_bwrap

RAW = """
import os, struct
def raw(text, kind=b'm'):
    os.write(3, struct.pack('>Ic', len(text), kind) + text)
"""


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"nul",
        b"NaN",
        b"Infinity",
        b"-Infinity",
        b"1e999",
        b"[1,]",
        b"'a'",
        b"\xff\xfe",
        b'"\xed\xa0\x80"',
        b"\x00",
        b"1" * 5000,
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"[" * 250 + b"]" * 250,
        b"null",
        b"1 2",
        "\ufeff1".encode(),
        b'"\x00"',
        "1".encode("utf-16"),
        b"\xc0\xae",
        b"{1: 2}",
        b"[1] // x",
        b"0x10",
        b"01",
        b"True",
    ],
)
def test_broken_messages_are_a_protocol_error(text: str) -> None:
    run = attack(RAW + f"raw({text!r})")
    assert run.messages == ()
    assert run.ending.reason == "protocol_error"


@pytest.mark.parametrize("kind", [b"x", b"\x00", b"M"])
def test_unknown_kinds_are_a_protocol_error(kind: str) -> None:
    assert reason(RAW + f"raw(b'1', {kind!r})") == "protocol_error"


@pytest.mark.parametrize(
    "end", [b"1", b"[]", b'{"reason": 1}', b'{"reason": "proved", "detail": null}', b'{"reason": [], "detail": {}}']
)
def test_broken_ends_are_a_protocol_error(end: str) -> None:
    assert reason(RAW + f"raw({end!r}, b'e')") == "protocol_error"


def test_random_bytes_never_raise() -> None:
    noise = random.Random(7)
    for _ in range(60):
        text = noise.randbytes(noise.randrange(1, 400))
        run = attack(f"import os\nos.write(3, {text!r})\nos._exit(0)")
        assert run.ending.reason in ("protocol_error", "output_limit", "no_result")


def test_reading_frames_never_raises_anything_else() -> None:
    noise = random.Random(7)
    alphabet = b'[]{}",:0123456789eE+-.\\ntrufalsu \xff\xc3'
    malformed = 0
    for _ in range(5000):
        text = bytes(noise.choice(alphabet) for _ in range(noise.randrange(40)))
        try:
            json.dumps(frames.unpack(text), allow_nan=False)
        except frames.Malformed:
            malformed += 1
    assert 0 < malformed < 5000


@pytest.mark.parametrize(
    "text", [b'"' + b'\\"' * 2_000_000, b"[" + b"[]," * 1_000_000 + b"0]", b"[" * 4_000_000, b'{"a":' * 800_000]
)
def test_no_text_takes_long_to_read(text: bytes) -> None:
    """Not a matter of time but of growth: with a quadratic reader this test would not end."""
    try:
        frames.unpack(text)
    except frames.Malformed:
        return
    assert text.startswith(b"[[]")


def test_depth_is_counted_exactly() -> None:
    assert frames.unpack(b"[" * 200 + b"]" * 200)
    with pytest.raises(frames.Malformed):
        frames.unpack(b"[" * 201 + b"]" * 201)


def test_brackets_in_strings_are_no_nesting() -> None:
    text = json.dumps(["[" * 1000, '"{' * 1000, "\\" * 999]).encode()
    assert frames.unpack(text) == ["[" * 1000, '"{' * 1000, "\\" * 999]


def test_duplicate_keys_are_harmless() -> None:
    run = attack(RAW + 'raw(b\'{"a": 1, "a": 2}\')')
    assert run.messages == ({"a": 2},)


def test_a_message_in_pieces_is_one_message() -> None:
    source = RAW + "text = struct.pack('>Ic', 3, b'm') + b'\"x\"'\nfor byte in text: os.write(3, bytes([byte]))"
    assert said(source) == "x"


def test_a_message_that_breaks_off_is_a_protocol_error() -> None:
    assert reason("import os\nos.write(3, bytes([0, 0, 0, 9]) + b'm\"')\nos._exit(0)") == "protocol_error"


def test_a_killed_run_is_not_blamed_for_its_broken_message() -> None:
    source = "import os\nos.write(3, bytes([0, 0, 0, 9]) + b'm\"')\nwhile True: pass"
    assert reason(source, cpu_seconds=0.1) == "time_limit"


def test_a_false_end_gains_nothing_but_an_earlier_end() -> None:
    assert reason("channel.end(None, None)\nsend('after the end')") == "protocol_error"
    assert reason("channel.end(None, None)\nimport os\nos._exit(1)") == "crash"
    assert reason("channel.end('time_limit', None)") == "protocol_error"


def test_an_exit_without_an_end_is_no_result() -> None:
    assert reason("send(1)\nimport os\nos._exit(0)") == "no_result"


def test_closing_the_channel_is_no_result() -> None:
    assert reason("import os\nos.close(3)") == "crash"
    assert reason("import os\nos.closerange(0, 100)\nwhile True: pass") == "no_result"


def test_a_doubled_channel_gains_nothing() -> None:
    assert said("import os\nsend(1)\nos.dup2(3, 9)\nos.close(3)\nos.dup2(9, 3)") == 1


def test_replaced_builtins_and_modules_gain_nothing() -> None:
    source = (
        "import builtins, json, os, struct, sys\nbuiltins.isinstance = lambda *a: True\njson.dumps = None\n"
        "struct.Struct = None\nsys.modules['viva_inside.channel'] = None\nos.write = lambda *a: 1"
    )
    assert reason(source, cpu_seconds=0.3) in ("crash", "time_limit")
    assert said("send('well')") == "well"


def test_frames_and_the_collector_lead_to_nothing_secret() -> None:
    source = (
        "import gc, sys\nframe, names = sys._getframe(), set()\nwhile frame:\n    names |= set(frame.f_locals)\n"
        "    frame = frame.f_back\nsend(len([o for o in gc.get_objects() if isinstance(o, str) and 'secret' in o]))"
    )
    assert said(source) == 0


def test_descriptors_sent_along_are_dropped() -> None:
    """The filter refuses to send them; if it did not, they would not be taken."""
    source = (
        "import array, os, socket, struct\ns = socket.socket(fileno=os.dup(3))\n"
        "rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [0, 1, 2]))\n"
        "s.sendmsg([struct.pack('>Ic', 1, b'm') + b'7'], [rights])"
    )
    assert reason(source) == "crash"
    open_box = weak(unfiltered=(46,))
    assert said("send('warm')", open_box) == "warm"
    before = len(list(Path("/proc/self/fd").iterdir()))
    assert said(source, open_box) == 7
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_conversation_goes_back_and_forth() -> None:
    source = "while True:\n    n = channel.receive()\n    if n is None: break\n    send(n * 2)"
    with box().converse("attack:execute", source, Limits()) as conversation:
        for number in range(50):
            conversation.send(number)
            assert conversation.receive() == number * 2
        conversation.send(None)
        assert conversation.receive() is None
        assert conversation.close().reason is None


def test_sending_to_a_run_that_has_ended_is_no_error() -> None:
    with box().converse("attack:execute", "send(1)", Limits()) as conversation:
        assert conversation.receive() == 1
        assert conversation.receive() is None
        conversation.send("x" * 1_000_000)
        assert conversation.receive() is None
        assert conversation.close() == conversation.close()


def test_a_conversation_closed_early_was_killed() -> None:
    with box().converse("attack:execute", "while True: send(1)", Limits()) as conversation:
        assert conversation.receive() == 1
        assert conversation.close().reason == "killed"


def test_a_run_is_told_when_nothing_more_is_said() -> None:
    assert said("try: channel.receive()\nexcept EOFError: send('nothing more')") == "nothing more"


def test_a_long_job_and_long_answers_arrive() -> None:
    source = "text = channel.receive()\nsend(text)"
    text = "ä\U0001f600\ud800" * 100_000
    with box().converse("attack:execute", source, Limits()) as conversation:
        conversation.send(text)
        assert conversation.receive() == text


def test_urgent_bytes_do_not_disturb() -> None:
    source = "import os, socket\nsocket.socket(fileno=os.dup(3)).send(b'!', socket.MSG_OOB)\nsend(1)"
    assert reason(source) in (None, "protocol_error")
