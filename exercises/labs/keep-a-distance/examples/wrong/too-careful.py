def step(sensors, state):
    return 0.3 * (sensors["gap"] - 90) - sensors["closing"]
