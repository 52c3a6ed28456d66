// Whether the server answers, in words that stay until it does.
const place = (): HTMLElement | null => document.getElementById("connection");
let lost = false;

export const isLost = (): void => {
  lost = true;
  const told = place();
  if (told) told.textContent = document.body.dataset["lost"] ?? "";
};

export const isBack = (): void => {
  if (!lost) return;
  lost = false;
  const told = place();
  if (!told) return;
  told.textContent = document.body.dataset["back"] ?? "";
  setTimeout(() => {
    if (!lost) told.textContent = "";
  }, 4000);
};

/** Longer from time to time, and never quite the same, so that a class does not come back in one moment. */
export const pause = (tries: number): Promise<void> =>
  new Promise((done) => setTimeout(done, Math.min(15000, 500 * 2 ** tries) * (0.7 + 0.6 * Math.random())));
