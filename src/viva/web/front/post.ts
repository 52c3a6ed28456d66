// Posting a form and showing what comes. Where the server is away or busy, the form waits and is sent again: it carries
// a key of its own, so that a repeat is the same submission.
import { isBack, isLost, pause } from "./connection";
import { forget } from "./draft";
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

export const postForms = (): void => {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
    event.preventDefault();
    if (form.getAttribute("aria-busy")) return;
    void posted(form, event.submitter);
  });
};
