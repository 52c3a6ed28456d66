#include "lab.h"

static double between(double low, double value, double high) {
    return value < low ? low : value > high ? high : value;
}

struct commands step(struct sensors sensors) {
    static double total = 0;
    double error = 5 - sensors.level;
    total = between(-5, total + error / 20, 5);
    struct commands commands = {between(0, 0.8 * error + 0.1 * total + 0.2, 1)};
    return commands;
}
