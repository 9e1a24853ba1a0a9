import type { Pick } from './edit-catalogue.ts';

/** Numbers below a count, the same for the same seed (a linear congruential generator). */
export function pickFrom(seed: number): Pick {
  let state = BigInt(seed);
  return (count) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return Number((state >> 33n) % BigInt(count));
  };
}
