function DList() {
  this.head = null;
  this.tail = null;
}

DList.prototype.between = function (value, before, after) {
  var node = new Node(value);
  node.prev = before;
  node.next = after;
  if (before) before.next = node;
  else this.head = node;
  if (after) after.prev = node;
  else this.tail = node;
};

DList.prototype.pushFront = function (value) {
  this.between(value, null, this.head);
};

DList.prototype.pushBack = function (value) {
  this.between(value, this.tail, null);
};

DList.prototype.remove = function (value) {
  for (var node = this.head; node; node = node.next) {
    if (node.value === value) {
      if (node === this.head) this.head = node.next;
      if (node === this.tail) this.tail = node.prev;
      if (node.prev) node.prev.next = node.next;
      if (node.next) node.next.prev = node.prev;
      return true;
    }
  }
  return false;
};

DList.prototype.toArray = function () {
  var found = [];
  var node = this.head;
  while (node) {
    found.push(node.value);
    node = node.next;
  }
  return found;
};
