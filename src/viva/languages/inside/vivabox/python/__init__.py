"""What runs inside the sandbox together with submitted Python code. Start reading in `compiling.py`.

`compiling` turns bytes into code with `hooks`; `running` runs that code, as a console program or call by call;
`reading` looks at the source, and `changing` makes other programs of it. Results leave as the plain data of `values`.
Nothing here is trusted once submitted code has run: all of it sends data, and what the data means is decided outside.
"""
