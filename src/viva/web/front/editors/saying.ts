/** A sentence of a report, whose names and numbers stand between backticks, as a page shows it. */
export const withCode = (text: string): (string | HTMLElement)[] =>
  text.split("`").map((piece, at, all) => {
    if (at % 2 === 0 || at === all.length - 1) return at % 2 ? `\`${piece}` : piece;
    const code = document.createElement("code");
    code.textContent = piece;
    return code;
  });
