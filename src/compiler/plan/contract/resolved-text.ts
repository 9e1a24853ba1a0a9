import { canonicalJson } from '../../../compiled/canonical-json.ts';
import { isJsonObject, type Json } from '../../../compiled/json.ts';
import type { ContractDocument } from './contract-document.ts';

/** The canonical text of a value in which what its references lead to stands in their place. */
export type ResolvedText = (value: Json) => string;

/** Makes that function for one document. A reference within what it refers to is left as how many levels it goes up. */
export function resolvedTextIn(document: ContractDocument): ResolvedText {
  const resolve = (value: Json, above: readonly unknown[]): Json => {
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => resolve(item, above));
    if (!isJsonObject(value)) return value;
    const target = document.target(value);
    if (target === undefined) {
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, resolve(member, above)]),
      );
    }
    const depth = above.indexOf(target.value);
    if (depth !== -1) return { $ref: above.length - depth };
    return resolve((target.value ?? null) as Json, [...above, target.value]);
  };
  return (value) => canonicalJson(resolve(value, []));
}
