// Times in the reader's own zone; without this they are told in UTC.
export const showTimes = (): void => {
  for (const time of document.querySelectorAll("time")) {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    const language = time.closest("[lang]")?.getAttribute("lang") ?? "en";
    time.textContent = moment.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  }
};
