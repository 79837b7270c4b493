// What is said in passing: why something was not possible, and what somebody points at. It lies over the board, never over the question:
// the newest refusal in a few lines; all of it and the older ones for whoever opens them.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { dropRefusals, notices, reads } from "./store.js";
import { words } from "./words.js";

const text = words.notices;

export const Notices = () => {
  const refusals = notices.value.filter(one => one.kind === "bad").reverse();
  const other = notices.value.findLast(one => one.kind !== "bad");
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [isCut, setCut] = useState(false);
  const isOpen = reads.value;
  const newest = refusals[0]?.id;
  useLayoutEffect(() => {
    const said = list.current?.querySelector("p");
    setCut(Boolean(said && said.scrollHeight > said.clientHeight + 1));
  }, [newest, isOpen]);
  const older = refusals.length - 1;
  const unfolds = older > 0 || isCut || isOpen;
  return html`<div class="notices">
    <div role="alert">${other && html`<p class=${other.kind} key=${other.id}>${other.text}</p>`}</div>
    <div class=${`refusals ${isOpen ? "open" : ""} ${newest == null ? "none" : ""}`}>
      <div class="list" role="alert" ref=${list} tabindex=${isOpen ? 0 : undefined} aria-label=${text.title}>${refusals.slice(0, isOpen ? refusals.length : 1).map(one => html`<p class="bad" key=${one.id}>${one.text}</p>`)}</div>
      ${newest != null && html`<div class="folds">
        <button class="icon" aria-label=${text.close} title=${text.close} onClick=${dropRefusals} data-testid="close-refusals">×</button>
        ${unfolds && html`<button class="icon" aria-expanded=${isOpen} aria-label=${isOpen ? text.fold : text.unfold(older)} title=${isOpen ? text.fold : text.unfold(older)} onClick=${() => { reads.value = !isOpen; }} data-testid="refusals">${isOpen ? "▴" : older ? `+${older}` : "▾"}</button>`}
      </div>`}
    </div></div>`;
};
