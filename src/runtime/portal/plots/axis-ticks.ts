/** Into how many parts an axis is divided at most. */
const maxParts = 4;

/** The values that an axis for counts from 0 to `max` shows: whole and round, the last one at least `max`. */
export function axisTicks(max: number): readonly number[] {
  const step = roundUp(Math.max(max, 1) / maxParts);
  return Array.from({ length: Math.ceil(Math.max(max, 1) / step) + 1 }, (_, index) => index * step);
}

/** The next number that is 1, 2 or 5 times a power of ten. */
function roundUp(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number));
  const factor = [1, 2, 5].find((round) => round * power >= number) ?? 10;
  return Math.max(1, factor * power);
}
