class Node {
  #next;

  constructor(value) {
    this.value = value;
  }

  get next() {
    return this.#next;
  }

  set next(node) {
    this.#next = node;
  }
}

class Stack {
  #top;

  get isEmpty() {
    return this.#top === undefined;
  }

  push(value) {
    const node = new Node(value);
    node.next = this.#top;
    this.#top = node;
  }

  pop() {
    if (this.isEmpty) return null;
    const node = this.#top;
    this.#top = node.next;
    return node.value;
  }

  peek() {
    return this.isEmpty ? null : this.#top.value;
  }

  reverse() {
    const other = new Stack();
    while (!this.isEmpty) other.push(this.pop());
    this.#top = other.#top;
  }
}
