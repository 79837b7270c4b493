// Markup in templates: names and notes of people are text in it, never markup.
import { h } from "preact";
import htm from "htm";

/** What stands in a template: handlers of events, components, properties, texts. @typedef {((one: any) => any) | object | string | number | boolean | null | undefined} Value */

export const html = /** @type {(strings: TemplateStringsArray, ...values: Value[]) => any} */ (htm.bind(h));
