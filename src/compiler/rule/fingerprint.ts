import { createHash } from 'node:crypto';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Sources } from '../workspace/sources.ts';

/** A diagnostic's text at its place is compared up to this length. */
const maxCompared = 200;

/**
 * Identifies a finding when lines move: a digest of its rule, its file, its pointer without the indexes of list
 * items, its message, and the text at its location. 32 hexadecimal digits.
 */
export function fingerprintOf(diagnostic: Diagnostic, sources: Pick<Sources, 'textAt'>): string {
  const known = fingerprints.get(diagnostic);
  if (known !== undefined) return known;
  const fingerprint = computeFingerprint(diagnostic, sources);
  fingerprints.set(diagnostic, fingerprint);
  return fingerprint;
}

/** A diagnostic is about one state of its file, so the text at its location never changes. */
const fingerprints = new WeakMap<Diagnostic, string>();

function computeFingerprint(diagnostic: Diagnostic, sources: Pick<Sources, 'textAt'>): string {
  const { code, message, at } = diagnostic;
  const pointer = at.pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  const content = JSON.stringify([code, at.file, pointer, message, textAt(diagnostic, sources)]);
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/**
 * The key or the scalar with the problem, quotes left out; empty if it spans lines, which other findings may change.
 */
function textAt({ at, secret }: Diagnostic, sources: Pick<Sources, 'textAt'>): string {
  if (secret || at.line !== at.endLine || at.endColumn - at.column > maxCompared) return '';
  return sources.textAt(at).replaceAll(/["']/g, '');
}
