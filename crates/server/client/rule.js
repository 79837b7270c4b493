// A rule's id, which opens the rule's page: what it says in our words, and where the book itself is published.
import { useEffect } from "preact/hooks";
import { signal } from "@preact/signals";
import { html } from "./html.js";
import { ask } from "./wire.js";
import { words } from "./words.js";

/** The rule whose page is open. */
export const page = signal(/** @type {any} */ (null));

const open = async id => { page.value = await ask({ do: "rule", rule: id }).then(found => found.rule, error => ({ id, title: id, summary: error.message })); };

/** @param {{id: string}} given */
export const Rule = ({ id }) => html`<span class="rule"><button class="link" aria-haspopup="dialog" onClick=${event => { event.stopPropagation(); open(id); }}>${id}</button></span>`;

/** An address in a credit, as a link: whoever follows it leaves the table's page open. */
const credit = text => text.split(/(https?:\/\/[^\s)]+)/).map((part, at) => (at % 2 ? html`<a href=${part} target="_blank" rel="noreferrer noopener">${part.replace(/^https?:\/\//, "")}</a>` : part));

export const RulePage = () => {
  const rule = page.value;
  useEffect(() => {
    if (!rule) return undefined;
    const before = document.activeElement;
    return () => { if (before instanceof HTMLElement) before.focus(); };
  }, [Boolean(rule)]);
  if (!rule) return null;
  const close = () => { page.value = null; };
  return html`<aside class="rule-page" role="dialog" aria-label=${`${words.rule.title}: ${rule.title}`} data-testid="rule-page">
    <header><h2>${rule.title}</h2><button class="icon" aria-label=${words.help.close} ref=${button => button?.focus()} onClick=${close}>×</button></header>
    <p class="hint">${rule.section ? `${rule.section} · ` : ""}<code>${rule.id}</code></p>
    <p>${rule.summary}</p>
    ${rule.guidance && html`<p class="hint">${rule.guidance}</p>`}
    ${rule.switches?.length > 0 && html`<h3>${words.rule.switches}</h3><dl>${rule.switches.map(one => html`<dt><code>${one.name}</code> <small>${words.rule.usual(one.usual)}</small></dt><dd>${one.summary}</dd>`)}</dl>`}
    ${rule.published && html`<p class="hint">${words.rule.published(rule.book)} ${credit(rule.published)}</p>`}
  </aside>`;
};
