def step(sensors, state):
    if sensors["distance"] < 1.6:
        return 0.3, 0.3
    return 0, 0
