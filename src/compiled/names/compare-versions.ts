/**
 * Orders versions by their numbers, part by part: v2 before v10, and 1.10 after 1.9. Versions that differ only in the
 * leading v, or in zeros that change no number, are equal: v1, 1 and 1.0. Both texts must be valid versions.
 */
export function compareVersions(a: string, b: string): number {
  const left = versionParts(a);
  const right = versionParts(b);
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0n) - (right[index] ?? 0n);
    if (difference !== 0n) return difference < 0n ? -1 : 1;
  }
  return 0;
}

/** The numbers of a version, as integers of any size: a date such as 20260101 is a number too. */
function versionParts(version: string): readonly bigint[] {
  return version.replace(/^v/, '').split('.').map(BigInt);
}
