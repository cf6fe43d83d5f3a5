// The keyboard shortcut of the command menu on this machine.

export const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform);
export const paletteKeys = isMac ? "⌘K" : "Ctrl K";
