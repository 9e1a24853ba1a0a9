import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly isFull: boolean;
    readonly isShipped: boolean;
  }
}

/** Whether all tests run (`npm run test:full`, `npm run soak`), and not only the quick ones (`npm test`). */
export const isFull = inject('isFull');

/** Whether the built package is tested, and not the sources. */
export const isShipped = inject('isShipped');

/** The number of cases that a property is checked with: the quick run checks it with a tenth of them. */
export const draws = (full: number): number => (isFull ? full : Math.max(3, Math.ceil(full / 10)));

/** The options of a test that takes long: the quick run skips it, and reports that. */
export const full = { tags: 'full' } as const;
