import { vi } from 'vitest';

/** Checks again and again until the check no longer throws. It has the patience for a slow machine. */
export const eventually: typeof vi.waitFor = (check, options = { timeout: 25_000 }) =>
  vi.waitFor(check, options);
