// The arithmetic of plots: positions of values on a scale. Plots begin at 0, and all plots of a list share one scale.

const steps = [1, 2, 4, 6, 8, 10];

/** The end of a scale from 0 that contains a value: a round number whose half is round as well. */
export function topOf(most) {
  if (!(most > 0)) return 2;
  const unit = 10 ** Math.floor(Math.log10(most)), top = steps.find((step) => step * unit >= most * (1 - 1e-12)) * unit;
  // There is no half event.
  return Number.isInteger(most) ? Math.max(2, top) : Number(top.toPrecision(12));
}

/** The position of a value between two ends, from 0 to 1, clamped. */
export const linear = (from, to) => (value) => clamped((value - from) / (to - from));

/** The position on a logarithmic scale. Both ends are above 0. */
export const logarithmic = (from, to) => (value) => (value > 0 ? clamped(Math.log(value / from) / Math.log(to / from)) : 0);

const clamped = (share) => Math.min(1, Math.max(0, share));

/** A fraction as a CSS percentage. */
export const percent = (share) => `${(share * 100).toFixed(2)}%`;

/** The size of a plot's coordinate system. */
export const width = 1000;
export const height = 100;

/** Bars side by side, `{x, y, width, height}`, of values from 0 to `top`; a value of 0 has no bar. */
export function bars(values, top) {
  const slot = width / values.length;
  return values.map((value, index) => {
    const tall = clamped(value / top) * height;
    return { x: rounded((index + 0.12) * slot), y: rounded(height - tall), width: rounded(0.76 * slot), height: rounded(tall) };
  }).filter((bar) => bar.height > 0);
}

/** The path of a line through `[at, value]`, `at` from 0 to 1. A value that is `undefined` is a gap. */
export function line(points, top) {
  let isGap = true;
  return points.map(([at, value]) => {
    if (value === undefined) { isGap = true; return ""; }
    const command = isGap ? "M" : "L";
    isGap = false;
    return `${command}${place(at, value, top)}`;
  }).join("");
}

/** The path around a band, through `[at, low, high]`. */
export function band(points, top) {
  if (!points.length) return "";
  const upper = points.map(([at, , high]) => place(at, high, top)), lower = points.map(([at, low]) => place(at, low, top)).reverse();
  return `M${[...upper, ...lower].join("L")}Z`;
}

const rounded = (number) => Math.round(number * 10) / 10;
const place = (at, value, top) => `${rounded(clamped(at) * width)} ${rounded(height - clamped(value / top) * height)}`;

/**
 * Whether an interval of a difference is `over` or `under` the value `none`, or `undefined` if it includes it. A difference
 * that could be chance has no color.
 */
export function verdict({ from, to }, none) {
  if (from > none) return "over";
  return to < none ? "under" : undefined;
}

/** The ends of an interval as those of a row of `intervals`; a missing one is unbounded, and without both there are none. */
export const bounds = ({ lower, upper }) => (Number.isFinite(lower) || Number.isFinite(upper) ? { from: lower ?? -Infinity, to: upper ?? Infinity } : {});

/** A scale of relative differences, as of `intervals`: it has 0 and all of `values` within ±100 %, and at most six ticks. */
export function differenceScale(values) {
  const known = values.filter(Number.isFinite).map((value) => Math.min(1, Math.max(-1, value)));
  const low = Math.min(-0.04, ...known), high = Math.max(0.04, ...known), least = (high - low) / 4;
  const unit = 10 ** Math.floor(Math.log10(least)), step = [1, 2, 5, 10].find((size) => size * unit >= least * (1 - 1e-12)) * unit;
  const first = Math.floor(low / step + 1e-9), last = Math.ceil(high / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => {
    const number = first + index, at = number * step;
    return { at, text: number === 0 ? "0" : `${number > 0 ? "+" : "−"}${Number((100 * Math.abs(at)).toPrecision(3))} %` };
  });
  return { from: first * step, to: last * step, none: 0, noneText: "0", ticks };
}
