// The theme: the system's or the user's choice. A classic script in the head applies it before the first paint; a module
// would run too late and flash.

globalThis.firesteelTheme = (() => {
  const key = "firesteel.theme", names = ["system", "light", "dark"];
  const root = document.documentElement;

  function stored() {
    try { return localStorage.getItem(key); } catch { return null; }
  }

  function apply(name) {
    if (name === "light" || name === "dark") root.dataset.theme = name; else delete root.dataset.theme;
  }

  apply(stored());
  addEventListener("storage", (event) => { if (event.key === key) apply(event.newValue); });

  return {
    names,
    get current() { return root.dataset.theme ?? "system"; },
    set current(name) {
      apply(name);
      try { localStorage.setItem(key, name); } catch { /* Without storage the choice lasts as long as this page. */ }
    },
  };
})();
