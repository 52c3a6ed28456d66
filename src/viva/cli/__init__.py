"""The command line. Start reading in `main.py`: the group of commands, and what becomes of every fault.

Each command is a module of its own name in `commands/`; what they share with the commands of subjects is in
`viva.commands`. Nothing is imported before it is needed, so `viva --help` stays quick.
"""
