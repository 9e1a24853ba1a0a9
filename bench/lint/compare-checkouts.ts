import { resolve } from 'node:path';
import { median, type Run } from './measure.ts';

export const [ownName, otherName] = ['Gatewright', 'the other checkout'] as const;

/** The program of another built checkout. */
export function programOf(checkout: string): string {
  return resolve(checkout, 'dist/cli/main.js');
}

/** As many times the processor time of the other checkout this one may take. */
const most = 1.03;

/** Prints the median, over the rounds, of the ratios of processor time; whether it is small enough. */
export function compareCheckouts(ours: readonly Run[], theirs: readonly Run[]): boolean {
  const ratios = ours.map(
    ({ processorSeconds }, round) => processorSeconds / (theirs[round]?.processorSeconds ?? Number.NaN),
  );
  const ratio = median(ratios);
  process.stdout.write(`  processor time, to ${otherName}: x${ratio.toFixed(3)} (at most ${most})\n`);
  return ratio <= most;
}
