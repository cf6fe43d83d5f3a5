// The icons: 1.5-wide lines on a grid of 16 × 16, in the color of the text.

const space = "http://www.w3.org/2000/svg";

const shapes = {
  spark: [["path", { d: "m2.5 13.5 6-6", "stroke-width": "3" }], ["path", { d: "M11 5l2-2M8.5 4V1.5M12 7.5h2.5" }]],
  home: [["path", { d: "M2.5 7.5 8 2.5l5.5 5M4 6.5v7h8v-7" }]],
  features: [["path", { d: "M3 2v10.5h3.5M3 6h3.5" }], ["rect", { x: 7, y: 4.25, width: 6.5, height: 3.5, rx: 1 }],
    ["rect", { x: 7, y: 10.75, width: 6.5, height: 3.5, rx: 1 }]],
  timeline: [["path", { d: "M2 4h6M5 8h7M8 12h6" }]],
  stacks: [["path", { d: "m8 2 6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3" }]],
  logs: [["path", { d: "M3 3.5h10M3 6.5h7M3 9.5h10M3 12.5h5" }]],
  flags: [["path", { d: "M3.5 14V2.5M3.5 3c3-1.5 5 1.5 9 0v6c-4 1.5-6-1.5-9 0" }]],
  runs: [["path", { d: "M1.5 8.5h3l2-5 3 9 2-4h3" }]],
  access: [["rect", { x: 3, y: 7, width: 10, height: 7, rx: 1.5 }], ["path", { d: "M5.5 7V5a2.5 2.5 0 0 1 5 0v2M8 10v1.5" }]],
  routes: [["circle", { cx: 3.5, cy: 12.5, r: 1.75 }], ["circle", { cx: 12.5, cy: 3.5, r: 1.75 }], ["path", { d: "M5.5 12.5h5a2 2 0 0 0 0-4.5h-5a2 2 0 0 1 0-4.5h5" }]],
  activities: [["path", { d: "M4 2.5h8v11L8 10.5l-4 3z" }]],
  command: [["path", { d: "m3 4.5 3.5 3.5L3 11.5M8.5 12H13" }]],
  more: [["path", { d: "M3 8h.2M7.9 8h.2M12.8 8h.2", "stroke-width": "2.5" }]],
  theme: [["circle", { cx: 8, cy: 8, r: 5.5 }], ["path", { d: "M8 2.5v11a5.5 5.5 0 0 0 0-11z", fill: "currentColor" }]],
  download: [["path", { d: "M8 2.5v7.5M4.5 7 8 10.5 11.5 7M3 13.5h10" }]],
  pause: [["path", { d: "M5.5 3.5v9M10.5 3.5v9" }]],
  play: [["path", { d: "M5 3v10l8-5z" }]],
  undo: [["path", { d: "M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6" }]],
  search: [["circle", { cx: 7, cy: 7, r: 4.5 }], ["path", { d: "m10.5 10.5 3 3" }]],
  target: [["circle", { cx: 8, cy: 8, r: 5.5 }], ["circle", { cx: 8, cy: 8, r: 2 }]],
  back: [["path", { d: "M10 3.5 5.5 8l4.5 4.5" }]],
  chevron: [["path", { d: "M6 3.5 10.5 8 6 12.5" }]],
  down: [["path", { d: "M3.5 6 8 10.5 12.5 6" }]],
  check: [["path", { d: "m3 8.5 3 3 7-7" }]],
  warning: [["path", { d: "M8 2.5 14 13H2zM8 6.5v3M8 11.3v.2" }]],
  key: [["circle", { cx: 5.5, cy: 10.5, r: 3 }], ["path", { d: "m7.6 8.4 5.4-5.4M10.5 5.5l2 2" }]],
  book: [["path", { d: "M8 4.5C6.5 3.2 4.5 3 2.5 3v9.5c2 0 4 .2 5.5 1.5 1.5-1.3 3.5-1.5 5.5-1.5V3c-2 0-4 .2-5.5 1.5Zm0 0V14" }]],
  plus: [["path", { d: "M8 3v10M3 8h10" }]],
  close: [["path", { d: "m4 4 8 8M12 4l-8 8" }]],
  file: [["path", { d: "M4 1.75h5L12.5 5.25v9H4zM8.75 2v3.5h3.5M6 8.5h4.5M6 11h4.5" }]],
  overview: [["rect", { x: 2.5, y: 2.5, width: 4.5, height: 6, rx: 1 }], ["rect", { x: 9, y: 2.5, width: 4.5, height: 3.5, rx: 1 }],
    ["rect", { x: 2.5, y: 10.5, width: 4.5, height: 3, rx: 1 }], ["rect", { x: 9, y: 8, width: 4.5, height: 5.5, rx: 1 }]],
  reports: [["path", { d: "M2.5 9 4.5 3h7l2 6v4h-11zM2.5 9H6l1 1.5h2L10 9h3.5" }]],
  behaviour: [["path", { d: "M2.5 13.5h11M4 11V8M7 11V4.5M10 11V6.5M13 11V2.5" }]],
  link: [["path", { d: "M6.5 9.5 9.5 6.5M7 4.5l1.5-1.5a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5 7.5 13a2.8 2.8 0 0 1-4-4L5 7.5" }]],
  flask: [["path", { d: "M6 2.5h4M6.8 2.5v4L3 13.5h10L9.2 6.5v-4" }]],
  changes: [["circle", { cx: 8, cy: 8, r: 5.5 }], ["path", { d: "M8 4.5V8l2.5 1.5" }]],
  segments: [["circle", { cx: 6, cy: 5.5, r: 2.5 }], ["path", { d: "M1.5 13.5c0-3 2-4.5 4.5-4.5s4.5 1.5 4.5 4.5M11 3.2a2.4 2.4 0 0 1 0 4.6M12 9.4c1.6.5 2.5 1.9 2.5 4.1" }]],
  settings: [["path", { d: "M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6" }], ["circle", { cx: 10, cy: 4.5, r: 1.75 }], ["circle", { cx: 6, cy: 11.5, r: 1.75 }]],
  compare: [["path", { d: "M5.5 3v8.5M3 9l2.5 2.5L8 9M10.5 13V4.5M8 7l2.5-2.5L13 7" }]],
  power: [["path", { d: "M8 2.5v5M5 4.2a5 5 0 1 0 6 0" }]],
  edit: [["path", { d: "M3 13l.7-2.8L10.5 3.4l2.1 2.1L5.8 12.3z" }]],
  grip: [["path", { d: "M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01", "stroke-width": "2" }]],
  lock: [["rect", { x: 3, y: 7, width: 10, height: 7, rx: 1.5 }], ["path", { d: "M5.5 7V5a2.5 2.5 0 0 1 5 0v2" }]],
  copy: [["rect", { x: 5.5, y: 5.5, width: 8, height: 8, rx: 1.5 }], ["path", { d: "M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" }]],
  arrow: [["path", { d: "M2.5 8h11M9.5 4l4 4-4 4" }]],
  mail: [["rect", { x: 2, y: 3.5, width: 12, height: 9, rx: 1.5 }], ["path", { d: "m2.5 5 5.5 4 5.5-4" }]],
  help: [["circle", { cx: 8, cy: 8, r: 5.75 }], ["path", { d: "M6.3 6.4a1.8 1.8 0 1 1 2.5 1.7c-.6.2-.8.6-.8 1.2M8 11.4v.2" }]],
};

/** A decorative icon, hidden from screen readers; its meaning is in the text beside it. */
export function icon(name) {
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  for (const [tag, attributes] of shapes[name] ?? []) {
    const shape = document.createElementNS(space, tag);
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
    svg.append(shape);
  }
  return svg;
}

/** Replaces placeholders in HTML with icons: `<i data-icon="pause"></i>`. */
export function placeIcons(within = document) {
  for (const place of within.querySelectorAll("i[data-icon]")) place.replaceWith(icon(place.dataset.icon));
}
