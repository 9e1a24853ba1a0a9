import { createHash } from 'node:crypto';
import { canonicalJson } from '#compiled/canonical-json.ts';
import { isJsonObject, memberOf } from '#compiled/json.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { appendPointer, splitPointer } from '#source/place.ts';
import type { KnownFinding } from '#compiler/workspace/suppressions.ts';
import type { Sources } from '#compiler/workspace/sources.ts';

/** The methods of the sources that identifying a finding needs. */
export type FoundIn = Pick<Sources, 'documentAt' | 'textAt'>;

/** The data by which a baseline identifies a finding; the fingerprint comes from `fingerprintOf`. */
export function identifyFinding(
  { code, at }: Diagnostic,
  fingerprint: string,
  sources: FoundIn,
): KnownFinding {
  const { index = 0, value } = sources.documentAt(at) ?? {};
  const items = digestItems(value, at.pointer);
  return {
    rule: code,
    file: at.file,
    ...(index > 0 && { document: index }),
    pointer: at.pointer,
    fingerprint,
    ...(Object.keys(items).length > 0 && { items }),
  };
}

function digestItems(root: unknown, pointer: string): Readonly<Record<string, string>> {
  const items: Record<string, string> = isDeclaration(root) ? { '': digestOf(root) } : {};
  let value = root;
  let at = '';
  for (const token of splitPointer(pointer)) {
    const isItem = Array.isArray(value);
    value = memberOf(value, token);
    at = appendPointer(at, token);
    if (isItem && value !== undefined) items[at] = digestOf(value);
  }
  return items;
}

/** Whether a document is a declaration; one file may contain several, in any order. */
function isDeclaration(value: unknown): boolean {
  return isJsonObject(value) && typeof value['kind'] === 'string';
}

const digests = new WeakMap<object, string>();

/**
 * A digest of a value, 16 hexadecimal digits: computed once for each object, since many findings may be in the same
 * object.
 */
export function digestOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return computeDigest(value);
  const digest = digests.get(value) ?? computeDigest(value);
  digests.set(value, digest);
  return digest;
}

function computeDigest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);
}
