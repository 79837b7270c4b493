// Markup in templates: names and notes of people are text in it, never markup.
import { h } from "preact";
import htm from "htm";

export const html = htm.bind(h);
