def step(sensors, state):
    if sensors["angle"] < 90:
        return -0.1, 0.1
    if sensors["distance"] < 3:
        return 0.3, 0.3
    return 0, 0
