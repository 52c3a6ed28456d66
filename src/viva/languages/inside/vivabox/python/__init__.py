"""What runs inside the sandbox together with submitted Python code. Start reading in `compiling.py`.

`compiling` turns bytes into code with the hooks of `instrument`; `console` and `calling` run that code, with the
counters of `ticks` and the streams of `streams`; results leave as the plain data of `values`. Nothing here is
trusted once submitted code has run: all of it sends data, and what the data means is decided outside.
"""
