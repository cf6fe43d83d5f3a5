// The search field of a page whose list is drawn as a whole. The text is stored in the address.

/** Observes the field `#search` of a page and calls `changed()`. Returns functions that read and clear it. */
export function followSearch(page, changed) {
  const { readQuery, writeQuery } = page, field = page.byId("search");
  const write = (text) => { field.value = text; writeQuery({ text: text.trim() }); changed(); };
  field.value = readQuery().text ?? "";
  field.addEventListener("input", () => { writeQuery({ text: field.value.trim() }); changed(); });
  field.addEventListener("keydown", (event) => { if (event.key === "Escape" && field.value) write(""); });
  page.onStep(() => { field.value = readQuery().text ?? ""; changed(); });
  return { text: () => field.value.trim().toLowerCase(), written: () => field.value.trim(), clear: () => write("") };
}

/** Whether each word of a text occurs in one of `texts`. */
export const hasWords = (texts, text) => {
  const all = texts.filter(Boolean).map((one) => one.toLowerCase());
  return text.split(/\s+/).every((word) => all.some((one) => one.includes(word)));
};
