"""Calls and methods followed line by line: the steps of one call, all paths of a method, and questions about them."""
