def step(sensors, state):
    return 1 / (sensors["level"] - sensors["level"])
