// Connecting a program: its tokens, the code for them, and how far the program has come.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button, loading } from "../../kit/dom/states.js";
import { toast } from "../../kit/overlays/toasts.js";
import { environmentTag } from "../app/environments.js";
import { redraw } from "../app/redraw.js";
import { confirmed } from "../changes/submit.js";
import { curlCode, featureCode, packageCode, pythonCode, settingsCode, swiftCode } from "../connect/code.js";
import { Progress, progressOf, progressOfConnected } from "../connect/progress.js";
import { openTestReport } from "../insight/testReport.js";

const interval = 2_000;
/** The kinds of programs: their help, and the tokens that they need, by kind. */
const kinds = {
  app: { label: "App", help: "Receives values, never rules. Its tokens may be part of what people install.", tokens: { client: "App", ingest: "App reports" } },
  server: { label: "Server", help: "Receives definitions, and evaluates them for any user. Store its token like a password.", tokens: { server: "Server" } },
};
const languages = { swift: "Swift", openfeature: "OpenFeature", curl: "curl" };

export function mount(page) {
  const { program, scope } = page.shared, { byId, readQuery, writeQuery } = page;
  scope.mountHead(page);
  byId("facts").className = "facts only-wide";
  byId("facts").textContent = program.name;
  fill(byId("content"), loading("Loading how to connect a program"));
  const { environment } = program, mayCreate = program.hasRole("admin") && program.mayEdit(environment.id), progress = new Progress();
  const tokenPlace = h("div", { class: "stack-v" }), codePlace = h("div", { class: "stack-v" });
  // The texts of created tokens by kind, as long as this page is open, and what the server knows of the watched ones.
  let created = {}, watched = [];
  page.load(async () => {
    await program.read();
    if (!tokenPlace.isConnected) draw();
    if (mayCreate) await readTokens(); else program.showConnections((await page.transport.get(`${program.path}/connections`)).connections);
    showProgress();
  });
  page.onStep(() => { created = {}; drawParts(); page.attempt(readTokens); });
  program.onChange(() => redraw(page, () => { drawCode(); showProgress(); }), page.signal);
  program.onConnections(showProgress, page.signal);
  page.every(() => { if (!document.hidden && isWaiting()) page.attempt(readTokens); }, interval);

  const kindOfProgram = () => (kinds[readQuery().kind] ? readQuery().kind : "app");
  const language = () => (languages[readQuery().code] ? readQuery().code : "swift");
  const identifiers = () => (readQuery().tokens ?? "").split(",").filter(Boolean);
  const isWaiting = () => mayCreate && identifiers().length > 0 && !(watched.length > 0 && Object.values(progressOf(watched)).every(Boolean));

  async function readTokens() {
    const found = identifiers();
    if (!mayCreate || found.length === 0) { watched = []; return; }
    const { tokens } = await page.transport.get(`${program.path}/tokens`);
    if (page.signal.aborted) return;
    watched = tokens.filter(({ id, environment: own, revoked }) => found.includes(id) && own === environment.id && !revoked);
    // They are those of another environment, or were revoked.
    if (watched.length === 0 && identifiers().join() === found.join()) writeQuery({ tokens: "" });
    showProgress();
  }

  async function create() {
    const texts = {}, ids = [];
    for (const [kind, name] of Object.entries(kinds[kindOfProgram()].tokens)) {
      const { id, token } = await confirmed(page.transport, () => page.transport.post(`${program.path}/tokens`, { name, kind, environment: environment.id }));
      texts[kind] = token;
      ids.push(id);
    }
    created = texts;
    watched = [];
    writeQuery({ tokens: ids.join(",") });
    toast(ids.length > 1 ? "Tokens created." : "Token created.");
    drawParts();
    showProgress();
    tokenPlace.querySelector(".secret button").focus();
  }

  function draw() {
    fill(byId("content"), h("div", { class: "board connect" }, card("program-title", "Program", tokenPlace), progress.element, card("code-title", "Code", codePlace)));
    drawParts();
  }

  const card = (id, title, ...content) => h("section", { class: "card", "aria-labelledby": id }, h("div", { class: "section" }, h("div", { class: "section-head" }, h("h2", { id }, title)), content));

  function drawParts() {
    drawTokens();
    drawCode();
  }

  /** A choice whose selected button keeps the focus. */
  function choice(label, choices, current, act) {
    return h("div", { class: "segments", role: "group", "aria-label": label }, Object.entries(choices).map(([name, title]) =>
      h("button", { type: "button", data: { choice: name }, "aria-pressed": String(name === current), on: { click: () => act(name) } }, title)));
  }

  function chosen(place, name) { place.querySelector(`[data-choice="${name}"]`).focus(); }

  function drawTokens() {
    const kind = kindOfProgram(), { help, tokens } = kinds[kind], texts = Object.entries(created);
    fill(tokenPlace, choice("Kind of program", { app: kinds.app.label, server: kinds.server.label }, kind, (name) => {
      if (name === kind) return;
      created = {};
      watched = [];
      writeQuery({ kind: name === "app" ? "" : name, tokens: "" });
      drawParts();
      showProgress();
      chosen(tokenPlace, name);
    }), h("p", {}, help), h("p", { class: "setting" }, h("span", {}, "Environment"), environmentTag(environment)), texts.length > 0
      ? [h("p", {}, "Copy now what you need. It isn’t shown again; the server stores only hashes."), texts.map(([name, text]) => h("div", { class: "secret" }, h("code", {}, text), copyButton(`${name} token`, text)))]
      : mayCreate ? h("p", { class: "buttons" }, button(Object.keys(tokens).length > 1 ? "Create tokens" : "Create token", () => page.attempt(create), "primary"))
        : h("p", { class: "note" }, icon("lock"), h("span", {}, `An admin of ${program.name} can create the ${Object.keys(tokens).length > 1 ? "tokens" : "token"} that the program needs. You can’t.`)));
  }

  function drawCode() {
    const kind = kindOfProgram(), current = language(), placeholder = (name) => `fs_${name}_…`;
    const tokens = Object.fromEntries(Object.keys(kinds[kind].tokens).map((name) => [name, created[name] ?? placeholder(name)]));
    const [flag] = [...program.flags.values()].filter(({ value }) => !value.isArchived && value.type === "boolean");
    const values = { origin: location.origin, name: program.name, tokens, token: tokens.client ?? tokens.server, flag: flag?.key ?? "new-checkout" };
    const blocks = {
      swift: () => [block("The package", packageCode), kind === "server" && block("The environment of the program", `export FIRESTEEL_TOKEN=${tokens.server}\n`), block("A Swift file", swiftCode(kind, values)), block("A feature that a flag switches", featureCode(values))],
      openfeature: () => [block("The settings of any OFREP provider", settingsCode(values)), block("In Python", pythonCode(values))],
      curl: () => [block("All flags of a person", curlCode(values))],
    };
    fill(codePlace, choice("Language", languages, current, (name) => {
      writeQuery({ code: name === "swift" ? "" : name });
      drawCode();
      chosen(codePlace, name);
    }), blocks[current]());
  }

  const block = (title, code) => h("div", {}, h("div", { class: "section-head" }, h("h3", {}, title), h("span", { class: "push" }, copyButton(title, code))), h("pre", { class: "code", tabIndex: 0, "aria-label": title, role: "group" }, code));

  const copyButton = (title, text) => h("button", { class: "button small", type: "button", "aria-label": `Copy: ${title}`, on: { click: async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast("Copied.");
    } catch {
      toast("The browser doesn’t allow copying here. Select the text and copy it.", { failed: true });
    }
  } } }, icon("copy"), "Copy");

  function showProgress() {
    progress.element.hidden = mayCreate && identifiers().length === 0;
    const token = created.ingest ?? created.server;
    progress.show(program, mayCreate ? progressOf(watched) : progressOfConnected(program),
      { test: token && (() => openTestReport(program, { token, sent: () => page.attempt(readTokens) })) });
  }
}
