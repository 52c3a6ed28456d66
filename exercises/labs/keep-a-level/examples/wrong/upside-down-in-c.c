struct commands step(struct sensors sensors) {
    return (struct commands){sensors.level > 5 ? 1.0 : 0.0};
}
