def step(sensors, state):
    target = 8 + 1.8 * sensors["speed"]
    error = sensors["gap"] - target
    command = 0.2 * error - 1.5 * sensors["closing"]
    return [max(-6, min(2, command))]
