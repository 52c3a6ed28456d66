class Node {
  constructor(value) {
    this.value = value;
    this.prev = null;
    this.next = null;
  }
}

class DList {
  constructor() {
    this.head = null;
    this.tail = null;
  }

  pushFront(value) {
    const node = new Node(value);
    node.next = this.head;
    if (this.head === null) this.tail = node;
    else this.head.prev = node;
    this.head = node;
  }

  pushBack(value) {
    const node = new Node(value);
    node.prev = this.tail;
    if (this.tail === null) this.head = node;
    else this.tail.next = node;
    this.tail = node;
  }

  remove(value) {
    let node = this.head;
    while (node !== null && node.value !== value) node = node.next;
    if (node === null) return false;
    if (node.prev === null) this.head = node.next;
    else node.prev.next = node.next;
    if (node.next !== null) node.next.prev = node.prev;
    return true;
  }

  toArray() {
    const found = [];
    for (let node = this.head; node !== null; node = node.next) found.push(node.value);
    return found;
  }
}
