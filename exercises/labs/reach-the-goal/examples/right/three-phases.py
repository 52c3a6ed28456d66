def step(sensors, state):
    phase = state.setdefault("phase", "turn")
    if phase == "turn":
        if sensors["angle"] < 1.41:
            return (-0.08, 0.08)
        state["phase"] = "drive"
    if state["phase"] == "drive":
        if sensors["distance"] < 2.9:
            return (0.35, 0.35)
        state["phase"] = "stop"
    return (0, 0)
