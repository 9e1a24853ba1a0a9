import { fingerprintOf } from '#compiler/rule/fingerprint.ts';
import type { RepeatedFinding } from '#diagnostic/group-repeats.ts';
import type { LintReport } from './lint-report.ts';

/**
 * The fingerprint of a finding with the places where it is repeated: the least of all of them, so that it stays the
 * same when another of them is fixed or their order changes.
 */
export function fingerprintOfGroup({ members }: RepeatedFinding, sources: LintReport['sources']): string {
  const [least = ''] = members.map((one) => fingerprintOf(one, sources)).toSorted();
  return least;
}
