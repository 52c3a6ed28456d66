class Node {
  constructor(value, next) {
    this.value = value;
    this.next = next;
  }
}

class Stack {
  #top = null;

  push(value) {
    this.#top = new Node(value, this.#top);
  }

  pop() {
    if (this.#top === null) return null;
    const { value } = this.#top;
    this.#top = this.#top.next;
    return value;
  }

  peek() {
    return this.#top === null ? null : this.#top.value;
  }

  reverse() {
    let turned = null;
    for (let node = this.#top; node !== null; ) {
      const next = node.next;
      node.next = turned;
      node = next;
      turned = node;
    }
    this.#top = turned;
  }
}
