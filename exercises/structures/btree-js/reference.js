class Node {
  constructor(key) {
    this.key = key;
    this.left = null;
    this.right = null;
  }
}

class BTree {
  constructor() {
    this.root = null;
  }

  insert(key) {
    if (this.root === null) {
      this.root = new Node(key);
      return;
    }
    let node = this.root;
    while (node.key !== key) {
      const side = key < node.key ? "left" : "right";
      if (node[side] === null) node[side] = new Node(key);
      node = node[side];
    }
  }

  contains(key) {
    let node = this.root;
    while (node !== null && node.key !== key) node = key < node.key ? node.left : node.right;
    return node !== null;
  }

  delete(key) {
    this.root = this._without(this.root, key);
  }

  _without(node, key) {
    if (node === null) return null;
    if (key < node.key) node.left = this._without(node.left, key);
    else if (key > node.key) node.right = this._without(node.right, key);
    else if (node.left === null) return node.right;
    else if (node.right === null) return node.left;
    else {
      let next = node.right;
      while (next.left !== null) next = next.left;
      node.key = next.key;
      node.right = this._without(node.right, next.key);
    }
    return node;
  }
}
