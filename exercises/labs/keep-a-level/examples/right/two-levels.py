def step(sensors, state):
    if sensors["level"] < 4.6:
        state["on"] = True
    elif sensors["level"] > 5.2:
        state["on"] = False
    return 1.0 if state.get("on", True) else 0.0
