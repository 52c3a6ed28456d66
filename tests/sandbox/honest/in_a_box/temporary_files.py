import tempfile

with tempfile.NamedTemporaryFile() as f:
    f.write(b"x")
    f.flush()
    answer = open(f.name, "rb").read() == b"x"
