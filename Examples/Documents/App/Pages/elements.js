// Making and finding elements. Text always becomes a text node.

export const byId = (id) => document.getElementById(id);

export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value; else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/** Calls `work` once nothing has called for `pause` milliseconds, but at the latest after `most`. */
export function debounced(work, pause, most = Infinity) {
  let timer = 0, since = 0;
  const later = (...values) => {
    const now = performance.now();
    since ||= now;
    clearTimeout(timer);
    timer = setTimeout(() => { since = 0; timer = 0; work(...values); }, Math.max(0, Math.min(pause, since + most - now)));
  };
  later.cancel = () => { clearTimeout(timer); timer = 0; since = 0; };
  return later;
}

const units = ["bytes", "KB", "MB"];
export function size(bytes) {
  let unit = 0;
  for (; bytes >= 1024 && unit < 2; unit++) bytes /= 1024;
  return `${bytes < 10 && unit ? Math.round(bytes * 10) / 10 : Math.round(bytes)} ${units[unit]}`;
}

export function when(iso) {
  const date = new Date(iso), now = new Date();
  return date.toDateString() === now.toDateString()
    ? date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
    : date.toLocaleDateString([], { day: "numeric", month: "short", year: date.getFullYear() === now.getFullYear() ? undefined : "numeric" });
}
