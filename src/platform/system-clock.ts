import type { Clock } from '#runtime/ports/clock.ts';

/** The clock of this machine. */
export const systemClock: Clock = () => Date.now();
