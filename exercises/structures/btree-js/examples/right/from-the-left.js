"use strict";

class Node {
  constructor(key, left = null, right = null) {
    this.key = key;
    this.left = left;
    this.right = right;
  }
}

class BTree {
  root = null;

  insert(key) {
    const put = (node) => {
      if (!node) return new Node(key);
      if (key < node.key) node.left = put(node.left);
      if (key > node.key) node.right = put(node.right);
      return node;
    };
    this.root = put(this.root);
  }

  contains(key) {
    for (let node = this.root; node; node = key < node.key ? node.left : node.right) if (node.key === key) return true;
    return false;
  }

  delete(key) {
    let parent = null;
    let node = this.root;
    while (node && node.key !== key) {
      parent = node;
      node = key < node.key ? node.left : node.right;
    }
    if (!node) return;
    if (node.left && node.right) {
      let last = node.left;
      parent = node;
      while (last.right) {
        parent = last;
        last = last.right;
      }
      node.key = last.key;
      node = last;
    }
    const child = node.left ?? node.right;
    if (!parent) this.root = child;
    else if (parent.left === node) parent.left = child;
    else parent.right = child;
  }
}

module.exports = { BTree };
