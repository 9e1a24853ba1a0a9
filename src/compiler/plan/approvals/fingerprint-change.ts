import { canonicalJson } from '../../../compiled/canonical-json.ts';
import { digestOf } from '../../../compiled/digest.ts';
import type { ChangeDraft } from '../change.ts';

/** What makes a change the same one wherever it is found: what changes, from what and into what. */
export function fingerprintChange({ id, subject, path, before, after, operations }: ChangeDraft): string {
  const content = { id, subject, path, before, after, operations };
  return digestOf(canonicalJson(content)).slice('sha256:'.length, 'sha256:'.length + 32);
}
