// The search of a page whose list is drawn as a whole: the text stands in the address.

/** Follows the field `#search` of a page. `changed()` is called when the text is another. Answers functions to read and to clear it. */
export function followSearch(page, changed) {
  const { readQuery, writeQuery } = page, field = page.byId("search");
  const write = (text) => { field.value = text; writeQuery({ text: text.trim() }); changed(); };
  field.value = readQuery().text ?? "";
  field.addEventListener("input", () => { writeQuery({ text: field.value.trim() }); changed(); });
  field.addEventListener("keydown", (event) => { if (event.key === "Escape" && field.value) write(""); });
  page.onStep(() => { field.value = readQuery().text ?? ""; changed(); });
  return { text: () => field.value.trim().toLowerCase(), written: () => field.value.trim(), clear: () => write("") };
}

/** Whether each word of a text stands in one of some others. */
export const hasWords = (texts, text) => {
  const all = texts.filter(Boolean).map((one) => one.toLowerCase());
  return text.split(/\s+/).every((word) => all.some((one) => one.includes(word)));
};
