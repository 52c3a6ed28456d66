// Start reading here. Everything on the site works without this script; with it three things are live: a form is posted
// and the page replaced, a job is followed, and what is typed is kept.
import "../../grading/templates/class.js";
import { helpAuthors } from "./author";
import { keepDrafts } from "./draft";
import { takeDroppedFiles } from "./drop";
import { follow } from "./follow";
import { postForms } from "./post";
import { showTimes } from "./times";

/** Editors are loaded by pages that have one; where that fails the text field is what it is without them. */
const openEditors = (): void => {
  if (document.querySelector("viva-code")) void import("./editors/code").catch(() => undefined);
  if (document.querySelector("viva-frames")) void import("./editors/frames").catch(() => undefined);
  if (document.querySelector("viva-staff")) void import("./editors/staff").catch(() => undefined);
  if (document.querySelector("viva-graph")) void import("./editors/graph").catch(() => undefined);
};

const enliven = (): void => {
  showTimes();
  keepDrafts();
  takeDroppedFiles();
  follow();
  openEditors();
  helpAuthors();
};

addEventListener("viva:replaced", enliven);
// Going back in the browser's history to a page that this script put there: the server knows what it looks like.
addEventListener("popstate", () => location.reload());
postForms();
enliven();
