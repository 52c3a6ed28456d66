// Files may be dropped on the form instead of chosen.
export const takeDroppedFiles = (): void => {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-draft]")) {
    const input = form.querySelector<HTMLInputElement>("input[type=file]");
    if (!input || form.dataset["drops"]) continue;
    form.dataset["drops"] = "yes";
    form.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      form.classList.add("dropping");
    });
    form.addEventListener("dragleave", () => form.classList.remove("dropping"));
    form.addEventListener("drop", (event) => {
      form.classList.remove("dropping");
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      input.files = event.dataTransfer.files;
    });
  }
};
