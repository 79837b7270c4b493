for (const table of document.querySelectorAll("table.sorts")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const value = row => row.cells[column].dataset.sort;
      const text = row => row.cells[column].textContent;
      const rows = [...body.rows].sort((a, b) => {
        const numbers = value(a) !== undefined && value(b) !== undefined;
        return numbers ? value(a) - value(b) : text(a).localeCompare(text(b), "en", { numeric: true });
      });
      body.append(...(up ? rows : rows.reverse()));
    });
  });
}
