// The keys that open the palette, as this machine has them.

export const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform);
export const paletteKeys = isMac ? "⌘K" : "Ctrl K";
