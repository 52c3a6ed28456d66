def step(sensors, state):
    return 0.15 * (5 - sensors["level"])
