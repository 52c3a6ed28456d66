// Posting a form and showing what comes. Where the server is away or busy, the form waits and is sent again: it carries
// a key of its own, so that a repeat is the same submission.
import { isBack, isLost, pause } from "./connection";
import { forget } from "./draft";
import type { VivaFrames } from "./editors/frames";
import { showPage } from "./part";

const away = (status: number): boolean => status === 502 || status === 503 || status === 504;

const send = async (address: string, body: FormData): Promise<Response> => {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await fetch(address, { method: "POST", body });
      if (!away(answer.status)) {
        isBack();
        return answer;
      }
    } catch {
      // No connection, or one that broke off: nobody knows whether it arrived.
    }
    isLost();
    await pause(tries);
  }
};

const posted = async (form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> => {
  const body = new FormData(form, submitter);
  const buttons = Array.from(form.querySelectorAll("button"));
  form.setAttribute("aria-busy", "true");
  for (const button of buttons) button.disabled = true;
  const own = submitter?.getAttribute("formaction") ? (submitter as HTMLButtonElement).formAction : form.action;
  const answer = await send(own, body);
  form.removeAttribute("aria-busy");
  for (const button of buttons) button.disabled = false;
  if (answer.ok && answer.redirected) forget(form);
  await showPage(answer);
};

/** A button that only fills a part of its form, so that what is written stays as it is. */
const triedOut = (form: HTMLFormElement, submitter: HTMLElement | null): boolean => {
  const part = submitter?.dataset["part"] ? submitter.closest("details")?.querySelector("viva-frames") : null;
  if (!(part instanceof HTMLElement) || !("fetched" in part)) return false;
  void (part as VivaFrames).fetched((submitter as HTMLButtonElement).formAction, new FormData(form));
  return true;
};

export const postForms = (): void => {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
    event.preventDefault();
    if (form.getAttribute("aria-busy")) return;
    if (triedOut(form, event.submitter)) return;
    void posted(form, event.submitter);
  });
};
