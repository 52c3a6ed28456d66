def step(sensors, state):
    if sensors["angle"] > -1.52:
        return 0.08, -0.08
    if sensors["distance"] < 3:
        return 0.3, 0.3
    return 0, 0
