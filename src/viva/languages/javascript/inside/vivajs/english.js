// Texts and numbers as people sort and write them in English: the engine has no tables of languages.
(function (kit) {
  "use strict";
  // Texts as people sort them: letters without their marks and their size first. (The engine has no tables of languages.)
  const MARKS = /[\u0300-\u036f]/g;
  const rank = (letter) => (/\p{L}/u.test(letter) ? 3 : /\p{N}/u.test(letter) ? 2 : /\s/u.test(letter) ? 0 : 1);
  const byLetters = (one, two, how) => {
    const [left, right] = [how(one), how(two)];
    for (let place = 0; place < Math.min(left.length, right.length); place++) {
      const [mine, other] = [left[place], right[place]];
      if (mine === other) continue;
      const ranks = rank(mine) - rank(other);
      if (ranks !== 0) return ranks < 0 ? -1 : 1;
      return mine < other ? -1 : 1;
    }
    return Math.sign(left.length - right.length);
  };
  const plainLetters = (text) => [...text.normalize("NFD").replace(MARKS, "").toLowerCase()];
  const swapped = (text) =>
    [...text.normalize("NFD").replace(MARKS, "")].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()));
  const compare = (one, two, numeric) => {
    if (numeric) {
      const [left, right] = [one.match(/\d+|\D+/g) ?? [], two.match(/\d+|\D+/g) ?? []];
      for (let place = 0; place < Math.min(left.length, right.length); place++) {
        const both = /^\d/.test(left[place]) && /^\d/.test(right[place]);
        const found = both ? Math.sign(left[place] - right[place]) : compare(left[place], right[place], false);
        if (found !== 0) return found;
      }
      return Math.sign(left.length - right.length);
    }
    const marks = (text) => [...text.normalize("NFD").toLowerCase()];
    return byLetters(one, two, plainLetters) || byLetters(one, two, marks) || byLetters(one, two, swapped);
  };

  const spoken = (value, options = {}) => {
    const most = options.maximumFractionDigits ?? Math.max(options.minimumFractionDigits ?? 0, 3);
    const least = options.minimumFractionDigits ?? 0;
    if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "-∞";
    let [whole, part = ""] = Math.abs(value).toFixed(Math.min(most, 100)).split(".");
    while (part.length > least && part.endsWith("0")) part = part.slice(0, -1);
    if (options.useGrouping !== false) whole = whole.replace(/\B(?=(\d{3})+$)/g, ",");
    return `${value < 0 || Object.is(value, -0) ? "-" : ""}${whole}${part ? `.${part}` : ""}`;
  };

  kit.english = { compare, spoken };
});
