// Sorting by a function, as Node and browsers do it, call by call.
//
// For a function that is consistent every way to sort is the same. But `(a, b) => a > b` is the commonest mistake there is,
// and what comes of it is left to the engine: ours would sort up to six elements right, and Node does not sort two. So
// shorter lists are sorted as V8 sorts them: a run at the beginning, and the rest inserted by halves. Longer ones would be
// merged in pieces of that; there our own way finds the same mistakes.
(function (kit) {
  "use strict";
  const { apply } = Reflect;
  const isArray = Array.isArray;
  const own = Object.hasOwn;
  const ownSort = Array.prototype.sort;
  const ownToSorted = Array.prototype.toSorted;
  const push = Array.prototype.push;
  const LONGEST = 64;

  const inOrder = (items, by) => {
    const compare = (one, two) => {
      const found = +apply(by, undefined, [one, two]);
      return found !== found ? 0 : found;
    };
    const many = items.length;
    if (many < 2) return items;
    kit.forbidding.asked(by);
    // How far it runs down, or does not run down, from the first on.
    let run = 2;
    const falls = compare(items[1], items[0]) < 0;
    for (; run < many; run++) if (compare(items[run], items[run - 1]) < 0 !== falls) break;
    if (falls) for (let low = 0, high = run - 1; low < high; low++, high--) [items[low], items[high]] = [items[high], items[low]];
    for (let at = run; at < many; at++) {
      const pivot = items[at];
      let left = 0;
      let right = at;
      while (left < right) {
        const middle = left + ((right - left) >> 1);
        if (compare(pivot, items[middle]) < 0) right = middle;
        else left = middle + 1;
      }
      for (let place = at; place > left; place--) items[place] = items[place - 1];
      items[left] = pivot;
    }
    return items;
  };

  // What is there, and how often `undefined` is: that comes last, without being compared.
  const taken = (list, sparse) => {
    const items = [];
    let nothing = 0;
    for (let place = 0; place < list.length; place++) {
      if (sparse && !own(list, place)) continue;
      if (list[place] === undefined) nothing++;
      else apply(push, items, [list[place]]);
    }
    return [items, nothing];
  };

  const sort = {
    sort(by) {
      if (typeof by !== "function" || !isArray(this) || this.length >= LONGEST) return apply(ownSort, this, [by]);
      const [items, nothing] = taken(this, true);
      const many = this.length;
      inOrder(items, by);
      for (let place = 0; place < many; place++) {
        if (place < items.length) this[place] = items[place];
        else if (place < items.length + nothing) this[place] = undefined;
        else delete this[place];
      }
      return this;
    },
  }.sort;
  const toSorted = {
    toSorted(by) {
      if (typeof by !== "function" || !isArray(this) || this.length >= LONGEST) return apply(ownToSorted, this, [by]);
      const [items, nothing] = taken(this, false);
      inOrder(items, by);
      for (let place = 0; place < nothing; place++) apply(push, items, [undefined]);
      return items;
    },
  }.toSorted;

  // The root of a cube is the whole number that it is.
  const ownRoot = Math.cbrt;
  const { round } = Math;
  const cbrt = {
    cbrt(value) {
      const found = ownRoot(value);
      const near = round(found);
      return near !== 0 && near * near * near === +value ? near : found;
    },
  }.cbrt;

  // At once, before anything that takes them from here.
  for (const [object, made, original] of [[Array.prototype, sort, ownSort], [Array.prototype, toSorted, ownToSorted], [Math, cbrt, ownRoot]]) {
    kit.sources.standsFor(made, original);
    kit.sources.hidden(object, original.name, made);
  }
});
