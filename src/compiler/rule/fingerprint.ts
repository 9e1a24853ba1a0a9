import { createHash } from 'node:crypto';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Sources } from '#compiler/workspace/sources.ts';

/** The maximum length of the text at a diagnostic's location; a longer text is left out of the fingerprint. */
const maxCompared = 200;

/**
 * Identifies a finding even if lines move: a digest of its rule, its file, its pointer without the indexes of list
 * items, its message, and the text at its location. 32 hexadecimal digits.
 */
export function fingerprintOf(diagnostic: Diagnostic, sources: Pick<Sources, 'textAt'>): string {
  const known = fingerprints.get(diagnostic);
  if (known !== undefined) return known;
  const fingerprint = computeFingerprint(diagnostic, sources);
  fingerprints.set(diagnostic, fingerprint);
  return fingerprint;
}

/** Cached by diagnostic: it belongs to one state of its file, so the text at its location never changes. */
const fingerprints = new WeakMap<Diagnostic, string>();

function computeFingerprint(diagnostic: Diagnostic, sources: Pick<Sources, 'textAt'>): string {
  return digestFinding(diagnostic, diagnostic.at.pointer, diagnostic.message, textAt(diagnostic, sources));
}

/** The fingerprints that a finding may have had while a key at or above it had another name. */
export function fingerprintsBefore(
  diagnostic: Diagnostic,
  sources: Pick<Sources, 'textAt'>,
  { pointerBefore, key, keyBefore }: Readonly<Record<'pointerBefore' | 'key' | 'keyBefore', string>>,
): readonly string[] {
  const found = textAt(diagnostic, sources);
  const text = found === key ? keyBefore : found;
  const { message } = diagnostic;
  const messages = new Set([message, message.replaceAll(key, keyBefore)]);
  return [...messages].map((one) => digestFinding(diagnostic, pointerBefore, one, text));
}

function digestFinding({ code, at }: Diagnostic, pointer: string, message: string, text: string): string {
  const content = JSON.stringify([code, at.file, pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*'), message, text]);
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/**
 * The key or the scalar with the problem, without quotes; empty if it is secret, too long, or spans lines, which fixes
 * of other findings may change.
 */
function textAt({ at, secret }: Diagnostic, sources: Pick<Sources, 'textAt'>): string {
  if (secret || at.line !== at.endLine || at.endColumn - at.column > maxCompared) return '';
  return sources.textAt(at).replaceAll(/["']/g, '');
}
