// The page of an author: what students read follows what is typed, and a test that is under way is asked after.
import { refresh } from "./part";

const SOON = 1000;

const followTest = (): void => {
  if (!document.querySelector("[data-testing]")) return;
  setTimeout(() => void refresh("promises").then(followTest), SOON);
};

/** What came with the marks of the text is shown beside it. The server made it, as it makes the page of the student. */
const showStudent = (event: Event): void => {
  const [page, place] = [(event as CustomEvent<string | null>).detail, document.getElementById("student-page")];
  if (!place || !page) return;
  const made = new DOMParser().parseFromString(page, "text/html");
  place.replaceChildren(...Array.from(made.body.childNodes).map((each) => document.adoptNode(each)));
};

export const helpAuthors = (): void => {
  const code = document.querySelector<HTMLElement>("viva-code[data-author]");
  if (!code || code.dataset["helped"]) return;
  code.dataset["helped"] = "yes";
  code.addEventListener("viva:page", showStudent);
  followTest();
};
