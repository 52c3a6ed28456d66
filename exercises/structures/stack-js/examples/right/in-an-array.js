class Stack {
  #values = [];

  push(value) {
    this.#values.push(value);
  }

  pop() {
    return this.#values.length ? this.#values.pop() : null;
  }

  peek() {
    return this.#values.length ? this.#values.at(-1) : null;
  }

  reverse() {
    this.#values.reverse();
  }
}
