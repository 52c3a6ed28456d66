def step(sensors, state):
    if sensors["angle"] < 1.55:
        slow = 0.1 if sensors["angle"] < 1.3 else 0.04
        return {"left": -slow, "right": slow}
    speed = 0.3 if sensors["distance"] < 2.95 else 0.0
    return {"left": speed, "right": speed}
