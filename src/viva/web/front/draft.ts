// Keeping what is typed: in this browser, until it is handed in. Each tab has a slot of its own, so none overwrites what
// another one keeps; a tab that is loaded again finds its own, and a new one begins with what was typed last.
interface Draft {
  text: string;
  at: number;
}

const MOST = 8;
const start = (form: HTMLFormElement): string => `viva draft ${location.host} ${form.dataset["draft"] ?? ""} `;

const read = (slot: string): Draft | null => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(slot) ?? "null");
    return found && typeof found === "object" && "text" in found && "at" in found ? (found as Draft) : null;
  } catch {
    return null;
  }
};

/** The slots of an exercise with their drafts, the last one first. */
const kept = (form: HTMLFormElement): [string, Draft][] => {
  const found: [string, Draft][] = [];
  try {
    for (const slot of Object.keys(localStorage)) {
      const draft = slot.startsWith(start(form)) ? read(slot) : null;
      if (draft) found.push([slot, draft]);
    }
  } catch {
    // Switched off: typing goes on.
  }
  return found.sort((one, other) => other[1].at - one[1].at);
};

const write = (form: HTMLFormElement, slot: string, text: string): number => {
  const at = Date.now();
  try {
    for (const [old] of kept(form).filter(([each]) => each !== slot).slice(MOST - 1)) localStorage.removeItem(old);
    localStorage.setItem(slot, JSON.stringify({ text, at }));
    sessionStorage.setItem(start(form), slot);
  } catch {
    // Full, or switched off: typing goes on.
  }
  return at;
};

/** Of each form: its tab's slot, and the one that its text was taken from, with what stood there. */
interface Place {
  slot: string;
  origin?: [string, Draft] | undefined;
}
const places = new WeakMap<HTMLFormElement, Place>();

/** Drops this tab's slot, and the one that it began with, unless somebody has gone on there. */
export const forget = (form: HTMLFormElement): void => {
  const place = places.get(form);
  if (!place) return;
  const [origin, began] = place.origin ?? [];
  for (const [slot, draft] of kept(form)) {
    if (slot === place.slot || (slot === origin && draft.text === began?.text)) localStorage.removeItem(slot);
  }
};

const tell = (form: HTMLFormElement, said: string, offers: [string, () => void][]): void => {
  const place = form.querySelector(".draft");
  if (!place) return;
  const buttons = offers.map(([label, taken]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", () => {
      place.replaceChildren();
      taken();
    });
    return button;
  });
  place.replaceChildren(...[said, ...buttons].flatMap((each) => [each, " "]));
};

const keep = (form: HTMLFormElement, area: HTMLTextAreaElement): void => {
  const fresh = (): string => `${start(form)}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  const place: Place = { slot: fresh() };
  places.set(form, place);
  const before = area.value;
  const fill = (text: string): void => {
    area.value = text;
    area.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const others = (): [string, Draft][] =>
    kept(form).filter(([slot, draft]) => slot !== place.slot && draft.text !== area.value);
  const takeOther = (): [string, () => void][] =>
    others()
      .slice(0, 1)
      .map(([, draft]) => [form.dataset["draftTake"] ?? "", () => fill(draft.text)]);
  let own: string | null = null;
  try {
    own = sessionStorage.getItem(start(form));
  } catch {
    // Switched off: this tab begins as a new one does.
  }
  const known = own ? read(own) : null;
  if (own && known) place.slot = own;
  else if (!own) place.origin = kept(form)[0];
  const begins = known ?? place.origin?.[1];
  if (begins && begins.text !== area.value && !document.querySelector(".problem")) {
    area.value = begins.text;
    const clear = (): void => {
      fill(before);
      forget(form);
    };
    tell(form, form.dataset["draftRestored"] ?? "", [[form.dataset["draftClear"] ?? "", clear], ...takeOther()]);
  }
  let seen = known?.at ?? 0;
  area.addEventListener("input", () => {
    // A tab that was duplicated has the slot of the other one, until one of both types.
    if ((read(place.slot)?.at ?? 0) > seen) place.slot = fresh();
    seen = write(form, place.slot, area.value);
  });
  addEventListener("storage", (event) => {
    if (!form.isConnected || !event.key?.startsWith(start(form)) || event.newValue === null) return;
    if (event.key === place.slot) place.slot = fresh();
    if (read(event.key)?.text !== area.value) tell(form, form.dataset["draftOther"] ?? "", takeOther());
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
