import { RefusedRequest } from '../http/refused-request.ts';
import { compareValues, valueOf } from './attribute-value.ts';

interface SortKey {
  readonly attribute: string;
  readonly direction: 1 | -1;
}

/** Sorts by a comma-separated list of attributes; a leading `-` turns the order of one around. */
export function sortItems<Item extends object>(
  items: readonly Item[],
  sort: string,
  sortable: readonly string[],
): readonly Item[] {
  const keys = sort.split(',').map((text) => readKey(text, sortable));
  return items.toSorted((a, b) => compareBy(keys, a, b));
}

function readKey(text: string, sortable: readonly string[]): SortKey {
  // A plus sign in a query reads as a space.
  const attribute = text.replace(/^[-+ ]/, '');
  if (sortable.includes(attribute)) return { attribute, direction: text.startsWith('-') ? -1 : 1 };
  throw new RefusedRequest(422, 'parameter_invalid', `sort must name one of ${sortable.join(', ')}.`);
}

function compareBy(keys: readonly SortKey[], a: object, b: object): number {
  for (const { attribute, direction } of keys) {
    const order = compareValues(valueOf(a, attribute), valueOf(b, attribute));
    if (order !== 0) return order * direction;
  }
  return 0;
}
