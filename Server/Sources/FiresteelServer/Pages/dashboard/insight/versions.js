// Versions in the order of Semantic Versioning 2.0.0, as the rules of flags compare them.

const isNumber = (text) => /^\d+$/.test(text);

/** Compares identifiers: numbers by value and before texts, texts by their characters. */
function compareIdentifiers(one, other) {
  if (isNumber(one) !== isNumber(other)) return isNumber(one) ? -1 : 1;
  const [left, right] = isNumber(one) ? [BigInt(one), BigInt(other)] : [one, other];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The numbers of a version and the identifiers of its pre-release. The build doesn’t count; “v3” is “3”. */
function partsOf(version) {
  const [, core, preRelease] = version.trim().replace(/^v(?=\d)/i, "").match(/^([^-+]*)(?:-([^+]*))?/);
  return { numbers: core.split("."), preRelease: preRelease ? preRelease.split(".") : [] };
}

/** Compares two versions: “3.10.0” is later than “3.9”, and “3.4.2” is later than “3.4.2-beta.1”. */
export function compareVersions(one, other) {
  const [left, right] = [partsOf(one), partsOf(other)];
  for (let index = 0; index < Math.max(left.numbers.length, right.numbers.length); index += 1) {
    const order = compareIdentifiers(left.numbers[index] || "0", right.numbers[index] || "0");
    if (order !== 0) return order;
  }
  // A release follows its pre-releases.
  if (left.preRelease.length === 0 || right.preRelease.length === 0) return Math.sign(right.preRelease.length - left.preRelease.length);
  for (let index = 0; index < Math.min(left.preRelease.length, right.preRelease.length); index += 1) {
    const order = compareIdentifiers(left.preRelease[index], right.preRelease[index]);
    if (order !== 0) return order;
  }
  return Math.sign(left.preRelease.length - right.preRelease.length);
}

/** Versions, the latest first. */
export const newestFirst = (versions) => versions.toSorted((one, other) => compareVersions(other, one));
