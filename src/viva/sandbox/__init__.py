"""Runs untrusted code. Start reading here, then `sandbox`, `conversation` and `inside/zygote`.

    with sandbox_for([folder_of_tools], ["my_runner"]) as sandbox:
        run = sandbox.run("my_runner:main", {"source": submission}, Limits())
        done = sandbox.execute(Command(find("node"), ("main.js",), files={"main.js": submission}))

For foreign programs read `programs`, `execution` and `interaction` next.

What full isolation promises, whatever the submitted code does. `tests/sandbox` has a file for each group and a test
for each promise, with the attack, and with the attack again where the protection is taken out.

Time (`test_time`)
    - A run ends in time: busy loops, sleeps, ignored signals, threads, one long call into C, a stopped process.
    - Neither a run that does not listen nor one that says half a message holds the examiner up.
    - Threads and exit handlers do not outlive the entry function.
Processes (`test_processes`)
    - No new process and no other program is started; attempts are ordinary exceptions inside.
    - No process survives: not a run's, not a sandbox's after `close`, not a killed examiner's.
Memory and disk (`test_memory_and_disk`)
    - Memory, threads, open files, the bytes and the number of files in /tmp are bounded.
    - Running out of any of these is an outcome of that run; the examiner and other runs stay unharmed.
Network (`test_network`)
    - No network, not even loopback, and no socket of the host, abstract ones included.
Files (`test_files`)
    - Nothing of the machine is readable but the interpreter, shared libraries and the tools: no environment, no
      processes, no home, no exercise, no reference, no other submission, no installed package.
    - Nothing is writable but the run's own /tmp.
One run and the next (`test_between_runs`)
    - Nothing passes from one run to the next: files, modules, environment, shared memory, keys.
Output (`test_output`)
    - What a run says is bounded; a flood is cut at the bound and said to be cut.
Crashes (`test_crashes`)
    - Segmentation fault, recursion, out of memory, `os._exit`, `SystemExit` are outcomes with a reason.
The channel (`test_channel`)
    - Only bounded, plain JSON data comes out. No bytes, however broken, raise an exception in the examiner.
    - A false end, a closed or doubled descriptor, or a replaced module gains nothing but an earlier end.
The zygote (`test_zygote`)
    - A run cannot find, signal, trace or read the process that started it, use its descriptors or its rights.
The kernel (`test_filter`)
    - System calls that are not on a short list are refused, by whatever machine code they are made.

Foreign programs (`test_foreign_files`, `test_foreign_processes`, `test_foreign_limits`, `test_interaction`)
    - All of the above holds for them, by the same means, and besides:
    - A program sees what its command names, its own folder and three devices; not our interpreter either.
    - It starts no process and no other program, unless the command allows a number of processes, and then no more.
    - Of its folder only plain files come out that were asked for by name, and no more than the disk allows.
    - Memory is that of all its processes together where there is a control group for memory, and may be reserved
      without bound; where there is none it is that of each process, and `viva doctor` says so.
    - The processor time is that of all its processes together; where there is no control group to count it while they
      run, what is used up is found out at the end, and the wall clock is the bound until then.
    - In a dialogue, what it wrote before it waits for a line is known before the line is sent.

`docs/sandbox.md` says what limited isolation keeps of this, and what each missing piece of the machine
costs; `probe` finds out.
"""

from viva.sandbox.conversation import Conversation
from viva.sandbox.execution import Execution
from viva.sandbox.interaction import Interaction
from viva.sandbox.limits import Ending, Limits, Run
from viva.sandbox.metered import Metered
from viva.sandbox.pool import sandbox_for
from viva.sandbox.programs import Command, Executable
from viva.sandbox.sandbox import Sandbox

__all__ = [
    "Command",
    "Conversation",
    "Ending",
    "Executable",
    "Execution",
    "Interaction",
    "Limits",
    "Metered",
    "Run",
    "Sandbox",
    "sandbox_for",
]
