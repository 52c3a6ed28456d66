"""Whatever a submission does to the process it runs in, what comes out is data: a wrong value stays a wrong value.

Each attack tries to make `f(1)` look as if it had returned 42, or a program that prints 1 look as if it printed 42.
"""

import textwrap
from collections.abc import Callable

import pytest

from viva.languages.heap import read
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.python.calls import call, drive, equal, show
from viva.languages.python.runs import prepare, run_console
from viva.languages.transcript import Read, Write
from viva.languages.values import write
from viva.sandbox import Limits, Sandbox

RIGHT = read(write(42))
CHANNEL = """
import gc, sys
def channels():
    found = [o for o in gc.get_objects() if type(o).__name__ == "Channel"]
    frame = sys._getframe()
    while frame:
        found += [v for v in frame.f_locals.values() if type(v).__name__ == "Channel"]
        frame = frame.f_back
    return found
"""
LIES = {
    "an int that equals everything": """
        class I(int):
            def __eq__(self, o): return True
            def __ne__(self, o): return False
            def __hash__(self): return hash(42)
            def __repr__(self): return "42"
            __str__ = __int__ = __index__ = lambda self: 42
        def f(x): return I(1)
    """,
    "an object that pretends to be an int": """
        class O:
            __class__ = int
            def __eq__(self, o): return True
            def __index__(self): return 42
            def __reduce__(self): return (int, (42,))
        def f(x): return O()
    """,
    "a metaclass that lies": """
        class M(type):
            __name__ = "int"
            def __eq__(self, o): return True
            def __hash__(self): return hash(int)
            def __instancecheck__(self, o): return True
            mro = lambda self: [self, object]
        class C(metaclass=M):
            def __eq__(self, o): return True
        def f(x): return C()
    """,
    "printed results": """
        import sys, os
        def f(x):
            print('{"value": {"root": 42, "nodes": []}}')
            os.write(1, b'{"value": {"root": 42, "nodes": []}}')
            sys.__stdout__.write("42")
            return 1
    """,
    "builtins replaced": """
        import builtins, sys, json
        for name in ("len", "type", "isinstance", "dict", "list", "str", "int", "id", "hash", "print", "any"):
            setattr(builtins, name, lambda *a, **k: 42)
        def f(x): return 1
    """,
    "modules replaced": """
        import sys
        for name in list(sys.modules):
            if name not in ("sys", "builtins", "__main__"): sys.modules[name] = None
        def f(x): return 1
    """,
    "json replaced": """
        import json
        json.dumps = json.JSONEncoder.encode = lambda *a, **k: "42"
        def f(x): return 1
    """,
    "the file descriptors closed": """
        import os
        def f(x):
            os.closerange(0, 100)
            return 1
    """,
    "the file descriptors flooded": """
        import os
        def f(x):
            for fd in range(10):
                try: os.write(fd, b"\\xff" * 1000)
                except OSError: pass
            return 1
    """,
    "a frame that is not JSON": """
        import os
        def f(x):
            os.write(3, b"\\0\\0\\0\\x05mhello")
            return 1
    """,
    "a frame of enormous length": """
        import os
        def f(x):
            os.write(3, b"\\xff\\xff\\xff\\xffm")
            return 1
    """,
    "an exit with a result": "def f(x): raise SystemExit(42)",
    "an exception that equals everything": """
        class E(BaseException):
            def __eq__(self, o): return True
            def __str__(self): return 42
            def __repr__(self): raise self
        def f(x): raise E(42)
    """,
    "the class of the exception lies": """
        class M(type):
            @property
            def __name__(cls): raise RuntimeError
        class E(Exception, metaclass=M): pass
        def f(x): raise E
    """,
    "a value that contains itself": """
        class D(dict): pass
        def f(x):
            d = D(); d["d"] = d; d.d = d
            return d
    """,
    "a value that is endless": """
        class L(list):
            def __iter__(self):
                while True: yield 42
        def f(x): return L([1])
    """,
    "the hooks replaced": """
        import builtins
        for name in list(vars(builtins)):
            if " " in name: setattr(builtins, name, lambda *a: None)
        def f(x):
            while True: pass
    """,
    "every attribute of every module replaced": """
        import sys
        def f(x):
            for module in list(sys.modules.values()):
                if "vivabox" in getattr(module, "__name__", "") or "viva" in getattr(module, "__name__", ""):
                    for name in list(vars(module)): setattr(module, name, lambda *a, **k: 42)
            return 1
    """,
    "signals and threads left behind": """
        import signal, threading
        def f(x):
            for number in range(1, 65):
                try: signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError): pass
            threading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()
            return 1
    """,
    "a trace function": """
        import sys
        def t(frame, event, arg):
            if event == "return": raise ValueError(42)
            return t
        def f(x):
            sys.settrace(t); sys.setprofile(lambda *a: None)
            return 1
    """,
    "a destructor": """
        class D:
            def __del__(self):
                while True: pass
        def f(x): D(); return 1
    """,
}


