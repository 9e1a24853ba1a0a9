import { canonicalJson } from '../../../compiled/canonical-json.ts';

/** Whether no two items of a list are equal, whatever the order of their keys, in time that grows with their size. */
export function hasUniqueItems(items: readonly unknown[]): boolean {
  if (items.length < 2) return true;
  return new Set(items.map((item) => canonicalJson(item))).size === items.length;
}
