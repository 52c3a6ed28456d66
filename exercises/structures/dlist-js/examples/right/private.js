class Cell {
  constructor(value, prev, next) {
    Object.assign(this, { value, prev, next });
  }
}

export class DList {
  #head;
  #tail;
  #count = 0;

  get length() {
    return this.#count;
  }

  pushFront(value) {
    const cell = new Cell(value, undefined, this.#head);
    if (this.#head === undefined) this.#tail = cell;
    else this.#head.prev = cell;
    this.#head = cell;
    this.#count += 1;
  }

  pushBack(value) {
    const cell = new Cell(value, this.#tail, undefined);
    if (this.#tail === undefined) this.#head = cell;
    else this.#tail.next = cell;
    this.#tail = cell;
    this.#count += 1;
  }

  #unlink(cell) {
    if (cell.prev === undefined) this.#head = cell.next;
    else cell.prev.next = cell.next;
    if (cell.next === undefined) this.#tail = cell.prev;
    else cell.next.prev = cell.prev;
    this.#count -= 1;
  }

  remove(value) {
    let cell = this.#head;
    while (cell !== undefined && cell.value !== value) cell = cell.next;
    if (cell === undefined) return false;
    this.#unlink(cell);
    return true;
  }

  toArray() {
    return [...this];
  }

  *[Symbol.iterator]() {
    for (let cell = this.#head; cell !== undefined; cell = cell.next) yield cell.value;
  }
}
