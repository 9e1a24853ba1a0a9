import { isJsonObject, type Json } from '#compiled/json.ts';
import type { FlatSchema, Located } from '../flat-schema.ts';

/** The maximum number of values that are read; beyond it, something counts as hidden. */
const maxRead = 5000;

/** Whether something in schemas, or behind their references, is only read or only written. */
export function leadsToHidden(schemas: readonly Located[], { nodes }: Pick<FlatSchema, 'nodes'>): boolean {
  const waiting: Json[] = schemas.map(({ value }) => value);
  const seen = new Set<Json>();
  for (const one of waiting) {
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    if (seen.size > maxRead) return true;
    for (const member of Object.values(one) as readonly Json[]) waiting.push(member);
    if (!isJsonObject(one)) continue;
    const { $ref: reference, readOnly, writeOnly } = one;
    if (readOnly === true || writeOnly === true) return true;
    if (typeof reference === 'string')
      waiting.push(...nodes.nodeOf({ $ref: reference }, '').parts.map(({ value }) => value));
  }
  return false;
}

/** Whether a property is required of senders only, or of what is returned only. */
export function isRequiredOneWay({ required: { request, response } }: FlatSchema): boolean {
  return request.size !== response.size || [...request].some((name) => !response.has(name));
}
