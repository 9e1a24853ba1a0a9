import { isJsonObject } from '../../compiled/json.ts';

/** The member of an object or the item of a list; undefined where there is none. */
export function memberOf(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(token) ? value[Number(token)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

export function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce(memberOf, root);
}
