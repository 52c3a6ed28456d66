def step(sensors, state):
    return 0.5 * (14 - sensors["speed"])
