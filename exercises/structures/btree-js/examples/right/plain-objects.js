class BTree {
  constructor() {
    this.root = null;
  }

  insert(key) {
    const fresh = { key: key, left: null, right: null };
    if (!this.root) {
      this.root = fresh;
      return;
    }
    let node = this.root;
    while (true) {
      if (key === node.key) return;
      if (key < node.key) {
        if (!node.left) {
          node.left = fresh;
          return;
        }
        node = node.left;
      } else {
        if (!node.right) {
          node.right = fresh;
          return;
        }
        node = node.right;
      }
    }
  }

  contains(key, node = this.root) {
    if (!node) return false;
    return node.key === key || this.contains(key, key < node.key ? node.left : node.right);
  }

  delete(key) {
    const without = (node, gone) => {
      if (!node) return null;
      if (gone < node.key) return { ...node, left: without(node.left, gone) };
      if (gone > node.key) return { ...node, right: without(node.right, gone) };
      if (!node.left || !node.right) return node.left || node.right;
      let next = node.right;
      while (next.left) next = next.left;
      return { key: next.key, left: node.left, right: without(node.right, next.key) };
    };
    this.root = without(this.root, key);
  }
}