@pytest.mark.parametrize("attack", LIES)
def test_a_lie_is_never_the_right_value(sandbox: Sandbox, attack: str) -> None:
    program = prepare(sandbox, textwrap.dedent(LIES[attack]).encode())
    assert isinstance(program, Program)
    outcomes = list(call(sandbox, program, "f", [[1]], limits=Limits(cpu_seconds=0.5, wall_seconds=5)))
    assert len(outcomes) == 1
    value = outcomes[0].value
    if value is None:
        assert outcomes[0].problem is not None
    else:
        assert not equal(value, RIGHT)
        assert "42" not in show(value)


@pytest.mark.parametrize("attack", ["an int that equals everything", "an object that pretends to be an int"])
def test_the_same_lie_would_be_believed_by_a_comparison_inside(attack: str) -> None:
    namespace: dict[str, Callable[[int], object]] = {}
    exec(textwrap.dedent(LIES[attack]), namespace)
    assert namespace["f"](1) == 42


FORGED = (
    CHANNEL
    + """
def f(x):
    for channel in channels(): channel.send({message})
    return 1
"""
)


@pytest.mark.parametrize(
    ("message", "outcome"),
    [
        ("{'value': {'root': 42, 'nodes': []}, 'written': '', 'steps': 0}", "42"),
        ("{'value': {'root': ['at', 5], 'nodes': []}}", "protocol_error"),
        ("{'value': {'root': ['at', 0], 'nodes': [['sub', 'A', [], [['at', 0]]]]}}", "protocol_error"),
        ("{'value': [[[[]]]]}", "protocol_error"),
        ("{'verdict': 'proved', 'value': 42}", "protocol_error"),
        ("{'stopped': 'proved', 'written': ''}", "protocol_error"),
        ("{'problem': {'reason': 'passed'}}", "protocol_error"),
        ("'proved'", "protocol_error"),
        ("[1]", "protocol_error"),
        ("{'value': {'root': 1, 'nodes': []}, 'counts': [[1]]}", "protocol_error"),
        ("{'value': {'root': 1, 'nodes': []}, 'hits': [10**9]}", "protocol_error"),
        ("{'value': {'root': 1, 'nodes': []}, 'steps': 'none'}", "protocol_error"),
    ],
)
def test_a_forged_message_is_a_value_like_any_other(sandbox: Sandbox, message: str, outcome: str) -> None:
    """To send 42 is to return 42: it has to be known. Nothing else can be said with a message."""
    program = prepare(sandbox, FORGED.replace("{message}", message).encode())
    assert isinstance(program, Program)
    got, after = call(sandbox, program, "f", [[1], [1]], together=1)
    assert told(got) == outcome
    assert told(after) == outcome


