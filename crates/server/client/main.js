// Where a page begins: which one it is, by its address.
import "@preact/signals";
import { render } from "preact";
import { Builder } from "./builder.js";
import { html } from "./html.js";
import "./store.js";
import { Host, Join, Start } from "./start.js";
import { Table } from "./table.js";
import { sit } from "./wire.js";

const [, place, name] = location.pathname.split("/");
if (place === "table") sit(name);
const Page = { host: Host, join: Join, new: Builder, table: Table }[place] ?? Start;
const root = document.createElement("div");
root.id = "app";
document.body.append(root);
render(html`<${Page} />`, root);
