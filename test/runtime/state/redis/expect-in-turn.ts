import { expect } from 'vitest';

const again = 'Calls are counted in Redis again.';

/** That the counters have warned of each loss of Redis once, and said once that it is back, which is the last. */
export function expectInTurn(warnings: readonly string[]): void {
  const lost = expect.stringMatching(/^Calls cannot be counted in Redis: .+\.$/) as string;
  expect(warnings).toEqual(warnings.map((_warning, index) => (index % 2 === 0 ? lost : again)));
  expect(warnings.at(-1)).toBe(again);
}
