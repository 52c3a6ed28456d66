def step(sensors, state):
    if abs(sensors["ax"]) < 0.3 and sensors["distance"] > 1:
        return 0, 0
    return 0.3, 0.3
