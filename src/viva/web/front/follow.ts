// Following a job or the class: the server says that something has changed, and the part of the page is asked for again.
import { pause } from "./connection";
import { refresh } from "./part";

const SOON = 1000;
const followed = new Set<string>();
const asked = new Set<string>();
const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Who types in a part of the page is not interrupted. */
const isTypedIn = (id: string): boolean => {
  const [part, active] = [document.getElementById(id), document.activeElement];
  return part !== null && active !== null && part.contains(active) && active.matches("input, select, textarea");
};

const listen = (address: string, id: string): void => {
  let tries = 0;
  let isAsking = false;
  let isStale = false;
  const source = new EventSource(address);
  const follows = (): boolean => document.getElementById(id)?.dataset["follow"] === address;
  const stop = (): void => {
    source.close();
    followed.delete(address);
  };
  // One question at a time, and one more for all that changed meanwhile.
  const show = async (): Promise<void> => {
    isStale = true;
    if (isAsking) return;
    isAsking = true;
    while (isStale) {
      while (isTypedIn(id) || document.hidden) await wait(SOON);
      isStale = false;
      await refresh(id);
    }
    isAsking = false;
    if (!follows()) stop();
  };
  source.addEventListener("change", () => {
    tries = 0;
    if (follows()) void show();
    else stop();
  });
  source.addEventListener("end", () => {
    stop();
    void refresh(id);
  });
  source.addEventListener("error", async () => {
    // A stream that ended is asked for again by the browser; one that was refused is not.
    if (source.readyState !== EventSource.CLOSED) return;
    await pause(tries++);
    if (follows()) await refresh(id);
    if (follows()) listen(address, id);
    else followed.delete(address);
  });
};

const again = async (id: string, milliseconds: number): Promise<void> => {
  let tries = 0;
  for (;;) {
    await wait(milliseconds);
    if (!document.getElementById(id)?.dataset["again"]) break;
    if (document.hidden) continue;
    if (await refresh(id)) tries = 0;
    else await pause(tries++);
  }
  asked.delete(id);
};

export const follow = (): void => {
  for (const part of document.querySelectorAll<HTMLElement>("[data-follow]")) {
    const address = part.dataset["follow"] ?? "";
    if (followed.has(address)) continue;
    followed.add(address);
    listen(address, part.id);
  }
  for (const part of document.querySelectorAll<HTMLElement>("[data-again]")) {
    if (asked.has(part.id)) continue;
    asked.add(part.id);
    void again(part.id, Number(part.dataset["again"]));
  }
};