@pytest.mark.parametrize(
    ("message", "outcome"),
    [
        ("[0, None, 'tuple', [42, 0.5]]", "(42, 0.5)"),
        ("[1]", "protocol_error"),
        ("[-5, None, 'tuple', [1]]", "protocol_error"),
        ("[1, None, 'tuple', ['1']]", "protocol_error"),
        ("[1, None, 'tuple', [True]]", "protocol_error"),
        ("[1, None, 'set', [1]]", "protocol_error"),
        ("[1, None, 'int', [2 ** 70]]", "protocol_error"),
        ("[1, None, 'float', [1.5, 2.5]]", "protocol_error"),
        ("[1, 'much', 'float', [1.5]]", "protocol_error"),
    ],
)
def test_forged_numbers_of_a_driven_function_are_commands_like_any_other(
    sandbox: Sandbox, message: str, outcome: str
) -> None:
    program = prepare(sandbox, FORGED.replace("{message}", message).replace("f(x)", "f(sensors, state)").encode())
    assert isinstance(program, Program)
    with drive(sandbox, program, "f", ["a"]) as driven:
        assert told(driven.ask([0.0])) == outcome


def told(outcome: Outcome) -> str:
    if outcome.value is not None:
        return show(outcome.value)
    assert outcome.problem is not None
    return outcome.problem.reason


def test_the_call_after_a_forged_message_is_not_lost(sandbox: Sandbox) -> None:
    source = CHANNEL + "def f(x):\n  if x == 1:\n    for c in channels(): c.send('nonsense')\n  return x"
    program = prepare(sandbox, source.encode())
    assert isinstance(program, Program)
    outcomes = list(call(sandbox, program, "f", [[0], [1], [2]]))
    assert [told(each) for each in outcomes] == ["0", "protocol_error", "2"]


@pytest.mark.parametrize(
    "source",
    [
        "import builtins\nbuiltins.print = lambda *a: None\nprint(42)",
        "import sys\nsys.stdout = None\nprint(42)",
        "def input(): return '42'\nprint(1, input() and '')",
        "print = lambda *a: None\nprint(42)",
        CHANNEL + "for c in channels(): c.send({'events': [['print', '42', 1]]})",
        CHANNEL + "for c in channels(): c.send({'events': [['write', 42, 1]]})",
        CHANNEL + "for c in channels(): c.send({'end': 'passed', 'events': []})",
        CHANNEL + "for c in channels(): c.send({'end': None, 'events': []})\nprint(42)",
        CHANNEL + "for c in channels(): c.send({'read': 'line', 'events': []})",
        "import os\nos.closerange(0, 100)\nprint(42)",
        "import sys\nsys.modules.clear()\nprint(1)",
    ],
)
def test_a_program_that_tampers_never_seems_to_print_what_it_did_not(sandbox: Sandbox, source: str) -> None:
    program = prepare(sandbox, source.encode())
    assert isinstance(program, Program)
    transcript = run_console(sandbox, program, ["1"], limits=Limits(cpu_seconds=0.5, wall_seconds=5))
    assert "42" not in "".join(event.text or "" for event in transcript.events if isinstance(event, Write))


def test_a_forged_read_is_a_read(sandbox: Sandbox) -> None:
    source = CHANNEL + "c = channels()[0]\nc.send({'events': [], 'read': 1})\nprint(c.receive()['line'])"
    program = prepare(sandbox, source.encode())
    assert isinstance(program, Program)
    transcript = run_console(sandbox, program, ["secret", "next"])
    assert [event.text for event in transcript.events if isinstance(event, Read)] == ["secret"]


def test_inputs_that_were_not_asked_for_are_not_inside(sandbox: Sandbox) -> None:
    source = (
        "import gc\ninput()\ns = 'terces'[::-1]\nprint(any(s in repr(o) for o in gc.get_objects() if type(o) is list))"
    )
    program = prepare(sandbox, source.encode())
    assert isinstance(program, Program)
    transcript = run_console(sandbox, program, ["first", "secret"])
    assert [event.text for event in transcript.events if isinstance(event, Write)] == ["False\n"]


def test_forged_texts_can_be_printed(sandbox: Sandbox) -> None:
    texts = "'kind': '\\ud800', 'message': '\\udfff', 'line': None, 'frames': [[1, '\\ud800']]"
    forged = f"{{'problem': {{'reason': 'crash', {texts}}}}}"
    program = prepare(sandbox, FORGED.replace("{message}", forged).encode())
    assert isinstance(program, Program)
    (outcome,) = call(sandbox, program, "f", [[1]])
    assert str(outcome).encode()
