import { isJsonObject, type Json } from '../../../../../../compiled/json.ts';
import type { FlatSchema, Located } from '../../flat-schema.ts';

/** Whether something in conditions of a schema, or behind their references, is only read or only written. */
export function leadsToHidden(conditions: readonly Located[], { nodes }: FlatSchema): boolean {
  const waiting: Json[] = conditions.map(({ value }) => value);
  const seen = new Set<Json>();
  for (const one of waiting) {
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    waiting.push(...(Object.values(one) as readonly Json[]));
    if (!isJsonObject(one)) continue;
    const { $ref: reference, readOnly, writeOnly } = one;
    if (readOnly === true || writeOnly === true) return true;
    if (typeof reference === 'string')
      waiting.push(...nodes.nodeOf({ $ref: reference }, '').parts.map(({ value }) => value));
  }
  return false;
}
