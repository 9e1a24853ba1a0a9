import { expect, test } from 'vitest';
import { compareFault } from '../runtime/gateway/faults/peers/compare-fault.ts';
import { peerFaults } from '../runtime/gateway/faults/peers/peer-faults.ts';
import { isPeerMissing } from '../runtime/gateway/faults/peers/peer-programs.ts';

const calls = 450;

test.skipIf(isPeerMissing).each(peerFaults.map((fault) => [fault.what, fault] as const))(
  `an upstream that %s fails no more of ${calls} calls than behind nginx and HAProxy`,
  async (_what, fault) => {
    const { own, fewest, report } = await compareFault(fault, calls);
    expect(own, report).toBeLessThanOrEqual(fewest);
  },
);
