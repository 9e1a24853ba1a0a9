import { canonicalJson } from '../../../compiled/canonical-json.ts';
import { digestOf, type Digest } from '../../../compiled/digest.ts';
import type { Change } from '../change.ts';
import { entryOf, type History } from '../history/history.ts';

/**
 * What a finding is approved by: the fingerprint of its change, or one of all that it is about. An API that comes or goes
 * counts with everything behind its address, of which the change itself tells the outlines alone.
 */
export function fingerprintFinding(changes: readonly Change[], history: History): string | undefined {
  const [only, ...others] = changes;
  if (!only || (others.length === 0 && partsOf(only, history).length === 0)) return only?.fingerprint;
  const content = changes.map((change) => [change.fingerprint, ...partsOf(change, history)]);
  return digestOf(canonicalJson(content)).slice('sha256:'.length, 'sha256:'.length + 32);
}

function partsOf({ subject, path, action }: Change, { base, head }: History): readonly Digest[] {
  if (subject.kind !== 'Api' || path !== '') return [];
  const entry = entryOf(action === 'remove' ? base : head, subject.name);
  return entry ? [entry.part] : [];
}
