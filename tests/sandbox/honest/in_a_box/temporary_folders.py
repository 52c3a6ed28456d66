import os
import tempfile

with tempfile.TemporaryDirectory() as d:
    open(d + "/x", "w").close()
    answer = os.listdir(d) == ["x"]
