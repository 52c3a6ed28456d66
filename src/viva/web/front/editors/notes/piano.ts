// Two octaves of a piano: a key writes its note. One key is in the order of Tab, arrows go to the others.
const WHITE = [0, 2, 4, 5, 7, 9, 11];
const KEYS = 25;

export const pianoOf = (label: string, nameOf: (key: number) => string, press: (key: number) => void, lower: string, higher: string): HTMLElement => {
  const piano = document.createElement("div");
  const keys = document.createElement("div");
  piano.className = "piano";
  keys.className = "keys";
  keys.setAttribute("role", "group");
  keys.setAttribute("aria-label", label);
  let [first, at] = [60, 0];
  const buttons = Array.from({ length: KEYS }, (_, number) => {
    const button = document.createElement("button");
    button.type = "button";
    button.addEventListener("click", () => {
      focus(number, false);
      press(first + number);
    });
    button.addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      focus(Math.min(KEYS - 1, Math.max(0, number + way)), true);
    });
    button.classList.add(WHITE.includes(number % 12) ? "white" : "black");
    return button;
  });
  const focus = (number: number, go: boolean): void => {
    at = number;
    buttons.forEach((button, index) => (button.tabIndex = index === at ? 0 : -1));
    if (go) buttons[at]?.focus();
  };
  const name = (): void =>
    buttons.forEach((button, number) => {
      button.dataset["key"] = String(first + number);
      button.setAttribute("aria-label", nameOf(first + number));
      button.title = nameOf(first + number);
    });
  const shift = (text: string, sign: string, by: number): HTMLButtonElement => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.title = text;
    button.setAttribute("aria-label", text);
    button.addEventListener("click", () => {
      first = Math.min(84, Math.max(24, first + by));
      name();
    });
    return button;
  };
  name();
  focus(0, false);
  keys.append(...buttons);
  piano.append(shift(lower, "◂", -12), keys, shift(higher, "▸", 12));
  return piano;
};
