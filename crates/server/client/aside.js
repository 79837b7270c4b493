// A page that opens beside the table and goes again: a rule, chances, a recap. Whoever closes it is back where they were.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { html } from "./html.js";
import { words } from "./words.js";

/** What is open: its title and what stands in it. */
export const aside = signal(/** @type {{title: string, body: any, kind: string} | null} */ (null));

/** Opens a page. @param {string} kind for tests and styles @param {string} title @param {any} body */
export const show = (kind, title, body) => {
  if (!aside.value) before = document.activeElement;
  aside.value = { title, body, kind };
};
/** What had the focus before a page was opened. @type {Element | null} */
let before = null;
/** Closes it. True if there was one. */
export const hide = () => {
  const was = Boolean(aside.value);
  aside.value = null;
  return was;
};

/** Where the focus was, or where it is of use: on the board. @param {Element | null} element */
export const focusOn = element => {
  const to = element instanceof HTMLElement && element !== document.body && element.isConnected ? element : document.querySelector("[data-testid=board]");
  if (to instanceof HTMLElement) to.focus({ preventScroll: true });
};

/** Keeps the focus in whatever lies over everything else, and gives it back when that is gone. */
export const useModals = () => {
  useEffect(() => {
    /** @type {Element | null} */
    let back = null;
    let was = false;
    const dialog = () => [...document.querySelectorAll(".dialog[aria-modal=true]")].pop();
    /** What can be reached by keyboard. @param {Element} within */
    const stops = within => /** @type {HTMLElement[]} */ ([...within.querySelectorAll("button:not([disabled]), a[href], input:not([disabled]), select, textarea")]);
    /** @param {FocusEvent} event */
    const inside = event => { if (!dialog() && event.target instanceof Element) back = event.target; };
    const changed = () => {
      const open = dialog();
      if (Boolean(open) === was) return;
      was = Boolean(open);
      if (!open) focusOn(back);
      else if (!open.contains(document.activeElement)) stops(open)[0]?.focus({ preventScroll: true });
    };
    /** @param {KeyboardEvent} event */
    const tab = event => {
      const open = event.key === "Tab" ? dialog() : null;
      if (!open) return;
      const all = stops(open);
      const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      event.preventDefault();
      all[event.shiftKey ? (at <= 0 ? all.length - 1 : at - 1) : (at + 1) % all.length]?.focus();
    };
    const watch = new MutationObserver(changed);
    watch.observe(document.body, { childList: true, subtree: true });
    addEventListener("focusin", inside);
    addEventListener("keydown", tab);
    return () => { watch.disconnect(); removeEventListener("focusin", inside); removeEventListener("keydown", tab); };
  }, []);
};

export const Aside = () => {
  const open = aside.value;
  useEffect(() => (open ? () => focusOn(before) : undefined), [Boolean(open)]);
  if (!open) return null;
  return html`<aside class="rule-page" role="dialog" aria-label=${open.title} data-testid=${open.kind}>
    <header><h2>${open.title}</h2><button class="icon" aria-label=${words.help.close} ref=${(/** @type {HTMLElement | null} */ button) => { if (button && !document.querySelector(".rule-page :focus")) button.focus(); }} onClick=${hide}>×</button></header>
    ${open.body}</aside>`;
};
