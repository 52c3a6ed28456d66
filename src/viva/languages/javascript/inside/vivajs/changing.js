// Small edits of a program: what may be wrong in it, and what it may be instead.
(function (kit) {
  "use strict";

  const put = (text, pieces) => {
    let found = "";
    let at = 0;
    for (const [from, until, by] of [...pieces].sort((one, two) => one[0] - two[0] || one[1] - two[1])) {
      if (from >= at) found += text.slice(at, from) + by;
      at = Math.max(at, until);
    }
    return found + text.slice(at);
  };

  const edits = () => [];

  kit.changing = { edits, put };
});
