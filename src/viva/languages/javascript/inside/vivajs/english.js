// Texts, numbers and dates as people sort and write them in English and German: the engine has no tables of languages.
(function (kit) {
  "use strict";
  const { absent, completed, PARTS } = kit.lacking;
  const known = (name, locale, locales, options, names) => {
    const asked = Array.isArray(locale) ? locale[0] : locale;
    if (asked !== undefined && !locales.test(`${asked}`)) absent(`${name}(${JSON.stringify(`${asked}`)})`);
    for (const option of Object.keys(options)) {
      if (!names.includes(option) && options[option] !== undefined) absent(`${name}({ ${option}: … })`);
    }
  };

  // Texts as people sort them: first by the letters alone, then by their marks, then small before capital.
  const SIGNS = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";
  const MARK = /[\u0300-\u036f]/;
  const keys = (text, numeric) => {
    const [letters, marks, sizes] = [[], [], []];
    for (const one of text.normalize("NFD").replace(/ß/g, "sß").match(numeric ? /\d+|[^]/gu : /[^]/gu) ?? []) {
      if (MARK.test(one) && marks.length) {
        marks[marks.length - 1] += one;
        continue;
      }
      if (one === "ß") {
        letters.push("4s");
        marks.push(one);
        sizes.push("a");
        continue;
      }
      const small = one.toLowerCase();
      const sign = SIGNS.indexOf(one);
      const rank = /\p{L}/u.test(one) ? 4 : /\p{N}/u.test(one) ? 3 : /\s/u.test(one) ? 0 : sign < 0 ? 2 : 1;
      const number = numeric && /^\d/.test(one) ? one.replace(/^0+(?=.)/, "") : ""; // of more digits is larger
      letters.push(`${rank}${number ? String.fromCharCode(number.length) + number : rank === 1 ? String.fromCharCode(64 + sign) : small}`);
      marks.push("");
      sizes.push(one === small ? "a" : "b");
    }
    return [letters, marks, sizes];
  };
  const byParts = (left, right) => {
    for (let place = 0; place < Math.min(left.length, right.length); place++) {
      if (left[place] !== right[place]) return left[place] < right[place] ? -1 : 1;
    }
    return Math.sign(left.length - right.length);
  };
  const LEVELS = { base: [0], accent: [0, 1], case: [0, 2] };
  const ALIKE = /^(?:en|de|fr|it|nl|pt)\b/; // languages that sort the letters of all of them alike
  const compare = (one, two, options = {}, locale = undefined) => {
    known("localeCompare", locale, ALIKE, options, ["numeric", "sensitivity"]);
    const [left, right] = [keys(one, options.numeric), keys(two, options.numeric)];
    for (const level of LEVELS[options.sensitivity] ?? [0, 1, 2]) {
      const found = byParts(left[level], right[level]);
      if (found !== 0) return found;
    }
    return 0;
  };

  // The digits before and after the point, rounded as people do it: by the digits that are written, and not by what a
  // double is behind them.
  const rounded = (value, most, shift) => {
    const [digits, written = "0"] = `${Math.abs(value)}`.split("e");
    const [before, after = ""] = digits.split(".");
    const exponent = Number(written) + shift;
    const all = "0".repeat(Math.max(0, 1 - before.length - exponent)) + before + after;
    const point = all.length - after.length + exponent;
    const padded = all.padEnd(point + most + 1, "0");
    let kept = BigInt(padded.slice(0, point + most) || "0");
    if (padded[point + most] >= "5") kept += 1n;
    const found = `${kept}`.padStart(most + 1, "0");
    return most === 0 ? [found, ""] : [found.slice(0, -most), found.slice(-most)];
  };
  const SYMBOLS = { __proto__: null, USD: "$", EUR: "€", GBP: "£", JPY: "¥" };
  const WRITTEN = /^(?:en(?:-US|-GB)?|de(?:-DE)?)$/;
  const FORMATS = [
    "style", "currency", "minimumFractionDigits", "maximumFractionDigits", "minimumIntegerDigits", "useGrouping",
  ];
  const isGerman = (locale) => /^de\b/.test(`${Array.isArray(locale) ? locale[0] : locale ?? ""}`);
  const spoken = (value, options = {}, locale = "en") => {
    known("toLocaleString", locale, WRITTEN, options, FORMATS);
    if (options.style === "unit") absent('toLocaleString({ style: "unit" })');
    const german = isGerman(locale);
    const { style, currency } = options;
    const usual = style === "currency" ? (currency === "JPY" ? [0, 0] : [2, 2]) : style === "percent" ? [0, 0] : [0, 3];
    const least = options.minimumFractionDigits ?? Math.min(usual[0], options.maximumFractionDigits ?? usual[0]);
    const most = options.maximumFractionDigits ?? Math.max(least, usual[1]);
    let text;
    if (!Number.isFinite(value)) text = Number.isNaN(value) ? "NaN" : "∞";
    else {
      let [whole, part] = rounded(value, Math.min(most, 100), style === "percent" ? 2 : 0);
      while (part.length > least && part.endsWith("0")) part = part.slice(0, -1);
      whole = whole.padStart(options.minimumIntegerDigits ?? 1, "0");
      if (options.useGrouping !== false) whole = whole.replace(/\B(?=(\d{3})+$)/g, german ? "." : ",");
      text = `${whole}${part ? `${german ? "," : "."}${part}` : ""}`;
    }
    if (style === "percent") text += german ? "\u00a0%" : "%";
    if (style === "currency") {
      const symbol = SYMBOLS[currency] ?? currency;
      text = german ? `${text}\u00a0${symbol}` : `${symbol}${symbol === currency && /\d/.test(text) ? "\u00a0" : ""}${text}`;
    }
    return `${value < 0 || Object.is(value, -0) ? "-" : ""}${text}`;
  };

  const two = (number) => `${number}`.padStart(2, "0");
  const dateText = (date, locale) => {
    const [day, month, year] = [date.getDate(), date.getMonth() + 1, date.getFullYear()];
    if (isGerman(locale)) return `${day}.${month}.${year}`;
    return /^en-GB/.test(`${locale}`) ? `${two(day)}/${two(month)}/${year}` : `${month}/${day}/${year}`;
  };
  const timeText = (date, locale) => {
    const [hours, rest] = [date.getHours(), `${two(date.getMinutes())}:${two(date.getSeconds())}`];
    if (isGerman(locale) || /^en-GB/.test(`${locale}`)) return `${two(hours)}:${rest}`;
    return `${hours % 12 || 12}:${rest} ${hours < 12 ? "AM" : "PM"}`;
  };
  const written = (what) => (date, locale, options = {}) =>
    known("toLocaleString", locale, WRITTEN, options, []) ||
    Number.isNaN(date.getTime()) ? "Invalid Date" : what.map((one) => one(date, locale)).join(", ");

  // What there is of `Intl`, called with `new` or without.
  function NumberFormat(locale, options) {
    return { __proto__: NumberFormat.prototype, format: (value) => spoken(Number(value), options, locale) };
  }
  function Collator(locale, options) {
    return { __proto__: Collator.prototype, compare: (one, other) => compare(`${one}`, `${other}`, options, locale) };
  }
  const Intl = {};
  for (const one of [NumberFormat, Collator]) Object.defineProperty(Intl, one.name, { value: one, writable: true, configurable: true });
  completed(Intl, "Intl", PARTS.Intl);
  completed(NumberFormat.prototype, "Intl.NumberFormat", "formatToParts formatRange resolvedOptions");
  completed(Collator.prototype, "Intl.Collator", "resolvedOptions");
  Object.defineProperty(Intl, Symbol.toStringTag, { value: "Intl", configurable: true });

  kit.english = {
    compare, spoken, Intl, dateText: written([dateText]), timeText: written([timeText]), momentText: written([dateText, timeText]),
  };
});
