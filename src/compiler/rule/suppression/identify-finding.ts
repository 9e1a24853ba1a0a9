import { createHash } from 'node:crypto';
import { canonicalJson } from '#compiled/canonical-json.ts';
import { isJsonObject, memberOf } from '#compiled/json.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { appendPointer, splitPointer } from '#source/place.ts';
import type { KnownFinding } from '#compiler/workspace/suppressions.ts';
import type { Sources } from '#compiler/workspace/sources.ts';

/** The questions to the sources of a finding. */
export type FoundIn = Pick<Sources, 'documentAt' | 'textAt'>;

/** The identity of a finding; its fingerprint comes from `fingerprintOf`. */
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

/** One file may contain several declarations, in any order. */
function isDeclaration(value: unknown): boolean {
  return isJsonObject(value) && typeof value['kind'] === 'string';
}

const digests = new WeakMap<object, string>();

/** A digest of a value, 16 hexadecimal digits: computed once for each object, however many findings there are in it. */
export function digestOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return computeDigest(value);
  const digest = digests.get(value) ?? computeDigest(value);
  digests.set(value, digest);
  return digest;
}

function computeDigest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);
}
