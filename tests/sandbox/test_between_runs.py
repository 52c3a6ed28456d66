"""Nothing passes from one run to the next."""

import pytest

from viva.sandbox import Limits

from .attacks import SYSTEM_CALLS, box, said, weak

pytestmark = pytest.mark.needs_bwrap

LEAVE_A_FILE = "open('/tmp/left', 'w').write('for the next')\nsend('left')"
FIND_THE_FILE = "import os\nsend(os.path.exists('/tmp/left'))"
SHARED_MEMORY = (29, 30, 31, 67)


def test_files_in_tmp_do_not_pass() -> None:
    assert said(LEAVE_A_FILE) == "left"
    assert said(FIND_THE_FILE) is False


def test_the_private_tmp_is_what_keeps_files_from_passing() -> None:
    shared = weak("private_tmp", "read_only")
    assert said(LEAVE_A_FILE, shared) == "left"
    assert said(FIND_THE_FILE, shared) is True


def test_the_modules_of_a_run_are_its_own() -> None:
    poison = (
        "import json, builtins, sys, attack\njson.dumps = lambda *a: 'poisoned'\nbuiltins.len = lambda x: 7\n"
        "attack.execute = None\nsys.path.clear()\nsys.modules.clear()\n"
    )
    box().run("attack:execute", poison, Limits())
    check = "import json, sys\nsend([json.dumps([1]), len([]), len(sys.path) > 0])"
    assert said(check) == ["[1]", 0, True]


def test_the_environment_and_working_folder_of_a_run_are_its_own() -> None:
    assert said("import os\nos.environ['X'] = 'left'\nos.umask(0)\nos.chdir('/')\nsend(1)") == 1
    assert said("import os\nsend([os.environ.get('X'), os.getcwd(), os.umask(0)])") == [None, "/tmp", 0o22]


def test_shared_memory_segments_are_refused_and_do_not_pass() -> None:
    make = SYSTEM_CALLS + "send(call(29, 4711, 4096, 0o1666))"
    find = SYSTEM_CALLS + "send(call(29, 4711, 4096, 0o666))"
    assert said(make) == "EPERM"
    unfiltered = weak(unfiltered=SHARED_MEMORY)
    assert said(make, unfiltered) == "done"
    assert said(find, unfiltered) == "ENOENT"
    assert said(make + "\nassert call(29, 4711, 4096, 0o666) == 'done'", unfiltered) == "done"


def test_keys_are_refused() -> None:
    source = SYSTEM_CALLS + "send(call(248, b'user', b'left', b'for the next', 12, -3))"
    assert said(source) == "EPERM"
    assert said(source, weak(unfiltered=(248,))) == "done"


def test_message_queues_and_semaphores_are_refused() -> None:
    for number in (64, 68, 240):
        assert said(SYSTEM_CALLS + f"send(call({number}, 4711, 1, 0o1666))") == "EPERM"


def test_a_run_leaves_no_file_of_its_own_in_the_tools() -> None:
    assert said("import os\nsend([n for n in os.listdir('/viva/tools/0') if n != '__pycache__'])") == ["attack.py"]


def test_hashes_are_the_same_in_every_run() -> None:
    assert said("send(hash('viva'))") == said("send(hash('viva'))")
