import { fingerprintOf } from '#compiler/rule/fingerprint.ts';
import type { RepeatedFinding } from '#diagnostic/group-repeats.ts';
import type { LintReport } from './lint-report.ts';

/**
 * The fingerprint of a repeated finding: the least fingerprint of all its places, so that it stays the same when
 * another place is fixed, or when the order changes.
 */
export function fingerprintOfGroup({ members }: RepeatedFinding, sources: LintReport['sources']): string {
  const [least = ''] = members.map((one) => fingerprintOf(one, sources)).toSorted();
  return least;
}
