/** The upper bounds of the histograms, in seconds. */
export const durationBounds: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** Durations by bound, not yet added up, then those beyond all bounds, then the sum in seconds. */
export type Durations = number[];

const beyond = durationBounds.length;

export function noDurations(): Durations {
  return Array.from({ length: beyond + 2 }, () => 0);
}

/** Counts a duration, given in milliseconds. */
export function addDuration(durations: Durations, milliseconds: number): void {
  const seconds = milliseconds / 1000;
  let index = 0;
  while (index < beyond && seconds > (durationBounds[index] as number)) index += 1;
  durations[index] = (durations[index] as number) + 1;
  durations[beyond + 1] = (durations[beyond + 1] as number) + seconds;
}
