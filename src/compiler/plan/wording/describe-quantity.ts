const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** A span of time in the largest unit that divides it: `14 days`, `90 seconds`, `1500 ms`. */
export function describeDuration(milliseconds: number): string {
  const unit = units.find(([, length]) => milliseconds !== 0 && milliseconds % length === 0);
  return unit ? count(milliseconds / unit[1], unit[0]) : `${milliseconds} ms`;
}

/** A number of bytes in the largest unit that divides it: `10 MiB`, `1500 bytes`. */
export function describeSize(bytes: number): string {
  const mebibyte = 1024 * 1024;
  if (bytes !== 0 && bytes % mebibyte === 0) return `${bytes / mebibyte} MiB`;
  if (bytes !== 0 && bytes % 1024 === 0) return `${bytes / 1024} KiB`;
  return count(bytes, 'byte');
}

/** `1 secret`, `2 secrets`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
