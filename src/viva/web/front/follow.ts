// Following a job: the server says that something has changed, and the part of the page is asked for again.
import { pause } from "./connection";
import { refresh } from "./part";

let followed = "";

const listen = (address: string, id: string): void => {
  let tries = 0;
  const source = new EventSource(address);
  source.addEventListener("change", () => {
    tries = 0;
    void refresh(id);
  });
  source.addEventListener("end", () => {
    source.close();
    followed = "";
    void refresh(id);
  });
  source.addEventListener("error", async () => {
    // A stream that ended is asked for again by the browser; one that was refused is not.
    if (source.readyState !== EventSource.CLOSED) return;
    await pause(tries++);
    if (document.getElementById(id)?.dataset["follow"] !== address) return;
    await refresh(id);
    if (document.getElementById(id)?.dataset["follow"] === address) listen(address, id);
  });
};

const again = async (part: HTMLElement, milliseconds: number): Promise<void> => {
  let tries = 0;
  const id = part.id;
  for (;;) {
    await new Promise((done) => setTimeout(done, milliseconds));
    const now = document.getElementById(id);
    if (!now?.dataset["again"] || document.hidden) {
      if (!now?.dataset["again"]) break;
      continue;
    }
    // Who is reading a sorted or narrowed table, or typing in it, is not interrupted.
    if (now.querySelector("[aria-sort]") || now.contains(document.activeElement)) continue;
    if (await refresh(id)) tries = 0;
    else await pause(tries++);
  }
  asked.delete(id);
};

const asked = new Set<string>();

export const follow = (): void => {
  for (const part of document.querySelectorAll<HTMLElement>("[data-follow]")) {
    const address = part.dataset["follow"] ?? "";
    if (address === followed) continue;
    followed = address;
    listen(address, part.id);
  }
  for (const part of document.querySelectorAll<HTMLElement>("[data-again]")) {
    if (asked.has(part.id)) continue;
    asked.add(part.id);
    void again(part, Number(part.dataset["again"]));
  }
};
