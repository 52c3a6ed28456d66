"use strict";
// The table of students can be sorted by its columns and searched; all of the page is there without this.
// How it was sorted and searched stays where the table is replaced.
const chosen = { column: -1, down: false, wanted: "" };
const enliven = (table) => {
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const headers = Array.from(table.tHead.rows[0].cells);

  const key = (row, column) => row.cells[column].dataset.sort ?? row.cells[column].textContent;
  const compare = (one, other) =>
    one.trim() !== "" && other.trim() !== "" && !isNaN(one) && !isNaN(other)
      ? Number(one) - Number(other)
      : one.localeCompare(other, document.documentElement.lang);

  headers.forEach((header, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = header.textContent;
    header.replaceChildren(button);
    const sort = (down) => {
      Object.assign(chosen, { column, down });
      headers.forEach((each) => each.removeAttribute("aria-sort"));
      header.setAttribute("aria-sort", down ? "descending" : "ascending");
      const sorted = rows.slice().sort((one, other) => compare(key(one, column), key(other, column)) * (down ? -1 : 1));
      body.append(...sorted);
    };
    button.addEventListener("click", () => sort(header.getAttribute("aria-sort") === "ascending"));
    if (column === chosen.column) sort(chosen.down);
  });

  const label = document.createElement("label");
  const search = document.createElement("input");
  const shown = document.createElement("span");
  search.type = "search";
  shown.setAttribute("role", "status");
  label.append(table.dataset.search, " ", search);
  document.querySelector(".filter").append(label, " ", shown);
  const narrow = () => {
    const wanted = search.value.trim().toLocaleLowerCase();
    chosen.wanted = search.value;
    for (const row of rows) row.hidden = !row.textContent.toLocaleLowerCase().includes(wanted);
    shown.textContent = wanted ? `${table.dataset.shown} ${rows.filter((row) => !row.hidden).length}` : "";
  };
  search.addEventListener("input", narrow);
  search.value = chosen.wanted;
  if (chosen.wanted) narrow();
};
const enlivenAll = () => {
  for (const table of document.querySelectorAll("table.students:not([data-live])")) {
    table.dataset.live = "yes";
    enliven(table);
  }
};
// On the site the table is replaced while the class works.
addEventListener("viva:replaced", enlivenAll);
enlivenAll();

// A link to a mistake that is folded away opens what it is folded into.
const unfold = () => {
  const target = document.getElementById(location.hash.slice(1));
  const folded = target && target.closest("details");
  if (folded) {
    folded.open = true;
    target.scrollIntoView();
  }
};
addEventListener("hashchange", unfold);
unfold();
