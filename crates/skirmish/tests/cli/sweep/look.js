// What is wrong with how a report looks: a list of sentences, empty where nothing is.
(() => {
  const wrong = [];
  const wide = document.documentElement.clientWidth;
  const short = element => element.textContent.trim().slice(0, 40);
  if (document.documentElement.scrollWidth > wide) wrong.push(`the page is ${document.documentElement.scrollWidth} wide on ${wide}`);

  // The corners of a text as it stands, turned or not.
  const corners = text => {
    const box = text.getBBox(), turn = text.getScreenCTM();
    const corner = (x, y) => new DOMPoint(x, y).matrixTransform(turn);
    const { x, y, width, height } = box;
    return [corner(x, y), corner(x + width, y), corner(x + width, y + height), corner(x, y + height)];
  };
  // Are two boxes apart along some side of either? Letters do not fill their boxes: a little may be shared.
  const apart = (one, other) => [one, other].some(box => [0, 1].some(side => {
    const from = box[side], to = box[side + 1], x = to.x - from.x, y = to.y - from.y, long = Math.hypot(x, y) || 1;
    const along = corner => (corner.x * x + corner.y * y) / long;
    const [a, b] = [one.map(along), other.map(along)];
    return Math.min(...b) - Math.max(...a) > -1.5 || Math.min(...a) - Math.max(...b) > -1.5;
  }));
  let labels = 0;
  for (const picture of document.querySelectorAll("svg")) {
    const texts = [...picture.querySelectorAll("text")].map(text => [text, corners(text)]);
    labels += texts.length;
    texts.forEach(([one, box], at) => {
      for (const [other, beside] of texts.slice(at + 1)) {
        if (!apart(box, beside)) wrong.push(`"${short(one)}" and "${short(other)}" overlap in "${short(picture)}"`);
      }
      const frame = picture.getBoundingClientRect();
      if (box.some(c => c.x < frame.left - 1 || c.x > frame.right + 1 || c.y < frame.top - 1 || c.y > frame.bottom + 1)) {
        wrong.push(`"${short(one)}" leaves its picture "${short(picture)}"`);
      }
      const tall = Math.hypot(box[3].x - box[0].x, box[3].y - box[0].y);
      if (tall < 11) wrong.push(`"${short(one)}" is ${tall.toFixed(1)} high in "${short(picture)}"`);
    });
  }

  let cells = 0;
  for (const cell of document.querySelectorAll("td, th, li, p, h1, h2, h3, figcaption")) {
    cells += cell.matches("td, th");
    const { left, right } = cell.getBoundingClientRect();
    if (left < 0 || right > wide + 0.5) wrong.push(`"${short(cell)}" goes from ${left} to ${right} on ${wide}`);
    if (cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth > 0) wrong.push(`"${short(cell)}" is cut`);
  }
  // Values that stand without a head over them have one beside them.
  for (const cell of document.querySelectorAll("tbody td")) {
    const head = getComputedStyle(cell, "::before").content;
    if (getComputedStyle(cell).display === "grid" && !head.includes(cell.dataset.head)) wrong.push(`"${short(cell)}" has no head`);
  }
  return { wrong, labels, cells, page: getComputedStyle(document.body).backgroundColor };
})()
