// Sizes and times as text.

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
