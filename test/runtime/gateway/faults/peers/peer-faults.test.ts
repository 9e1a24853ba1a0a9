// @module-tag full
import { describe, expect, test } from 'vitest';
import { compareFault } from './compare-fault.ts';
import { peerFaults } from './peer-faults.ts';
import { isPeerMissing } from './peer-programs.ts';

/** `npm run soak` makes more of them. */
const calls = 30;

describe.each(peerFaults.map((fault) => [fault.what, fault] as const))(
  'an upstream that %s',
  (_what, fault) => {
    test.skipIf(isPeerMissing)(`fails no more of ${calls} calls than behind nginx and HAProxy`, async () => {
      const { own, fewest, report } = await compareFault(fault, calls);
      expect(own, report).toBeLessThanOrEqual(fewest);
    });
  },
);
