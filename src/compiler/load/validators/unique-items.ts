import { canonicalJson } from '#compiled/canonical-json.ts';

/** The maximum number of items that are compared in pairs, since most pairs differ early. */
const fewItems = 12;

/**
 * Whether all items of a list are different, whatever the order of their keys. Long lists take time proportional to
 * their size.
 */
export function hasUniqueItems(items: readonly unknown[]): boolean {
  if (!items.some(isCollection)) return new Set(items).size === items.length;
  if (items.length > fewItems) return new Set(items.map((item) => canonicalJson(item))).size === items.length;
  return items.every((item, index) => {
    for (let other = index + 1; other < items.length; other += 1)
      if (isEqual(item, items[other])) return false;
    return true;
  });
}

function isCollection(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether two values of plain JSON are equal. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isCollection(one) || !isCollection(other)) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [members, others] = [one, other] as readonly Readonly<Record<string, unknown>>[];
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(members![name], others![name]))
  );
}
