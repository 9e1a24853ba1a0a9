const units = ['bytes', 'KiB', 'MiB', 'GiB'] as const;

/** A size in the largest unit in which it is at least 1, with at most one decimal: `5.5 MiB`. */
export function showBytes(bytes: number): string {
  const exponent = Math.min(Math.trunc(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${Math.round((bytes / 1024 ** exponent) * 10) / 10} ${units[exponent]}`;
}
