"""Robustness over all instants by STLRom: the peer of `signals`. `DATA.npy FORMULA…` with rows of a time, x and y; for
each formula seconds of processor time, the best of five, and the value at the first instant."""

import json
import sys
import time

import numpy as np
import stlrom


def main(data: str, *formulas: str) -> None:
    rows = np.load(data).tolist()
    found = []
    for formula in formulas:
        driver = stlrom.STLDriver()
        driver.parse_string(f"signal x, y\nphi := {formula}\n")
        driver.data = rows
        seconds = []
        for _ in range(5):
            monitor = driver.get_monitor("phi")  # a fresh one, which has computed nothing yet
            start = time.process_time()
            value = monitor.eval_rob(rows[0][0], rows[-1][0])
            seconds.append(time.process_time() - start)
        found.append({"seconds": min(seconds), "value": value})
    print(json.dumps(found))


main(*sys.argv[1:])
