// Keeping what is typed: in this browser, until it is handed in. A second tab does not overwrite the first: who comes
// later keeps a text of its own, and may take the other one.
interface Draft {
  text: string;
  at: number;
}

const key = (form: HTMLFormElement): string => `viva draft ${location.host} ${form.dataset["draft"] ?? ""}`;

const read = (name: string): Draft | null => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(name) ?? "null");
    return found && typeof found === "object" && "text" in found && "at" in found ? (found as Draft) : null;
  } catch {
    return null;
  }
};

const write = (name: string, text: string): number => {
  const at = Date.now();
  try {
    localStorage.setItem(name, JSON.stringify({ text, at }));
  } catch {
    // Full, or switched off: typing goes on.
  }
  return at;
};

export const forget = (form: HTMLFormElement): void => {
  if (form.dataset["draft"] === undefined) return;
  localStorage.removeItem(key(form));
};

/** Whoever shows the text in another way is told. */
const put = (area: HTMLTextAreaElement, text: string): void => {
  area.value = text;
  area.dispatchEvent(new Event("change"));
};

const tell = (form: HTMLFormElement, said: string, offer: string, taken: () => void): void => {
  const place = form.querySelector(".draft");
  if (!place) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = offer;
  button.addEventListener("click", () => {
    taken();
    place.replaceChildren();
  });
  place.replaceChildren(`${said} `, button);
};

const keep = (form: HTMLFormElement, area: HTMLTextAreaElement): void => {
  const name = key(form);
  const known = read(name);
  let seen = known?.at ?? 0;
  let own = name;
  if (known && known.text !== area.value && !document.querySelector(".problem")) {
    const before = area.value;
    put(area, known.text);
    tell(form, form.dataset["draftRestored"] ?? "", form.dataset["draftClear"] ?? "", () => {
      put(area, before);
      forget(form);
    });
  }
  const other = (): void => {
    own = `${name} beside`;
    tell(form, form.dataset["draftOther"] ?? "", form.dataset["draftTake"] ?? "", () => {
      put(area, read(name)?.text ?? area.value);
      seen = read(name)?.at ?? seen;
      own = name;
    });
  };
  area.addEventListener("input", () => {
    const now = read(name);
    if (own === name && now && now.at > seen && now.text !== area.value) other();
    const at = write(own, area.value);
    if (own === name) seen = at;
  });
  addEventListener("storage", (event) => {
    if (event.key !== name || own !== name || !form.isConnected) return;
    const now = read(name);
    if (now && now.text !== area.value) other();
  });
};

export const keepDrafts = (): void => {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-draft]")) {
    const area = form.querySelector("textarea");
    if (!area || form.dataset["kept"]) continue;
    form.dataset["kept"] = "yes";
    keep(form, area);
  }
};
