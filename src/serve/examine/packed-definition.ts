import type { ExaminedDefinition } from '#compiler/workspace/examined-definition.ts';
import { hasCrash, type RememberedDefinition } from '#compiler/workspace/remembered-definition.ts';
import { packJson, unpackJson, type PackedJson } from '../served/packed-json.ts';

/**
 * An examined definition whose findings are packed as bytes, which take little memory and do not slow down garbage
 * collection.
 */
export interface PackedDefinition extends Omit<ExaminedDefinition, 'result'> {
  /** The remembered part alone if the result consists of it and may be saved; otherwise the whole result. */
  readonly result: PackedJson;
  readonly isRemembered: boolean;
}

export function packDefinition({ path, files, read, result }: ExaminedDefinition): PackedDefinition {
  const isRemembered = 'remembered' in result && !hasCrash(result.remembered.findings);
  return { path, files, read, result: packJson(isRemembered ? result.remembered : result), isRemembered };
}

export function unpackDefinition({
  isRemembered,
  result,
  ...examined
}: PackedDefinition): ExaminedDefinition {
  const unpacked = unpackJson(result);
  if (isRemembered) return { ...examined, result: { remembered: unpacked as RememberedDefinition } };
  return { ...examined, result: unpacked as ExaminedDefinition['result'] };
}
