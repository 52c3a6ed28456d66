def step(sensors, state):
    n = state["n"] = state.get("n", 0) + 1
    return 1.0 if n < 150 else 0.2
