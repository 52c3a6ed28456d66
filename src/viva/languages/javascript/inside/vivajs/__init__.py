"""JavaScript in the sandbox: what parses, changes and runs submissions. `engine` comes first; the files in JavaScript
are what it loads. Nothing here is imported outside of the sandbox but `engine`, which reads files of the teacher there.
"""
