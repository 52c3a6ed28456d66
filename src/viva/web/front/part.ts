// Replacing a part of the page by what the server makes of it now, and saying so to who cannot see it.
import { isBack, isLost } from "./connection";

const parsed = async (answer: Response): Promise<Document> =>
  new DOMParser().parseFromString(await answer.text(), "text/html");

const announce = (within: Element): void => {
  const place = document.getElementById("announcement");
  const told = within.querySelector(".doing, .problem, [role=alert], .verdict");
  if (place && told && place.textContent !== told.textContent) place.textContent = told.textContent;
};

/** What had the focus, in what stands there now; or else the heading. */
const focusAgain = (had: Element, fresh: Element): void => {
  const same = Array.from(fresh.querySelectorAll<HTMLElement>(had.tagName)).find(
    (each) => each.textContent === had.textContent && each.getAttribute("href") === had.getAttribute("href"),
  );
  const heading = fresh.querySelector<HTMLElement>("h1, h2");
  if (!same) heading?.setAttribute("tabindex", "-1");
  (same ?? heading)?.focus({ preventScroll: true });
};

const put = (fresh: Element, old: Element): void => {
  const active = document.activeElement;
  const had = active && active !== document.body && old.contains(active) ? active : null;
  old.replaceWith(document.adoptNode(fresh));
  dispatchEvent(new Event("viva:replaced"));
  if (had) focusAgain(had, fresh);
  announce(fresh);
};

/** The whole page, after a form: its address becomes that of what came. */
export const showPage = async (answer: Response): Promise<void> => {
  const page = await parsed(answer);
  const [fresh, old] = [page.querySelector("main"), document.querySelector("main")];
  if (!fresh || !old) {
    location.assign(answer.url);
    return;
  }
  // What a form answers with itself has no address that could be asked for again.
  if (answer.redirected && answer.url !== location.href) history.pushState(null, "", answer.url);
  document.title = page.title;
  put(fresh, old);
  fresh.querySelector<HTMLElement>("[role=alert], h1")?.scrollIntoView({ block: "nearest" });
};

/** The part with this id, as it is now. False where the server could not be asked. */
export const refresh = async (id: string): Promise<boolean> => {
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (answer.status >= 500) throw new Error(String(answer.status));
    isBack();
    const page = await parsed(answer);
    const [fresh, old] = [page.getElementById(id), document.getElementById(id)];
    if (!old) return true;
    if (!fresh) {
      location.reload();
      return true;
    }
    if (fresh.innerHTML.trim() !== old.dataset["was"]) {
      const was = fresh.innerHTML.trim();
      document.title = page.title;
      put(fresh, old);
      fresh.dataset["was"] = was;
    }
    return true;
  } catch {
    isLost();
    return false;
  }
};
