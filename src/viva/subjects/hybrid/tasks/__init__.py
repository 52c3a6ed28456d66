"""Kinds of task: a system to construct, and questions about a given one."""
