// Bytes: texts in UTF-8 both ways, and `Buffer` as far as courses use it.
(function (kit) {
  "use strict";
  const { absent, completed, PARTS } = kit.lacking;

  const bytesOf = (text) => {
    const found = [];
    for (const letter of text.toWellFormed()) {
      const code = letter.codePointAt(0);
      if (code < 0x80) found.push(code);
      else if (code < 0x800) found.push(0xc0 | (code >> 6), 0x80 | (code & 63));
      else if (code < 0x10000) found.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
      else found.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    }
    return found;
  };
  // Text of bytes in UTF-8; what is none becomes the sign for that.
  const textOf = (bytes) => {
    let found = "";
    for (let place = 0; place < bytes.length; ) {
      const first = bytes[place++];
      const more = first < 0x80 ? 0 : first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2 : first >= 0xf0 && first < 0xf5 ? 3 : -1;
      let code = more < 0 ? 0xfffd : first & (more === 0 ? 0x7f : 0x3f >> more);
      let low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
      let high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
      for (let left = more; left > 0; left--) {
        if (!(bytes[place] >= low && bytes[place] <= high)) {
          code = 0xfffd;
          break;
        }
        code = (code << 6) | (bytes[place++] & 63);
        [low, high] = [0x80, 0xbf];
      }
      found += String.fromCodePoint(code);
    }
    return found;
  };
  const encoded = (text, encoding = "utf8") => (/^utf-?8$/i.test(encoding) ? bytesOf(text) : absent(`Buffer.from(…, ${JSON.stringify(encoding)})`));
  class Buffer extends Uint8Array {
    static from(given, encoding) {
      return new Buffer(typeof given === "string" ? encoded(given, encoding) : given);
    }
    static alloc(size, filling = 0) {
      return typeof filling === "number" ? new Buffer(size).fill(filling) : absent("Buffer.alloc(…, text)");
    }
    static allocUnsafe(size) {
      return new Buffer(size);
    }
    static byteLength(given, encoding) {
      return typeof given === "string" ? encoded(given, encoding).length : given.byteLength;
    }
    static concat(all, size) {
      const bytes = all.flatMap((one) => [...one]);
      return Buffer.from(size === undefined ? bytes : Array.from({ length: size }, (_, place) => bytes[place] ?? 0));
    }
    static isBuffer(given) {
      return given instanceof Buffer;
    }
    slice(from, until) {
      return this.subarray(from, until);
    }
    equals(other) {
      return this.length === other.length && this.every((byte, place) => byte === other[place]);
    }
    toString(encoding = "utf8", from = 0, until = this.length) {
      const bytes = this.subarray(from, until);
      if (/^utf-?8$/i.test(encoding)) return textOf(bytes);
      if (encoding === "hex") return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
      if (encoding === "ascii") return String.fromCharCode(...bytes.map((byte) => byte & 127));
      return /^(latin1|binary)$/.test(encoding) ? String.fromCharCode(...bytes) : absent(`toString(${JSON.stringify(encoding)})`);
    }
  }

  completed(Buffer, "Buffer", PARTS.Buffer);
  completed(Buffer.prototype, "Buffer.prototype", PARTS["Buffer.prototype"]);

  kit.buffers = { bytesOf, textOf, Buffer };
});
