// A seat's link, said once: to be copied, or read by a phone's camera.
import { encode } from "uqr";
import { useMemo, useState } from "preact/hooks";
import { html } from "./html.js";
import { words } from "./words.js";

/** @param {string} token */
const address = token => `${location.origin}/join#${token}`;

/** A text as a QR code. @param {{text: string}} given */
export const Code = ({ text }) => {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { border: 3 });
    const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")).join(""));
    return { path: rows.join(""), size };
  }, [text]);
  return html`<svg class="code" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${words.laid.code} shape-rendering="crispEdges"><rect width=${size} height=${size} fill="#fff" /><path d=${path} fill="#000" /></svg>`;
};

/** @param {{token: string, role: string}} given */
export const Link = ({ token, role }) => {
  const [copied, setCopied] = useState(false);
  const [shown, setShown] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address(token));
    } catch {
      // Where a page may not write there, it is marked to be copied by hand.
      const code = document.getElementById(`link-${token.slice(0, 8)}`);
      if (code) getSelection()?.selectAllChildren(code);
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return html`<span class="share"><code id=${`link-${token.slice(0, 8)}`} data-role=${role}>${address(token)}</code>
    <button onClick=${copy}>${copied ? words.laid.copied : words.laid.copy}</button><button aria-expanded=${shown} onClick=${() => setShown(!shown)}>${words.laid.phone}</button>
    ${shown && html`<span class="break"></span><${Code} text=${address(token)} />`}</span>`;
};
