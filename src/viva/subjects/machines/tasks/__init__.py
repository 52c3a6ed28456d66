"""The kinds of task, one file each."""
