// The way to the first program, as long as none is connected.

import { h } from "../../kit/dom/dom.js";
import { addressOf } from "../app/routes.js";

/** The link to the page that connects a program. */
export const connectLink = (className = "") => h("a", { class: `button ${className}`.trim(), href: addressOf("connect") }, "Connect a program");

/** The card. */
export const connectCard = (program) => h("section", { class: "card full", "aria-labelledby": "connect" }, h("div", { class: "section" }, h("h2", { id: "connect" }, "Connect a program"),
  h("p", {}, "Create a token, copy the code for it, and see when your program is connected.", !program.hasRole("admin") && " An admin of the program can create the token."), h("p", { class: "after" }, connectLink("primary"))));
