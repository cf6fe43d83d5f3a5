// The last 24 hours of a group as bars on the scale of the whole list. Shapes only; a label describes them.

const space = "http://www.w3.org/2000/svg";
const width = 144, height = 20, slot = 6, thin = 0.75;

/** Bars of `hours`, oldest first; `most` is the end of the scale. */
export function hourBars(hours, most) {
  const svg = document.createElementNS(space, "svg");
  for (const [name, value] of Object.entries({ class: "spark", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" })) svg.setAttribute(name, value);
  hours.forEach((number, index) => {
    const bar = document.createElementNS(space, "rect"), tall = number > 0 ? Math.max(2.5, Math.min(1, number / most) * height) : thin;
    if (number > 0) bar.setAttribute("class", "hot");
    for (const [name, value] of Object.entries({ x: index * slot, y: height - tall, width: 4.3, height: tall })) bar.setAttribute(name, value.toFixed(2));
    svg.append(bar);
  });
  return svg;
}

/** The highest bar of some groups, at least 1. */
export const highest = (groups) => Math.max(1, ...groups.flatMap(({ hours = [] }) => hours));
