// The line-by-line difference of two texts.

/** Above this number of lines, the changed part is compared as a whole: the comparison's table is quadratic. */
const most = 1500;

/** A list of `{ kind: "same" | "mine" | "theirs", line }`, from the text on disk to the editor's. */
export function difference(theirs, mine) {
  const a = theirs.split("\n"), b = mine.split("\n");
  let start = 0, end = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const same = (lines) => lines.map((line) => ({ kind: "same", line }));
  return [
    ...same(a.slice(0, start)),
    ...between(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...same(a.slice(a.length - end)),
  ];
}

function between(a, b) {
  if (a.length > most || b.length > most) {
    return [...a.map((line) => ({ kind: "theirs", line })), ...b.map((line) => ({ kind: "mine", line }))];
  }
  // The longest common subsequence, from the end: length[i][j] is that of a[i…] and b[j…].
  const width = b.length + 1, length = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      length[i * width + j] = a[i] === b[j]
        ? length[(i + 1) * width + j + 1] + 1
        : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
    }
  }
  const result = [];
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      result.push({ kind: "same", line: a[i] }); i++; j++;
    } else if (j >= b.length || (i < a.length && length[(i + 1) * width + j] >= length[i * width + j + 1])) {
      result.push({ kind: "theirs", line: a[i++] });
    } else {
      result.push({ kind: "mine", line: b[j++] });
    }
  }
  return result;
}
