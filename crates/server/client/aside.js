// A page that opens beside the table and goes again: a rule, chances, a recap. Whoever closes it is back where they were.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { html } from "./html.js";
import { words } from "./words.js";

/** What is open: its title and what stands in it. */
export const aside = signal(/** @type {{title: string, body: any, kind: string} | null} */ (null));

/** Opens a page. @param {string} kind for tests and styles @param {string} title @param {any} body */
export const show = (kind, title, body) => { aside.value = { title, body, kind }; };
/** Closes it. True if there was one. */
export const hide = () => {
  const was = Boolean(aside.value);
  aside.value = null;
  return was;
};

export const Aside = () => {
  const open = aside.value;
  useEffect(() => {
    if (!open) return undefined;
    const before = document.activeElement;
    return () => { if (before instanceof HTMLElement) before.focus(); };
  }, [Boolean(open)]);
  if (!open) return null;
  return html`<aside class="rule-page" role="dialog" aria-label=${open.title} data-testid=${open.kind}>
    <header><h2>${open.title}</h2><button class="icon" aria-label=${words.help.close} ref=${(/** @type {HTMLElement | null} */ button) => { if (button && !document.querySelector(".rule-page :focus")) button.focus(); }} onClick=${hide}>×</button></header>
    ${open.body}</aside>`;
};
